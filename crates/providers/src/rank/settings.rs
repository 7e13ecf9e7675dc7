//! Which search provider to use, and where.

use std::{fmt, sync::Arc};

use url::Url;

use super::{DataForSeo, SearxNg, Serper, WebSearch};

/// The operator's settings, validated.
#[derive(Clone, PartialEq, Eq)]
pub struct RankSettings {
    pub(super) provider: RankProvider,
    pub(super) base: Url,
    pub(super) key: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RankProvider {
    Serper,
    DataForSeo,
    SearxNg,
}

/// Settings that cannot work. The text never repeats them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidRankSettings(&'static str);

impl RankSettings {
    /// Without `url` it is the provider's own address; SearXNG has none. DataForSEO's key is
    /// `login:password`; SearXNG needs none.
    pub fn new(
        provider: RankProvider,
        url: Option<&str>,
        key: Option<&str>,
    ) -> Result<Self, InvalidRankSettings> {
        let key = key.map(str::trim).unwrap_or_default();
        let is_plain = key.bytes().all(|byte| byte.is_ascii_graphic());
        let is_right = match provider {
            RankProvider::Serper => !key.is_empty(),
            RankProvider::DataForSeo => key
                .split_once(':')
                .is_some_and(|(login, password)| !login.is_empty() && !password.is_empty()),
            RankProvider::SearxNg => true,
        };
        if !is_plain || !is_right {
            return Err(NO_KEY);
        }
        let own = match provider {
            RankProvider::Serper => Some("https://google.serper.dev"),
            RankProvider::DataForSeo => Some("https://api.dataforseo.com"),
            RankProvider::SearxNg => None,
        };
        Ok(Self {
            provider,
            base: base(url.or(own).ok_or(NO_URL)?)?,
            key: key.to_owned(),
        })
    }

    /// The adapter for these settings. `user_agent` is what the provider sees.
    pub fn ranks(&self, user_agent: &str) -> Arc<dyn WebSearch> {
        let (base, key) = (&self.base, &self.key);
        match self.provider {
            RankProvider::Serper => Arc::new(Serper::new(base, key, user_agent)),
            RankProvider::DataForSeo => {
                let (login, password) = key.split_once(':').unwrap_or_default();
                Arc::new(DataForSeo::new(base, login, password, user_agent))
            }
            RankProvider::SearxNg => Arc::new(SearxNg::new(base, user_agent)),
        }
    }

    /// Where the provider is asked.
    pub fn address(&self) -> &Url {
        &self.base
    }
}

/// Without the key.
impl fmt::Debug for RankSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RankSettings")
            .field("provider", &self.provider)
            .field("base", &self.base.as_str())
            .finish_non_exhaustive()
    }
}

const NO_KEY: InvalidRankSettings = InvalidRankSettings(
    "The rank provider needs a key: Serper's as it is, DataForSEO's as login:password.",
);
const NO_URL: InvalidRankSettings =
    InvalidRankSettings("SearXNG needs the address of your own server.");
const NOT_A_URL: InvalidRankSettings = InvalidRankSettings(
    "The address for ranks must be an http or https address without a sign-in and a query.",
);
/// Ends in a slash, so that paths can be appended.
fn base(url: &str) -> Result<Url, InvalidRankSettings> {
    let mut url = Url::parse(url.trim()).map_err(|_| NOT_A_URL)?;
    let is_plain = url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() || !is_plain {
        return Err(NOT_A_URL);
    }
    let path = format!("{}/", url.path().trim_end_matches('/'));
    url.set_path(&path);
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_work_is_refused_without_repeating_it() {
        let serper = |url, key| RankSettings::new(RankProvider::Serper, url, key);
        assert_eq!(serper(None, None), Err(NO_KEY));
        assert_eq!(serper(None, Some("hunter\n2")), Err(NO_KEY));
        assert_eq!(
            serper(Some("https://a:b@rank.example"), Some("k")),
            Err(NOT_A_URL)
        );
        let seo = |key| RankSettings::new(RankProvider::DataForSeo, None, Some(key));
        assert_eq!(seo("hunter2"), Err(NO_KEY));
        assert!(seo("ada:hunter2").is_ok());
        assert_eq!(
            RankSettings::new(RankProvider::SearxNg, None, None),
            Err(NO_URL)
        );
        assert!(!format!("{:?}", seo("ada:hunter2")).contains("hunter2"));
    }
}
