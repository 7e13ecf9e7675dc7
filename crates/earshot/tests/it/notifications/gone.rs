//! What is gone from Reddit leaves a mail that waits.

use super::*;

/// The only mail of the outbox: what it says, if it is there.
async fn waiting_mail(app: &TestApp) -> Option<(String, String, String)> {
    let sql = "select subject, html, text from outbox_mails where sent_at is null";
    app.db().maybe(sql, args![]).await.unwrap()
}

/// Lets the mail server say "not now" until nobody asks any more.
async fn is_turned_away(app: &TestApp) {
    for _ in 0..8 {
        app.lets_pass(TimeDelta::minutes(11)).await;
    }
}

/// Found late on Sunday, so that the digest of Monday is written before anybody looks again.
async fn late_on_sunday(app: &TestApp) {
    app.lets_pass(TimeDelta::hours(11)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_disappears_leaves_the_mail_that_waits_for_its_server() {
    let app = TestApp::start().await;
    // The sandbox turns everything to this name away for now.
    let ada = app.reader("busy", Plan::Starter).await;
    late_on_sunday(&app).await;
    finds(&app, &ada, Post::default()).await;
    let doomed = Post {
        reddit_id: "t3_zzgone",
        title: "Taken back",
        rank: Some(3),
        ..Post::default()
    };
    finds(&app, &ada, doomed).await;
    // Said under the post that disappears.
    hears(
        &app,
        &ada,
        ("t1_zzsaid", "t3_zzgone"),
        ("Said below", "positive"),
    )
    .await;
    app.lets_pass(TimeDelta::hours(10)).await;
    is_turned_away(&app).await;
    let (subject, html, _) = waiting_mail(&app).await.unwrap();
    assert_eq!(subject, "2 posts worth answering this week");
    assert!(html.contains("Taken back") && html.contains("Said below"));

    app.lets_pass(TimeDelta::hours(14)).await;

    let (subject, html, text) = waiting_mail(&app).await.unwrap();
    assert_eq!(subject, "1 post worth answering this week");
    for half in [&html, &text] {
        assert!(half.contains("Clients keep paying late"), "{half}");
        assert!(!half.contains("Taken back"), "{half}");
        assert!(!half.contains("Said below"), "{half}");
        assert!(!half.contains("on Google"), "{half}");
    }
    let sql = "select cast(contents as text) from digests";
    let (kept,): (String,) = app.db().one(sql, args![]).await.unwrap();
    assert!(!kept.contains("Taken back") && !kept.contains("Said below"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_names_nothing_any_more_is_not_sent() {
    let app = TestApp::start().await;
    let ada = app.reader("busy", Plan::Starter).await;
    late_on_sunday(&app).await;
    let doomed = Post {
        reddit_id: "t3_zzgone",
        title: "Taken back",
        ..Post::default()
    };
    finds(&app, &ada, doomed).await;
    app.lets_pass(TimeDelta::hours(10)).await;
    is_turned_away(&app).await;
    assert!(waiting_mail(&app).await.is_some());

    app.lets_pass(TimeDelta::hours(14)).await;

    assert_eq!(waiting_mail(&app).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_mail_that_was_sent_the_outbox_keeps_no_copy_of_what_is_gone() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    late_on_sunday(&app).await;
    let doomed = Post {
        reddit_id: "t3_zzgone",
        title: "Taken back",
        ..Post::default()
    };
    finds(&app, &ada, doomed).await;
    app.lets_pass(TimeDelta::hours(10)).await;
    assert_eq!(app.subjects_to(&ada).await.len(), 1);

    app.lets_pass(TimeDelta::hours(14)).await;

    let sql = "select html, text from outbox_mails where sent_at is not null";
    let kept: (String, String) = app.db().one(sql, args![]).await.unwrap();
    assert_eq!(kept, (String::new(), String::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_unsubscribes_does_not_get_the_mail_that_waits() {
    let app = TestApp::start().await;
    let ada = app.reader("busy", Plan::Starter).await;
    finds(&app, &ada, Post::default()).await;
    app.lets_pass(TO_MONDAY).await;
    is_turned_away(&app).await;
    assert!(waiting_mail(&app).await.is_some());

    ada.prefers(json!({ "email_notifications_enabled": false }))
        .await;

    assert_eq!(waiting_mail(&app).await, None);
}
