//! PKCE: who asked for a link proves it when its code is exchanged. S256 only.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::auth_refusal::Refusal;

/// What a client sends instead of its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge(String);

impl Challenge {
    /// Of the two fields of a request. Without both the implicit variant is meant.
    pub fn parse(challenge: Option<&str>, method: Option<&str>) -> Result<Option<Self>, Refusal> {
        let given = |field: Option<&str>| field.is_some_and(|text| !text.is_empty());
        let (challenge, method) = match (given(challenge), given(method)) {
            (false, false) => return Ok(None),
            (true, true) => (challenge.unwrap_or_default(), method.unwrap_or_default()),
            _ => {
                return Err(Refusal::Invalid(
                    "PKCE flow requires code_challenge_method and code_challenge",
                ));
            }
        };
        // With `plain` the challenge is the secret, and it travels with the first request.
        if !method.eq_ignore_ascii_case("s256") {
            return Err(Refusal::Invalid("code_challenge_method must be s256"));
        }
        if !(43..=128).contains(&challenge.len()) {
            return Err(Refusal::Invalid(
                "code challenge has to be between 43 and 128 characters",
            ));
        }
        if !challenge.chars().all(is_unreserved) {
            return Err(Refusal::Invalid(
                "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes",
            ));
        }
        Ok(Some(Self(challenge.to_owned())))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether the verifier is the secret behind the challenge.
pub(super) fn is_proven(verifier: &str, challenge: &str) -> bool {
    let computed = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
    computed.as_bytes().ct_eq(challenge.as_bytes()).into()
}

fn is_unreserved(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "._~-".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pair of RFC 7636, appendix B.
    const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    #[test]
    fn the_verifier_and_nothing_else_proves_the_challenge() {
        assert!(is_proven(VERIFIER, CHALLENGE));
        assert!(!is_proven(CHALLENGE, CHALLENGE));
        assert!(!is_proven("", CHALLENGE));
    }

    #[test]
    fn a_challenge_comes_whole_and_hashed_or_not_at_all() {
        let is_taken = |challenge: Option<&str>, method: Option<&str>| {
            Challenge::parse(challenge, method).is_ok()
        };

        assert_eq!(Challenge::parse(None, None).unwrap(), None);
        assert_eq!(Challenge::parse(Some(""), Some("")).unwrap(), None);
        assert!(is_taken(Some(CHALLENGE), Some("s256")));
        assert!(is_taken(Some(CHALLENGE), Some("S256")));
        assert!(!is_taken(Some(CHALLENGE), Some("plain")));
        assert!(!is_taken(Some(CHALLENGE), None));
        assert!(!is_taken(None, Some("s256")));
        assert!(!is_taken(Some(&CHALLENGE[1..]), Some("s256")));
        assert!(!is_taken(Some(&"a".repeat(129)), Some("s256")));
        assert!(!is_taken(Some(&format!("{CHALLENGE}+")), Some("s256")));
    }
}
