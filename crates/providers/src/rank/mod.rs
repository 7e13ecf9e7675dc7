//! Google rank: the position of a page in a web search.
//!
//! * [`WebSearch`] is the trait. [`Serper`], [`DataForSeo`] and [`SearxNg`] are the live adapters.
//! * [`parse_post_link`] recognises a Reddit post by its URL.

mod account_check;
mod country;
mod dataforseo;
mod errors;
mod post_link;
mod searxng;
mod serper;
mod settings;

use std::{fmt::Debug, time::Duration};

use async_trait::async_trait;

pub use country::{Country, InvalidCountry};
pub use dataforseo::DataForSeo;
pub use post_link::{PostLink, parse_post_link};
pub use searxng::SearxNg;
pub use serper::Serper;
pub use settings::{InvalidRankSettings, RankProvider, RankSettings};

/// Results per page.
pub const RESULTS_PER_PAGE: u32 = 10;

/// A web search provider.
#[async_trait]
pub trait WebSearch: Send + Sync + Debug {
    /// The results for a query as people in `country` see them, in order. Pages start at 1; a page
    /// beyond the last is empty.
    async fn search(
        &self,
        query: &str,
        country: Country,
        page: u32,
    ) -> Result<Vec<SearchResult>, RankError>;
}

/// A search result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// Counted over all pages: the first result of the second page is 11.
    pub position: u32,
    pub title: String,
    pub link: String,
    pub snippet: String,
}

impl SearchResult {
    /// The Reddit post that the result leads to, if it is one.
    pub fn post(&self) -> Option<PostLink> {
        parse_post_link(&self.link)
    }
}

/// Why a search failed. Nothing here repeats what was sent or received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RankError {
    /// Unreachable, too slow, failing, or rate limited: try again later.
    #[error("The rank provider is unavailable right now.")]
    Unavailable { retry_after: Option<Duration> },
    /// Wrong key, address or account: the operator must fix it.
    #[error("The rank provider rejected its settings.")]
    Unauthorised,
    /// The account has no searches left: the operator must fix it, and trying again does not help.
    #[error("The rank provider's credits are used up.")]
    QuotaExhausted,
    /// The response is not what was asked for.
    #[error("The rank provider's response could not be read.")]
    InvalidResponse,
}
