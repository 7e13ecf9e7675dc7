//! Reads a company's website.
//!
//! * [`Website`] is the trait, [`SiteReader`] the live adapter over HTTP and HTTPS. It identifies
//!   itself, respects `robots.txt`, and reads a few pages within limits of time and size. Every
//!   address comes from a stranger, so all requests go through [`crate::guard`].
//! * [`LocalSites`] are sites of our own that public DNS does not know, such as the sandbox's.
//!
//! The content of pages is not interpreted here: they are returned as text. A page that consists
//! only of scripts is returned too.

mod bot_challenge;
mod charset;
mod favicon;
mod html;
mod listing_hosts;
mod local_sites;
mod page_choice;
mod page_collector;
mod page_kind;
mod page_links;
mod robots;
mod site_reader;
mod site_visit;
mod sitemap;
mod typed_address;

use std::fmt::{self, Debug};

use async_trait::async_trait;
use bytes::Bytes;
use url::Url;

use crate::guard::FetchError;

pub use listing_hosts::is_listing;
pub use local_sites::LocalSites;
pub use site_reader::{ReaderSettings, SiteReader};
pub use site_visit::MAX_PAGES;

/// Reads websites.
#[async_trait]
pub trait Website: Send + Sync + Debug {
    /// Reads the site at `address`, as people type it: its home page and the few most informative
    /// pages. `progress` is called for every page that arrives.
    async fn read(
        &self,
        address: &str,
        progress: &(dyn Fn(ReadProgress) + Send + Sync),
    ) -> Result<Site, WebsiteError>;

    /// A quick look at the site at `address`: its home page and its icon.
    async fn preview(&self, address: &str) -> Result<SitePreview, WebsiteError>;
}

/// The URL that is tried first for `address`, as people type it; `None` if it is not a website's.
pub fn first_url(address: &str) -> Option<Url> {
    typed_address::parse(address).map(|typed| typed.first)
}

/// A website, as far as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The final URL of the home page.
    pub url: Url,
    /// The home page first, then the others, best first. Never empty, at most eight; one if it
    /// [is a listing](is_listing).
    pub pages: Vec<SitePage>,
    /// The text of the web app manifest, if the home page names one. On a page that consists only of
    /// scripts it may be the only content.
    pub manifest: Option<String>,
}

/// A website at a glance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitePreview {
    pub home: SitePage,
    /// Whether [`Website::read`] would read more than the home page.
    pub has_more: bool,
    /// Encoded again: the result is our own image, whatever the site sent.
    pub icon: Option<Favicon>,
}

/// One page, decoded and otherwise unchanged.
#[derive(Clone, PartialEq, Eq)]
pub struct SitePage {
    /// The final URL, after redirects.
    pub url: Url,
    pub kind: PageKind,
    pub html: String,
}

/// The kind of a page, as far as its URL and the link to it tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PageKind {
    Home,
    About,
    Product,
    Features,
    Pricing,
    Customers,
    /// Solutions, use cases, industries.
    Uses,
    Other,
}

/// The progress of a read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadProgress {
    /// Pages that have arrived.
    pub pages_read: usize,
    /// Pages to read, including those that have arrived.
    pub pages_chosen: usize,
}

/// A site's icon.
#[derive(Clone, PartialEq, Eq)]
pub struct Favicon {
    pub bytes: Bytes,
    pub content_type: &'static str,
}

/// Why a site could not be read. Nothing here repeats an address or a system error, and what the
/// guard refused reads the same as an unreachable site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WebsiteError {
    /// Not a possible address of a website.
    #[error("This is not the address of a website.")]
    NotAnAddress,
    /// The guard does not permit it. Never try again.
    #[error("This website cannot be reached.")]
    Refused,
    /// No response, or an interrupted one. It may work later.
    #[error("This website cannot be reached.")]
    Unreachable,
    #[error("This website cannot be reached.")]
    TimedOut,
    /// The site's `robots.txt` forbids it.
    #[error("This website does not allow automatic readers.")]
    Forbidden,
    /// The site wants proof that its visitor is human.
    #[error("This website only lets people in, not automatic readers.")]
    Challenged,
    /// The site responds with an error status.
    #[error("This website answered with an error ({status}).")]
    NoPage { status: u16 },
    /// Not a web page: a file, an image, a feed.
    #[error("There is no web page at this address.")]
    NotAPage,
    #[error("This website's pages are too large to read.")]
    TooLarge,
}

impl WebsiteError {
    /// Whether the same address may be readable a little later.
    pub fn may_pass(self) -> bool {
        match self {
            Self::Unreachable | Self::TimedOut => true,
            Self::NoPage { status } => status == 429 || status >= 500,
            _ => false,
        }
    }
}

impl From<FetchError> for WebsiteError {
    fn from(failure: FetchError) -> Self {
        match failure {
            FetchError::Refused => Self::Refused,
            FetchError::Unreachable => Self::Unreachable,
            FetchError::TimedOut => Self::TimedOut,
            FetchError::TooLarge => Self::TooLarge,
            FetchError::WrongType => Self::NotAPage,
            FetchError::Forbidden => Self::Forbidden,
        }
    }
}

impl fmt::Debug for SitePage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SitePage")
            .field("url", &self.url.as_str())
            .field("kind", &self.kind)
            .field("html_bytes", &self.html.len())
            .finish()
    }
}

impl fmt::Debug for Favicon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Favicon")
            .field("bytes", &self.bytes.len())
            .field("content_type", &self.content_type)
            .finish()
    }
}
