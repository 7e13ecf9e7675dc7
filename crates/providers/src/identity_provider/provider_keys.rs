//! The provider's addresses and public keys: fetched when they are first needed, kept for an hour,
//! and the keys fetched again for a token that names one we do not know.

use std::time::Duration;

use jsonwebtoken::DecodingKey;
use serde::Deserialize;
use tokio::{sync::Mutex, time::Instant};
use url::Url;

use super::IdentityProviderError;

/// How long what was fetched is used. Providers announce new keys days before they sign with them.
const KEPT_FOR: Duration = Duration::from_hours(1);
/// The base64url text of a modulus of 2048 bits; shorter keys prove nothing.
const SHORTEST_MODULUS: usize = 342;

/// The provider's addresses.
#[derive(Clone, Debug)]
pub(super) struct Discovery {
    pub(super) authorization_endpoint: Url,
    pub(super) token_endpoint: Url,
    pub(super) jwks_uri: Url,
}

/// The discovery document, as far as it is used.
#[derive(Debug, Deserialize)]
pub(super) struct DiscoveryDocument {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
}

impl DiscoveryDocument {
    /// A document counts only if it is the issuer's own, and leads nowhere without TLS.
    pub(super) fn check(
        &self,
        issuer: &str,
        is_local: bool,
    ) -> Result<Discovery, IdentityProviderError> {
        let endpoint = |text: &str| {
            let url = Url::parse(text).ok();
            url.filter(|url| url.scheme() == "https" || (is_local && url.scheme() == "http"))
                .ok_or(IdentityProviderError::InvalidResponse)
        };
        if self.issuer.trim_end_matches('/') != issuer {
            return Err(IdentityProviderError::InvalidResponse);
        }
        Ok(Discovery {
            authorization_endpoint: endpoint(&self.authorization_endpoint)?,
            token_endpoint: endpoint(&self.token_endpoint)?,
            jwks_uri: endpoint(&self.jwks_uri)?,
        })
    }
}

/// The public keys of the provider.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct KeySet {
    keys: Vec<PublicKey>,
}

#[derive(Clone, Debug, Deserialize)]
struct PublicKey {
    kid: Option<String>,
    kty: String,
    #[serde(rename = "use")]
    purpose: Option<String>,
    alg: Option<String>,
    n: Option<String>,
    e: Option<String>,
}

impl KeySet {
    /// The RSA key of this name, for verifying signatures.
    pub(super) fn rsa_key(&self, kid: &str) -> Option<DecodingKey> {
        let key = self
            .keys
            .iter()
            .find(|key| key.kid.as_deref() == Some(kid) && key.verifies_rs256())?;
        let (n, e) = (key.n.as_deref()?, key.e.as_deref()?);
        DecodingKey::from_rsa_components(n, e).ok()
    }
}

impl PublicKey {
    fn verifies_rs256(&self) -> bool {
        self.kty == "RSA"
            && self.purpose.as_deref().is_none_or(|word| word == "sig")
            && self.alg.as_deref().is_none_or(|word| word == "RS256")
            && self.n.as_ref().is_some_and(|n| n.len() >= SHORTEST_MODULUS)
    }
}

/// Something fetched once for all who need it.
#[derive(Debug)]
pub(super) struct FetchCache<T> {
    kept: Mutex<Option<(Instant, T)>>,
}

impl<T> Default for FetchCache<T> {
    fn default() -> Self {
        Self {
            kept: Mutex::new(None),
        }
    }
}

impl<T: Clone> FetchCache<T> {
    /// What is kept, or what `fetch` brings. Callers that arrive meanwhile wait for it.
    pub(super) async fn get(
        &self,
        fetch: impl Future<Output = Result<T, IdentityProviderError>>,
    ) -> Result<T, IdentityProviderError> {
        let mut kept = self.kept.lock().await;
        if let Some((_, value)) = kept.as_ref().filter(|(at, _)| at.elapsed() < KEPT_FOR) {
            return Ok(value.clone());
        }
        let value = fetch.await?;
        *kept = Some((Instant::now(), value.clone()));
        Ok(value)
    }

    pub(super) async fn forget(&self) {
        *self.kept.lock().await = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOGLE: &str = r#"{
        "issuer": "https://accounts.google.com",
        "authorization_endpoint": "https://accounts.google.com/o/oauth2/v2/auth",
        "token_endpoint": "https://oauth2.googleapis.com/token",
        "jwks_uri": "https://www.googleapis.com/oauth2/v3/certs"
    }"#;

    fn read(text: &str, issuer: &str) -> bool {
        let document: DiscoveryDocument = serde_json::from_str(text).unwrap();
        document.check(issuer, false).is_ok()
    }

    #[test]
    fn a_discovery_document_of_another_issuer_or_without_tls_is_refused() {
        let issuer = "https://accounts.google.com";

        assert!(read(GOOGLE, issuer));
        assert!(!read(GOOGLE, "https://accounts.example"));
        assert!(!read(
            &GOOGLE.replace("https://oauth2", "http://oauth2"),
            issuer
        ));
    }

    #[test]
    fn short_keys_and_keys_for_other_purposes_verify_nothing() {
        let key = |kty: &str, purpose: &str, length: usize| {
            let n = "A".repeat(length);
            let text = format!(
                r#"{{"keys":[{{"kid":"one","kty":"{kty}","use":"{purpose}","n":"{n}","e":"AQAB"}}]}}"#
            );
            let keys: KeySet = serde_json::from_str(&text).unwrap();
            keys.rsa_key("one").is_some()
        };

        assert!(key("RSA", "sig", SHORTEST_MODULUS));
        assert!(!key("RSA", "enc", SHORTEST_MODULUS));
        assert!(!key("EC", "sig", SHORTEST_MODULUS));
        assert!(!key("RSA", "sig", SHORTEST_MODULUS / 2));
    }
}
