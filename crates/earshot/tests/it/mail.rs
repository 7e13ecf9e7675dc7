//! Mail: it survives a crash, goes out once, and stays on this machine in sandbox mode.

use chrono::TimeDelta;
use platform::db::args;
use serde_json::json;

use crate::kit::{TestApp, letter};

/// What runs by itself when a day has passed: the job that forgets old things, two that look whether
/// posts and mentions are still there, and one that looks whose digest is due.
const HOUSEKEEPING: usize = 4;

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_reaches_the_mailbox_whole() {
    let app = TestApp::start().await;

    app.posts_mail("Ada@Lovelace.example", "Grüße aus 東京")
        .await;
    app.works_off_jobs().await;

    let mails = app.visitor().reads_mail_to("ada@lovelace.example").await;
    let sent = letter("", "Grüße aus 東京");
    assert_eq!(
        mails,
        [json!({
            "to": "ada@lovelace.example",
            "subject": "Grüße aus 東京",
            "html": sent.html,
            "text": sent.text,
            "sent_at": "2026-11-15T12:00:00Z",
            "links": ["https://earshot.example/go?a=1&b=2"],
        })]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mailbox_lists_the_newest_mail_first_and_each_persons_alone() {
    let app = TestApp::start().await;

    for (to, subject) in [
        ("ada@example.com", "first"),
        ("bob@example.com", "other"),
        ("ada@example.com", "second"),
    ] {
        app.posts_mail(to, subject).await;
        app.works_off_jobs().await;
    }

    let mails = app.visitor().reads_mail_to("ada@example.com").await;
    let subjects: Vec<&str> = mails
        .iter()
        .map(|mail| mail["subject"].as_str().unwrap())
        .collect();
    assert_eq!(subjects, ["second", "first"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_of_a_change_that_was_undone_is_never_sent() {
    let app = TestApp::start().await;

    let mut tx = app.db().begin().await.unwrap();
    app.app()
        .outbox
        .post(&mut tx, letter("ada@example.com", "undone"))
        .await
        .unwrap();
    drop(tx);

    assert_eq!(app.works_off_jobs().await, 0);
    assert!(
        app.visitor()
            .reads_mail_to("ada@example.com")
            .await
            .is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_is_refused_for_good_is_not_tried_again() {
    let app = TestApp::start().await;

    app.posts_mail("refused@example.com", "hello").await;
    app.works_off_jobs().await;

    assert_eq!(app.lets_pass(TimeDelta::days(1)).await, HOUSEKEEPING);
    let (sent, refused): (i64, i64) = app
        .db()
        .one("select cast(count(sent_at) as bigint), cast(count(refused_at) as bigint) from outbox_mails", args![])
        .await
        .unwrap();
    assert_eq!((sent, refused), (0, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_busy_is_asked_again_and_the_mail_set_aside_after_six_times() {
    let app = TestApp::start().await;

    app.posts_mail("busy@example.com", "hello").await;
    app.works_off_jobs().await;
    for _ in 0..8 {
        app.lets_pass(TimeDelta::minutes(11)).await;
    }

    let (state, failures): (String, i64) = app
        .db()
        .one(
            "select state, failures from jobs where kind = 'send_mail'",
            args![],
        )
        .await
        .unwrap();
    assert_eq!((state.as_str(), failures), ("dead", 6));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_was_sent_is_forgotten_after_a_month() {
    let app = TestApp::start().await;
    app.posts_mail("ada@example.com", "hello").await;
    app.works_off_jobs().await;

    app.lets_pass(TimeDelta::days(31)).await;

    let (left,): (i64,) = app
        .db()
        .one("select cast(count(*) as bigint) from outbox_mails", args![])
        .await
        .unwrap();
    assert_eq!(left, 0);
}
