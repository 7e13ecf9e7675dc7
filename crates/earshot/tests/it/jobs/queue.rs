//! Who runs when.

use chrono::TimeDelta;
use platform::db::args;
use platform::jobs::{self, Enqueued, JobUrgency, enqueue};

use super::office::{Ending, Office, note};
use crate::kit::noon;

#[tokio::test(flavor = "multi_thread")]
async fn a_job_exists_exactly_if_the_change_that_called_for_it_does() {
    let office = Office::open().await;

    let mut tx = office.db.begin().await.unwrap();
    enqueue(&mut tx, &office.clock, note("undone", Ending::Well))
        .await
        .unwrap();
    drop(tx);
    office.queues(note("kept", Ending::Well)).await;

    assert_eq!(office.works().await, 1);
    assert_eq!(office.ran(), ["kept"]);
    assert_eq!(office.only_job().await, ("done".to_owned(), 0, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_with_the_same_key_joins_the_one_under_way_and_not_a_finished_one() {
    let office = Office::open().await;
    let job = || note("scan", Ending::Fails).once("scan:ada");

    let first = office.queues(job()).await;
    assert_eq!(office.queues(job()).await, Enqueued::Joined(first.id()));
    office.works().await;
    assert_eq!(
        office.queues(job()).await,
        Enqueued::Joined(first.id()),
        "it rests before its next try"
    );

    office
        .db
        .run("update jobs set state = 'done'", args![])
        .await
        .unwrap();
    assert!(matches!(office.queues(job()).await, Enqueued::New(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_calls_at_once_make_one_job() {
    let office = Office::open().await;

    let calls = (0..10).map(|_| office.queues(note("once", Ending::Well).once("key")));
    let answers = futures::future::join_all(calls).await;

    assert_eq!(
        answers
            .iter()
            .filter(|answer| matches!(answer, Enqueued::New(_)))
            .count(),
        1
    );
    assert_eq!(office.works().await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_waits_for_its_moment_of_the_products_time() {
    let office = Office::open().await;
    office
        .queues(note("later", Ending::Well).due(noon() + TimeDelta::days(3)))
        .await;

    assert_eq!(office.works().await, 0);
    office.clock.set_moved(TimeDelta::days(3));

    assert_eq!(office.works().await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_jobs_of_one_user_delay_anothers_single_job_by_one_slot_at_most() {
    let office = Office::open().await;
    let mut tx = office.db.begin().await.unwrap();
    for number in 0..10_000 {
        enqueue(
            &mut tx,
            &office.clock,
            note(&format!("busy {number}"), Ending::Well).lane("busy"),
        )
        .await
        .unwrap();
    }
    tx.commit().await.unwrap();
    let worker = office.worker();
    for _ in 0..20 {
        worker.run_next().await.unwrap();
    }

    office
        .queues(note("single", Ending::Well).lane("modest"))
        .await;
    worker.run_next().await.unwrap();
    worker.run_next().await.unwrap();

    assert!(
        office.ran()[20..].contains(&"single".to_owned()),
        "{:?}",
        &office.ran()[20..]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_that_become_due_together_take_turns_too() {
    let office = Office::open().await;
    let tomorrow = noon() + TimeDelta::days(1);
    for number in 0..50 {
        office
            .queues(
                note(&format!("busy {number}"), Ending::Well)
                    .lane("busy")
                    .due(tomorrow),
            )
            .await;
    }
    office
        .queues(note("single", Ending::Well).lane("modest").due(tomorrow))
        .await;

    office.clock.advance(TimeDelta::days(1));
    let worker = office.worker();
    worker.run_next().await.unwrap();
    worker.run_next().await.unwrap();

    assert!(
        office.ran().contains(&"single".to_owned()),
        "{:?}",
        office.ran()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kind_that_this_build_does_not_know_is_left_to_a_newer_one() {
    let office = Office::open().await;
    office.queues(note("from the future", Ending::Well)).await;
    office
        .db
        .run("update jobs set kind = 'teleport'", args![])
        .await
        .unwrap();

    office.works().await;

    assert_eq!(office.only_job().await, ("waiting".to_owned(), 0, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_jobs_are_forgotten_after_a_day_and_dead_ones_after_a_month() {
    let office = Office::open().await;
    office.queues(note("good", Ending::Well)).await;
    office.queues(note("bad", Ending::GivesUp)).await;
    office.works().await;

    let mut left = Vec::new();
    for days in [0, 2, 29] {
        office.clock.advance(TimeDelta::days(days));
        jobs::forget_finished(&office.db, &office.clock)
            .await
            .unwrap();
        left.push(jobs::list(&office.db, None, 10).await.unwrap().len());
    }

    assert_eq!(left, [2, 1, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_person_waits_for_overtakes_eleven_thousand_jobs_that_nobody_waits_for() {
    let office = Office::open().await;
    let mut tx = office.db.begin().await.unwrap();
    for number in 0..11_400 {
        let digest = note(&format!("digest {number}"), Ending::Well)
            .lane(format!("user {number}"))
            .urgency(JobUrgency::Background);
        enqueue(&mut tx, &office.clock, digest).await.unwrap();
    }
    tx.commit().await.unwrap();
    let search = note("search", Ending::Well).urgency(JobUrgency::Interactive);
    office.queues(search).await;
    let confirmation = note("confirmation", Ending::Well).urgency(JobUrgency::Immediate);
    office.queues(confirmation).await;

    let worker = office.worker();
    for _ in 0..3 {
        worker.run_next().await.unwrap();
    }

    assert_eq!(office.ran(), ["confirmation", "search", "digest 0"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_joins_a_queued_job_makes_it_as_urgent_as_their_own_and_never_less() {
    let office = Office::open().await;
    let background = |name: &str| {
        note(name, Ending::Well)
            .lane(name)
            .urgency(JobUrgency::Background)
    };
    for number in 0..20 {
        office.queues(background(&format!("digest {number}"))).await;
    }
    office.queues(background("scan").once("scan:ada")).await;

    for urgency in [JobUrgency::Interactive, JobUrgency::Background] {
        let joining = background("scan").once("scan:ada").urgency(urgency);
        assert!(matches!(office.queues(joining).await, Enqueued::Joined(_)));
    }
    office.worker().run_next().await.unwrap();

    assert_eq!(office.ran(), ["scan"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_rests_keeps_the_urgency_of_whoever_joined_it() {
    let office = Office::open().await;
    let scan = |urgency| {
        note("scan", Ending::AsksForAnHour)
            .once("scan:ada")
            .urgency(urgency)
    };
    office.queues(scan(JobUrgency::Background)).await;
    office.works().await;
    office.queues(scan(JobUrgency::Interactive)).await;
    for number in 0..20 {
        let digest = note(&format!("digest {number}"), Ending::Well);
        office.queues(digest.urgency(JobUrgency::Background)).await;
    }

    office.clock.advance(TimeDelta::hours(2));
    office.worker().run_next().await.unwrap();

    assert_eq!(office.ran(), ["scan", "scan"]);
}
