//! The key that signs the sandbox's tokens.
//!
//! It is the same everywhere and published with the source: it vouches for nothing outside a
//! sandbox, and making an RSA key takes seconds in a debug build.

use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde::Serialize;
use serde_json::{Value, json};

pub(super) const KEY_NAME: &str = "sandbox-1";

const PRIVATE_KEY: &[u8] = include_bytes!("signing_key.der");
/// The public half of it.
const MODULUS: &str = "y_x_tH93OXq55DKQtEru7mS5STAQyQ4DNAiT_n__4TeVi97Hq72FWOYc74dxBozs-GzV4vEavv4zcvGCt6SmRwKLYfVEoCHi1y_t6Do__h60vu3Y55UvqPtLeuZLt5iUo8Ktgj1yG0V3uNA_Z_sQPJXzNYTYHP95wHoBmx4Z0egXPISDzLAsI_B_9dhyVt8Bh55jRx8m5rSkAERi-zbghCoJNSP85sgaqwtJ0c9x4GxbjPV5Ij42eSIin9g9eHxUTPFR7ajcax-TIK6JkFDL9U4pSjdC5l5EVuAHn8x_EJMx7m2m_SkvmNbVMP4WHO1WjXw7ds1rB3fqOeNnJTGk5Q";
const EXPONENT: &str = "AQAB";

/// The public keys, as the provider lists them.
pub(super) fn key_set() -> Value {
    json!({ "keys": [{
        "kty": "RSA", "use": "sig", "alg": "RS256", "kid": KEY_NAME, "n": MODULUS, "e": EXPONENT,
    }] })
}

/// The two numbers of the public key.
pub(super) fn public_key() -> (&'static str, &'static str) {
    (MODULUS, EXPONENT)
}

/// Signs claims; `kid` is the key's name as the token gives it.
pub(super) fn sign(claims: &impl Serialize, kid: &str) -> String {
    let mut header = Header::new(Algorithm::RS256);
    header.kid = Some(kid.to_owned());
    jsonwebtoken::encode(&header, claims, &EncodingKey::from_rsa_der(PRIVATE_KEY))
        .expect("plain claims can be signed with the sandbox's key")
}
