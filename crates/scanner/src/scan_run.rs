//! One scan and its result.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use listening::Why;

/// One scan, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScanRun {
    pub(super) id: Uuid,
    pub(super) started_at: DateTime<Utc>,
    /// `None` while it runs.
    pub(super) ended_at: Option<DateTime<Utc>>,
    /// `None` if there was nothing to search for.
    pub(super) discovery_job: Option<Uuid>,
    pub(super) mentions_job: Option<Uuid>,
    pub(super) new_posts: i64,
    pub(super) new_mentions: i64,
    pub(super) failures: Vec<ScanFailure>,
    /// When the searches that failed are asked again.
    pub(super) repeat_at: Option<DateTime<Utc>>,
}

/// What a scan could not do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ScanFailure)]
pub(super) struct ScanFailure {
    #[schema(example = "Relevant posts")]
    pub(super) what: String,
    #[schema(example = "Reddit is unavailable right now.")]
    pub(super) why: String,
}

/// The parts of a scan, as users know them.
pub(super) const POSTS: &str = "Relevant posts";
pub(super) const MENTIONS: &str = "Brand mentions";
pub(super) const REDDIT_UNAVAILABLE: &str = "Reddit is unavailable right now.";
pub(super) const REDDIT_BUSY: &str = "Too many requests to Reddit. The next scan will try again.";
pub(super) const NO_SUBSCRIPTION: &str = "The subscription ended in the meantime.";
pub(super) const INTERNAL_ERROR: &str = "Something went wrong on our side.";
/// For a run whose end was never saved; the next run sets it.
pub(super) const INTERRUPTED: &str = "The scan was interrupted.";

impl ScanFailure {
    pub(super) fn new(what: &str, why: &str) -> Self {
        Self {
            what: what.to_owned(),
            why: why.to_owned(),
        }
    }

    /// Runs keep the words that people read, so the words tell.
    pub(super) fn is_outage(&self) -> bool {
        let outages = [Why::NotNow, Why::Unauthorised];
        self.why == REDDIT_UNAVAILABLE || outages.iter().any(|why| self.why == why.to_string())
    }
}

impl ScanRun {
    pub(super) fn started(id: Uuid, started_at: DateTime<Utc>) -> Self {
        Self {
            id,
            started_at,
            ended_at: None,
            discovery_job: None,
            mentions_job: None,
            new_posts: 0,
            new_mentions: 0,
            failures: Vec::new(),
            repeat_at: None,
        }
    }

    /// Runs again for what an outage cut off: those failures are no longer true, the others stay.
    pub(super) fn reopen(&mut self) {
        self.ended_at = None;
        self.repeat_at = None;
        self.discovery_job = None;
        self.mentions_job = None;
        self.failures.retain(|failure| !failure.is_outage());
    }

    /// The jobs that it waits for.
    pub(super) fn parts(&self) -> Vec<Uuid> {
        let jobs = [self.discovery_job, self.mentions_job];
        jobs.into_iter().flatten().collect()
    }

    pub(super) fn add_failure(&mut self, what: &str, why: &str) {
        self.failures.push(ScanFailure::new(what, why));
    }

    /// How many posts and mentions are new.
    pub(super) fn found(&self) -> usize {
        usize::try_from(self.new_posts + self.new_mentions).unwrap_or(0)
    }
}
