//! Who holds a job, and who is woken for it.

use std::time::Duration;

use chrono::TimeDelta;
use platform::db::{Db, args};
use platform::jobs::{JobUrgency, LeaseLost, enqueue};
use platform::tasks::Tasks;

use super::office::{Ending, Office, note};
use crate::kit::{TestPlace, eventually};

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_overslept_its_lease_can_write_nothing() {
    let office = Office::open().await;
    office
        .queues(note("contested", Ending::WaitsForTheGate))
        .await;
    let (sleeper, heir) = (office.worker(), office.worker());

    let asleep = sleeper.run_next();
    let takes_over = async {
        eventually("the first worker holds the job", || async {
            office.ran().len() == 1
        })
        .await;
        office.clock.advance(TimeDelta::minutes(2));
        let taken = heir.run_next();
        let wakes = async {
            eventually("the second worker holds it", || async {
                office.ran().len() == 2
            })
            .await;
            office.desk.gate.notify_waiters();
        };
        futures::future::join(taken, wakes).await.0.unwrap();
    };
    futures::future::join(asleep, takes_over).await.0.unwrap();

    assert_eq!(office.notes().await, 1);
    assert_eq!(office.only_job().await.0, "done");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_keeps_killing_its_process_ends_up_dead() {
    let office = Office::open().await;
    office.queues(note("poison", Ending::WaitsForTheGate)).await;

    for _ in 0..3 {
        office.loses_a_worker().await;
        office.clock.advance(TimeDelta::minutes(2));
    }

    assert_eq!(office.works().await, 0);
    let expected = (
        "dead".to_owned(),
        3,
        Some("the process that ran it disappeared".to_owned()),
    );
    assert_eq!(office.only_job().await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_job_cannot_be_finished_again() {
    let office = Office::open().await;
    office.queues(note("first", Ending::WaitsForTheGate)).await;
    office.loses_a_worker().await;
    let stale = office.desk.leases.lock().unwrap().remove(0);
    office.clock.advance(TimeDelta::minutes(2));
    office.desk.gate.notify_one();
    office.works().await;

    let refusal = stale.begin().await.unwrap_err();

    assert!(refusal.is::<LeaseLost>());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_is_woken_at_once_and_hands_back_what_it_cannot_end() {
    let office = Office::open().await;
    let tasks = Tasks::default();
    office.worker_with(2).start(&tasks);

    // The slow poll is a day away: only the wake-up can have started them. Several in a row,
    // because the first may be found by the look that a worker takes when it starts.
    for number in 1..=10 {
        office
            .queues(note(&format!("quick {number}"), Ending::Well))
            .await;
        eventually("the quick job runs", || async {
            office.notes().await == number
        })
        .await;
    }
    office.queues(note("slow", Ending::WaitsForTheGate)).await;
    eventually("the slow job runs", || async { office.ran().len() == 11 }).await;
    tasks.stop(Duration::from_secs(5)).await;

    let states: Vec<(String, i64)> = office
        .db
        .all(
            "select state, failures from jobs order by id desc limit 2",
            args![],
        )
        .await
        .unwrap();
    assert_eq!(states, [("queued".to_owned(), 0), ("done".to_owned(), 0)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn long_jobs_that_nobody_waits_for_leave_a_slot_to_what_somebody_waits_for() {
    let office = Office::open().await;
    let tasks = Tasks::default();
    for number in 0..6 {
        let sweep = note(&format!("sweep {number}"), Ending::WaitsForTheGate);
        office.queues(sweep.urgency(JobUrgency::Background)).await;
    }
    office.worker_with(4).start(&tasks);
    eventually("sweeps fill their slots", || async {
        office.ran().len() == 3
    })
    .await;

    let confirmation = note("confirmation", Ending::Well).urgency(JobUrgency::Immediate);
    office.queues(confirmation).await;

    eventually("the confirmation goes out", || async {
        office.notes().await == 1
    })
    .await;
    assert_eq!(office.ran().len(), 4);
    tasks.stop(Duration::from_secs(5)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_process_of_the_same_database_is_woken_too() {
    let office = Office::open().await;
    let tasks = Tasks::default();
    let elsewhere = office.place.open().await;
    office.db.follow_other_processes(&tasks);
    office.worker().start(&tasks);
    eventually("PostgreSQL's listener is connected", || async {
        !is_postgres() || listeners(&office.db).await > 0
    })
    .await;

    let mut tx = elsewhere.begin().await.unwrap();
    enqueue(&mut tx, &office.clock, note("from afar", Ending::Well))
        .await
        .unwrap();
    tx.commit().await.unwrap();

    eventually("the job runs", || async { office.notes().await == 1 }).await;
    tasks.stop(Duration::from_secs(5)).await;
}

fn is_postgres() -> bool {
    TestPlace::engine_name() == "postgres"
}

async fn listeners(db: &Db) -> i64 {
    let sql = "select count(*) from pg_stat_activity where query ilike 'listen %' and datname = current_database()";
    let (count,): (i64,) = db.one(sql, args![]).await.unwrap();
    count
}
