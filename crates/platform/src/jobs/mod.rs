//! Work that outlives the request: durable, leased, fenced, retried, fair between users.
//!
//! A [`Job`] is a command with its arguments. [`enqueue`] stores it in the caller's transaction,
//! so it exists exactly if the change that called for it does. A [`Worker`] claims it, renews its
//! lease while it runs, and every write the job makes goes through [`Lease::begin`], which refuses
//! a worker that was paused past its lease and has been replaced. A job ends by handing its last
//! transaction to [`Lease::finish`]: its effects and its end are one commit.
//!
//! ```text
//!  enqueue ─► waiting ─► queued ─► running ─► done
//!              ▲ due      ▲ turn      │ failed: back to waiting after a pause
//!              └──────────┴───────────┤ lease ran out or process stopped: back to queued
//!                                     └─► dead after too many failures (`earshot admin jobs retry`)
//! ```

mod backoff;
mod job_outcome;
mod job_urgency;
mod lease;
mod next_run;
mod operator_view;
mod progress;
mod registry;
mod schedule;
mod store;
mod worker;

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

pub use job_outcome::{End, end_of, wait_for_end};
pub use job_urgency::JobUrgency;
pub use lease::{Done, Lease, LeaseLost};
pub use operator_view::{
    BACKLOG, DeadJobs, JobBacklog, JobState, JobSummary, backlog, counts, dead, dead_by_kind,
    forget_finished, forget_lane, list, of_lane, retry,
};
pub use progress::{
    POLLED_STATEMENTS, PROGRESS, Progress, ProgressState, current, is_busy, is_under_way,
};
pub use registry::Registry;
pub use schedule::{
    Recurring, ScheduledRun, bring_forward, change_cadence, declare, is_anything_planned, planned,
    run_due, start_at_once, unschedule,
};
pub use store::{LOOKED_FOR_STATEMENTS, ask_to_stop};
pub use worker::{Worker, WorkerSettings};

use super::changes::Topic;
use super::clock::Clock;
use super::db::{DbResult, Tx};

/// A command that runs later, at least once until it finishes, and finishes exactly once.
pub trait Job: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Its name in the database. Never reuse one for a payload of another shape.
    const KIND: &'static str;
    /// After this many failures it is set aside for an operator.
    const MAX_FAILURES: i64 = 6;
    /// How long it rests after the first failure, the second and so on; the last pause repeats. None
    /// of its own: doubling pauses, from seconds to ten minutes.
    const RETRY_PAUSES: &'static [Duration] = &[];
    /// How soon it has to run, unless whoever queues it says otherwise.
    const URGENCY: JobUrgency = JobUrgency::Interactive;
    /// A run that takes longer counts as failed.
    const TIME_LIMIT: Duration = Duration::from_mins(10);
    /// What it needs to do its work.
    type Context: Clone + Send + Sync + 'static;

    fn run(
        self,
        context: Self::Context,
        lease: Lease,
    ) -> impl Future<Output = anyhow::Result<Done>> + Send;
}

/// How a job is to be queued: whose it is, when it is due, what it must not be doubled with.
#[derive(Clone, Debug)]
pub struct NewJob {
    kind: String,
    payload: serde_json::Value,
    max_failures: i64,
    lane: String,
    urgency: JobUrgency,
    dedupe_key: Option<String>,
    due_at: Option<DateTime<Utc>>,
    after: Vec<Uuid>,
    shown: Option<Progress>,
}

impl NewJob {
    pub fn of<J: Job>(job: &J) -> Self {
        Self {
            kind: J::KIND.to_owned(),
            payload: serde_json::to_value(job).expect("a job's payload is plain data"),
            max_failures: J::MAX_FAILURES,
            lane: String::new(),
            urgency: J::URGENCY,
            dedupe_key: None,
            due_at: None,
            after: Vec::new(),
            shown: None,
        }
    }

    /// The user it is done for. Users share the workers fairly, whoever queued more.
    #[must_use]
    pub fn lane(mut self, lane: impl Into<String>) -> Self {
        self.lane = lane.into();
        self
    }

    /// How soon it has to run.
    #[must_use]
    pub fn urgency(mut self, urgency: JobUrgency) -> Self {
        self.urgency = urgency;
        self
    }

    /// While a job with this key waits or runs, another one joins it instead of being added, and
    /// makes it as urgent as itself.
    #[must_use]
    pub fn once(mut self, key: impl Into<String>) -> Self {
        self.dedupe_key = Some(key.into());
        self
    }

    /// Lets the pages of the lane's user know of it from the start: see [`current`].
    #[must_use]
    pub fn showing(mut self, progress: Progress) -> Self {
        self.shown = Some(progress);
        self
    }

    /// Not before these jobs have ended, however they end. It holds no worker meanwhile.
    #[must_use]
    pub fn after(mut self, jobs: impl IntoIterator<Item = Uuid>) -> Self {
        self.after.extend(jobs);
        self
    }

    /// Not before this moment of the product's time.
    #[must_use]
    pub fn due(mut self, at: DateTime<Utc>) -> Self {
        self.due_at = Some(at);
        self
    }
}

/// Whether the job is new, or one with the same key was there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enqueued {
    New(Uuid),
    Joined(Uuid),
}

impl Enqueued {
    pub fn id(self) -> Uuid {
        match self {
            Enqueued::New(id) | Enqueued::Joined(id) => id,
        }
    }
}

/// Stores the job in the caller's transaction and wakes the workers once that is committed.
pub async fn enqueue(tx: &mut Tx, clock: &Clock, job: NewJob) -> DbResult<Enqueued> {
    let enqueued = store::insert(tx, clock, job).await?;
    tx.announce(Topic::Jobs);
    Ok(enqueued)
}

/// An error after which trying again would be pointless: the job is set aside at once.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct GiveUp(pub String);

/// An error after which the job asks for a certain pause, as a provider's `Retry-After` does.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct TryAfter {
    pub pause: Duration,
    pub reason: String,
}
