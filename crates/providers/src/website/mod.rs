//! Websites: what the product asks of a company's own pages.
//!
//! * [`Website`] is the question, [`SiteReader`] the live answer over HTTP and HTTPS. It reads
//!   like a polite visitor: by its own name, as `robots.txt` allows, a handful of pages, within
//!   limits of time and size. Every address comes from a stranger, so all of it goes through
//!   [`crate::guard`].
//! * [`LocalSites`] are sites of our own that public DNS does not know, such as the sandbox's.
//!
//! What a page *says* is not decided here: pages come back as text, and whoever asked for them
//! reads them. A page that is all script comes back too, with whatever it has.

mod address;
mod charset;
mod choice;
mod favicon;
mod html;
mod kind;
mod links;
mod live;
mod local_sites;
mod reading;
mod robots;
mod shelf;
mod sitemap;

use std::fmt::{self, Debug};

use async_trait::async_trait;
use bytes::Bytes;
use url::Url;

use crate::guard::FetchFailed;

pub use live::{ReaderSettings, SiteReader};
pub use local_sites::LocalSites;
pub use reading::MOST_PAGES;

/// Something that reads websites.
#[async_trait]
pub trait Website: Send + Sync + Debug {
    /// Reads the site at `address`, as people type it: its home page and the few pages that say
    /// most. `progress` hears of every page as it arrives.
    async fn read(
        &self,
        address: &str,
        progress: &(dyn Fn(Progress) + Send + Sync),
    ) -> Result<Site, ReadFailed>;

    /// The small picture of the site at `address`, drawn anew: what is handed on is an image of
    /// ours, whatever the site sent.
    async fn favicon(&self, address: &str) -> Result<Favicon, ReadFailed>;
}

/// Where `address`, as people type it, is looked for first; none if it cannot be a website's.
pub fn first_place(address: &str) -> Option<Url> {
    address::parse(address).map(|typed| typed.first)
}

/// A website, as far as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// Where the home page was found in the end.
    pub url: Url,
    /// The home page first, then the others, best first. Never empty, at most eight.
    pub pages: Vec<SitePage>,
    /// The text of the web app manifest, if the home page names one. On a page that is all
    /// script it may be all there is.
    pub manifest: Option<String>,
}

/// One page, decoded and otherwise as it came.
#[derive(Clone, PartialEq, Eq)]
pub struct SitePage {
    /// Where it was found in the end.
    pub url: Url,
    pub kind: PageKind,
    pub html: String,
}

/// What a page is about, as far as its address and the words of the link to it tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PageKind {
    Home,
    About,
    Product,
    Features,
    Pricing,
    Customers,
    /// For whom and for what: solutions, use cases, industries.
    Uses,
    Other,
}

/// How far a read has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Pages that have arrived.
    pub pages_read: usize,
    /// Pages that are to be read, the ones that have arrived included.
    pub pages_chosen: usize,
}

/// A small picture.
#[derive(Clone, PartialEq, Eq)]
pub struct Favicon {
    pub bytes: Bytes,
    pub content_type: &'static str,
}

/// Why a site was not read. Nothing here repeats an address or the system's own words, and what
/// the guard refused reads like what nobody answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReadFailed {
    /// Nothing that a website could have as its address.
    #[error("This is not the address of a website.")]
    NotAnAddress,
    /// The guard will not go there. Never try again.
    #[error("This website cannot be reached.")]
    Refused,
    /// Nobody answered, or not to the end. It may work later.
    #[error("This website cannot be reached.")]
    Unreachable,
    #[error("This website cannot be reached.")]
    TimedOut,
    /// The site's `robots.txt` asks us to stay away.
    #[error("This website does not allow automatic readers.")]
    Forbidden,
    /// The site answers, but not with a page.
    #[error("This website answered with an error ({status}).")]
    NoPage { status: u16 },
    /// What is at the address is a file, an image, a feed.
    #[error("There is no web page at this address.")]
    NotAPage,
    #[error("This website's pages are too large to read.")]
    TooLarge,
    /// Only of [`Website::favicon`]: the site has none that can be shown.
    #[error("This website has no icon that can be shown.")]
    NoIcon,
}

impl ReadFailed {
    /// Whether the same address may well be read a little later.
    pub fn may_pass(self) -> bool {
        match self {
            Self::Unreachable | Self::TimedOut => true,
            Self::NoPage { status } => status == 429 || status >= 500,
            _ => false,
        }
    }
}

impl From<FetchFailed> for ReadFailed {
    fn from(failure: FetchFailed) -> Self {
        match failure {
            FetchFailed::Refused => Self::Refused,
            FetchFailed::Unreachable => Self::Unreachable,
            FetchFailed::TimedOut => Self::TimedOut,
            FetchFailed::TooLarge => Self::TooLarge,
            FetchFailed::WrongType => Self::NotAPage,
            FetchFailed::Forbidden => Self::Forbidden,
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
