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
    },
    /// Nobody answered.
    Unheard,
    /// The subscription ended meanwhile.
    NoSubscription,
}

/// What could not be heard, as people read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Unheard {
    #[schema(example = "posts about “late payments”")]
    pub what: String,
    #[schema(example = "It does not answer at the moment.")]
    pub why: String,
}

impl Outcome {
    pub fn found(new: usize, missed: &[Missed]) -> Self {
        let failures = missed.iter().map(|missed| Unheard {
            what: missed.what.to_string(),
            why: missed.why.to_string(),
        });
        Outcome::Found {
            new,
            failures: failures.collect(),
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
