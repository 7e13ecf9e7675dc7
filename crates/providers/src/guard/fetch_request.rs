//! What to fetch from an address, and who may veto it.

use async_trait::async_trait;
use reqwest::{
    Response,
    header::{CONTENT_ENCODING, CONTENT_TYPE},
};
use url::Url;

use super::FetchError;

/// What a fetch accepts.
#[derive(Debug, Clone, Copy)]
pub struct FetchRequest<'a> {
    /// Accepted content types; empty means any.
    pub types: &'a [&'a str],
    /// The limit after decompression; the fetcher's own limit applies too.
    pub body_bytes: usize,
    /// Cut a longer body at the limit instead of failing.
    pub truncates: bool,
}

/// The content types of web pages.
pub const WEB_PAGES: &[&str] = &["text/html", "application/xhtml+xml"];

/// A veto on what is fetched, checked before each hop.
#[async_trait]
pub trait FetchPermission: Send + Sync {
    /// An error ends the fetch with that error.
    async fn check(&self, url: &Url) -> Result<(), FetchError>;
}

/// Permits everything that the guard permits.
#[derive(Debug, Clone, Copy)]
pub struct AllowAll;

#[async_trait]
impl FetchPermission for AllowAll {
    async fn check(&self, _: &Url) -> Result<(), FetchError> {
        Ok(())
    }
}

impl<'a> FetchRequest<'a> {
    /// Accepts `types`, as large as the fetcher allows.
    pub fn of(types: &'a [&'a str]) -> Self {
        Self {
            types,
            body_bytes: usize::MAX,
            truncates: false,
        }
    }

    /// Accepts any type, and only the first `body_bytes` of it.
    pub fn first_bytes(body_bytes: usize) -> Self {
        Self {
            types: &[],
            body_bytes,
            truncates: true,
        }
    }

    pub(super) fn accept_header(&self) -> String {
        match self.types {
            [] => "*/*".to_owned(),
            types => types.join(", "),
        }
    }

    /// The content type, if it is accepted. An error is told by its status, whatever its type: a site
    /// that turns us away often does so in plain text. A body that is still compressed after the fetcher
    /// decompressed what it asked for (a bomb inside a bomb) is never accepted.
    pub(super) fn accepted_type(&self, response: &Response) -> Option<String> {
        let header = |name| response.headers().get(name);
        let is_compressed = header(CONTENT_ENCODING).is_some_and(|coding| coding != "identity");
        let content_type = header(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let content_type = content_type.unwrap_or_default();
        let essence = content_type.split(';').next().unwrap_or_default().trim();
        let is_accepted_type = |accepted: &&str| accepted.eq_ignore_ascii_case(essence);
        let is_accepted = self.types.is_empty()
            || !response.status().is_success()
            || self.types.iter().any(is_accepted_type);
        (is_accepted && !is_compressed).then(|| content_type.to_owned())
    }
}
