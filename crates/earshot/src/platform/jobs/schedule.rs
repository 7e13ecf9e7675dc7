//! Recurring jobs. Any number of processes may tick: a compare-and-set on `next_run_at` picks the
//! one that queues the job, in the same transaction.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value as JsonValue;

use super::{Job, NewJob, enqueue};
use crate::platform::clock::Clock;
use crate::platform::db::{Db, DbResult, args};

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
}

#[derive(sqlx::FromRow)]
struct Due {
    name: String,
    kind: String,
    lane: String,
    payload: JsonValue,
    max_failures: i64,
    every_s: i64,
    next_run_at: DateTime<Utc>,
}

/// Makes sure the schedule exists with this cadence. A known one keeps its place in time, unless
/// the new cadence is shorter than what is left to wait.
pub async fn declare(db: &Db, clock: &Clock, recurring: Recurring) -> DbResult<()> {
    let every = TimeDelta::from_std(recurring.every).unwrap_or(TimeDelta::MAX);
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

/// Queues the job of every schedule whose time has come; answers how many there were. Runs that
/// were missed while nothing ran are made up for by one.
pub async fn run_due(db: &Db, clock: &Clock) -> DbResult<usize> {
    let due: Vec<Due> = db
        .all(
            "select name, kind, lane, payload, max_failures, every_s, next_run_at from schedules
             where next_run_at <= $1 order by next_run_at limit 500",
            args![clock.now()],
        )
        .await?;
    let mut queued = 0;
    for schedule in due {
        queued += usize::from(run_one(db, clock, schedule).await?);
    }
    Ok(queued)
}

async fn run_one(db: &Db, clock: &Clock, due: Due) -> DbResult<bool> {
    let next = next_after(
        due.next_run_at,
        TimeDelta::seconds(due.every_s),
        clock.now(),
    );
    let mut tx = db.begin().await?;
    let is_ours = tx
        .run(
            "update schedules set next_run_at = $3 where name = $1 and next_run_at = $2",
            args![&due.name, due.next_run_at, next],
        )
        .await?;
    if is_ours == 0 {
        return Ok(false);
    }
    let job = NewJob {
        kind: due.kind,
        payload: due.payload,
        max_failures: due.max_failures,
        lane: due.lane,
        dedupe_key: Some(format!("schedule:{}", due.name)),
        due_at: None,
        shown: None,
    };
    enqueue(&mut tx, clock, job).await?;
    tx.commit().await?;
    Ok(true)
}

/// The first moment of the schedule's rhythm that is still ahead.
fn next_after(last: DateTime<Utc>, every: TimeDelta, now: DateTime<Utc>) -> DateTime<Utc> {
    let missed =
        (now - last).num_microseconds().unwrap_or(0) / every.num_microseconds().unwrap_or(i64::MAX);
    last + every * i32::try_from(missed + 1).unwrap_or(i32::MAX)
}

/// Schedules of the same cadence start at different moments of it, so that they do not all come
/// due together.
fn spread(name: &str, every: TimeDelta) -> TimeDelta {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    let seconds = u64::try_from(every.num_seconds()).unwrap_or(1).max(1);
    TimeDelta::seconds(i64::try_from(hasher.finish() % seconds).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rhythm_goes_on_where_it_would_have_been_without_the_pause() {
        let last = DateTime::from_timestamp(1_000_000, 0).unwrap();
        let every = TimeDelta::hours(1);
        let cases = [
            (0, 60),
            (59, 60),
            (60, 120),
            (61, 120),
            (60 * 24 + 5, 60 * 25),
        ];

        for (minutes_later, expected_minutes) in cases {
            let next = next_after(last, every, last + TimeDelta::minutes(minutes_later));
            assert_eq!(
                next - last,
                TimeDelta::minutes(expected_minutes),
                "{minutes_later} minutes later"
            );
        }
    }

    #[test]
    fn a_hundred_daily_schedules_are_spread_over_the_day() {
        let day = TimeDelta::days(1);
        let mut starts: Vec<_> = (0..100)
            .map(|user| spread(&format!("user {user}"), day))
            .collect();
        starts.sort();

        assert!(starts.iter().all(|start| *start < day));
        assert!(starts[99] - starts[0] > TimeDelta::hours(20));
    }
}
