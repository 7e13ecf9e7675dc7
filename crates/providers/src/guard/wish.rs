//! What is wanted of an address, and who has a say in whether it is fetched.

use async_trait::async_trait;
use reqwest::{
    Response,
    header::{CONTENT_ENCODING, CONTENT_TYPE},
};
use url::Url;

use super::FetchFailed;

/// What a fetch is for.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    /// Content types that will do; none means any.
    pub types: &'a [&'a str],
    /// Decompressed; the fetcher's own limit holds besides.
    pub body_bytes: usize,
    /// What is longer is cut there and not refused.
    pub cuts: bool,
}

/// What to want when a web page is wanted.
pub const WEB_PAGES: &[&str] = &["text/html", "application/xhtml+xml"];

/// Somebody with a say in what is fetched, asked before each hop.
#[async_trait]
pub trait Permission: Send + Sync {
    /// An error ends the fetch with it.
    async fn asks(&self, url: &Url) -> Result<(), FetchFailed>;
}

/// Everything that the guard lets through.
#[derive(Debug, Clone, Copy)]
pub struct Anywhere;

#[async_trait]
impl Permission for Anywhere {
    async fn asks(&self, _: &Url) -> Result<(), FetchFailed> {
        Ok(())
    }
}

impl<'a> Wish<'a> {
    /// One of `types`, as large as the fetcher allows.
    pub fn of(types: &'a [&'a str]) -> Self {
        Self {
            types,
            body_bytes: usize::MAX,
            cuts: false,
        }
    }

    /// The first `body_bytes` of anything.
    pub fn start_of_anything(body_bytes: usize) -> Self {
        Self {
            types: &[],
            body_bytes,
            cuts: true,
        }
    }

    pub(super) fn accept(&self) -> String {
        match self.types {
            [] => "*/*".to_owned(),
            types => types.join(", "),
        }
    }

    /// The content type, if it is a wanted one. What is still packed after the fetcher has
    /// unpacked what it asked for (a bomb in a bomb) is nothing that anybody wants.
    pub(super) fn admits(&self, response: &Response) -> Option<String> {
        let header = |name| response.headers().get(name);
        let is_packed = header(CONTENT_ENCODING).is_some_and(|coding| coding != "identity");
        let content_type = header(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let content_type = content_type.unwrap_or_default();
        let essence = content_type.split(';').next().unwrap_or_default().trim();
        let is_wanted = |wanted: &&str| wanted.eq_ignore_ascii_case(essence);
        let is_admitted = self.types.is_empty() || self.types.iter().any(is_wanted);
        (is_admitted && !is_packed).then(|| content_type.to_owned())
    }
}
