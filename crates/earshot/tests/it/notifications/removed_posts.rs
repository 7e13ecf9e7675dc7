//! Posts that are gone from Reddit are removed from mails that are not sent yet.

use super::*;

/// The only mail in the outbox: its contents, if it is there.
async fn waiting_mail(app: &TestApp) -> Option<(String, String, String)> {
    let sql = "select subject, html, text from outbox_mails where sent_at is null";
    app.db().maybe(sql, args![]).await.unwrap()
}

/// Lets the mail server defer the mail once more.
async fn is_deferred(app: &TestApp) {
    app.lets_pass(TimeDelta::minutes(11)).await;
}

/// Found late on Sunday, so that Monday's digest is written before the next sweep.
async fn late_on_sunday(app: &TestApp) {
    app.lets_pass(TimeDelta::hours(11)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_disappears_is_removed_from_an_unsent_mail() {
    let app = TestApp::start().await;
    // The sandbox defers every mail to this name.
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
    // A comment under the post that disappears.
    finds_mention(
        &app,
        &ada,
        ("t1_zzsaid", "t3_zzgone"),
        ("Said below", "positive"),
    )
    .await;
    app.lets_pass(TimeDelta::hours(10)).await;
    is_deferred(&app).await;
    let (subject, html, _) = waiting_mail(&app).await.unwrap();
    assert!(subject.ends_with("and 1 more post to answer"), "{subject}");
    assert!(html.contains("Taken back") && html.contains("Said below"));

    app.lets_pass(TimeDelta::hours(14)).await;

    let (subject, html, text) = waiting_mail(&app).await.unwrap();
    assert_eq!(subject, "“Clients keep paying late”");
    for half in [&html, &text] {
        assert!(half.contains("Clients keep paying late"), "{half}");
        assert!(!half.contains("Taken back"), "{half}");
        assert!(!half.contains("Said below"), "{half}");
        assert!(!half.contains("on Google"), "{half}");
    }
    let sql = "select cast(contents as text) from digests";
    let (kept,): (String,) = app.db().one(sql, args![]).await.unwrap();
    assert!(!kept.contains("Taken back") && !kept.contains("Said below"));
    app.gives_up_mails().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_lists_nothing_any_more_is_not_sent() {
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
    is_deferred(&app).await;
    assert!(waiting_mail(&app).await.is_some());

    app.lets_pass(TimeDelta::hours(14)).await;

    assert_eq!(waiting_mail(&app).await, None);
    app.gives_up_mails().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_text_of_a_sent_mail_is_deleted_when_a_listed_post_disappears() {
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
async fn unsubscribing_withdraws_an_unsent_mail() {
    let app = TestApp::start().await;
    let ada = app.reader("busy", Plan::Starter).await;
    finds(&app, &ada, Post::default()).await;
    app.lets_pass(TO_MONDAY).await;
    is_deferred(&app).await;
    assert!(waiting_mail(&app).await.is_some());

    ada.prefers(json!({ "email_notifications_enabled": false }))
        .await;

    assert_eq!(waiting_mail(&app).await, None);
    app.gives_up_mails().await;
}
