//! The Reddit application and its addresses.

use std::fmt;

use url::Url;

/// The operator's settings, validated.
#[derive(Clone, PartialEq, Eq)]
pub struct RedditSettings {
    pub(super) client_id: String,
    pub(super) client_secret: String,
    pub(super) user_agent: String,
    /// Issues tokens, and serves the pages that people read.
    pub(super) www: Url,
    /// Serves all other API calls.
    pub(super) oauth: Url,
}

/// Settings that cannot work. The text never repeats them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidRedditSettings(&'static str);

impl RedditSettings {
    /// For Reddit itself. Reddit requires a `user_agent` of the form
    /// `platform:app-id:version (by /u/name)` and throttles clients without one.
    pub fn new(
        client_id: &str,
        client_secret: &str,
        user_agent: &str,
    ) -> Result<Self, InvalidRedditSettings> {
        let is_word = |text: &str| {
            let is_graphic = |byte: u8| byte.is_ascii_graphic() && byte != b':';
            !text.is_empty() && text.bytes().all(is_graphic)
        };
        if !is_word(client_id) {
            return Err(NO_ID);
        }
        if !is_word(client_secret) {
            return Err(NO_SECRET);
        }
        let is_line = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
        if user_agent.trim().is_empty() || !user_agent.bytes().all(is_line) {
            return Err(NO_USER_AGENT);
        }
        Ok(Self {
            client_id: client_id.to_owned(),
            client_secret: client_secret.to_owned(),
            user_agent: user_agent.trim().to_owned(),
            www: base("https://www.reddit.com")?,
            oauth: base("https://oauth.reddit.com")?,
        })
    }

    /// Another server that speaks Reddit's protocol: `www` issues tokens and serves pages, `oauth`
    /// serves API calls.
    pub fn at(self, www: &str, oauth: &str) -> Result<Self, InvalidRedditSettings> {
        Ok(Self {
            www: base(www)?,
            oauth: base(oauth)?,
            ..self
        })
    }

    /// Where the provider is asked.
    pub fn address(&self) -> &Url {
        &self.www
    }
}

/// Without the secret.
impl fmt::Debug for RedditSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedditSettings")
            .field("user_agent", &self.user_agent)
            .field("oauth", &self.oauth.as_str())
            .finish_non_exhaustive()
    }
}

const NO_ID: InvalidRedditSettings =
    InvalidRedditSettings("Reddit's application id must be given as Reddit shows it.");
const NO_SECRET: InvalidRedditSettings =
    InvalidRedditSettings("Reddit's application secret must be given as Reddit shows it.");
const NO_USER_AGENT: InvalidRedditSettings = InvalidRedditSettings(
    "Reddit's user agent must be one line, such as web:earshot:1.0.0 (by /u/name).",
);
const NOT_A_URL: InvalidRedditSettings = InvalidRedditSettings(
    "Reddit's address must be an http or https address without a path, a sign-in and a query.",
);

fn base(url: &str) -> Result<Url, InvalidRedditSettings> {
    let url = Url::parse(url.trim()).map_err(|_| NOT_A_URL)?;
    let is_plain = url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    (is_plain && is_web).then_some(url).ok_or(NOT_A_URL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_work_is_refused_without_repeating_it() {
        let agent = "web:earshot:1.0.0 (by /u/ada)";
        assert_eq!(RedditSettings::new("", "s", agent), Err(NO_ID));
        assert_eq!(RedditSettings::new("a b", "s", agent), Err(NO_ID));
        assert_eq!(
            RedditSettings::new("id", "hunter\n2", agent),
            Err(NO_SECRET)
        );
        assert_eq!(RedditSettings::new("id", "s", " "), Err(NO_USER_AGENT));
        assert_eq!(
            RedditSettings::new("id", "s", "a\r\nb: c"),
            Err(NO_USER_AGENT)
        );
        let settings = RedditSettings::new("id", "s", agent).unwrap();
        for url in [
            "ftp://reddit.example",
            "reddit.example",
            "https://a:b@reddit.example",
        ] {
            assert_eq!(settings.clone().at(url, url), Err(NOT_A_URL), "{url}");
        }
    }

    #[test]
    fn the_secret_is_not_printed() {
        let settings = RedditSettings::new("id", "hunter2", "web:earshot:1.0.0").unwrap();

        assert!(!format!("{settings:?}").contains("hunter2"));
    }
}
