//! A search as a part of a scan: nobody waits for it at a screen.

use anyhow::Context;
use uuid::Uuid;

use super::asking::{self, Lack};
use super::search::SearchMentions;
use super::{allowance, progress};
use listening::Scanned;
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, End, Enqueued};

/// Why there is nothing to search for on somebody's behalf at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotReady {
    #[error("An active subscription is required.")]
    NoSubscription,
    #[error("There is no company yet.")]
    NoCompany,
    #[error("There are no brand terms.")]
    NoTerms,
}

pub(super) async fn is_ready(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
) -> anyhow::Result<Result<(), NotReady>> {
    if !allowance::has_access(db, clock, user_id).await? {
        return Ok(Err(NotReady::NoSubscription));
    }
    Ok(match asking::what_lacks(db, user_id).await? {
        Some(Lack::Company) => Err(NotReady::NoCompany),
        Some(Lack::Terms) => Err(NotReady::NoTerms),
        None => Ok(()),
    })
}

pub(super) async fn begin(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<Enqueued> {
    let job = SearchMentions {
        user_id,
        is_urgent: false,
    };
    jobs::enqueue(tx, clock, job.queued()).await
}

pub(super) async fn scan(app: &App, user_id: Uuid) -> anyhow::Result<Option<Enqueued>> {
    if is_ready(&app.db, &app.clock, user_id).await?.is_err() {
        return Ok(None);
    }
    let mut tx = app.db.begin().await?;
    let enqueued = begin(&mut tx, &app.clock, user_id).await?;
    tx.commit().await?;
    Ok(Some(enqueued))
}

pub(super) async fn ended(
    db: &Db,
    clock: &Clock,
    (user_id, job_id): (Uuid, Uuid),
) -> anyhow::Result<Option<Scanned>> {
    let Some(end) = jobs::end_of(db, job_id).await? else {
        return Ok(None);
    };
    let End::Done(result) = end else {
        // A job that was set aside told nobody; pages would go on waiting for it.
        progress::tell_of_failure(db, clock, user_id).await?;
        return Ok(Some(Scanned::Failed));
    };
    let outcome = serde_json::from_value(result).context("reading how a search ended")?;
    Ok(Some(Scanned::Ended(outcome)))
}
