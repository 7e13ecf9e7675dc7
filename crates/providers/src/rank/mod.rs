//! Google rank: at which place of a plain web search something stands.
//!
//! * [`Ranks`] is the question. [`Serper`], [`DataForSeo`] and [`SearxNg`] answer it live.
//! * [`post_of`] recognises a post by its address.

mod country;
mod dataforseo;
mod failures;
mod link;
mod searxng;
mod serper;
mod settings;

use std::{fmt::Debug, time::Duration};

use async_trait::async_trait;

pub use country::{Country, InvalidCountry};
pub use dataforseo::DataForSeo;
pub use link::{PostLink, post_of};
pub use searxng::SearxNg;
pub use serper::Serper;
pub use settings::{InvalidRankSettings, RankProvider, RankSettings};

/// Results come ten a page.
pub const A_PAGE: u32 = 10;

/// Somebody who searches the web.
#[async_trait]
pub trait Ranks: Send + Sync + Debug {
    /// The results for a plain query as people in `country` see them, in order. The first page is
    /// 1. A page beyond the last is empty.
    async fn search(
        &self,
        query: &str,
        country: Country,
        page: u32,
    ) -> Result<Vec<Found>, RankFailed>;
}

/// A result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Counted over all pages: the first of the second page is 11.
    pub position: u32,
    pub title: String,
    pub link: String,
    pub snippet: String,
}

impl Found {
    /// The post on Reddit that the result leads to, if it is one.
    pub fn post(&self) -> Option<PostLink> {
        post_of(&self.link)
    }
}

/// Why there are no results. Nothing here repeats what was sent or what came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RankFailed {
    /// Out of reach, too slow, out of order, or asked too often: try again later.
    #[error("The search for ranks does not answer at the moment.")]
    NotNow { retry_after: Option<Duration> },
    /// Wrong key, address or account: the operator's to mend.
    #[error("The search for ranks does not accept its settings.")]
    Unauthorised,
    /// The account has no searches left: the operator's to mend, and no reason to ask on.
    #[error("The account for ranks is used up.")]
    Spent,
    /// It answered, but not with what was asked for.
    #[error("The answer to the search for ranks made no sense.")]
    Nonsense,
}
