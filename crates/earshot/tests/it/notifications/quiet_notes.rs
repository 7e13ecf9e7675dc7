//! A week or month without findings is told of, honestly and briefly.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_week_without_findings_brings_a_note_of_what_was_read() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    app.lets_pass(TO_MONDAY).await;
    assert_eq!(
        app.subjects_to(&ada).await,
        Vec::<String>::new(),
        "too early to tell"
    );
    let below = Post {
        relevance: 50,
        ..Post::default()
    };
    finds(&app, &ada, below).await;
    let sql = "insert into search_runs (id, user_id, community, ran_at, read, found, added, leads)
               values ($1, $2, 'freelance', $3, 1284, 1, 1, 0)";
    let run = args![Uuid::now_v7(), ada.id, app.clock.now()];
    app.db().run(sql, run).await.unwrap();

    app.lets_pass(WEEK).await;

    let mail = app.only_mail_to(&ada).await;
    assert_eq!(mail["subject"], "A quiet week for Paperlark");
    let text = mail["text"].as_str().unwrap();
    for part in [
        "and read 1,284 posts for Paperlark.",
        "1 post is in your list, below your minimum match of 70.",
        "Change searches:",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_month_has_a_note_too_and_a_day_has_none() {
    let app = TestApp::start().await;
    let (mia, eve) = (
        app.reader("mia", Plan::Starter).await,
        app.reader("eve", Plan::Starter).await,
    );
    mia.prefers(json!({ "frequency": "monthly" })).await;
    eve.prefers(json!({ "frequency": "daily" })).await;

    app.lets_pass(TimeDelta::days(17)).await;
    app.lets_pass(TimeDelta::days(31)).await;

    assert_eq!(
        app.subjects_to(&mia).await.last().unwrap(),
        "A quiet month for Paperlark"
    );
    assert_eq!(app.subjects_to(&eve).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_note_can_be_switched_off() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    ada.prefers(json!({ "quiet_notes": false })).await;

    app.lets_pass(TO_MONDAY).await;
    app.lets_pass(WEEK).await;

    assert_eq!(app.subjects_to(&ada).await, Vec::<String>::new());
}
