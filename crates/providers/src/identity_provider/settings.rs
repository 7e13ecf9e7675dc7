//! Which identity provider to use, and as which client.

use std::fmt;

use url::{Host, Url};

/// Google's issuer, as its discovery document and its tokens name it.
pub const GOOGLE_ISSUER: &str = "https://accounts.google.com";

/// The operator's settings, validated.
#[derive(Clone, PartialEq, Eq)]
pub struct OpenIdSettings {
    /// Without a slash at its end.
    pub(super) issuer: String,
    pub(super) client_id: String,
    pub(super) client_secret: String,
}

/// Settings that cannot work. The text never repeats them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidIdentityProvider(&'static str);

impl OpenIdSettings {
    /// The issuer is an https address; http is for this machine only.
    pub fn new(
        issuer: &str,
        client_id: &str,
        client_secret: &str,
    ) -> Result<Self, InvalidIdentityProvider> {
        let is_given =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        if !is_given(client_id) || !is_given(client_secret) {
            return Err(InvalidIdentityProvider(
                "the client id and the client secret must both be set",
            ));
        }
        let issuer = issuer.trim().trim_end_matches('/');
        if !Url::parse(issuer).is_ok_and(|url| is_issuer(&url)) {
            return Err(InvalidIdentityProvider(
                "the issuer must be an address such as https://accounts.google.com",
            ));
        }
        Ok(Self {
            issuer: issuer.to_owned(),
            client_id: client_id.to_owned(),
            client_secret: client_secret.to_owned(),
        })
    }

    /// Whether the provider may be reached without TLS: one on this machine.
    pub(super) fn is_local(&self) -> bool {
        self.issuer.starts_with("http://")
    }
}

/// Without the secret.
impl fmt::Debug for OpenIdSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenIdSettings")
            .field("issuer", &self.issuer)
            .field("client_id", &self.client_id)
            .finish_non_exhaustive()
    }
}

fn is_issuer(url: &Url) -> bool {
    let is_loopback = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    let is_plain = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
    is_plain && (url.scheme() == "https" || (url.scheme() == "http" && is_loopback))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issuer_is_an_https_address_or_on_this_machine() {
        for (issuer, is_taken) in [
            (GOOGLE_ISSUER, true),
            ("https://accounts.google.com/", true),
            ("http://127.0.0.1:4000", true),
            ("http://localhost:4000", true),
            ("http://accounts.google.com", false),
            ("https://user@accounts.google.com", false),
            ("https://accounts.google.com/?a=b", false),
            ("accounts.google.com", false),
            ("", false),
        ] {
            let settings = OpenIdSettings::new(issuer, "client", "secret");
            assert_eq!(settings.is_ok(), is_taken, "{issuer}");
        }
    }

    #[test]
    fn id_and_secret_belong_together_and_the_secret_is_not_printed() {
        let settings = OpenIdSettings::new(GOOGLE_ISSUER, "client", "s3cret-words").unwrap();

        assert!(OpenIdSettings::new(GOOGLE_ISSUER, "client", "").is_err());
        assert!(OpenIdSettings::new(GOOGLE_ISSUER, "", "s3cret-words").is_err());
        assert!(!format!("{settings:?}").contains("s3cret-words"));
    }
}
