//! The addresses of Hacker News.

use url::Url;

/// Where items, searches and pages are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HackerNewsSettings {
    pub(super) items: Url,
    pub(super) search: Url,
    /// Serves the pages that people read.
    pub(super) pages: Url,
}

/// Settings that cannot work. The text never repeats them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "Hacker News's addresses must be http or https addresses without a path, a sign-in and a query."
)]
pub struct InvalidHackerNewsSettings;

impl HackerNewsSettings {
    /// For Hacker News itself.
    pub fn live() -> Self {
        Self::at(
            "https://hacker-news.firebaseio.com",
            "https://hn.algolia.com",
            "https://news.ycombinator.com",
        )
        .expect("these addresses are plain")
    }

    /// Other servers that speak the same protocols.
    pub fn at(items: &str, search: &str, pages: &str) -> Result<Self, InvalidHackerNewsSettings> {
        Ok(Self {
            items: base(items)?,
            search: base(search)?,
            pages: base(pages)?,
        })
    }
}

fn base(url: &str) -> Result<Url, InvalidHackerNewsSettings> {
    let url = Url::parse(url.trim()).map_err(|_| InvalidHackerNewsSettings)?;
    let is_plain = url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    (is_plain && is_web)
        .then_some(url)
        .ok_or(InvalidHackerNewsSettings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_work_is_refused_without_repeating_it() {
        let good = "https://hn.example";
        for bad in [
            "",
            "hn.example",
            "ftp://hn.example",
            "https://a:hunter2@hn.example",
            "https://hn.example/v0",
            "https://hn.example?key=hunter2",
        ] {
            for (items, search, pages) in [(bad, good, good), (good, bad, good), (good, good, bad)]
            {
                let refused = HackerNewsSettings::at(items, search, pages).unwrap_err();
                assert!(!refused.to_string().contains("hunter2"), "{bad}");
            }
        }
        assert!(HackerNewsSettings::at(good, good, good).is_ok());
    }

    #[test]
    fn the_live_addresses_are_plain() {
        let live = HackerNewsSettings::live();

        assert_eq!(live.items.as_str(), "https://hacker-news.firebaseio.com/");
    }
}
