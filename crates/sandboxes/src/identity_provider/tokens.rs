//! The second half: the ID token, right or wrong as the address says.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{
    CLIENT_ID,
    authorization::CodeClaims,
    sentinels::{SignInFault, fault_of},
    signing_key,
};

const LIFE_S: i64 = 3600;

/// The token for what a code stands for.
pub(super) fn id_token(code: &CodeClaims, issuer: &str, now: DateTime<Utc>) -> String {
    let fault = fault_of(&code.account.email);
    let claims = claims(code, issuer, (fault, now));
    match fault {
        Some(SignInFault::Unsigned) => unsigned(&claims),
        Some(SignInFault::Forged) => forged(&claims),
        Some(SignInFault::UnknownKey) => signing_key::sign(&claims, "sandbox-0"),
        _ => signing_key::sign(&claims, signing_key::KEY_NAME),
    }
}

/// Whether the verifier is the secret behind the challenge.
pub(super) fn is_proven(verifier: &str, challenge: &str) -> bool {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)) == challenge
}

fn claims(
    code: &CodeClaims,
    issuer: &str,
    (fault, now): (Option<SignInFault>, DateTime<Utc>),
) -> Value {
    let (email, name) = (&code.account.email, &code.account.name);
    let subject = subject(email);
    let issued_at = match fault {
        Some(SignInFault::Expired) => now.timestamp() - 2 * LIFE_S,
        _ => now.timestamp(),
    };
    let mut claims = json!({
        "iss": issuer, "azp": CLIENT_ID, "aud": CLIENT_ID, "sub": subject,
        "email": email, "email_verified": fault != Some(SignInFault::Unverified),
        "name": name, "picture": format!("https://pictures.example/{subject}"),
        "nonce": code.nonce, "iat": issued_at, "exp": issued_at + LIFE_S,
    });
    match fault {
        Some(SignInFault::NoEmail) => claims["email"] = Value::Null,
        Some(SignInFault::WrongNonce) => claims["nonce"] = "another".into(),
        Some(SignInFault::WrongAudience) => claims["aud"] = "another.apps.sandbox".into(),
        Some(SignInFault::WrongIssuer) => claims["iss"] = "https://issuer.example".into(),
        _ => {}
    }
    claims
}

/// 21 digits, the same for an address whenever it comes.
fn subject(email: &str) -> String {
    let hash = Sha256::digest(email.to_lowercase());
    let digits = hash.iter().map(|byte| char::from(b'0' + byte % 10));
    "1".chars().chain(digits).take(21).collect()
}

fn unsigned(claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let header = json!({ "alg": "none", "typ": "JWT", "kid": signing_key::KEY_NAME });
    format!("{}.{}.", part(&header), part(claims))
}

/// The signature of another token.
fn forged(claims: &Value) -> String {
    let token = signing_key::sign(claims, signing_key::KEY_NAME);
    let other = signing_key::sign(&json!({}), signing_key::KEY_NAME);
    let (signed, _) = token.rsplit_once('.').unwrap_or_default();
    let (_, signature) = other.rsplit_once('.').unwrap_or_default();
    format!("{signed}.{signature}")
}
