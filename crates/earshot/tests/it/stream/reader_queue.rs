//! What waits for the reader, and what becomes of it.

use chrono::TimeDelta;
use platform::db::args;
use platform::product::Plan;
use serde_json::json;
use uuid::Uuid;

use super::heard_posts::{DEPOSITS, KEYWORD, listening_app, two_days_later, waiting};
use crate::kit::TestApp;

const KITTENS: (&str, &str) = ("Our kittens at six weeks", "They climb the curtains.");

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_long_for_the_reader_is_shown_by_its_words_and_corrected_once_it_is_read() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &[KEYWORD]).await;
    two_days_later(&app).await;
    app.server().listener.pass().await.unwrap();
    let sql = "update heard_matches set waiting_score = 90";
    app.db().run(sql, args![]).await.unwrap();
    waits_for_the_reader(&app, "t3_zkittens", KITTENS, 89.0).await;
    a_batch_is_likelier(&app).await;
    let used_before = used_posts(&app).await;
    app.clock.advance(TimeDelta::minutes(2));

    app.server().worker.run_next().await.unwrap();
    let early = nora.post_titled(DEPOSITS).await.expect("it is shown early");
    assert_eq!(early["relevance_score"], 90);
    assert!(nora.has_post("Our kittens").await);
    assert!(!nora.has_post("Sunset").await);
    app.works_off_jobs().await;

    let read = nora.post_titled(DEPOSITS).await.expect("it stays");
    assert_ne!(read["relevance_reason"], early["relevance_reason"]);
    assert_eq!(read["id"], early["id"]);
    assert!(!nora.has_post("Our kittens").await);
    assert_eq!(waiting(&app).await, 0);
    let shown = i64::try_from(nora.all_posts().await.len()).unwrap();
    assert_eq!(used_posts(&app).await - used_before, shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_was_shown_early_stays_if_its_owner_wrote_a_note() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &[KEYWORD]).await;
    two_days_later(&app).await;
    app.server().listener.pass().await.unwrap();
    waits_for_the_reader(&app, "t3_zkittens", KITTENS, 89.0).await;
    a_batch_is_likelier(&app).await;
    app.clock.advance(TimeDelta::minutes(2));
    app.server().worker.run_next().await.unwrap();
    let early = nora
        .post_titled(KITTENS.0)
        .await
        .expect("it is shown early");

    let path = format!("/api/reddit-posts/{}/state", early["id"].as_str().unwrap());
    let note = json!({ "state": "open", "note": "For the newsletter" });
    let noted = nora.patches(&path, &note).await;
    assert_eq!(noted.status, 200, "{}", noted.body);
    app.works_off_jobs().await;

    assert!(nora.has_post(KITTENS.0).await);
    assert_eq!(waiting(&app).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_reader_took_and_never_read_is_read_by_the_next() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &[KEYWORD]).await;
    two_days_later(&app).await;
    app.server().listener.pass().await.unwrap();
    let sql = "update heard_matches set job_id = $1, waiting_score = null";
    app.db().run(sql, args![Uuid::now_v7()]).await.unwrap();

    app.works_off_jobs().await;

    assert!(nora.has_post(DEPOSITS).await);
    assert_eq!(waiting(&app).await, 0);
}

/// As many texts as a reader takes at once, each likelier than any other.
async fn a_batch_is_likelier(app: &TestApp) {
    let sunset = ("Sunset over the harbour", "Taken on my way home.");
    for number in 0..25 {
        waits_for_the_reader(app, &format!("t3_zother{number}"), sunset, 99.0).await;
    }
}

/// Puts a text into the reader's queue, as if the listener had heard it.
async fn waits_for_the_reader(
    app: &TestApp,
    reddit_id: &str,
    (title, body): (&str, &str),
    score: f64,
) {
    let sql = "select cast(post as text) from heard_posts limit 1";
    let (post,): (String,) = app.db().one(sql, args![]).await.unwrap();
    let mut post: serde_json::Value = serde_json::from_str(&post).unwrap();
    post["reddit_id"] = json!(reddit_id);
    post["title"] = json!(title);
    post["body"] = json!(body);
    let now = app.clock.now();
    let sql = "insert into heard_posts (reddit_id, post, heard_at) values ($1, $2, $3)";
    let row = args![reddit_id, post, now];
    app.db().run(sql, row).await.unwrap();
    let sql =
        "insert into heard_matches (user_id, reddit_id, keywords, heard_at, held, waiting_score)
               select user_id, $1, keywords, $2, held, $3 from heard_matches limit 1";
    let row = args![reddit_id, now, score];
    app.db().run(sql, row).await.unwrap();
}

async fn used_posts(app: &TestApp) -> i64 {
    let sql = "select cast(coalesce(sum(used), 0) as bigint) from post_allowances";
    let (used,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    used
}
