//! A listener that dies anywhere: what it had not stored is read by the next one, and nothing twice.

use platform::db::{Db, Engine, args};
use platform::product::Plan;
use serde_json::json;

use crate::kit::{MANY_CALLS, Process, TestApp, TestPlace, engine, eventually};

const SETTINGS: [(&str, &str); 3] = [
    ("EARSHOT_JOB_LEASE_MS", "1500"),
    ("EARSHOT_STREAM", "on"),
    MANY_CALLS,
];

#[tokio::test(flavor = "multi_thread")]
async fn a_lead_is_heard_once_wherever_the_listener_dies() {
    for point in [
        "stream.before_commit",
        "stream.after_commit",
        "stream.before_save",
    ] {
        let mut app = TestApp::start_with(&[MANY_CALLS]).await;
        app.listens().await;
        app.founder("nora", Plan::Pro, &["client deposit"]).await;
        let place = std::mem::replace(&mut app.place, TestPlace::empty().await);
        drop(app);
        let db = place.open().await;
        let armed = [SETTINGS.as_slice(), &[("EARSHOT_CRASH_AT", point)]].concat();

        let doomed = Process::start(&place, &armed).await;
        let later = json!({ "advanceSeconds": 2 * 86_400 + 300 });
        // The response may be lost with the process.
        let _nobody = doomed
            .visitor()
            .request(reqwest::Method::POST, "/sandbox/clock")
            .json(&later)
            .send()
            .await;
        doomed.crashes().await;
        let survivor = Process::start(&place, &SETTINGS).await;
        eventually(point, || async { deposits(&db).await == 1 }).await;
        assert!(survivor.terminate().await.success());

        assert_eq!(deposits(&db).await, 1, "{point}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_process_that_listens_is_killed_another_one_goes_on() {
    let mut app = TestApp::start_with(&[MANY_CALLS]).await;
    app.listens().await;
    app.founder("nora", Plan::Pro, &["client deposit"]).await;
    let place = std::mem::replace(&mut app.place, TestPlace::empty().await);
    drop(app);
    let db = place.open().await;

    let first = Process::start(&place, &SETTINGS).await;
    let second = match engine() {
        // There one process has the file, and the next one begins when it is gone.
        Engine::Sqlite => {
            first.kill().await;
            Process::start(&place, &SETTINGS).await
        }
        Engine::Postgres => {
            eventually("the first one listens", || async {
                leaders(&db).await == 1
            })
            .await;
            let second = Process::start(&place, &SETTINGS).await;
            first.kill().await;
            second
        }
    };
    let later = json!({ "advanceSeconds": 2 * 86_400 + 300 });
    let moved = second.visitor().posts("/sandbox/clock", &later).await;
    assert_eq!(moved.status, 200, "{}", moved.body);

    eventually("the lead", || async { deposits(&db).await == 1 }).await;
    assert!(second.terminate().await.success());
    assert_eq!(deposits(&db).await, 1);
}

async fn leaders(db: &Db) -> i64 {
    let sql = "select cast(count(*) as bigint) from stream_leases";
    let (count,): (i64,) = db.one(sql, args![]).await.unwrap();
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn a_story_is_heard_once_though_the_listener_died_before_it_was_stored() {
    let hacker_news = ("EARSHOT_HN", "sandbox");
    let mut app = TestApp::start_with(&[MANY_CALLS, hacker_news]).await;
    let nora = app.gym_founder("nora").await;
    nora.hears("hacker_news", true).await;
    app.listens_to_hacker_news().await;
    let place = std::mem::replace(&mut app.place, TestPlace::empty().await);
    drop(app);
    let db = place.open().await;
    let settings = [SETTINGS.as_slice(), &[hacker_news]].concat();
    let armed = [
        settings.as_slice(),
        &[("EARSHOT_CRASH_AT", "stream.before_items")],
    ]
    .concat();

    let doomed = Process::start(&place, &armed).await;
    let later = json!({ "advanceSeconds": 13 * 3_600 });
    let _nobody = doomed
        .visitor()
        .request(reqwest::Method::POST, "/sandbox/clock")
        .json(&later)
        .send()
        .await;
    doomed.crashes().await;
    let survivor = Process::start(&place, &settings).await;
    eventually("the story", || async { gym_stories(&db).await == 1 }).await;
    assert!(survivor.terminate().await.success());
}

async fn gym_stories(db: &Db) -> i64 {
    let sql = "select cast(count(*) as bigint) from reddit_posts where reddit_id = 'hn_46000010'";
    let (count,): (i64,) = db.one(sql, args![]).await.unwrap();
    count
}

async fn deposits(db: &Db) -> i64 {
    let sql = "select cast(count(*) as bigint) from reddit_posts where title like 'How do you take deposits%'";
    let (count,): (i64,) = db.one(sql, args![]).await.unwrap();
    count
}
