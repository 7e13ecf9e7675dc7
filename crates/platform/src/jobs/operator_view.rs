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

/// The newest dead jobs.
pub async fn dead(db: &Db, most: i64) -> DbResult<Vec<JobSummary>> {
    db.all(
        "select id, kind, lane, state, attempt, failures, due_at, finished_at, last_error from jobs
         where state = 'dead' order by finished_at desc, id desc limit $1",
        args![most],
    )
    .await
}

/// The newest jobs of a lane that wait, run or are dead.
pub async fn of_lane(db: &Db, lane: &str, most: i64) -> DbResult<Vec<JobSummary>> {
    db.all(
        "select id, kind, lane, state, attempt, failures, due_at, finished_at, last_error from (
             select * from jobs where lane = $1 and state in ('waiting', 'queued', 'running')
             union all
             select * from jobs where lane = $1 and state = 'dead'
         ) as open_or_dead order by id desc limit $2",
        args![lane, most],
    )
    .await
}

/// How many jobs of a kind are in a state.
#[derive(Clone, Debug, PartialEq, Eq, row_derive::FromRow)]
pub struct JobBacklog {
    pub kind: String,
    /// `waiting`, `queued` or `running`.
    pub state: String,
    pub jobs: i64,
    /// Since when the oldest of them could run; none if they all run or wait for their time.
    pub ready_since: Option<DateTime<Utc>>,
}

/// What waits and runs, by kind and state.
pub async fn backlog(db: &Db, clock: &Clock) -> DbResult<Vec<JobBacklog>> {
    db.all(BACKLOG, args![clock.now(), clock.real()]).await
}

/// Jobs whose time has come count as ready while they still are `waiting`: without a worker nobody
/// queues them. The condition on states is that of the index `jobs_open`, to the letter.
pub const BACKLOG: &str = "
    select kind, state, cast(count(*) as bigint) as jobs,
           min(case when state = 'queued'
                      or (state = 'waiting' and due_at <= $1 and not_before <= $2
                          and not exists (select 1 from job_waits join jobs as awaited on awaited.id = job_waits.waits_for
                                          where job_waits.job_id = jobs.id
                                            and awaited.state in ('waiting', 'queued', 'running')))
                    then case when due_at > not_before then due_at else not_before end end) as ready_since
    from jobs where state in ('waiting', 'queued', 'running') group by kind, state order by kind, state";

/// Which dead jobs shall be tried again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeadJobs {
    One(Uuid),
    OfKind(String),
    All,
}

/// Gives dead jobs a fresh start; answers how many there were. Of several with the same key only the
/// newest comes back, and none beside one that is under way.
pub async fn retry(db: &Db, clock: &Clock, which: &DeadJobs) -> DbResult<u64> {
    let (id, kind) = match which {
        DeadJobs::One(id) => (Some(*id), None),
        DeadJobs::OfKind(kind) => (None, Some(kind.as_str())),
        DeadJobs::All => (None, None),
    };
    let (is_all, is_many) = (*which == DeadJobs::All, id.is_none());
    let mut tx = db.begin().await?;
    let revived = tx
        .run(
            "update jobs set state = 'waiting', failures = 0, not_before = $1, finished_at = null
             where state = 'dead' and (id = $2 or kind = $3 or $4)
               and not exists (select 1 from jobs as twin where twin.dedupe_key = jobs.dedupe_key
                               and (twin.state in ('waiting', 'queued', 'running')
                                    or (twin.state = 'dead' and twin.id > jobs.id and $5)))",
            args![clock.real(), id, kind, is_all, is_many],
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
