//! A job that searches Reddit for one user: started or joined, waited for, and read once it ended.

use anyhow::Context;
use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use uuid::Uuid;

use super::ProgressStage;
use listening::{Outcome, Scanned, Unheard, Urgency};
use platform::api_error::ApiError;
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, Done, End, Enqueued, Job, Lease, NewJob};
use platform::rate_limit::{Limit, RateLimitExceeded, take};

/// A search of one user.
pub trait SearchJob: Job {
    /// What the job keeps of its end, for everybody who waits for it.
    type Ended: Serialize + DeserializeOwned + Into<Outcome>;
    const FIRST_STAGE: ProgressStage;
    const LAST_STAGE: ProgressStage;
    /// Names the user's rate limit, as in "discoveries of 0198…".
    const RATE_LIMIT: &'static str;
    /// The error that people see when the job failed too often.
    const FAILED: &'static str;

    fn user_id(&self) -> Uuid;
    /// Whether somebody waits for it. A search that somebody joins becomes as urgent as theirs.
    fn urgency(&self) -> Urgency;
    /// Whether it asks only for what another search left open, so that nobody who wants a whole one
    /// may join it.
    fn is_partial(&self) -> bool;
    fn ended(&self, outcome: Outcome) -> Self::Ended;
}

/// Why a search brought nothing.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    #[error("An active subscription is required.")]
    NoSubscription,
    /// There is nothing to search for yet; says what to do about it.
    #[error("{0}")]
    NotReady(&'static str),
    #[error("Reddit is unavailable right now. Please try again later.")]
    RedditUnavailable,
    #[error("Too many requests. Please wait a moment and try again.")]
    RateLimited {
        exceeded: RateLimitExceeded,
        /// By the wall's time, which is that of whoever waits.
        retry_at: DateTime<Utc>,
    },
    #[error("{0}")]
    Failed(&'static str),
    #[error(transparent)]
    Unforeseen(#[from] anyhow::Error),
}

impl SearchError {
    pub fn into_api_error(self) -> ApiError {
        let text = self.to_string();
        match self {
            SearchError::NoSubscription => ApiError::new(StatusCode::PAYMENT_REQUIRED, text),
            SearchError::NotReady(_) => ApiError::bad_request(text),
            SearchError::RedditUnavailable => ApiError::unavailable(text),
            SearchError::RateLimited { exceeded, retry_at } => {
                ApiError::new(StatusCode::TOO_MANY_REQUESTS, text)
                    .retry_after(exceeded.wait_s)
                    .retry_at(retry_at)
            }
            SearchError::Failed(_) => ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, text),
            SearchError::Unforeseen(error) => error.into(),
        }
    }
}

/// A search makes dozens of calls to Reddit.
const SEARCHES: Limit = Limit::new(20, TimeDelta::minutes(10));

/// Begins a search, or joins the user's running one, for somebody who waits at a screen.
pub async fn start_search<J: SearchJob>(app: &App, job: &J) -> Result<Enqueued, SearchError> {
    let started = async {
        let mut tx = app.db.begin().await?;
        let enqueued = enqueue_search(&mut tx, &app.clock, job).await?;
        // Joining costs nothing; a rejected request rolls the job back with the transaction.
        if let Enqueued::New(_) = enqueued {
            let name = format!("{} of {}", J::RATE_LIMIT, job.user_id());
            if let Err(exceeded) = take(&mut tx, &name, SEARCHES, app.clock.real()).await? {
                return Ok(Err(exceeded));
            }
        }
        tx.commit().await?;
        anyhow::Ok(Ok(enqueued))
    };
    started.await?.map_err(|exceeded: RateLimitExceeded| {
        let wait_s = i64::try_from(exceeded.wait_s).unwrap_or(SEARCHES.per.num_seconds());
        SearchError::RateLimited {
            exceeded,
            retry_at: app.clock.real() + TimeDelta::seconds(wait_s),
        }
    })
}

/// Begins a search in the caller's transaction, or joins the running one: each user has one of a
/// kind at a time.
pub async fn enqueue_search<J: SearchJob>(
    tx: &mut Tx,
    clock: &Clock,
    job: &J,
) -> DbResult<Enqueued> {
    let user_id = job.user_id();
    let part = if job.is_partial() { ":gaps" } else { "" };
    let new = NewJob::of(job)
        .lane(user_id.to_string())
        .urgency(job.urgency().into())
        .once(format!("{}:{user_id}{part}", J::KIND))
        .showing(J::FIRST_STAGE.at(0, 0));
    jobs::enqueue(tx, clock, new).await
}

/// Waits for the end of a search.
pub async fn wait_for_search<J: SearchJob>(
    app: &App,
    user_id: Uuid,
    job_id: Uuid,
) -> Result<J::Ended, SearchError> {
    let end = jobs::wait_for_end(&app.db, job_id).await;
    let end = end.map_err(anyhow::Error::from)?;
    let ended = read_end::<J>(&app.db, &app.clock, user_id, end).await?;
    ended.ok_or(SearchError::Failed(J::FAILED))
}

/// How much is new and what could not be searched, for somebody who waited.
pub fn found_by_search(outcome: Outcome) -> Result<(usize, Vec<Unheard>), SearchError> {
    match outcome {
        Outcome::Found { new, failures, .. } => Ok((new, failures)),
        Outcome::Unheard | Outcome::Busy => Err(SearchError::RedditUnavailable),
        Outcome::NoSubscription => Err(SearchError::NoSubscription),
    }
}

/// How a search ended that nobody waits for; none while it runs.
pub async fn scan_ended<J: SearchJob>(
    db: &Db,
    clock: &Clock,
    (user_id, job_id): (Uuid, Uuid),
) -> anyhow::Result<Option<Scanned>> {
    let Some(end) = jobs::end_of(db, job_id).await? else {
        return Ok(None);
    };
    let ended = read_end::<J>(db, clock, user_id, end).await?;
    Ok(Some(ended.map_or(Scanned::Failed, |ended| {
        Scanned::Ended(ended.into())
    })))
}

/// What the job kept; none if it was set aside.
async fn read_end<J: SearchJob>(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
    end: End,
) -> anyhow::Result<Option<J::Ended>> {
    let End::Done(result) = end else {
        // A job that was set aside reported nothing; pages would go on waiting for it.
        let mut tx = db.begin().await?;
        let failed = J::FIRST_STAGE.failed();
        failed.tell(&mut tx, clock, user_id).await?;
        tx.commit().await?;
        return Ok(None);
    };
    let ended = serde_json::from_value(result);
    Ok(Some(ended.context("reading how a search ended")?))
}

/// Ends the job and tells open pages, in one transaction.
pub async fn finish_search<J: SearchJob>(
    job: &J,
    lease: &Lease,
    mut tx: Tx,
    outcome: Outcome,
) -> anyhow::Result<Done> {
    let progress = match outcome {
        Outcome::Found { new, .. } => J::LAST_STAGE.done(new),
        Outcome::Unheard | Outcome::Busy | Outcome::NoSubscription => J::FIRST_STAGE.failed(),
    };
    progress.tell(&mut tx, lease.clock(), job.user_id()).await?;
    lease.finish(tx, json!(job.ended(outcome))).await
}
