//! What a running job holds: the right to write, as long as nobody has taken its place.

use std::time::Duration;

use anyhow::Context;
use chrono::TimeDelta;
use serde_json::Value as JsonValue;
use uuid::Uuid;

use super::JobUrgency;
use crate::changes::Topic;
use crate::clock::Clock;
use crate::crash;
use crate::db::{Db, DbResult, Tx, args};

/// The job's hold on its row. Its `attempt` is the fence: it grows with every claim, and every
/// write is made under the condition that it is still ours.
#[derive(Clone, Debug)]
pub struct Lease {
    pub(super) db: Db,
    pub(super) clock: Clock,
    pub(super) job_id: Uuid,
    pub(super) attempt: i64,
    pub(super) urgency: JobUrgency,
    pub(super) length: Duration,
}

/// A wake is only a hint, and one from another process may be missed.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Proof that the job has finished; only [`Lease::finish`] makes one.
#[derive(Debug)]
pub struct Done(());

/// Another worker has taken the job over; whatever this one still wanted to write is refused.
#[derive(Debug, thiserror::Error)]
#[error("the job's lease ran out and another worker has it now")]
pub struct LeaseLost;

impl Lease {
    pub fn job_id(&self) -> Uuid {
        self.job_id
    }

    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// How soon the job had to run when it was taken.
    pub fn urgency(&self) -> JobUrgency {
        self.urgency
    }

    /// Waits until somebody who wants it sooner has joined the job; for ever if it was as urgent as
    /// that from the beginning.
    pub async fn raised_to(&self, urgency: JobUrgency) {
        if self.urgency <= urgency {
            return std::future::pending().await;
        }
        let mut raises = self.db.changes().subscribe(Topic::JobRaises);
        loop {
            raises.mark_unchanged();
            match self.read_urgency().await {
                Ok(Some(now)) if now <= urgency => return,
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, "could not read a job's urgency"),
            }
            // Either way it is time to look; the bus lives as long as the database.
            let _hint_or_time = tokio::time::timeout(LOOK_AGAIN, raises.changed()).await;
        }
    }

    /// Waits until its owner asks the job to stop.
    pub async fn stop_asked(&self) {
        let mut raises = self.db.changes().subscribe(Topic::JobRaises);
        loop {
            raises.mark_unchanged();
            let sql = "select stop_asked from jobs where id = $1";
            match self.db.maybe::<(bool,)>(sql, args![self.job_id]).await {
                Ok(Some((true,))) => return,
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, "could not read whether a job should stop"),
            }
            let _hint_or_time = tokio::time::timeout(LOOK_AGAIN, raises.changed()).await;
        }
    }

    async fn read_urgency(&self) -> DbResult<Option<JobUrgency>> {
        let sql = "select urgency from jobs where id = $1";
        let row: Option<(i64,)> = self.db.maybe(sql, args![self.job_id]).await?;
        Ok(row.map(|(level,)| JobUrgency::of_level(level)))
    }

    /// A transaction in which only the rightful holder can write. It locks the job's row, so the
    /// job cannot be taken over before the commit.
    pub async fn begin(&self) -> anyhow::Result<Tx> {
        let mut tx = self.db.begin().await?;
        if !self.renew_in(&mut tx).await? {
            return Err(LeaseLost.into());
        }
        Ok(tx)
    }

    /// Commits the job's last transaction together with its end. `result` is kept for whoever
    /// asks how it went.
    pub async fn finish(&self, mut tx: Tx, result: JsonValue) -> anyhow::Result<Done> {
        let ended = tx
            .run(
                "update jobs set state = 'done', result = $3, finished_at = $4, last_error = null,
                                 worker = null, lease_until = null
                 where id = $1 and attempt = $2 and state = 'running'",
                args![self.job_id, self.attempt, result, self.clock.real()],
            )
            .await?;
        if ended == 0 {
            return Err(LeaseLost.into());
        }
        tx.announce(Topic::JobEnds);
        crash::point("job.before_commit");
        tx.commit().await.context("committing the job's end")?;
        crash::point("job.after_commit");
        Ok(Done(()))
    }

    /// Ends a job that has nothing more to write.
    pub async fn done(&self) -> anyhow::Result<Done> {
        let tx = self.begin().await?;
        self.finish(tx, JsonValue::Null).await
    }

    /// The heartbeat: false once the job belongs to another worker.
    pub(super) async fn renew(&self) -> DbResult<bool> {
        let mut tx = self.db.begin().await?;
        let held = self.renew_in(&mut tx).await?;
        tx.commit().await?;
        Ok(held)
    }

    async fn renew_in(&self, tx: &mut Tx) -> DbResult<bool> {
        let until = self.clock.real() + TimeDelta::from_std(self.length).unwrap_or(TimeDelta::MAX);
        let renewed = tx
            .run(
                "update jobs set lease_until = $3 where id = $1 and attempt = $2 and state = 'running'",
                args![self.job_id, self.attempt, until],
            )
            .await?;
        Ok(renewed == 1)
    }
}
