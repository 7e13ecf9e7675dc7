//! How a search over many calls ended.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Missed;

/// Kept with the job, for all who wait for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Found {
        /// How much nobody had seen before.
        new: usize,
        failures: Vec<Unheard>,
        /// The searches that an outage cut off. They can be asked again without the others.
        #[serde(default)]
        gaps: Vec<Gap>,
    },
    /// Nobody answered.
    Unheard,
    /// Nothing was heard, and only because a limit on calls was reached.
    Busy,
    /// The subscription ended in the meantime.
    NoSubscription,
}

/// One search of a scan that an outage cut off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gap {
    /// Posts with these words.
    Search(String),
    /// The places of posts in a web search for these words.
    Ranks(String),
    /// The comments of a post, by its whole name.
    Thread { subreddit: String, post: String },
    /// The newest comments of a community.
    Comments(String),
    /// The newest posts of a community.
    Newest(String),
}

/// A search that failed, as shown to users.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Unheard {
    #[schema(example = "posts about “late payments”")]
    pub what: String,
    #[schema(example = "It is unavailable right now.")]
    pub why: String,
}

impl Outcome {
    pub fn found(new: usize, missed: &[Missed], gaps: Vec<Gap>) -> Self {
        let mut each_once: Vec<Gap> = Vec::new();
        for gap in gaps {
            if !each_once.contains(&gap) {
                each_once.push(gap);
            }
        }
        let failures = missed.iter().map(|missed| Unheard {
            what: missed.what.to_string(),
            why: missed.why.to_string(),
        });
        Outcome::Found {
            new,
            failures: failures.collect(),
            gaps: each_once,
        }
    }

    /// The end of a search that heard nothing at all.
    pub fn unheard(missed: &[Missed]) -> Self {
        if !missed.is_empty() && missed.iter().all(|missed| missed.why.is_limit()) {
            Outcome::Busy
        } else {
            Outcome::Unheard
        }
    }
}

/// The same of a search that nobody waits for at a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scanned {
    Ended(Outcome),
    /// It failed too often, by no fault of Reddit's.
    Failed,
}
