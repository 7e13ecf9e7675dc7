//! Hacker News: stories and comments.
//!
//! [`HackerNewsClient`] reads items one by one by their numbers, which grow with time, and searches
//! through Algolia's copy of Hacker News. Both are public and need no key. Each has a circuit
//! breaker of its own, so that a failing search does not stop the items.
//!
//! A failed call is tried again within its ten seconds where the failure may pass; what comes back
//! after that is the caller's to repeat later.

mod client;
mod html_text;
mod settings;
mod wire;

use std::time::{Duration, SystemTime};

pub use client::HackerNewsClient;
pub use html_text::plain_text;
pub use settings::{HackerNewsSettings, InvalidHackerNewsSettings};

/// The maximum number of hits on a page of a search.
pub const MAX_HITS_PER_PAGE: u32 = 1000;
/// The maximum length of the words of a search; the rest is cut off.
pub const MAX_SEARCH_BYTES: usize = 512;

/// A search for stories and comments, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HackerNewsSearch {
    /// All of them must occur.
    pub words: String,
    /// Only what was written after this.
    pub since: SystemTime,
    /// From zero.
    pub page: u32,
    /// At most [`MAX_HITS_PER_PAGE`].
    pub limit: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ItemKind {
    Story,
    Comment,
    /// Jobs, polls and the options of polls.
    Other,
}

/// The current state of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HackerNewsItem {
    pub number: i64,
    pub kind: ItemKind,
    /// `None` once the item is deleted.
    pub author: Option<String>,
    /// The beginning of 1970 for a deleted item that has lost its time too.
    pub written_at: SystemTime,
    /// Empty for comments.
    pub title: String,
    /// Plain text, see [`plain_text`]; empty for links.
    pub text: String,
    /// What a story links to.
    pub link: Option<String>,
    pub score: i64,
    /// All comments below a story.
    pub comments: i64,
    /// What a comment replies to.
    pub parent: Option<i64>,
    /// The story that a comment belongs to. Only a search knows it.
    pub story: Option<i64>,
    /// Only a search knows it.
    pub story_title: Option<String>,
    /// Deleted by its author, or removed by a moderator or by a filter.
    pub is_gone: bool,
}

/// Why a call failed. Nothing here repeats what was sent or received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HackerNewsError {
    /// Unreachable, too slow or failing: try again later.
    #[error("Hacker News is unavailable right now.")]
    Unavailable { retry_after: Option<Duration> },
    #[error("Hacker News asked us to wait.")]
    RateLimited { retry_after: Duration },
    #[error("Hacker News's response could not be read.")]
    InvalidResponse,
}
