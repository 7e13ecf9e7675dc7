//! Answers that may be partial: what was found, and what could not be heard and why.

use std::fmt;

use providers::rank::RankError;
use providers::reddit::RedditError;
use serde::{Deserialize, Serialize};

/// What was found, and what was not heard. A part that failed never takes the rest with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard<T> {
    pub found: T,
    pub missed: Vec<Missed>,
}

/// Something that was asked for and could not be heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    pub what: What,
    pub why: Why,
}

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Posts with these words.
    Search(String),
    /// What is new in a community.
    Subreddit(String),
    /// A post with its comments, by its id.
    Thread(String),
    /// So many posts and comments that are known already.
    Again(usize),
    /// What a community asks of those who write in it.
    Rules(String),
    /// Communities about these words.
    Subreddits(String),
    /// The places of posts in a web search for these words.
    Ranks(String),
}

/// Why something could not be heard, in words that can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Why {
    #[error("It is unavailable right now.")]
    NotNow,
    #[error("Too many requests right now.")]
    Busy,
    /// Reddit is well, and has counted too many calls.
    #[error("Too many requests. It asked us to wait.")]
    RateLimited,
    #[error("It is private or closed.")]
    Forbidden,
    #[error("It does not exist any more.")]
    NotFound,
    #[error("The response could not be read.")]
    Nonsense,
    #[error("The connection to the provider is not set up correctly.")]
    Unauthorised,
    #[error("No provider is set up.")]
    NotConfigured,
    #[error("Today's searches are used up.")]
    Spent,
}

impl Why {
    /// Whether asking again later can help.
    pub fn may_pass(self) -> bool {
        matches!(
            self,
            Why::NotNow | Why::Busy | Why::RateLimited | Why::Spent
        )
    }

    /// Whether it was not heard because of an outage. Waiting for calls is none: whatever is asked
    /// again would only wait again.
    pub fn is_outage(self) -> bool {
        matches!(self, Why::NotNow | Why::Unauthorised)
    }

    /// Whether a limit on calls is the reason, or that nobody is set up to ask.
    pub fn is_limit(self) -> bool {
        matches!(
            self,
            Why::Busy | Why::RateLimited | Why::Spent | Why::NotConfigured
        )
    }
}

impl<T> Heard<T> {
    pub fn whole(found: T) -> Self {
        Self {
            found,
            missed: Vec::new(),
        }
    }

    pub(super) fn nothing(found: T, what: What, why: Why) -> Self {
        Self {
            found,
            missed: vec![Missed { what, why }],
        }
    }

    pub fn is_whole(&self) -> bool {
        self.missed.is_empty()
    }

    pub(super) fn map<U>(self, change: impl FnOnce(T) -> U) -> Heard<U> {
        Heard {
            found: change(self.found),
            missed: self.missed,
        }
    }
}

impl<T> Heard<Vec<T>> {
    /// Several answers as one.
    pub(super) fn together(parts: impl IntoIterator<Item = Heard<Vec<T>>>) -> Self {
        let mut all = Self::whole(Vec::new());
        for part in parts {
            all.found.extend(part.found);
            all.missed.extend(part.missed);
        }
        all
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Search(words) => write!(f, "posts about “{words}”"),
            What::Subreddit(name) => write!(f, "new posts in r/{name}"),
            What::Thread(id) => write!(f, "comments on post {id}"),
            What::Again(1) => f.write_str("one known post"),
            What::Again(count) => write!(f, "{count} known posts"),
            What::Rules(name) => write!(f, "the rules of r/{name}"),
            What::Subreddits(words) => write!(f, "communities about “{words}”"),
            What::Ranks(query) => write!(f, "Google ranks for “{query}”"),
        }
    }
}

impl From<RedditError> for Why {
    fn from(failed: RedditError) -> Self {
        match failed {
            RedditError::Unavailable { .. } => Why::NotNow,
            RedditError::RateLimited { .. } => Why::RateLimited,
            RedditError::Forbidden => Why::Forbidden,
            RedditError::NotFound => Why::NotFound,
            RedditError::InvalidResponse => Why::Nonsense,
            RedditError::Unauthorised => Why::Unauthorised,
            RedditError::NotConfigured => Why::NotConfigured,
        }
    }
}

impl From<RankError> for Why {
    fn from(failed: RankError) -> Self {
        match failed {
            RankError::Unavailable { .. } => Why::NotNow,
            RankError::Unauthorised => Why::Unauthorised,
            RankError::QuotaExhausted => Why::Spent,
            RankError::InvalidResponse => Why::Nonsense,
        }
    }
}
