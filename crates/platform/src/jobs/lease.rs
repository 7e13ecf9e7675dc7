//! What a running job holds: the right to write, as long as nobody has taken its place.

use std::time::Duration;

use anyhow::Context;
use chrono::TimeDelta;
use serde_json::Value as JsonValue;
use uuid::Uuid;

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
    pub(super) length: Duration,
}

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
