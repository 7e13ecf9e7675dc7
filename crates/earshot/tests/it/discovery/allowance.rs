//! The month's allowance: what comes above it waits, is counted, and is never lost.

use super::*;

/// More than fifty posts are worth keeping for these.
const KEYWORDS: [&str; 10] = [
    "invoice",
    "clients",
    "payment",
    "freelance",
    "software",
    "bookkeeping",
    "studio",
    "contract",
    "reminders",
    "recurring",
];

async fn on_its_limit(app: &TestApp) -> (Person, i64, i64) {
    let nora = app.founder("nora", Plan::Starter, &KEYWORDS).await;
    // As if most of this month's posts had been found before.
    let now = app.clock.now();
    for number in 0..45 {
        let sql = "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
                       comments, permalink, keywords_matched, relevance_score, rejected, found_at,
                       last_seen_at, checked_at)
                   values ($1, $2, $3, 'Earlier', 'x', 'y', $4, 1, 1, 'https://x.example/', $5, 50, $6, $4, $4, $4)";
        let arguments = args![
            Uuid::now_v7(),
            nora.id,
            format!("sample_{number}"),
            now,
            json!([]),
            false
        ];
        app.db().run(sql, arguments).await.unwrap();
    }
    let mut tx = app.db().begin().await.unwrap();
    let used = billing::take_posts(&mut tx, &app.clock, nora.id, 45).await;
    assert_eq!(used.unwrap(), Ok(45));
    tx.commit().await.unwrap();
    let found = nora.discovers(app).await.json();
    let waiting = nora.lists("").await["waiting"].as_i64().unwrap();
    let saved = found["posts"].as_array().unwrap().len();
    (nora, i64::try_from(saved).unwrap(), waiting)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_above_the_allowance_waits_and_the_best_is_kept() {
    let app = TestApp::start().await;

    let (nora, new, waiting) = on_its_limit(&app).await;

    let list = nora.lists("limit=200").await;
    assert_eq!((new, list["total"].as_i64()), (5, Some(50)));
    assert!(waiting > 0);
    let posts = list["posts"].as_array().unwrap();
    let new_ones = posts.iter().filter(|post| post["title"] != "Earlier");
    let least = new_ones
        .map(|post| post["relevance_score"].as_i64().unwrap())
        .min();
    let sql = "select max(relevance_score) from waiting_posts where user_id = $1";
    let (best_waiting,): (i64,) = app.db().one(sql, args![nora.id]).await.unwrap();
    assert!(least.unwrap() >= best_waiting, "{least:?} {best_waiting}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_is_nowhere_to_be_seen_but_in_the_download() {
    let app = TestApp::start().await;
    let (nora, _, waiting) = on_its_limit(&app).await;

    let rest = nora.gets("/rest/v1/reddit_posts?select=id").await.json();
    let hidden = nora.gets("/rest/v1/waiting_posts?select=id").await;
    let export = nora.gets("/api/account/export").await.json();

    assert_eq!(rest.as_array().unwrap().len(), 50);
    assert_eq!(hidden.status, 404);
    assert_eq!(
        export["waiting_posts"].as_array().unwrap().len(),
        usize::try_from(waiting).unwrap()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_discovery_neither_loses_nor_doubles_what_waits() {
    let app = TestApp::start().await;
    let (nora, _, waiting) = on_its_limit(&app).await;

    let again = nora.discovers(&app).await.json();

    // Communities that the first one found may have brought a few more.
    let list = nora.lists("").await;
    let more = list["waiting"].as_i64().unwrap() - waiting;
    assert_eq!(
        (&again["newPostsCount"], &list["total"]),
        (&json!(0), &json!(50))
    );
    assert!((0..=10).contains(&more), "{more} more than {waiting}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_month_brings_what_waits() {
    let app = TestApp::start().await;
    let (nora, _, waiting) = on_its_limit(&app).await;

    app.moves_to_later(TimeDelta::days(29)).await;
    let before = nora.lists("").await["waiting"].as_i64();
    app.moves_to_later(TimeDelta::days(2)).await;

    let list = nora.lists("").await;
    let released = list["total"].as_i64().unwrap() - 45 - 5;
    assert_eq!(before.map(|it| it > 0), Some(true));
    assert!(before <= Some(waiting));
    let left = list["waiting"].as_i64().unwrap();
    assert!(Some(left) < before, "{left} of {before:?}");
    // A few of them were deleted on Reddit meanwhile, of both kinds.
    assert!(released > 0, "{released}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_greater_plan_brings_what_waits() {
    let app = TestApp::start().await;
    let (nora, _, waiting) = on_its_limit(&app).await;
    nora.subscribes(&app, Some(Status::Active), Some(Plan::Pro))
        .await;

    app.works_off_jobs().await;

    let list = nora.lists("").await;
    assert_eq!(
        (list["waiting"].as_i64(), list["total"].as_i64()),
        (Some(0), Some(50 + waiting))
    );
}
