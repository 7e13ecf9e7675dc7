//! The queue as an operator sees it: what is there, what is dead, what shall be tried again.

use std::str::FromStr;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::changes::Topic;
use crate::clock::Clock;
use crate::db::{Db, DbResult, Tx, args};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    Waiting,
    Queued,
    Running,
    Done,
    Dead,
}

impl JobState {
    pub const ALL: [JobState; 5] = [
        JobState::Waiting,
        JobState::Queued,
        JobState::Running,
        JobState::Done,
        JobState::Dead,
    ];

    pub fn name(self) -> &'static str {
        match self {
            JobState::Waiting => "waiting",
            JobState::Queued => "queued",
            JobState::Running => "running",
            JobState::Done => "done",
            JobState::Dead => "dead",
        }
    }
}

impl FromStr for JobState {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = JobState::ALL.into_iter().find(|state| state.name() == name);
        known.ok_or_else(|| "a state is waiting, queued, running, done or dead".to_owned())
    }
}

/// One job in a listing.
#[derive(Clone, Debug, row_derive::FromRow, serde::Serialize)]
pub struct JobSummary {
    pub id: Uuid,
    pub kind: String,
    pub lane: String,
    pub state: String,
    pub attempt: i64,
    pub failures: i64,
    pub due_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
    pub last_error: Option<String>,
}

/// The newest jobs, all of them or those in one state.
pub async fn list(db: &Db, state: Option<JobState>, most: i64) -> DbResult<Vec<JobSummary>> {
    db.all(
        "select id, kind, lane, state, attempt, failures, due_at, finished_at, last_error from jobs
         where $1 = '' or state = $1 order by id desc limit $2",
        args![state.map_or("", JobState::name), most],
    )
    .await
}

/// How many jobs are in each state.
pub async fn counts(db: &Db) -> DbResult<Vec<(String, i64)>> {
    db.all(
        "select state, cast(count(*) as bigint) from jobs group by state order by state",
        args![],
    )
    .await
}

/// How many jobs of each kind are dead.
pub async fn dead_by_kind(db: &Db) -> DbResult<Vec<(String, i64)>> {
    db.all(
        "select kind, cast(count(*) as bigint) from jobs where state = 'dead' group by kind order by kind",
        args![],
    )
    .await
}

/// Gives a dead job, or all of them, a fresh start; answers how many there were. Of several with
/// the same key only the newest comes back, and none beside one that is under way.
pub async fn retry(db: &Db, clock: &Clock, id: Option<Uuid>) -> DbResult<u64> {
    let mut tx = db.begin().await?;
    let revived = tx
        .run(
            "update jobs set state = 'waiting', failures = 0, not_before = $1, finished_at = null
             where state = 'dead' and (id = $2 or $3)
               and not exists (select 1 from jobs as twin where twin.dedupe_key = jobs.dedupe_key
                               and (twin.state in ('waiting', 'queued', 'running')
                                    or (twin.state = 'dead' and twin.id > jobs.id and $3)))",
            args![clock.real(), id, id.is_none()],
        )
        .await?;
    tx.announce(Topic::Jobs);
    tx.commit().await?;
    Ok(revived)
}

/// Removes every job of a lane, whatever its state. A worker that runs one finds its lease lost.
pub async fn forget_lane(tx: &mut Tx, lane: &str) -> DbResult<u64> {
    tx.run("delete from jobs where lane = $1", args![lane])
        .await
}

/// Removes jobs that ended long enough ago: a day for those that went well, a month for the dead.
pub async fn forget_finished(db: &Db, clock: &Clock) -> DbResult<u64> {
    let real = clock.real();
    db.run_in_pieces(
        "delete from jobs where id in (
             select id from jobs where state in ('done', 'dead') and finished_at < $1
               and (state = 'done' or finished_at < $2) limit $3)",
        args![real - TimeDelta::days(1), real - TimeDelta::days(30)],
    )
    .await
}
