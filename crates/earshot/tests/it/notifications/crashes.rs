//! Several processes, one of which crashes: each digest and each alert is sent exactly once.

use platform::db::Db;

use super::*;
use crate::kit::{Process, TestPlace, eventually};

const SHORT_LEASE: (&str, &str) = ("EARSHOT_JOB_LEASE_MS", "1500");

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_at_any_point_neither_loses_nor_doubles_a_digest() {
    for point in [
        "notifications.after_queue",
        "notifications.after_gather",
        "notifications.before_save",
        "mail.before_call",
    ] {
        let place = prepared(5).await;
        let db = place.open().await;
        let crashing = [SHORT_LEASE, ("EARSHOT_CRASH_AT", point)];
        let doomed = Process::start(&place, &crashing).await;
        are_due(&db).await;
        doomed.crashes().await;

        let next = Process::start(&place, &[SHORT_LEASE]).await;

        eventually(point, || async { sent(&db).await == 5 }).await;
        everyone_has_one(&db, &next, 5).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_at_any_point_neither_loses_nor_doubles_an_alert() {
    for point in ["notifications.after_gather", "notifications.before_save"] {
        let place = prepared(5).await;
        let db = place.open().await;
        let sql = "update notification_preferences set frequency = 'instant'";
        db.run(sql, args![]).await.unwrap();
        let crashing = [SHORT_LEASE, ("EARSHOT_CRASH_AT", point)];
        let doomed = Process::start(&place, &crashing).await;
        are_due(&db).await;
        doomed.crashes().await;

        let next = Process::start(&place, &[SHORT_LEASE]).await;

        eventually(point, || async { sent(&db).await == 5 }).await;
        everyone_has_one(&db, &next, 5).await;
        let sql = "select cast(count(*) as bigint) from notification_preferences
                   where alerted_at is not null and next_digest_at is null";
        let (alerted,): (i64,) = db.one(sql, args![]).await.unwrap();
        assert_eq!(alerted, 5);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_processes_send_each_digest_and_alert_once_even_if_one_is_killed() {
    let place = prepared(40).await;
    let db = place.open().await;
    let sql = "update notification_preferences set frequency = 'instant'
               where user_id in (select id from users where email like 'reader1%')";
    assert_eq!(db.run(sql, args![]).await.unwrap(), 11);
    let doomed = Process::start(&place, &[SHORT_LEASE]).await;
    // On SQLite the next process starts after the kill; on PostgreSQL another runs all along.
    let beside = if TestPlace::engine_name() == "postgres" {
        Some(Process::start(&place, &[SHORT_LEASE]).await)
    } else {
        None
    };

    are_due(&db).await;
    eventually("the first are sent", || async { sent(&db).await >= 3 }).await;
    doomed.kill().await;
    let next = match beside {
        Some(process) => process,
        None => Process::start(&place, &[SHORT_LEASE]).await,
    };

    eventually("all are sent", || async {
        try_mails_again(&db).await;
        sent(&db).await == 40
    })
    .await;
    everyone_has_one(&db, &next, 40).await;
}

async fn everyone_has_one(db: &Db, process: &Process, readers: usize) {
    for reader in 0..readers {
        let address = format!("reader{reader}@example.com");
        let mails = process.visitor().reads_mail_to(&address).await;
        assert_eq!(mails.len(), 1, "{address}");
        let subject = mails[0]["subject"].as_str().unwrap();
        assert!(subject.contains("Clients keep paying late"), "{subject}");
    }
    let sql = "select cast(count(*) as bigint) from digests";
    let (digests,): (i64,) = db.one(sql, args![]).await.unwrap();
    assert_eq!(usize::try_from(digests), Ok(readers));
}

/// Readers with a post each, who are not due yet.
async fn prepared(readers: usize) -> TestPlace {
    let mut app = TestApp::start().await;
    for reader in 0..readers {
        let person = app.reader(&format!("reader{reader}"), Plan::Starter).await;
        finds(&app, &person, Post::default()).await;
    }
    // Processes use the real time, unlike the test's clock.
    let long_ago: DateTime<Utc> = "2020-01-02T00:00:00Z".parse().unwrap();
    let sql = "update reddit_posts set found_at = $1";
    app.db().run(sql, args![long_ago]).await.unwrap();
    // A process that starts judges the posts again, and their new match may be any.
    let sql = "update notification_preferences set told_until = $1, next_digest_at = null,
                      minimum_match = 0";
    let before = long_ago - TimeDelta::days(1);
    app.db().run(sql, args![before]).await.unwrap();
    std::mem::replace(&mut app.place, TestPlace::empty().await)
}

async fn are_due(db: &Db) {
    let long_ago: DateTime<Utc> = "2020-01-03T00:00:00Z".parse().unwrap();
    for sql in [
        "update notification_preferences set next_digest_at = $1",
        "update schedules set next_run_at = $1 where name = 'queue_digests'",
    ] {
        db.run(sql, args![long_ago]).await.unwrap();
    }
}

/// A mail rests for minutes after the process that kept the mail server was killed; a test does not,
/// and asks as often as it takes until another process keeps it.
async fn try_mails_again(db: &Db) {
    let long_ago: DateTime<Utc> = "2020-01-03T00:00:00Z".parse().unwrap();
    let sql = "update jobs set not_before = $1, failures = 0
               where kind = 'send_mail' and state = 'waiting' and not_before > $1";
    db.run(sql, args![long_ago]).await.unwrap();
}

async fn sent(db: &Db) -> usize {
    let sql = "select cast(count(*) as bigint) from outbox_mails where sent_at is not null";
    let (count,): (i64,) = db.one(sql, args![]).await.unwrap();
    usize::try_from(count).unwrap()
}
