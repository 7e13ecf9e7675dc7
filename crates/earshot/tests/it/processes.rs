//! Real processes, killed and paused: nothing acknowledged is lost, nothing is done twice.
//!
//! On SQLite one process is followed by the next; on PostgreSQL others are there all along.

use std::collections::BTreeMap;
use std::time::Duration;

use platform::clock::Clock;
use platform::crash;
use platform::db::{Db, args};
use platform::jobs::{Registry, Worker, WorkerSettings};
use platform::outbox::{Outbox, SendMail};
use platform::tasks::Tasks;
use providers::mail::SmtpMailer;
use std::sync::Arc;

use crate::kit::{HeldSmtp, Process, TestPlace, eventually, posts};

const SHORT_LEASE: (&str, &str) = ("EARSHOT_JOB_LEASE_MS", "400");

fn is_shared() -> bool {
    TestPlace::engine_name() == "postgres"
}

/// How many mails are written down as sent, and how many jobs as done.
async fn settled(db: &Db) -> (i64, i64) {
    db.one(
        "select (select cast(count(*) as bigint) from outbox_mails where sent_at is not null),
                (select cast(count(*) as bigint) from jobs where kind = 'send_mail' and state = 'done')",
        args![],
    )
    .await
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_whose_process_is_killed_is_finished_once_by_the_next() {
    let (place, smtp) = (TestPlace::fresh().await, HeldSmtp::start().await);
    let db = place.open().await;
    let url = smtp.url();
    let settings = [SHORT_LEASE, ("EARSHOT_SMTP_URL", url.as_str())];
    smtp.hold();
    let first = Process::start(&place, &settings).await;
    let beside = if is_shared() {
        Some(Process::start(&place, &settings).await)
    } else {
        None
    };
    posts(&db, 1).await;
    smtp.has_been_handed(1).await;

    first.kill().await;
    // On PostgreSQL either process may have had it; the one that lives finishes it.
    let next = match beside {
        Some(process) => process,
        None => Process::start(&place, &settings).await,
    };
    smtp.release();

    eventually("the mail is settled", || async {
        settled(&db).await == (1, 1)
    })
    .await;
    assert!(next.terminate().await.success());
    let (attempts,): (i64,) = db
        .one("select attempt from jobs where kind = 'send_mail'", args![])
        .await
        .unwrap();
    assert!((1..=2).contains(&attempts), "{attempts}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_jobs_are_done_once_each_by_all_the_processes_there_are() {
    let (place, smtp) = (TestPlace::fresh().await, HeldSmtp::start().await);
    let db = place.open().await;
    let url = smtp.url();
    let mut processes = Vec::new();
    for _ in 0..if is_shared() { 3 } else { 1 } {
        processes.push(Process::start(&place, &[("EARSHOT_SMTP_URL", &url)]).await);
    }

    posts(&db, 1000).await;
    eventually("all mails are settled", || async {
        settled(&db).await == (1000, 1000)
    })
    .await;

    let mut copies: BTreeMap<Option<String>, usize> = BTreeMap::new();
    for mail in smtp.mails() {
        *copies.entry(mail.message_id).or_default() += 1;
    }
    assert_eq!(copies.len(), 1000);
    assert!(
        copies.values().all(|count| *count == 1),
        "a mail went out twice"
    );
    let (attempts,): (i64,) = db
        .one(
            "select max(attempt) from jobs where kind = 'send_mail'",
            args![],
        )
        .await
        .unwrap();
    assert_eq!(attempts, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_paused_past_its_lease_writes_nothing_when_it_wakes() {
    let (place, smtp) = (TestPlace::fresh().await, HeldSmtp::start().await);
    let db = place.open().await;
    let url = smtp.url();
    let settings = [SHORT_LEASE, ("EARSHOT_SMTP_URL", url.as_str())];
    smtp.hold();
    let sleeper = Process::start(&place, &settings).await;
    posts(&db, 1).await;
    smtp.has_been_handed(1).await;

    sleeper.pause();
    let heir = Heir::start(&place, &settings, &url).await;
    smtp.has_been_handed(2).await;
    smtp.release();
    eventually("the heir has settled it", || async {
        settled(&db).await == (1, 1)
    })
    .await;
    let before = written(&db).await;
    sleeper.wake();
    eventually("the sleeper notices", || async {
        sleeper
            .visitor()
            .asks("/metrics")
            .await
            .body
            .contains(r#"kind="send_mail",outcome="lease_lost""#)
    })
    .await;

    assert_eq!(written(&db).await, before);
    heir.stop().await;
}

/// Attempt, end and settlement, as they stand.
async fn written(db: &Db) -> (i64, String, String) {
    let (attempt, finished, sent): (i64, chrono::DateTime<chrono::Utc>, chrono::DateTime<chrono::Utc>) = db
        .one("select jobs.attempt, jobs.finished_at, outbox_mails.sent_at from jobs, outbox_mails where jobs.kind = 'send_mail'", args![])
        .await
        .unwrap();
    (attempt, finished.to_string(), sent.to_string())
}

/// Whoever takes over: another process on PostgreSQL; on SQLite, where a second server is
/// refused, a worker of the test's own on the same file.
enum Heir {
    Process(Box<Process>),
    Worker(Tasks),
}

impl Heir {
    async fn start(place: &TestPlace, settings: &[(&str, &str)], url: &str) -> Self {
        if is_shared() {
            return Heir::Process(Box::new(Process::start(place, settings).await));
        }
        let (db, clock, tasks) = (place.open().await, Clock::system(), Tasks::default());
        let mailer = SmtpMailer::new(url, "Earshot <hello@earshot.example>").unwrap();
        let outbox = Outbox::new(
            db.clone(),
            clock.clone(),
            Arc::new(mailer),
            "test.example".to_owned(),
        );
        let settings = WorkerSettings {
            slots: 1,
            lease: Duration::from_mins(1),
            poll: Duration::from_millis(100),
            drain: Duration::from_secs(5),
        };
        Worker::new(
            db,
            clock,
            Registry::default().with::<SendMail>(outbox),
            settings,
        )
        .start(&tasks);
        Heir::Worker(tasks)
    }

    async fn stop(self) {
        match self {
            Heir::Process(process) => assert!(process.terminate().await.success()),
            Heir::Worker(tasks) => tasks.stop(Duration::from_secs(5)).await,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_at_any_point_neither_loses_a_mail_nor_shows_it_twice() {
    let of_others = [
        "billing.",
        "discovery.",
        "mentions.",
        "move.",
        "notifications.",
        "schedule.",
        "stream.",
    ];
    let of_mails = |point: &&&str| !of_others.iter().any(|room| point.starts_with(room));
    for point in crash::POINTS.iter().filter(of_mails) {
        let place = TestPlace::fresh().await;
        let db = place.open().await;
        let doomed = Process::start(&place, &[SHORT_LEASE, ("EARSHOT_CRASH_AT", point)]).await;
        posts(&db, 1).await;
        doomed.crashes().await;

        let next = Process::start(&place, &[SHORT_LEASE]).await;
        eventually(point, || async { settled(&db).await == (1, 1) }).await;

        assert_eq!(
            next.visitor()
                .reads_mail_to("user0@example.com")
                .await
                .len(),
            1,
            "{point}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_asked_to_stop_ends_its_job_first() {
    let (place, smtp) = (TestPlace::fresh().await, HeldSmtp::start().await);
    let db = place.open().await;
    smtp.hold();
    let process = Process::start(&place, &[("EARSHOT_SMTP_URL", &smtp.url())]).await;
    posts(&db, 1).await;
    smtp.has_been_handed(1).await;

    let ends = process.terminate();
    let answers = async { smtp.release() };
    let (status, ()) = futures::future::join(ends, answers).await;

    assert!(status.success());
    assert_eq!(settled(&db).await, (1, 1));
    assert_eq!(smtp.mails().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_cannot_wait_longer_hands_its_job_back() {
    let (place, smtp) = (TestPlace::fresh().await, HeldSmtp::start().await);
    let db = place.open().await;
    smtp.hold();
    let process = Process::start(
        &place,
        &[("EARSHOT_SMTP_URL", &smtp.url()), ("EARSHOT_DRAIN_S", "0")],
    )
    .await;
    posts(&db, 1).await;
    smtp.has_been_handed(1).await;

    assert!(process.terminate().await.success());

    let job: (String, i64) = db
        .one(
            "select state, failures from jobs where kind = 'send_mail'",
            args![],
        )
        .await
        .unwrap();
    assert_eq!(job, ("queued".to_owned(), 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_is_refused_on_sqlite_and_welcome_on_postgresql() {
    let place = TestPlace::fresh().await;
    let _first = Process::start(&place, &[]).await;

    if is_shared() {
        let second = Process::start(&place, &[]).await;
        assert_eq!(second.visitor().asks("/readyz").await.status.as_u16(), 200);
        return;
    }
    let (status, words) = Process::runs_to_its_end(&place, &[]).await;
    assert!(!status.success());
    assert!(
        words.contains("another Earshot server is running"),
        "{words}"
    );
}
