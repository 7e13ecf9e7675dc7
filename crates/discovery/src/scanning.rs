//! A discovery as a part of a scan: nobody waits for it at a screen.

use anyhow::Context;
use uuid::Uuid;

use super::allowance;
use super::discover::{Answer, Discover, Haste, Wish, keywords_of};
use super::progress;
use listening::Scanned;
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, End, Enqueued};

/// Why there is nothing to discover for somebody at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotReady {
    #[error("An active subscription is required.")]
    NoSubscription,
    #[error("There are no keywords yet.")]
    NoKeywords,
}

pub(super) async fn is_ready(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
) -> anyhow::Result<Result<(), NotReady>> {
    if allowance::access_of(db, clock, user_id).await?.is_none() {
        return Ok(Err(NotReady::NoSubscription));
    }
    if keywords_of(db, user_id).await?.is_empty() {
        return Ok(Err(NotReady::NoKeywords));
    }
    Ok(Ok(()))
}

pub(super) async fn begin(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<Enqueued> {
    let job = Discover {
        user_id,
        query: None,
        order: Wish::New,
        urgency: Haste::Soon,
    };
    jobs::enqueue(tx, clock, job.queued()).await
}

pub(super) async fn scan(app: &App, user_id: Uuid) -> anyhow::Result<Option<Enqueued>> {
    let access = allowance::access_of(&app.db, &app.clock, user_id).await?;
    if access.is_none() {
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
    let answer: Answer = serde_json::from_value(result).context("reading how a discovery ended")?;
    Ok(Some(Scanned::Ended(answer.end)))
}
