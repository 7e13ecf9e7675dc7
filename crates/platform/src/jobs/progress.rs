//! How far a job is, for the open pages of the user it is done for.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::Lease;
use crate::clock::Clock;
use crate::db::{self, Db, DbResult, Tx, args};
use crate::live;

/// The broadcast under which pages are told; the last one greets a page that joins.
pub const PROGRESS: &str = "progress";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// What kind of work it is, as the page knows it.
    pub job: &'static str,
    /// The current step, as shown to users.
    pub stage: &'static str,
    pub percent: u8,
    /// How much there is so far: pages, keywords, posts.
    pub found: usize,
    pub state: ProgressState,
    /// How many searches are done, and of how many; 0 of 0 before searching starts.
    pub done: usize,
    pub of: usize,
    /// Until when a provider's limit makes it wait.
    #[serde(rename = "waitsUntil")]
    pub waits_until: Option<DateTime<Utc>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProgressState {
    Running,
    Done,
    Failed,
}

impl Progress {
    /// Tells the pages once the transaction is committed, for example with the end of the job.
    pub async fn tell(self, tx: &mut Tx, clock: &Clock, owner_id: Uuid) -> DbResult<()> {
        live::broadcast(tx, clock, owner_id, PROGRESS, json!(self)).await
    }
}

impl Lease {
    /// Tells the pages at once. A worker that has lost its job is refused, as with all it writes,
    /// so that a page never hears two workers at a time.
    pub async fn report(&self, owner_id: Uuid, progress: Progress) -> anyhow::Result<()> {
        let mut tx = self.begin().await?;
        let sql = "update jobs set progress = $2 where id = $1";
        tx.run(sql, args![self.job_id, json!(progress)]).await?;
        progress.tell(&mut tx, &self.clock, owner_id).await?;
        Ok(tx.commit().await?)
    }
}

/// What every open page asks again and again, of a lane `$1` (and of a kind or a time `$2`). None of
/// them may read more than the lane's own jobs; a test looks at their plans.
pub const POLLED_STATEMENTS: [&str; 3] = [IS_BUSY, IS_UNDER_WAY, CURRENT];

const IS_BUSY: &str = "select cast(1 as bigint) from jobs
     where lane = $1 and state in ('waiting', 'queued', 'running') and due_at <= $2 limit 1";

const IS_UNDER_WAY: &str = "select cast(1 as bigint) from jobs
     where lane = $1 and kind = $2 and state in ('waiting', 'queued', 'running') limit 1";

const CURRENT: &str = "select progress from jobs
     where lane = $1 and progress is not null and state in ('waiting', 'queued', 'running')
     order by created_at, id";

/// Whether anything of a lane is to be done now or is being done. Another process may queue a job
/// between our look at the clock and our look at the jobs, so a moment ahead counts as now.
pub async fn is_busy(db: &Db, clock: &Clock, lane: &str) -> DbResult<bool> {
    let soon = clock.now() + TimeDelta::seconds(1);
    let row: Option<(i64,)> = db.maybe(IS_BUSY, args![lane, soon]).await?;
    Ok(row.is_some())
}

/// Whether a job of this kind waits or runs in a lane.
pub async fn is_under_way(db: &Db, lane: &str, kind: &str) -> DbResult<bool> {
    let row: Option<(i64,)> = db.maybe(IS_UNDER_WAY, args![lane, kind]).await?;
    Ok(row.is_some())
}

/// How far the jobs of a lane are that pages know of, the oldest first: for a page that was loaded
/// after they began.
pub async fn current(db: &Db, lane: &str) -> DbResult<Vec<Json>> {
    let rows: Vec<(db::Json<Json>,)> = db.all(CURRENT, args![lane]).await?;
    Ok(rows
        .into_iter()
        .map(|(db::Json(progress),)| progress)
        .collect())
}
