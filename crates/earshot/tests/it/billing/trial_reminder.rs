//! The day before a trial ends: one mail with what was found, whatever the preferences say.

use earshot::lifecycle::{self, Lifecycle};
use platform::events::ProductEvents;

use super::*;

/// Somebody in a trial, with a company and sample posts.
async fn in_trial(app: &TestApp, name: &str) -> Person {
    let person = customer(app, name).await;
    let mut tx = app.db().begin().await.unwrap();
    let filled = lifecycle::fill(&mut tx, &app.app().clock, person.id).await;
    filled.unwrap();
    tx.commit().await.unwrap();
    person.buys(app, "pro", GOOD_CARD).await;
    app.works_off_jobs().await;
    person
}

/// The subject and the two halves of the reminder.
async fn reminders(app: &TestApp) -> Vec<(String, String, String)> {
    let sql =
        "select subject, html, text from outbox_mails where subject like '%trial ends tomorrow%'";
    app.db().all(sql, args![]).await.unwrap()
}

async fn posts_of(person: &Person, state: &str) -> Vec<Value> {
    let path = format!("/api/reddit-posts?limit=100&state={state}");
    let reply = person.gets(&path).await;
    reply.json()["posts"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_reminder_counts_what_was_found_and_lists_the_best_open_posts() {
    let app = TestApp::start().await;
    let ada = in_trial(&app, "ada").await;
    let open = posts_of(&ada, "open").await;
    let answered = open[0]["id"].as_str().unwrap();
    let request = ada.request(
        reqwest::Method::PATCH,
        &format!("/api/reddit-posts/{answered}/state"),
    );
    let reply = ada
        .sends(request.json(&json!({ "state": "answered" })))
        .await;
    assert_eq!(reply.status, 200, "{}", reply.body);

    app.lets_pass(days(2) + TimeDelta::minutes(1)).await;
    app.lets_pass(TimeDelta::hours(1)).await;

    let found = posts_of(&ada, "all").await.len();
    let [(subject, html, text)] = reminders(&app).await.try_into().unwrap();
    let expected = format!("Your trial ends tomorrow: {found} posts found so far");
    assert_eq!(subject, expected);
    assert!(
        text.contains(&format!("Hi Ada, so far Earshot has found {found} posts")),
        "{text}"
    );
    assert!(text.contains("You have answered one of them."), "{text}");
    assert!(text.contains("18 November 2026"), "{text}");
    assert!(text.contains("Professional costs $21 a month"), "{text}");
    for half in [&html, &text] {
        assert_eq!(half.matches("/dashboard?post=").count(), 3, "{half}");
        assert!(half.contains("/dashboard?tab=settings"), "{half}");
        assert!(half.contains("Match "), "{half}");
        assert!(!half.contains(answered), "an answered post is not open");
    }
    assert!(
        html.contains("prefers-color-scheme: dark") && html.contains("Open in Earshot"),
        "{html}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_charged_unawares_because_emails_are_switched_off() {
    let app = TestApp::start().await;
    let ada = in_trial(&app, "ada").await;
    let off = json!({ "email_notifications_enabled": false });
    ada.posts("/api/notification-preferences", &off).await;

    app.lets_pass(days(2) + TimeDelta::minutes(1)).await;

    assert_eq!(reminders(&app).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_disappears_is_removed_from_a_reminder_that_waits() {
    let app = TestApp::start().await;
    // The sandbox defers every mail to this name.
    let ada = in_trial(&app, "busy").await;
    let no_digests = json!({ "email_notifications_enabled": false });
    ada.posts("/api/notification-preferences", &no_digests)
        .await;
    app.lets_pass(days(2) + TimeDelta::minutes(1)).await;
    let sql = "select reddit_id from trial_reminder_posts order by reddit_id limit 1";
    let (gone,): (String,) = app.db().one(sql, args![]).await.unwrap();
    let sql = "select title from reddit_posts where reddit_id = $1";
    let (title,): (String,) = app.db().one(sql, args![&gone]).await.unwrap();
    let [(before, _, _)] = reminders(&app).await.try_into().unwrap();

    let mut tx = app.db().begin().await.unwrap();
    while Lifecycle
        .post_gone(&mut tx, &app.app().clock, &gone)
        .await
        .unwrap()
    {}
    tx.commit().await.unwrap();

    let [(after, html, text)] = reminders(&app).await.try_into().unwrap();
    assert_ne!(before, after);
    for half in [&html, &text] {
        assert_eq!(half.matches("/dashboard?post=").count(), 2, "{half}");
        assert!(!half.contains(&title), "{half}");
    }
    let sql = "select cast(contents as text) from trial_reminders";
    let (kept,): (String,) = app.db().one(sql, args![]).await.unwrap();
    assert!(!kept.contains(&title), "{kept}");
    ada.cancels().await;
    app.gives_up_mails().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_cancelled_is_not_reminded() {
    let app = TestApp::start().await;
    let ada = in_trial(&app, "ada").await;
    ada.cancels().await;

    app.lets_pass(days(2) + TimeDelta::minutes(1)).await;

    assert_eq!(reminders(&app).await.len(), 0);
}
