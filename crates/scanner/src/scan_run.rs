//! What a scan has brought.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// One scan, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub id: Uuid,
    pub started_at: DateTime<Utc>,
    /// None while it runs.
    pub ended_at: Option<DateTime<Utc>>,
    /// None where there was nothing to look for.
    pub discovery_job: Option<Uuid>,
    pub mentions_job: Option<Uuid>,
    pub new_posts: i64,
    pub new_mentions: i64,
    pub failures: Vec<ScanFailure>,
}

/// What a scan could not do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ScanFailure)]
pub struct ScanFailure {
    #[schema(example = "Relevant posts")]
    pub what: String,
    #[schema(example = "Reddit does not answer at the moment.")]
    pub why: String,
}

/// How people call the parts of a scan.
pub(super) const POSTS: &str = "Relevant posts";
pub(super) const MENTIONS: &str = "Brand mentions";
pub(super) const UNHEARD: &str = "Reddit does not answer at the moment.";
pub(super) const NO_SUBSCRIPTION: &str = "The subscription ended meanwhile.";
pub(super) const OUR_FAULT: &str = "Something went wrong on our side.";
/// Of a run whose end was never written down; the next one says so.
pub(super) const NEVER_ENDED: &str = "It did not come to its end.";

impl ScanFailure {
    pub(super) fn new(what: &str, why: &str) -> Self {
        Self {
            what: what.to_owned(),
            why: why.to_owned(),
        }
    }
}

impl Run {
    pub(super) fn begun(id: Uuid, started_at: DateTime<Utc>) -> Self {
        Self {
            id,
            started_at,
            ended_at: None,
            discovery_job: None,
            mentions_job: None,
            new_posts: 0,
            new_mentions: 0,
            failures: Vec::new(),
        }
    }

    pub(super) fn fails(&mut self, what: &str, why: &str) {
        self.failures.push(ScanFailure::new(what, why));
    }

    /// How much is new, of both kinds.
    pub(super) fn found(&self) -> usize {
        usize::try_from(self.new_posts + self.new_mentions).unwrap_or(0)
    }
}
