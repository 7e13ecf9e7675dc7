//! What becomes of a job that does not work.

use chrono::TimeDelta;
use platform::db::args;
use platform::jobs::{self, DeadJobs};
use uuid::Uuid;

use super::office::{Ending, Office, note};

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_job_is_tried_again_after_a_rest_and_set_aside_in_the_end() {
    let office = Office::open().await;
    office.queues(note("blot", Ending::Fails)).await;

    office.works().await;
    assert_eq!(
        office.only_job().await,
        (
            "waiting".to_owned(),
            1,
            Some("running note: the ink is dry".to_owned())
        )
    );

    for _ in 0..5 {
        office.clock.advance(TimeDelta::minutes(10));
        office.works().await;
    }
    assert_eq!(office.ran(), ["blot", "blot", "blot"]);
    assert_eq!(office.only_job().await.0, "dead");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_gives_a_dead_job_a_fresh_start() {
    let office = Office::open().await;
    let id = office.queues(note("hopeless", Ending::GivesUp)).await.id();
    office.works().await;
    assert_eq!(
        office.only_job().await,
        (
            "dead".to_owned(),
            1,
            Some("running note: there is no paper".to_owned())
        )
    );

    assert_eq!(
        jobs::retry(&office.db, &office.clock, &DeadJobs::One(Uuid::now_v7()))
            .await
            .unwrap(),
        0
    );
    assert_eq!(
        jobs::retry(&office.db, &office.clock, &DeadJobs::One(id))
            .await
            .unwrap(),
        1
    );
    office.works().await;

    assert_eq!(office.ran(), ["hopeless", "hopeless"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_dead_twins_only_the_newest_comes_back() {
    let office = Office::open().await;
    for _ in 0..2 {
        office
            .queues(note("twin", Ending::GivesUp).once("key"))
            .await;
        office.works().await;
    }

    assert_eq!(
        jobs::retry(&office.db, &office.clock, &DeadJobs::All)
            .await
            .unwrap(),
        1
    );

    office.works().await;
    assert_eq!(office.ran().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_that_a_provider_asked_for_is_kept() {
    let office = Office::open().await;
    office.queues(note("lunch", Ending::AsksForAnHour)).await;
    office.works().await;

    office.clock.advance(TimeDelta::minutes(59));
    assert_eq!(office.works().await, 0);
    office.clock.advance(TimeDelta::minutes(1));
    assert_eq!(office.works().await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_panics_counts_as_failed_and_harms_nobody_else() {
    let office = Office::open().await;
    office.queues(note("crash", Ending::Panics).lane("a")).await;
    office.queues(note("calm", Ending::Well).lane("b")).await;

    assert_eq!(office.works().await, 2);

    let states: Vec<(String, i64)> = office
        .db
        .all("select state, failures from jobs order by id", args![])
        .await
        .unwrap();
    assert_eq!(states, [("waiting".to_owned(), 1), ("done".to_owned(), 0)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn moving_the_products_time_does_not_shorten_a_back_off() {
    let office = Office::open().await;
    office.queues(note("lunch", Ending::AsksForAnHour)).await;
    office.works().await;

    office.clock.set_moved(TimeDelta::days(30));

    assert_eq!(office.works().await, 0);
}
