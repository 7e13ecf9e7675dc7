//! Access tokens: signed and verified here and nowhere else.
//!
//! ES256 with keys of our own, the first made on the first start. The algorithm is fixed here and
//! never read from the token; of the token's words only the name of a key counts, among those that
//! are ours. A different `alg`, `jwk`, `jku` or `x5u` is ignored.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{Algorithm, Header, Validation};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::db::Db;
use crate::signing_keys::KeyRing;
use crate::verified_tokens::VerifiedTokens;

/// How long an access token lives. The client refreshes one from 90 seconds before its end.
pub const ACCESS_TOKEN_LIFE: TimeDelta = TimeDelta::seconds(3600);

/// Who may use the token, and as what; the same word for both.
const AUTHENTICATED: &str = "authenticated";

/// Signs and verifies access tokens with the server's keys.
pub struct AccessTokens {
    keys: RwLock<Arc<LoadedKeys>>,
    validation: Validation,
    issuer: String,
}

/// Replaced as a whole when a key is added or retired: what a retired key signed proves nothing any
/// more.
struct LoadedKeys {
    ring: KeyRing,
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
    /// With the keys that are kept in the database; the first is made there by whoever starts first.
    /// `site` is the address that people open.
    pub async fn load(db: &Db, site: &str) -> anyhow::Result<Self> {
        let keys = KeyRing::load(db)
            .await
            .context("reading the keys that sign access tokens")?;
        Ok(Self::of_keys(
            keys,
            &format!("{}/auth/v1", site.trim_end_matches('/')),
        ))
    }

    /// Reads the keys again: one may have been added or retired.
    pub async fn reload(&self, db: &Db) -> anyhow::Result<()> {
        let ring = KeyRing::load(db).await?;
        if !self.keys().ring.has_same_keys_as(&ring) {
            let newest = Arc::new(LoadedKeys::of(ring));
            *self.keys.write().unwrap_or_else(PoisonError::into_inner) = newest;
        }
        Ok(())
    }

    fn of_keys(ring: KeyRing, issuer: &str) -> Self {
        Self {
            keys: RwLock::new(Arc::new(LoadedKeys::of(ring))),
            validation: validation(),
            issuer: issuer.to_owned(),
        }
    }

    fn keys(&self) -> Arc<LoadedKeys> {
        let keys = self.keys.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&keys)
    }

    /// The public halves, for clients that look into tokens themselves.
    pub fn key_set(&self) -> Value {
        self.keys().ring.key_set()
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
        let keys = self.keys();
        let key = keys.ring.signing(now);
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some(key.id.clone());
        jsonwebtoken::encode(&header, &claims, &key.signing).context("signing a token")
    }

    /// What the token proves at this moment. Whether its session still lives is another question.
    pub fn verify(&self, token: &str, now: DateTime<Utc>) -> Result<VerifiedToken, TokenError> {
        let keys = self.keys();
        let verified = keys
            .verified
            .get_or_verify(token, || self.verify_signature(token, &keys.ring))?;
        if verified.expires_at <= now {
            return Err(TokenError::Expired);
        }
        Ok(verified)
    }

    fn verify_signature(&self, token: &str, ring: &KeyRing) -> Result<VerifiedToken, TokenError> {
        let header = jsonwebtoken::decode_header(token).map_err(|_refused| TokenError::Invalid)?;
        let key = header.kid.as_deref().and_then(|id| ring.named(id));
        let key = key.ok_or(TokenError::Invalid)?;
        let read = jsonwebtoken::decode::<ReadClaims>(token, &key.verifying, &self.validation)
            .map_err(|_refused| TokenError::Invalid)?;
        if read.claims.role != AUTHENTICATED {
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

impl LoadedKeys {
    fn of(ring: KeyRing) -> Self {
        Self {
            ring,
            verified: VerifiedTokens::default(),
        }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

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
        AccessTokens::of_keys(KeyRing::of_times(&[noon()]), "https://app.example/auth/v1")
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
    fn a_new_key_signs_from_its_time_on_and_the_old_one_still_verifies() {
        let later = noon() + TimeDelta::minutes(15);
        let keys = KeyRing::of_times(&[noon(), later]);
        let tokens = AccessTokens::of_keys(keys, "https://app.example/auth/v1");
        let key_of = |token: &str| jsonwebtoken::decode_header(token).unwrap().kid.unwrap();
        let sign = |now| tokens.sign(ada(), now, ACCESS_TOKEN_LIFE).unwrap();

        let (before, after) = (sign(later - TimeDelta::seconds(1)), sign(later));

        assert_ne!(key_of(&before), key_of(&after));
        assert!(tokens.verify(&before, later).is_ok());
        assert!(tokens.verify(&after, later).is_ok());
        assert_eq!(tokens.key_set()["keys"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn the_key_set_holds_public_members_only() {
        let key_set = tokens().key_set();
        let key = key_set["keys"][0].as_object().unwrap();

        let mut names: Vec<&str> = key.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            ["alg", "crv", "key_ops", "kid", "kty", "use", "x", "y"]
        );
    }
}
