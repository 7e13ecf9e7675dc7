//! Verifying an ID token (OpenID Connect Core, 3.1.3.7). RS256 only: the algorithm is fixed here and
//! never taken from the token.

use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;
use serde_json::Value;

use super::{IdentityProviderError, OpenIdSettings, ProvenIdentity};

/// How far the provider's clock and ours may be apart.
const SKEW: TimeDelta = TimeDelta::minutes(1);

/// What the token must fit.
#[derive(Debug)]
pub(super) struct TokenExpectation<'a> {
    pub(super) settings: &'a OpenIdSettings,
    pub(super) nonce: &'a str,
    pub(super) now: DateTime<Utc>,
}

#[derive(Deserialize)]
struct IdTokenClaims {
    iss: String,
    sub: String,
    aud: Audience,
    azp: Option<String>,
    exp: i64,
    iat: i64,
    nonce: Option<String>,
    email: Option<String>,
    #[serde(default)]
    email_verified: Value,
    name: Option<String>,
    picture: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

/// The name of the key that the token says it is signed with. Nothing of the token is believed yet.
pub(super) fn key_name(token: &str) -> Result<String, IdentityProviderError> {
    let header = jsonwebtoken::decode_header(token)
        .map_err(|_refused| IdentityProviderError::InvalidToken("its header cannot be read"))?;
    if header.alg != Algorithm::RS256 {
        return Err(IdentityProviderError::InvalidToken(
            "it is not signed with RS256",
        ));
    }
    header
        .kid
        .ok_or(IdentityProviderError::InvalidToken("it names no key"))
}

/// Who the token proves somebody to be.
pub(super) fn verify(
    token: &str,
    key: &DecodingKey,
    expected: &TokenExpectation<'_>,
) -> Result<ProvenIdentity, IdentityProviderError> {
    let read = jsonwebtoken::decode::<IdTokenClaims>(token, key, &signature_only())
        .map_err(|_refused| IdentityProviderError::InvalidToken("its signature is wrong"))?;
    let claims = read.claims;
    check_claims(&claims, expected).map_err(IdentityProviderError::InvalidToken)?;
    Ok(ProvenIdentity {
        is_email_verified: claims.email_verified == Value::Bool(true)
            || claims.email_verified == "true",
        subject: claims.sub,
        email: claims.email,
        full_name: claims.name,
        picture: claims.picture,
    })
}

fn check_claims(
    claims: &IdTokenClaims,
    expected: &TokenExpectation<'_>,
) -> Result<(), &'static str> {
    let TokenExpectation {
        settings,
        nonce,
        now,
    } = expected;
    // Google's older tokens leave the scheme out.
    let bare_issuer = settings.issuer.trim_start_matches("https://");
    let issuer = claims.iss.trim_end_matches('/');
    let ends_at = DateTime::from_timestamp(claims.exp, 0);
    let issued_at = DateTime::from_timestamp(claims.iat, 0);
    let checks = [
        (
            issuer == settings.issuer || issuer == bare_issuer,
            "its issuer is another",
        ),
        (
            is_for(claims, &settings.client_id),
            "it is for another client",
        ),
        (ends_at.is_some_and(|at| at + SKEW > *now), "it has expired"),
        (
            issued_at.is_some_and(|at| at - SKEW <= *now),
            "it is from the future",
        ),
        (
            claims.nonce.as_deref() == Some(nonce),
            "its nonce is another",
        ),
        (
            (1..=255).contains(&claims.sub.len()),
            "its subject is missing or too long",
        ),
    ];
    match checks.into_iter().find(|(holds, _)| !holds) {
        Some((_, reason)) => Err(reason),
        None => Ok(()),
    }
}

/// A token for several audiences must say that it was made for us.
fn is_for(claims: &IdTokenClaims, client_id: &str) -> bool {
    let is_ours = match &claims.aud {
        Audience::One(only) => only == client_id,
        Audience::Several(all) => {
            all.iter().any(|one| one == client_id) && (all.len() == 1 || claims.azp.is_some())
        }
    };
    is_ours && claims.azp.as_deref().is_none_or(|azp| azp == client_id)
}

/// The library looks at the system's clock and compares less than is needed, so the claims are
/// checked by [`check_claims`].
fn signature_only() -> Validation {
    let mut validation = Validation::new(Algorithm::RS256);
    validation.required_spec_claims.clear();
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(change: impl FnOnce(&mut Value)) -> Option<&'static str> {
        let settings =
            OpenIdSettings::new("https://accounts.google.com", "client", "secret").unwrap();
        let now = DateTime::from_timestamp(1_794_744_000, 0).unwrap();
        let mut claims = serde_json::json!({
            "iss": "https://accounts.google.com", "sub": "1", "aud": "client", "nonce": "once",
            "iat": now.timestamp(), "exp": now.timestamp() + 3600,
        });
        change(&mut claims);
        let claims: IdTokenClaims = serde_json::from_value(claims).unwrap();
        let expected = TokenExpectation {
            settings: &settings,
            nonce: "once",
            now,
        };
        check_claims(&claims, &expected).err()
    }

    #[test]
    fn every_claim_is_checked() {
        let second = 1_794_744_000_i64;
        for (name, value, expected) in [
            ("iss", "accounts.google.com".into(), None),
            (
                "iss",
                "https://evil.example".into(),
                Some("its issuer is another"),
            ),
            ("aud", "other".into(), Some("it is for another client")),
            ("aud", serde_json::json!(["client"]), None),
            (
                "aud",
                serde_json::json!(["client", "other"]),
                Some("it is for another client"),
            ),
            ("azp", "other".into(), Some("it is for another client")),
            ("exp", (second - 30).into(), None),
            ("exp", (second - 61).into(), Some("it has expired")),
            ("iat", (second + 120).into(), Some("it is from the future")),
            ("nonce", "twice".into(), Some("its nonce is another")),
            ("nonce", Value::Null, Some("its nonce is another")),
            ("sub", "".into(), Some("its subject is missing or too long")),
        ] {
            let said = complaint(|claims| claims[name] = value.clone());
            assert_eq!(said, expected, "{name}: {value}");
        }
        assert_eq!(complaint(|_| {}), None);
    }
}
