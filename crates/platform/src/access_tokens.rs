//! Access tokens: signed and verified here and nowhere else.
//!
//! ES256 with one key of our own, made on the first start. The algorithm and the key are fixed here
//! and never read from the token: a different `alg`, `jwk`, `jku` or `x5u` is ignored.

use std::fmt;

use anyhow::Context;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::pkcs8::{DecodePrivateKey, EncodePrivateKey, LineEnding};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::db::Db;
use crate::keys;
use crate::verified_tokens::VerifiedTokens;

/// How long an access token lives. The client refreshes one from 90 seconds before its end.
pub const ACCESS_TOKEN_LIFE: TimeDelta = TimeDelta::seconds(3600);

/// Who may use the token, and as what; the same word for both.
const AUTHENTICATED: &str = "authenticated";

/// Signs and verifies access tokens with the server's key pair, decoded once.
pub struct AccessTokens {
    signing: EncodingKey,
    verifying: DecodingKey,
    header: Header,
    validation: Validation,
    key_set: Value,
    issuer: String,
    verified: VerifiedTokens,
}

/// The user and session that a token is about.
#[derive(Clone, Debug)]
pub struct TokenSubject<'a> {
    pub user_id: Uuid,
    pub email: &'a str,
    pub app_metadata: Value,
    pub user_metadata: Value,
    pub session_id: Uuid,
    /// How the session began, such as `password`.
    pub method: &'a str,
    pub signed_in_at: DateTime<Utc>,
}

/// The claims of a valid token that the product acts on.
#[derive(Clone, Debug)]
pub struct VerifiedToken {
    pub user_id: Uuid,
    pub session_id: Uuid,
    pub expires_at: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    #[error("the token is not one of ours")]
    Invalid,
    #[error("the token has expired")]
    Expired,
}

impl AccessTokens {
    /// The key that is kept in the database; made there by whoever starts first. `site` is the
    /// address that people open.
    pub async fn load(db: &Db, site: &str) -> anyhow::Result<Self> {
        let pem = keys::get_or_make(db, "access_tokens", new_key)
            .await
            .context("reading the key that signs access tokens")?;
        Self::of_pem(&pem, &format!("{}/auth/v1", site.trim_end_matches('/')))
    }

    fn of_pem(pem: &str, issuer: &str) -> anyhow::Result<Self> {
        let key =
            SecretKey::from_pkcs8_pem(pem).context("decoding the key that signs access tokens")?;
        let der = key.to_pkcs8_der().context("encoding the signing key")?;
        let (x, y) = coordinates(&key)?;
        let key_id = thumbprint(&x, &y);
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some(key_id.clone());
        Ok(Self {
            signing: EncodingKey::from_ec_der(der.as_bytes()),
            verifying: DecodingKey::from_ec_components(&x, &y)
                .context("decoding the public key")?,
            header,
            validation: validation(),
            key_set: json!({ "keys": [{
                "kty": "EC", "crv": "P-256", "x": x, "y": y, "kid": key_id,
                "alg": "ES256", "use": "sig", "key_ops": ["verify"],
            }] }),
            issuer: issuer.to_owned(),
            verified: VerifiedTokens::default(),
        })
    }

    /// The public half, for clients that look into tokens themselves.
    pub fn key_set(&self) -> &Value {
        &self.key_set
    }

    /// A token of this session. Each is a text of its own, also within one second: the live
    /// client takes an equal one for "nothing new".
    pub fn sign(
        &self,
        subject: TokenSubject<'_>,
        now: DateTime<Utc>,
        life: TimeDelta,
    ) -> anyhow::Result<String> {
        let claims = Claims {
            iss: &self.issuer,
            sub: subject.user_id,
            aud: AUTHENTICATED,
            exp: (now + life).timestamp(),
            iat: now.timestamp(),
            jti: Uuid::new_v4(),
            email: subject.email,
            phone: "",
            app_metadata: subject.app_metadata,
            user_metadata: subject.user_metadata,
            role: AUTHENTICATED,
            aal: "aal1",
            amr: [Method {
                method: subject.method,
                timestamp: subject.signed_in_at.timestamp(),
            }],
            session_id: subject.session_id,
            is_anonymous: false,
        };
        jsonwebtoken::encode(&self.header, &claims, &self.signing).context("signing a token")
    }

    /// What the token proves at this moment. Whether its session still lives is another question.
    pub fn verify(&self, token: &str, now: DateTime<Utc>) -> Result<VerifiedToken, TokenError> {
        let verified = self
            .verified
            .get_or_verify(token, || self.verify_signature(token))?;
        if verified.expires_at <= now {
            return Err(TokenError::Expired);
        }
        Ok(verified)
    }

    fn verify_signature(&self, token: &str) -> Result<VerifiedToken, TokenError> {
        let read = jsonwebtoken::decode::<ReadClaims>(token, &self.verifying, &self.validation)
            .map_err(|_refused| TokenError::Invalid)?;
        if read.header.kid != self.header.kid || read.claims.role != AUTHENTICATED {
            return Err(TokenError::Invalid);
        }
        let expires_at = DateTime::from_timestamp(read.claims.exp, 0).ok_or(TokenError::Invalid)?;
        Ok(VerifiedToken {
            user_id: read.claims.sub,
            session_id: read.claims.session_id,
            expires_at,
        })
    }
}

