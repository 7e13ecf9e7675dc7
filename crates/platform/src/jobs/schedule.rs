//! Recurring jobs. Any number of processes may tick: a compare-and-set on `next_run_at` picks the
//! one that queues the job, in the same transaction.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value as JsonValue;

use super::next_run::{next_after, next_point, spread};
use super::{Enqueued, Job, JobUrgency, NewJob, enqueue};
use crate::changes::Topic;
use crate::clock::Clock;
use crate::crash;
use crate::db::{Db, DbResult, FromRow, Tx, args};

/// A job that comes back every so often.
#[derive(Clone, Debug)]
pub struct Recurring {
    name: String,
    every: Duration,
    job: NewJob,
}

impl Recurring {
    /// `name` is the schedule's identity; the job is queued at most once at a time.
    pub fn new<J: Job>(name: impl Into<String>, every: Duration, job: &J) -> Self {
        let name = name.into();
        let job = NewJob::of(job).once(format!("schedule:{name}"));
        Self { name, every, job }
    }

    /// The user whose schedule it is.
    #[must_use]
    pub fn lane(mut self, lane: impl Into<String>) -> Self {
        self.job = self.job.lane(lane);
        self
    }

    fn every(&self) -> TimeDelta {
        TimeDelta::from_std(self.every).unwrap_or(TimeDelta::MAX)
    }
}

#[derive(row_derive::FromRow)]
struct Due {
    name: String,
    kind: String,
    lane: String,
    payload: JsonValue,
    max_failures: i64,
    every_s: i64,
    next_run_at: DateTime<Utc>,
    phase_s: Option<i64>,
}

/// Each is a transaction; a worker has more to do than this.
const DUE_AT_A_TIME: i64 = 50;

/// When a schedule comes next, and how often it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct ScheduledRun {
    pub next_run_at: DateTime<Utc>,
    pub every_s: i64,
}

/// The schedule of this name, if there is one.
pub async fn planned(db: &Db, name: &str) -> DbResult<Option<ScheduledRun>> {
    let sql = "select next_run_at, every_s from schedules where name = $1";
    db.maybe(sql, args![name]).await
}

/// Whether there is any schedule of this kind of job.
pub async fn is_anything_planned(db: &Db, kind: &str) -> DbResult<bool> {
    let sql = "select cast(1 as bigint) from schedules where kind = $1 limit 1";
    let row: Option<(i64,)> = db.maybe(sql, args![kind]).await?;
    Ok(row.is_some())
}

/// Begins a schedule of a user with a run at once; what follows lies on the user's own points. One
/// that is there begins anew.
pub async fn start_at_once(tx: &mut Tx, clock: &Clock, recurring: Recurring) -> DbResult<()> {
    let every = recurring.every();
    tx.run(
        "insert into schedules (name, kind, lane, payload, max_failures, every_s, next_run_at, phase_s)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (name) do update set
             payload = excluded.payload, every_s = excluded.every_s,
             next_run_at = excluded.next_run_at, phase_s = excluded.phase_s",
        args![
            recurring.name.clone(),
            recurring.job.kind,
            recurring.job.lane,
            recurring.job.payload,
            recurring.job.max_failures,
            every.num_seconds(),
            clock.now(),
            spread(&recurring.name, every).num_seconds(),
        ],
    )
    .await?;
    tx.announce(Topic::Jobs);
    Ok(())
}

/// Moves a user's schedule to another cadence; false if there is none. What is due stays due.
pub async fn change_cadence(
    tx: &mut Tx,
    clock: &Clock,
    name: &str,
    (every, last_run): (Duration, DateTime<Utc>),
) -> DbResult<bool> {
    let every = TimeDelta::from_std(every).unwrap_or(TimeDelta::MAX);
    let phase = spread(name, every);
    let moved = tx
        .run(
            "update schedules set every_s = $2, phase_s = $3,
                 next_run_at = case when next_run_at <= $4 then next_run_at else $5 end
             where name = $1",
            args![
                name,
                every.num_seconds(),
                phase.num_seconds(),
                clock.now(),
                next_point(last_run, (phase, every), clock.now()),
            ],
        )
        .await?;
    Ok(moved == 1)
}

