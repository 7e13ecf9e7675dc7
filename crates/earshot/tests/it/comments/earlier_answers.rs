//! A warning before the same thread or the same author is answered a second time.

use platform::db::args;
use uuid::Uuid;

use super::*;

/// A post in a thread, by an author.
async fn finds_post(
    app: &TestApp,
    owner: &Person,
    title: &str,
    (thread, author): (&str, &str),
) -> Uuid {
    let (id, now) = (Uuid::now_v7(), app.clock.now());
    let sql = "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
                   comments, permalink, keywords_matched, relevance_score, rejected, found_at, last_seen_at,
                   checked_at)
               values ($1, $2, $3, $4, 'freelance', $5, $6, 1, 0, $7, $8, 80, $9, $6, $6, $6)";
    let permalink = format!("https://reddit.example/r/freelance/comments/{thread}/a_title/");
    let reddit_id = format!("sample_{}", id.simple());
    let arguments = args![
        id,
        owner.id,
        reddit_id,
        title,
        author,
        now,
        permalink,
        json!([]),
        false
    ];
    app.db().run(sql, arguments).await.unwrap();
    id
}

/// A mention in a thread, by an author.
async fn finds_mention(app: &TestApp, owner: &Person, (thread, author): (&str, &str)) -> Uuid {
    let (id, now) = (Uuid::now_v7(), app.clock.now());
    let sql = "insert into brand_mentions (id, user_id, reddit_id, post_id, post_title, post_url, subreddit,
                   author, reddit_created_at, post_score, comment_count, mention_type, brand_terms, is_read,
                   rejected, found_at, last_seen_at, checked_at)
               values ($1, $2, $3, $4, 'About Paperlark', 'https://reddit.example/', 'freelance', $5, $6, 1, 0,
                       'title', $7, $8, $8, $6, $6, $6)";
    let (reddit_id, thread) = (format!("sample_{}", id.simple()), format!("t3_{thread}"));
    let term = json!({ "term_value": "Paperlark" });
    let arguments = args![id, owner.id, reddit_id, thread, author, now, term, false];
    app.db().run(sql, arguments).await.unwrap();
    id
}

async fn answers(app: &TestApp, owner: &Person, id: Uuid) {
    app.clock.advance(TimeDelta::minutes(1));
    let path = format!("/api/reddit-posts/{id}/state");
    let moved = owner.patches(&path, &json!({ "state": "answered" })).await;
    assert_eq!(moved.status, 200, "{}", moved.body);
}

async fn earlier(owner: &Person, id: Uuid) -> Vec<Value> {
    let reply = owner.gets(&format!("/api/earlier-answers/{id}")).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()["answers"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_in_the_same_thread_or_to_the_same_author_is_told_newest_first() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let by_author = finds_post(&app, &ada, "Another question of hers", ("1aaa", "kestrel")).await;
    let in_thread = finds_post(&app, &ada, "The same thread", ("1bbb", "somebody")).await;
    let elsewhere = finds_post(&app, &ada, "Elsewhere", ("1ccc", "nobody")).await;
    let asked = finds_post(&app, &ada, "Now", ("1bbb", "kestrel")).await;
    let mention = finds_mention(&app, &ada, ("1bbb", "finch")).await;
    assert_eq!(earlier(&ada, asked).await, Vec::<Value>::new());

    for id in [by_author, in_thread, elsewhere] {
        answers(&app, &ada, id).await;
    }

    let told = earlier(&ada, asked).await;
    let facts = |answer: &Value| {
        ["title", "state", "same_thread", "same_author"].map(|name| answer[name].clone())
    };
    let told: Vec<_> = told.iter().map(facts).collect();
    assert_eq!(
        told,
        [
            [
                json!("The same thread"),
                json!("answered"),
                json!(true),
                json!(false)
            ],
            [
                json!("Another question of hers"),
                json!("answered"),
                json!(false),
                json!(true)
            ],
        ]
    );
    let of_mention = earlier(&ada, mention).await;
    assert_eq!(of_mention.len(), 1);
    assert_eq!(of_mention[0]["title"], "The same thread");
}

#[tokio::test(flavor = "multi_thread")]
async fn deleted_authors_are_nobody_and_rows_of_others_are_not_there() {
    let app = TestApp::start().await;
    let (ada, ben) = (app.person("ada").await, app.person("ben").await);
    let first = finds_post(&app, &ada, "Gone author", ("1aaa", "[deleted]")).await;
    let second = finds_post(&app, &ada, "Gone too", ("1bbb", "[deleted]")).await;
    answers(&app, &ada, first).await;

    assert_eq!(earlier(&ada, second).await, Vec::<Value>::new());
    let foreign = ben.gets(&format!("/api/earlier-answers/{second}")).await;
    foreign.refuses(404, "This post or mention does not exist.");
}
