//! Rejecting and restoring: for oneself alone, with a reason, and it teaches.

use platform::live::{Event, LiveEvent};

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_rejected_post_leaves_the_list_and_comes_back() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    let posts = nora.all_posts().await;

    let rejected = nora.rejects(&posts[0], "  Too old  ").await;

    assert_eq!(rejected.json(), json!({ "success": true, "error": null }));
    let (kept, sent_away) = (nora.all_posts().await, nora.lists("rejected=true").await);
    assert_eq!(kept, posts[1..]);
    assert_eq!(sent_away["total"], 1);
    assert_eq!(sent_away["posts"][0]["rejected_reason"], "Too old");
    let both = nora.lists("includeRejected=true").await;
    assert_eq!(both["total"], posts.len());

    let restored = nora.restores(&posts[0]).await;

    assert_eq!(restored.json(), json!({ "success": true, "error": null }));
    let mut expected = posts;
    expected[0]["state_at"] = json!(app.clock.now().to_rfc3339());
    expected[0]["is_read"] = json!(true);
    assert_eq!(nora.all_posts().await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rejection_needs_a_reason() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    let posts = nora.all_posts().await;

    let blank = nora.rejects(&posts[0], " \n ").await;
    let long = nora.rejects(&posts[0], &"x".repeat(1_001)).await;

    blank.refuses(400, "Please provide a reason for rejecting this post.");
    long.refuses(400, "A reason can have at most 1,000 characters.");
    assert_eq!(nora.all_posts().await, posts);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_of_somebody_else_is_not_there() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    let olga = app.person("olga").await;
    nora.discovers(&app).await;
    let posts = nora.all_posts().await;

    olga.rejects(&posts[0], "Mine")
        .await
        .refuses(404, "This post does not exist.");
    olga.restores(&posts[0])
        .await
        .refuses(404, "This post does not exist.");
    let nobody = json!({ "id": Uuid::now_v7() });
    nora.rejects(&nobody, "Why not")
        .await
        .refuses(404, "This post does not exist.");
    let nonsense = json!({ "id": "7" });
    assert_eq!(nora.rejects(&nonsense, "Why not").await.status, 404);

    assert_eq!(nora.all_posts().await, posts);
    assert_eq!(olga.all_posts().await, Vec::<Value>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn rejections_lower_what_resembles_them_for_that_person_alone() {
    let app = TestApp::start().await;
    let keywords = ["late payments", "recurring invoices", "e-signature"];
    let nora = app.founder("nora", Plan::Pro, &keywords).await;
    let olga = app.founder("olga", Plan::Pro, &keywords).await;
    nora.discovers(&app).await;
    olga.discovers(&app).await;
    let before = nora.all_posts().await;
    let of = |posts: &[Value], title: &Value| {
        let post = posts.iter().find(|post| post["title"] == *title);
        post.map(|post| post["relevance_score"].as_i64().unwrap())
    };
    let alike = before.iter().find(|post| post["kind"] == "post").unwrap();
    let again = nora.finds_again(&app, alike, 0).await;
    nora.rejects(&again, "We do not do this").await;

    nora.discovers(&app).await;
    olga.discovers(&app).await;

    let (after, of_olga) = (nora.all_posts().await, olga.all_posts().await);
    assert!(of(&after, &alike["title"]) < of(&before, &alike["title"]));
    let raised = before
        .iter()
        .filter(|post| of(&after, &post["title"]) > of(&before, &post["title"]))
        .count();
    assert_eq!(raised, 0);
    assert_eq!(of_olga, before_of(&before, &of_olga));
    let explained = after.iter().any(|post| {
        let parts = post["relevance_parts"].as_array().unwrap();
        parts.iter().any(|part| part["part"] == "rejections")
    });
    assert!(explained);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_is_moved_to_rejected_teaches_until_it_is_moved_back() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    nora.discovers(&app).await;
    let before = nora.all_posts().await;
    let alike = before.iter().find(|post| post["kind"] == "post").unwrap();
    let score = |posts: &[Value]| {
        let post = posts.iter().find(|post| post["title"] == alike["title"]);
        post.map(|post| post["relevance_score"].as_i64().unwrap())
    };
    let again = nora.finds_again(&app, alike, 0).await;
    let path = format!("/api/reddit-posts/{}/state", again["id"].as_str().unwrap());

    let rejected = nora.patches(&path, &json!({ "state": "rejected" })).await;
    nora.discovers(&app).await;
    let taught = score(&nora.all_posts().await);
    nora.patches(&path, &json!({ "state": "answered" })).await;
    nora.discovers(&app).await;

    assert_eq!(rejected.json()["post"]["rejected"], true);
    assert!(taught < score(&before), "{taught:?}");
    assert_eq!(score(&nora.all_posts().await), score(&before));
}

/// What Olga would have if nothing of Nora's had reached her: the same scores as Nora's first.
fn before_of(before: &[Value], olgas: &[Value]) -> Vec<Value> {
    // A post and a comment under it have the same title.
    let score = |permalink: &Value| {
        let post = before.iter().find(|post| post["permalink"] == *permalink);
        post.map(|post| post["relevance_score"].clone())
    };
    olgas
        .iter()
        .map(|post| {
            let mut post = post.clone();
            if let Some(score) = score(&post["permalink"]) {
                post["relevance_score"] = score;
            }
            post
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn open_pages_are_told_of_new_rejected_and_restored_posts() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    let mut page = app.app().live.listen(10).unwrap();
    assert!(page.follow(nora.id, 10));

    nora.discovers(&app).await;
    let posts = nora.all_posts().await;
    nora.rejects(&posts[0], "No").await;
    nora.restores(&posts[0]).await;

    let mut told: Vec<Value> = Vec::new();
    while told.len() < posts.len() + 2 {
        let events = page.next().await.expect("the page goes on listening");
        told.extend(events.iter().filter_map(row));
    }
    let rejected: Vec<&Value> = told.iter().map(|row| &row["rejected"]).collect();
    let mut expected = vec![&Value::Bool(false); posts.len()];
    expected.extend([&Value::Bool(true), &Value::Bool(false)]);
    assert_eq!(rejected, expected);
}

fn row(event: &Event) -> Option<Value> {
    match &event.news {
        LiveEvent::Row(changed) if changed.table == "reddit_posts" => changed.new.clone(),
        _ => None,
    }
}
