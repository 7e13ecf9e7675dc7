//! What the reader made of posts and companies: kept once, dropped with the post or the company, and
//! judged again when scores get another meaning.

use reqwest::Method;

use super::*;
use crate::kit::{Process, TestPlace};

async fn vectors(app: &TestApp) -> Vec<(String, Vec<u8>)> {
    let sql = "select reddit_id, vector from post_vectors order by reddit_id";
    app.db().all(sql, args![]).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_is_read_once_whoever_it_is_judged_for() {
    let app = TestApp::start().await;
    let keywords = ["late payments", "invoicing software"];
    let nora = app.founder("nora", Plan::Pro, &keywords).await;
    let olga = app.founder("olga", Plan::Pro, &keywords).await;
    nora.discovers(&app).await;
    let first = vectors(&app).await;
    assert!(first.len() >= nora.all_posts().await.len());
    let mark = "update post_vectors set read_at = $1";
    let long_ago = app.clock.now() - TimeDelta::days(1);
    app.db().run(mark, args![long_ago]).await.unwrap();

    olga.discovers(&app).await;

    assert_eq!(vectors(&app).await, first);
    let sql = "select cast(count(*) as bigint) from post_vectors where read_at > $1";
    let (again,): (i64,) = app.db().one(sql, args![long_ago]).await.unwrap();
    assert_eq!(again, 0);
    assert_eq!(
        titles(&olga.all_posts().await),
        titles(&nora.all_posts().await)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edited_post_is_read_again() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    let right = vectors_of_saved(&app).await;
    let sql = "update post_vectors set text_hash = text_hash + 1, vector = $1";
    app.db().run(sql, args![vec![1_u8; 384]]).await.unwrap();

    nora.discovers(&app).await;

    let again = vectors_of_saved(&app).await;
    assert!(right.iter().all(|read| again.contains(read)));
}

/// Of posts that are in a list. What else is read depends on the communities that a scan chooses.
async fn vectors_of_saved(app: &TestApp) -> Vec<(String, Vec<u8>)> {
    let sql = "select reddit_id, vector from post_vectors
               where exists (select 1 from reddit_posts
                             where reddit_posts.reddit_id = post_vectors.reddit_id)";
    let read: Vec<(String, Vec<u8>)> = app.db().all(sql, args![]).await.unwrap();
    assert_ne!(read, []);
    read
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_read_of_a_post_goes_with_it_or_after_a_month_without_an_owner() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    let kept = "select cast(count(*) as bigint) from post_vectors
                where not exists (select 1 from reddit_posts
                                  where reddit_posts.reddit_id = post_vectors.reddit_id)";
    let (unused,): (i64,) = app.db().one(kept, args![]).await.unwrap();
    assert!(unused > 0, "some were read and not saved");

    app.moves_to_later(TimeDelta::days(31)).await;

    let gone = "select cast(count(*) as bigint) from post_vectors where read_at < $1
                and not exists (select 1 from reddit_posts
                                where reddit_posts.reddit_id = post_vectors.reddit_id)";
    let month_ago = app.clock.now() - TimeDelta::days(30);
    let (left,): (i64,) = app.db().one(gone, args![month_ago]).await.unwrap();
    assert_eq!(left, 0);
    let sql = "select reddit_id from reddit_posts
               where not exists (select 1 from post_vectors
                                 where reddit_posts.reddit_id = post_vectors.reddit_id)";
    let unread: Vec<(String,)> = app.db().all(sql, args![]).await.unwrap();
    assert_eq!(unread, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn scores_of_an_older_scale_are_given_anew_at_the_next_start() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    let right = nora.all_posts().await;
    let sql = "update reddit_posts set scale = 0, relevance_score = 99, relevance_reason = 'old', relevance_parts = $1";
    app.db().run(sql, args![json!([])]).await.unwrap();

    discovery::rejudge_older_scales(app.db(), &app.clock)
        .await
        .unwrap();
    app.works_off_jobs().await;

    let scores = |posts: &[Value]| {
        let score = |post: &Value| (post["title"].clone(), post["relevance_score"].clone());
        let mut scores = posts.iter().map(score).collect::<Vec<_>>();
        scores.sort_by_key(|(title, _)| title.to_string());
        scores
    };
    let again = nora.all_posts().await;
    assert_eq!(scores(&again), scores(&right));
    assert!(again.iter().all(|post| post["relevance_reason"] != "old"));
    let sql = "select cast(count(*) as bigint) from reddit_posts where scale = 0";
    let (older,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    assert_eq!(older, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn within_ten_points_the_posts_to_answer_now_come_first() {
    let app = TestApp::start().await;
    let nora = app.person("nora").await;
    for (title, score, rank, days) in [
        ("old and ranked", 63, Some(4), 40),
        ("new", 61, None, 1),
        ("older", 69, None, 9),
        ("best", 71, None, 90),
    ] {
        let sql = "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
                       comments, permalink, google_ranking, keywords_matched, relevance_score, rejected, found_at,
                       last_seen_at, checked_at, scale)
                   values ($1, $2, $3, $3, 'x', 'y', $4, 1, 1, 'https://x.example/', $5, $6, $7, $8, $9, $9, $9, 1)";
        let now = app.clock.now();
        let written = now - TimeDelta::days(days);
        let arguments = args![
            Uuid::now_v7(),
            nora.id,
            title,
            written,
            rank.map(i64::from),
            json!([]),
            i64::from(score),
            false,
            now
        ];
        app.db().run(sql, arguments).await.unwrap();
    }

    let posts = nora.all_posts().await;

    assert_eq!(titles(&posts), ["best", "old and ranked", "new", "older"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_scan_reads_anything_again_also_after_a_restart() {
    let mut app = TestApp::start().await;
    let keywords = ["late payments", "invoicing software"];
    let nora = app.founder("nora", Plan::Pro, &keywords).await;
    let token = app.token_of(nora.id, TimeDelta::days(3_650)).await;
    let place = std::mem::replace(&mut app.place, TestPlace::empty().await);
    drop(app);
    // A process of its own: its numbers are of this test alone.
    let server = Process::start(&place, &[]).await;

    let found = discovers_at(&server, &token).await;
    // The communities that the first scan found are read in the second.
    discovers_at(&server, &token).await;
    let first = texts_read(&server).await;
    discovers_at(&server, &token).await;

    assert!(found > 0);
    let [company, posts, sentences, pairs] = first;
    assert_eq!(company, 4, "the whole text and its three sentences");
    assert!(posts >= found && sentences >= found, "{first:?}");
    assert!(pairs >= found, "{first:?}");
    assert_eq!(texts_read(&server).await, first);
    server.terminate().await;

    let server = Process::start(&place, &[]).await;
    discovers_at(&server, &token).await;

    assert_eq!(texts_read(&server).await, [0; 4]);
}

/// How many posts are new.
async fn discovers_at(server: &Process, token: &str) -> u64 {
    let visitor = server.visitor();
    let asking = visitor
        .request(Method::POST, "/api/reddit-discovery")
        .bearer_auth(token)
        .json(&json!({}));
    let reply = visitor.sends(asking).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()["newPostsCount"].as_u64().unwrap()
}

/// How many companies' texts, posts, sentences of posts and companies with posts the reader has read,
/// as operators see it.
async fn texts_read(server: &Process) -> [u64; 4] {
    let metrics = server.visitor().asks("/metrics").await.body;
    ["company", "post", "sentence", "pair"].map(|kind| {
        let name = format!("earshot_texts_read_total{{kind=\"{kind}\"}} ");
        let line = metrics.lines().find_map(|line| line.strip_prefix(&name));
        line.map_or(0, |count| count.parse().unwrap())
    })
}

async fn company_vectors(app: &TestApp) -> Vec<(i64, Vec<u8>)> {
    let sql = "select reader, vectors from company_vectors";
    app.db().all(sql, args![]).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_company_is_read_again_when_its_text_or_the_reader_changes() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    let right = company_vectors(&app).await;
    let sql = "update company_vectors set reader = reader - 1, vectors = $1";
    app.db().run(sql, args![vec![1_u8; 384]]).await.unwrap();

    nora.discovers(&app).await;
    let by_new_reader = company_vectors(&app).await;
    let company = nora.gets("/api/companies").await.json();
    let id = company["companies"][0]["id"].as_str().unwrap().to_owned();
    let correction = json!({ "description": "Paperlark bakes bread for cafés and hotels." });
    let edited = nora
        .patches(&format!("/api/companies/{id}"), &correction)
        .await;
    assert_eq!(edited.status, 200, "{}", edited.body);
    nora.discovers(&app).await;

    assert_eq!(right.len(), 1);
    assert_eq!(by_new_reader, right);
    let of_new_text = company_vectors(&app).await;
    assert_eq!(of_new_text.len(), 1);
    assert_ne!(of_new_text, right);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_read_of_a_company_goes_with_it() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    assert_eq!(company_vectors(&app).await.len(), 1);

    let sql = "delete from companies where user_id = $1";
    app.db().run(sql, args![nora.id]).await.unwrap();

    assert_eq!(company_vectors(&app).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_that_wait_are_judged_again_too() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    let right = nora.all_posts().await;
    let sql = "select user_id from waiting_posts where scale < $1 and relevance_score = 3";
    let move_all = [
        "insert into waiting_posts (id, user_id, reddit_id, relevance_score, post, found_at, checked_at)
         select id, user_id, reddit_id, 3, $1, found_at, found_at from reddit_posts
         where title = $2",
        "delete from reddit_posts where title = $2 and relevance_parts <> $1",
    ];
    let post = &right[0];
    let stored = json!({
        "reddit_id": reddit_id(&app, post).await, "title": post["title"], "subreddit": post["subreddit"],
        "author": post["author"], "created_at": post["created_at"], "score": 1, "comments": 1,
        "content": post["content"], "permalink": post["permalink"], "google_ranking": null,
        "keywords_matched": ["late payments"], "relevance_score": 3, "relevance_reason": "old",
        "relevance_parts": [], "matched": [], "intent": "question",
    });
    for statement in move_all {
        let title = post["title"].as_str().unwrap();
        app.db()
            .run(statement, args![stored.clone(), title])
            .await
            .unwrap();
    }
    let older: Vec<(Uuid,)> = app.db().all(sql, args![1]).await.unwrap();
    assert_eq!(older, [(nora.id,)]);

    discovery::rejudge_older_scales(app.db(), &app.clock)
        .await
        .unwrap();
    app.works_off_jobs().await;

    let sql = "select relevance_score, post from waiting_posts where scale > 0";
    let (score, judged): (i64, Value) = app.db().one(sql, args![]).await.unwrap();
    assert_eq!(score, post["relevance_score"].as_i64().unwrap());
    assert_eq!(judged["relevance_reason"], post["relevance_reason"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_after_an_update_leaves_no_score_of_the_older_scale() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    // This one is not found again.
    let sql = "update reddit_posts set scale = 0, relevance_score = 99, reddit_id = 'sample_1'
               where id = (select min(id) from reddit_posts)";
    let sql = match crate::kit::engine() {
        platform::db::Engine::Postgres => {
            sql.replace("min(id)", "cast(min(cast(id as text)) as uuid)")
        }
        platform::db::Engine::Sqlite => sql.to_owned(),
    };
    app.db().run(sql.leak(), args![]).await.unwrap();

    nora.discovers(&app).await;

    let sql =
        "select cast(count(*) as bigint) from reddit_posts where scale = 0 or relevance_score = 99";
    let (older,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    assert_eq!(older, 0);
}
