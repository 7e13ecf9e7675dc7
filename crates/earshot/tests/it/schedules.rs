//! Recurring jobs.

use std::time::Duration;

use chrono::TimeDelta;
use earshot::retention_jobs::ForgetOld;
use futures::future::join_all;
use platform::clock::Clock;
use platform::db::{Db, args};
use platform::jobs::{Recurring, declare, run_due};

use crate::kit::{TestPlace, noon};

async fn hourly(db: &Db, clock: &Clock) {
    declare(
        db,
        clock,
        Recurring::new("test", Duration::from_hours(1), &ForgetOld { of: None }),
    )
    .await
    .unwrap();
}

async fn queued(db: &Db) -> i64 {
    let (count,): (i64,) = db
        .one(
            "select cast(count(*) as bigint) from jobs where state = 'queued'",
            args![],
        )
        .await
        .unwrap();
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn many_processes_tick_and_the_job_is_queued_once() {
    let (place, clock) = (TestPlace::fresh().await, Clock::held(noon()));
    let db = place.open().await;
    hourly(&db, &clock).await;

    clock.advance(TimeDelta::hours(1));
    let ticks = join_all((0..8).map(|_| run_due(&db, &clock))).await;

    assert_eq!(ticks.into_iter().map(Result::unwrap).sum::<usize>(), 1);
    assert_eq!(queued(&db).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn runs_missed_while_nothing_ran_are_made_up_for_by_one() {
    let (place, clock) = (TestPlace::fresh().await, Clock::held(noon()));
    let db = place.open().await;
    hourly(&db, &clock).await;

    clock.advance(TimeDelta::days(3));

    assert_eq!(run_due(&db, &clock).await.unwrap(), 1);
    assert_eq!(run_due(&db, &clock).await.unwrap(), 0);
    clock.advance(TimeDelta::hours(1));
    assert_eq!(run_due(&db, &clock).await.unwrap(), 1);
    assert_eq!(
        queued(&db).await,
        1,
        "the first one still waits, so the second joined it"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_keeps_the_rhythm_and_a_shorter_cadence_takes_effect() {
    let (place, clock) = (TestPlace::fresh().await, Clock::held(noon()));
    let db = place.open().await;
    let weekly = || Recurring::new("test", Duration::from_hours(168), &ForgetOld { of: None });
    let next_run = async || {
        let (at,): (chrono::DateTime<chrono::Utc>,) = db
            .one("select next_run_at from schedules", args![])
            .await
            .unwrap();
        at
    };

    declare(&db, &clock, weekly()).await.unwrap();
    let first = next_run().await;
    clock.advance(TimeDelta::seconds(30));
    declare(&db, &clock, weekly()).await.unwrap();
    assert_eq!(next_run().await, first);

    hourly(&db, &clock).await;
    assert!(next_run().await <= clock.now() + TimeDelta::hours(1));
}
