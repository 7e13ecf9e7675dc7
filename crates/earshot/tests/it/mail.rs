//! Mail: it survives a crash, goes out once, and stays on this machine in sandbox mode.

use chrono::TimeDelta;
use earshot::retention_jobs::OldData;
use platform::db::args;
use platform::jobs::JobUrgency;
use platform::outbox::NewMail;
use reqwest::Method;
use serde_json::{Value, json};

use crate::admin;
use crate::kit::{HeldSmtp, TestApp, letter};

/// What runs by itself when a day has passed: a job for each owner of old data, two that look whether
/// posts and mentions are still there, and one that looks whose digest is due.
const HOUSEKEEPING: usize = OldData::ALL.len() + 3;

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
async fn a_mail_server_that_is_away_for_a_day_gets_the_mail_once_it_is_back() {
    let smtp = HeldSmtp::start().await;
    let app = TestApp::start_with(&[("EARSHOT_SMTP_URL", &smtp.url())]).await;

    smtp.turns_away();
    app.posts_mail("ada@example.com", "hello").await;
    app.works_off_jobs().await;
    for _ in 0..24 {
        app.lets_pass(AN_HOUR_AND_ITS_TENTH).await;
    }
    assert_eq!(smtp.mails().len(), 0);
    smtp.release();
    app.lets_pass(AN_HOUR_AND_ITS_TENTH).await;

    assert_eq!(smtp.mails().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_greylisted_mail_is_tried_again_after_a_minute_then_five_then_fifteen_then_every_hour() {
    let app = TestApp::start().await;
    app.posts_mail("busy@example.com", "hello").await;
    app.works_off_jobs().await;

    let mut failures = Vec::new();
    for minutes in [2, 6, 17, 67, 67] {
        app.lets_pass(TimeDelta::minutes(minutes)).await;
        failures.push(send_mail_job(&app).await.1);
    }

    assert_eq!(failures, [2, 3, 4, 5, 6]);
    assert_eq!(send_mail_job(&app).await.0, "waiting");
    app.gives_up_mails().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_is_set_aside_after_two_days_and_the_operator_is_told() {
    let app = TestApp::start().await;
    app.posts_mail("busy@example.com", "Confirm your email")
        .await;
    app.works_off_jobs().await;

    for _ in 0..44 {
        app.lets_pass(AN_HOUR_AND_ITS_TENTH).await;
    }
    assert_eq!(send_mail_job(&app).await.0, "waiting");
    app.gives_up_mails().await;

    assert_eq!(send_mail_job(&app).await, ("dead".to_owned(), 52));
    let metrics = app.visitor().opens("/metrics").await.body;
    assert!(
        metrics.contains("earshot_dead_jobs{kind=\"send_mail\"} 1"),
        "{metrics}"
    );
    let listed = admin::hears(&app.place, &["mail", "list"]).await;
    for shown in [
        "busy@example.com",
        "Confirm your email",
        "dead",
        "52",
        "451",
    ] {
        assert!(listed.contains(shown), "{shown}: {listed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_sees_which_mails_wait_and_which_were_refused() {
    let app = TestApp::start().await;
    assert_eq!(
        admin::hears(&app.place, &["mail", "list"]).await,
        "All mail has been sent."
    );
    for to in ["ada@example.com", "busy@example.com", "refused@example.com"] {
        app.posts_mail(to, "hello").await;
    }
    app.works_off_jobs().await;

    let listed = admin::hears(&app.place, &["mail", "list", "--json"]).await;

    let mails: Vec<Value> = serde_json::from_str(&listed).unwrap();
    let shown: Vec<(&str, &str)> = mails
        .iter()
        .map(|mail| {
            let to = mail["recipient"].as_str().unwrap();
            (to, mail["state"].as_str().unwrap())
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("refused@example.com", "refused"),
            ("busy@example.com", "waiting")
        ]
    );
    assert!(mails[1]["next_try_at"].as_str() > Some("2026-11-15T12:00:59"));
    app.gives_up_mails().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_confirmation_overtakes_hundreds_of_digests() {
    let app = TestApp::start().await;
    for number in 0..300 {
        let mut tx = app.db().begin().await.unwrap();
        let digest = NewMail {
            urgency: JobUrgency::Background,
            ..letter(&format!("user{number}@example.com"), "Your digest")
        };
        app.app().outbox.post(&mut tx, digest).await.unwrap();
        tx.commit().await.unwrap();
    }
    let form = json!({ "email": "ada@example.com", "password": "correct horse battery" });
    let visitor = app.visitor();
    let sign_up = visitor.request(Method::POST, "/auth/v1/signup");
    let sign_up = sign_up.header("apikey", app.anon_key()).json(&form);
    let signed_up = visitor.sends(sign_up).await;
    assert_eq!(signed_up.status, 200, "{}", signed_up.body);

    app.server().worker.run_next().await.unwrap();

    let mails = app.visitor().reads_mail_to("ada@example.com").await;
    assert_eq!(mails[0]["subject"], "Confirm your email for Earshot");
    app.works_off_jobs().await;
}

/// State and failures of the only mail's job.
async fn send_mail_job(app: &TestApp) -> (String, i64) {
    let sql = "select state, failures from jobs where kind = 'send_mail'";
    app.db().one(sql, args![]).await.unwrap()
}

/// A mail that was turned away often enough comes back after an hour, or up to a tenth more.
const AN_HOUR_AND_ITS_TENTH: TimeDelta = TimeDelta::minutes(67);

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
