//! What waits for the reader, and what becomes of it.

use chrono::TimeDelta;
use platform::db::args;
use platform::product::Plan;
use serde_json::json;
use uuid::Uuid;

use super::heard_posts::{DEPOSITS, KEYWORD, listening_app, two_days_later, waiting};
use crate::kit::{Person, TestApp};

const KITTENS: (&str, &str) = ("Our kittens at six weeks", "They climb the curtains.");

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_long_for_the_reader_is_shown_by_its_words_and_corrected_once_it_is_read() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &[KEYWORD]).await;
    two_days_later(&app).await;
    app.server().listener.pass().await.unwrap();
    let sql = "update heard_matches set waiting_score = 90, glance = 90";
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
    let early = shown_early(&app, &nora, KITTENS).await;

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

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_was_shown_early_stays_if_its_owner_began_to_answer_it() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &[KEYWORD]).await;
    two_days_later(&app).await;
    app.server().listener.pass().await.unwrap();
    let early = shown_early(&app, &nora, KITTENS).await;

    // Asking for a draft would let the reader have its turn meanwhile.
    let sql = "insert into drafts (id, user_id, post_id, tone, comment, tokens_used, used_model, attempts,
                                   warnings, created_at)
               values ($1, $2, $3, 'casual', 'A comment', 0, $4, 1, $5, $6)";
    let (id, post_id) = (Uuid::now_v7(), early["id"].as_str().unwrap());
    let row = args![id, nora.id, post_id, false, json!([]), app.clock.now()];
    app.db().run(sql, row).await.unwrap();
    app.works_off_jobs().await;

    assert!(nora.has_post(KITTENS.0).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_gets_a_mail_about_a_post_until_it_is_read() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &[KEYWORD]).await;
    let chosen = json!({ "frequency": "instant", "minimum_match": 50 });
    let taken = nora.posts("/api/notification-preferences", &chosen).await;
    assert_eq!(taken.status, 200, "{}", taken.body);
    two_days_later(&app).await;
    app.works_off_jobs().await;
    let mails_before = app.subjects_to(&nora).await.len();
    app.server().listener.pass().await.unwrap();
    shown_early(&app, &nora, KITTENS).await;
    assert!(nora.has_post(DEPOSITS).await);
    app.works_off_jobs().await;

    app.lets_pass(TimeDelta::minutes(5)).await;

    let mails = app.subjects_to(&nora).await.split_off(mails_before);
    assert!(mails.iter().any(|it| it.contains(DEPOSITS)), "{mails:?}");
    let mails = app.visitor().reads_mail_to(&nora.email).await;
    assert!(!mails.iter().any(|it| it.to_string().contains(KITTENS.0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn noise_and_posts_that_name_the_company_are_not_shown_early() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &[KEYWORD]).await;
    two_days_later(&app).await;
    app.server().listener.pass().await.unwrap();
    let hiring = (
        "[Hiring] Bookkeeper",
        "We are hiring. Send your CV to apply.",
    );
    let named = ("Paperlark and deposits", "Does Paperlark take deposits?");
    waits_for_the_reader(&app, "t3_zhiring", hiring, 98.0).await;
    waits_for_the_reader(&app, "t3_znamed", named, 98.0).await;

    shown_early(&app, &nora, KITTENS).await;

    assert!(!nora.has_post(hiring.0).await);
    assert!(!nora.has_post(named.0).await);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_no_text_any_more_is_forgotten() {
    let app = listening_app().await;
    app.founder("nora", Plan::Pro, &[KEYWORD]).await;
    two_days_later(&app).await;
    app.server().listener.pass().await.unwrap();
    app.db()
        .run("delete from heard_posts", args![])
        .await
        .unwrap();

    app.works_off_jobs().await;

    assert_eq!(waiting(&app).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_has_read_for_a_day_is_forgotten_with_its_text() {
    let app = listening_app().await;
    app.founder("nora", Plan::Pro, &[KEYWORD]).await;
    two_days_later(&app).await;
    app.server().listener.pass().await.unwrap();
    let sql = "update heard_matches set waiting_score = null, job_id = null";
    app.db().run(sql, args![]).await.unwrap();

    app.lets_pass(TimeDelta::hours(31)).await;

    let sql = "select cast(count(*) as bigint) from heard_posts";
    let (texts,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    assert_eq!((waiting(&app).await, texts), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_process_of_the_release_before_heard_is_read() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &[KEYWORD]).await;
    two_days_later(&app).await;
    app.server().listener.pass().await.unwrap();
    let sql = "update heard_matches set waiting_score = null";
    app.db().run(sql, args![]).await.unwrap();
    app.works_off_jobs().await;
    assert!(!nora.has_post(DEPOSITS).await);
    let sql = "update jobs set kind = 'judge_heard_posts', payload = $1, state = 'queued'
               where id = (select id from jobs where kind = 'read_heard_posts' limit 1)";
    let payload = json!({ "user_id": nora.id });
    app.db().run(sql, args![payload]).await.unwrap();

    app.works_off_jobs().await;

    assert!(nora.has_post(DEPOSITS).await);
}

/// A post that is in the list by its words alone, as it is there.
async fn shown_early(app: &TestApp, nora: &Person, text: (&str, &str)) -> serde_json::Value {
    waits_for_the_reader(app, "t3_zkittens", text, 89.0).await;
    a_batch_is_likelier(app).await;
    app.clock.advance(TimeDelta::minutes(2));
    app.server().worker.run_next().await.unwrap();
    let early = nora.post_titled(text.0).await;
    early.expect("it is shown early")
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
        "insert into heard_matches (user_id, reddit_id, keywords, heard_at, held, glance, waiting_score)
               select user_id, $1, keywords, $2, held, $3, $3 from heard_matches limit 1";
    let row = args![reddit_id, now, score];
    app.db().run(sql, row).await.unwrap();
}

async fn used_posts(app: &TestApp) -> i64 {
    let sql = "select cast(coalesce(sum(used), 0) as bigint) from post_allowances";
    let (used,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    used
}