/// Ends a schedule. What it has queued stays.
pub async fn unschedule(tx: &mut Tx, name: &str) -> DbResult<()> {
    let sql = "delete from schedules where name = $1";
    tx.run(sql, args![name]).await.map(drop)
}

/// Queues the job of a user's schedule now instead of at its next time; none if there is none.
pub async fn bring_forward(tx: &mut Tx, clock: &Clock, name: &str) -> DbResult<Option<Enqueued>> {
    let due: Option<Due> = tx
        .maybe(
            "select name, kind, lane, payload, max_failures, every_s, next_run_at, phase_s
             from schedules where name = $1",
            args![name],
        )
        .await?;
    let Some(due) = due else {
        return Ok(None);
    };
    let sql = "update schedules set next_run_at = $2 where name = $1";
    tx.run(sql, args![name, due.next_run(clock.now())]).await?;
    Ok(Some(enqueue(tx, clock, due.into_job()).await?))
}

/// Makes sure the schedule exists with this cadence. A known one keeps its place in time, unless
/// the new cadence is shorter than what is left to wait.
pub async fn declare(db: &Db, clock: &Clock, recurring: Recurring) -> DbResult<()> {
    let every = recurring.every();
    let first = clock.now() + spread(&recurring.name, every);
    db.run(
        "insert into schedules (name, kind, lane, payload, max_failures, every_s, next_run_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (name) do update set
             kind = excluded.kind, lane = excluded.lane, payload = excluded.payload,
             max_failures = excluded.max_failures, every_s = excluded.every_s,
             next_run_at = case when schedules.next_run_at > $8 then excluded.next_run_at
                                else schedules.next_run_at end",
        args![
            recurring.name,
            recurring.job.kind,
            recurring.job.lane,
            recurring.job.payload,
            recurring.job.max_failures,
            every.num_seconds(),
            first,
            clock.now() + every,
        ],
    )
    .await
    .map(drop)
}

/// Queues the jobs of schedules whose time has come, some at a time; answers how many there were.
/// Runs that were missed while nothing ran are made up for by one.
pub async fn run_due(db: &Db, clock: &Clock) -> DbResult<usize> {
    run_due_but(db, clock, "").await
}

/// The same without the schedules of one kind of job.
pub(super) async fn run_due_but(db: &Db, clock: &Clock, kind: &str) -> DbResult<usize> {
    let due: Vec<Due> = db
        .all(
            "select name, kind, lane, payload, max_failures, every_s, next_run_at, phase_s from schedules
             where next_run_at <= $1 and kind <> $2 order by next_run_at limit $3",
            args![clock.now(), kind, DUE_AT_A_TIME],
        )
        .await?;
    let mut queued = 0;
    for schedule in due {
        queued += usize::from(run_one(db, clock, schedule).await?);
    }
    Ok(queued)
}

async fn run_one(db: &Db, clock: &Clock, due: Due) -> DbResult<bool> {
    let mut tx = db.begin().await?;
    let is_ours = tx
        .run(
            "update schedules set next_run_at = $3 where name = $1 and next_run_at = $2",
            args![&due.name, due.next_run_at, due.next_run(clock.now())],
        )
        .await?;
    if is_ours == 0 {
        return Ok(false);
    }
    enqueue(&mut tx, clock, due.into_job()).await?;
    crash::point("schedule.before_commit");
    tx.commit().await?;
    crash::point("schedule.after_commit");
    Ok(true)
}

impl Due {
    fn next_run(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let every = TimeDelta::seconds(self.every_s);
        match self.phase_s {
            Some(phase) => next_point(now, (TimeDelta::seconds(phase), every), now),
            None => next_after(self.next_run_at, every, now),
        }
    }

    fn into_job(self) -> NewJob {
        NewJob {
            kind: self.kind,
            payload: self.payload,
            max_failures: self.max_failures,
            lane: self.lane,
            // What comes by itself, nobody waits for.
            urgency: JobUrgency::Background,
            dedupe_key: Some(format!("schedule:{}", self.name)),
            due_at: None,
            after: Vec::new(),
            shown: None,
        }
    }
}
