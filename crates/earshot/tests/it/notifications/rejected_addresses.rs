//! Addresses that permanently reject mail.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_rejects_mail_gets_no_more_digests_and_the_preferences_say_so() {
    let app = TestApp::start().await;
    // The sandbox rejects every mail to this name.
    let ada = app.reader("refused", Plan::Starter).await;
    finds(&app, &ada, Post::default()).await;
    app.lets_pass(TO_MONDAY).await;

    let preferences = ada.preferences().await;
    finds_another(&app, &ada).await;
    app.lets_pass(WEEK).await;

    assert_eq!(
        (
            &preferences["address_refused"],
            &preferences["next_digest_at"],
            &preferences["email_notifications_enabled"]
        ),
        (&json!(true), &Value::Null, &json!(true))
    );
    assert_eq!(digests(&app).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rejected_message_does_not_block_the_address() {
    let app = TestApp::start().await;
    // The sandbox accepts this recipient and rejects the message.
    let ada = app.reader("rejected", Plan::Starter).await;
    finds(&app, &ada, Post::default()).await;
    app.lets_pass(TO_MONDAY).await;
    finds_another(&app, &ada).await;

    assert_eq!(ada.preferences().await["address_refused"], false);
    app.lets_pass(WEEK).await;

    assert_eq!(digests(&app).await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn switching_digests_on_tries_again() {
    let app = TestApp::start().await;
    let ada = app.reader("refused", Plan::Starter).await;
    finds(&app, &ada, Post::default()).await;
    app.lets_pass(TO_MONDAY).await;

    let tried = ada
        .prefers(json!({ "email_notifications_enabled": true }))
        .await;
    assert_eq!(tried.json()["preferences"]["address_refused"], false);
    finds_another(&app, &ada).await;
    app.lets_pass(WEEK).await;

    assert_eq!(digests(&app).await, 2);
    assert_eq!(ada.preferences().await["address_refused"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_change_of_address_digests_are_sent_to_the_new_one() {
    let app = TestApp::start().await;
    let mut ada = app.reader("refused", Plan::Starter).await;
    finds(&app, &ada, Post::default()).await;
    app.lets_pass(TO_MONDAY).await;
    ada.puts("/auth/v1/user", &json!({ "email": "ada@example.com" }))
        .await;
    app.works_off_jobs().await;
    let mails = app.visitor().reads_mail_to("ada@example.com").await;
    let link: url::Url = mails[0]["links"][0].as_str().unwrap().parse().unwrap();
    let path = format!("{}?{}", link.path(), link.query().unwrap());
    app.visitor().opens(&path).await;
    ada.email = "ada@example.com".to_owned();
    finds_another(&app, &ada).await;

    assert_eq!(ada.preferences().await["address_refused"], false);
    app.lets_pass(WEEK).await;

    let subjects = app.subjects_to(&ada).await;
    assert_eq!(
        subjects.last().unwrap(),
        "“Clients keep paying late”",
        "{subjects:?}"
    );
}

async fn finds_another(app: &TestApp, owner: &Person) {
    let more = Post {
        reddit_id: "sample_2",
        ..Post::default()
    };
    finds(app, owner, more).await;
}

async fn digests(app: &TestApp) -> i64 {
    let sql = "select cast(count(*) as bigint) from digests";
    let (count,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    count
}