/// Shows nothing of the keys.
impl fmt::Debug for AccessTokens {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("AccessTokens")
            .field("issuer", &self.issuer)
            .finish_non_exhaustive()
    }
}

#[derive(Serialize)]
struct Claims<'a> {
    iss: &'a str,
    sub: Uuid,
    aud: &'a str,
    exp: i64,
    iat: i64,
    jti: Uuid,
    email: &'a str,
    phone: &'a str,
    app_metadata: Value,
    user_metadata: Value,
    role: &'a str,
    aal: &'a str,
    amr: [Method<'a>; 1],
    session_id: Uuid,
    is_anonymous: bool,
}

#[derive(Serialize)]
struct Method<'a> {
    method: &'a str,
    timestamp: i64,
}

#[derive(Deserialize)]
struct ReadClaims {
    sub: Uuid,
    exp: i64,
    role: String,
    session_id: Uuid,
}

/// The library looks at the system's clock, so the end of a token is checked by [`AccessTokens::verify`].
fn validation() -> Validation {
    let mut validation = Validation::new(Algorithm::ES256);
    validation.set_required_spec_claims(&["exp", "aud", "sub"]);
    validation.set_audience(&[AUTHENTICATED]);
    validation.validate_exp = false;
    validation
}

fn new_key() -> String {
    // Nearly every number of 32 bytes is a key; the few that are not are tried again.
    let key = loop {
        if let Ok(key) = SecretKey::from_slice(&rand::random::<[u8; 32]>()) {
            break key;
        }
    };
    key.to_pkcs8_pem(LineEnding::LF)
        .expect("a P-256 key has a PKCS#8 form")
        .to_string()
}

fn coordinates(key: &SecretKey) -> anyhow::Result<(String, String)> {
    let point = key.public_key().to_encoded_point(false);
    let x = point.x().context("a public key has an x")?;
    let y = point.y().context("a public key has a y")?;
    Ok((URL_SAFE_NO_PAD.encode(x), URL_SAFE_NO_PAD.encode(y)))
}

/// The key's name: its thumbprint (RFC 7638).
fn thumbprint(x: &str, y: &str) -> String {
    let members = format!(r#"{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}"#);
    URL_SAFE_NO_PAD.encode(Sha256::digest(members))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> DateTime<Utc> {
        DateTime::from_timestamp(1_794_744_000, 0).unwrap()
    }

    fn ada() -> TokenSubject<'static> {
        TokenSubject {
            user_id: Uuid::now_v7(),
            email: "ada@example.com",
            app_metadata: json!({}),
            user_metadata: json!({}),
            session_id: Uuid::now_v7(),
            method: "password",
            signed_in_at: noon(),
        }
    }

    fn tokens() -> AccessTokens {
        AccessTokens::of_pem(&new_key(), "https://app.example/auth/v1").unwrap()
    }

    #[test]
    fn a_token_proves_its_user_and_session_until_its_last_second() {
        let (tokens, ada) = (tokens(), ada());
        let token = tokens.sign(ada.clone(), noon(), ACCESS_TOKEN_LIFE).unwrap();

        let proven = tokens
            .verify(&token, noon() + TimeDelta::seconds(3599))
            .unwrap();

        assert_eq!(
            (proven.user_id, proven.session_id),
            (ada.user_id, ada.session_id)
        );
        assert_eq!(
            tokens
                .verify(&token, noon() + TimeDelta::seconds(3600))
                .unwrap_err(),
            TokenError::Expired
        );
    }

    #[test]
    fn a_token_that_was_found_right_before_expires_all_the_same_and_one_like_it_proves_nothing() {
        let tokens = tokens();
        let token = tokens.sign(ada(), noon(), ACCESS_TOKEN_LIFE).unwrap();
        let forged = format!("{}A", &token[..token.len() - 1]);
        let forged = if forged == token {
            format!("{token}A")
        } else {
            forged
        };
        let end = noon() + ACCESS_TOKEN_LIFE;

        for _ in 0..2 {
            assert!(tokens.verify(&token, noon()).is_ok());
            let refused = tokens.verify(&forged, noon()).unwrap_err();
            assert_eq!(refused, TokenError::Invalid);
            let refused = tokens.verify(&token, end).unwrap_err();
            assert_eq!(refused, TokenError::Expired);
        }
    }

    #[test]
    fn two_tokens_of_one_second_differ() {
        let (tokens, ada) = (tokens(), ada());
        let sign = || tokens.sign(ada.clone(), noon(), ACCESS_TOKEN_LIFE).unwrap();

        assert_ne!(sign(), sign());
    }

    #[test]
    fn a_token_of_another_key_proves_nothing() {
        let token = tokens().sign(ada(), noon(), ACCESS_TOKEN_LIFE).unwrap();

        assert_eq!(
            tokens().verify(&token, noon()).unwrap_err(),
            TokenError::Invalid
        );
    }

    #[test]
    fn the_key_set_holds_public_members_only() {
        let tokens = tokens();
        let key = tokens.key_set()["keys"][0].as_object().unwrap();

        let mut names: Vec<&str> = key.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            ["alg", "crv", "key_ops", "kid", "kty", "use", "x", "y"]
        );
    }
}
