//! What rejections leave out, what users say is wrong, and what else they could search for.

use reqwest::Method;

use super::*;

const FIRST: [&str; 1] = ["invoicing app"];

impl Person {
    async fn left_out(&self) -> Value {
        let reply = self.gets("/api/left-out").await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()
    }

    /// Rejects everything that the first keywords found, and looks for more of the same kind.
    async fn teaches(&self, app: &TestApp) -> (Vec<Value>, Value) {
        self.discovers(app).await;
        let rejected = self.all_posts().await;
        assert!(!rejected.is_empty());
        for post in &rejected {
            assert_eq!(self.rejects(post, "Not for us").await.status, 200);
        }
        for keyword in ["late payments", "recurring invoices", "freshbooks"] {
            self.tracks(keyword).await;
        }
        let found = self.discovers(app).await.json();
        (rejected, found)
    }
}

fn titles_of(list: &Value) -> Vec<String> {
    let posts = list["posts"].as_array().unwrap();
    let mut titles: Vec<String> = titles(posts).into_iter().map(str::to_owned).collect();
    titles.sort();
    titles
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_like_rejected_posts_is_left_out_of_the_next_scan_and_told() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &FIRST).await;

    let (rejected, found) = nora.teaches(&app).await;

    let left_out = nora.left_out().await;
    let posts = left_out["posts"].as_array().unwrap();
    assert!(!posts.is_empty(), "{found}");
    assert_eq!(left_out["total"], posts.len());
    assert_eq!(found["leftOut"], posts.len());
    let shown = nora.lists("limit=200&includeRejected=true").await;
    for post in posts {
        assert!(!titles_of(&shown).contains(&post["title"].as_str().unwrap().to_owned()));
        assert!(post["relevanceScore"].as_i64().unwrap() >= 33, "{post}");
        let because = &post["because"];
        assert_eq!(because["reason"], "Not for us");
        assert!(rejected.iter().any(|it| it["id"] == because["postId"]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_left_out_post_that_is_restored_is_never_left_out_again() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &FIRST).await;
    nora.teaches(&app).await;
    let left_out = nora.left_out().await;
    let post = &left_out["posts"][0];

    let body = json!({ "ids": [post["id"]] });
    let restored = nora.posts("/api/left-out/restore", &body).await.json();
    nora.discovers(&app).await;

    assert_eq!(restored["restored"], 1);
    let list = nora.lists("limit=200").await;
    let rows = list["posts"].as_array().unwrap();
    let row = rows.iter().find(|row| row["title"] == post["title"]);
    assert_eq!(row.unwrap()["relevance_score"], post["relevanceScore"]);
    let total = left_out["total"].as_i64().unwrap();
    assert_eq!(nora.left_out().await["total"], total - 1);
    let everything = json!({ "all": true });
    let all = nora.posts("/api/left-out/restore", &everything).await;
    assert_eq!(all.json()["restored"], total - 1);
    assert_eq!(nora.left_out().await["total"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn restoring_the_rejected_posts_ends_their_lessons_with_the_next_scan() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &FIRST).await;
    let (rejected, _) = nora.teaches(&app).await;
    let left_out = titles_of(&nora.left_out().await);
    for post in &rejected {
        nora.restores(post).await;
    }

    let found = nora.discovers(&app).await.json();

    assert_eq!(nora.left_out().await["total"], 0);
    assert_eq!(found["leftOut"], 0);
    let shown = titles_of(&nora.lists("limit=200").await);
    assert!(!left_out.is_empty());
    assert!(
        left_out.iter().all(|title| shown.contains(title)),
        "{shown:#?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_out_is_exported_and_forgotten_after_ninety_days() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &FIRST).await;
    nora.teaches(&app).await;
    let total = nora.left_out().await["total"].clone();

    let export = discovery::export(app.db(), nora.id).await.unwrap();
    app.moves_to_later(TimeDelta::days(91)).await;

    let exported = export.iter().find(|(name, _)| *name == "left_out_posts");
    assert_eq!(exported.unwrap().1.len(), total);
    assert_eq!(nora.left_out().await["total"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_match_is_one_call_counted_and_taken_back() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &FIRST).await;
    nora.discovers(&app).await;
    let posts = nora.all_posts().await;
    let path = format!(
        "/api/reddit-posts/{}/feedback",
        posts[0]["id"].as_str().unwrap()
    );

    let wrong = nora.puts(&path, &json!({ "isWrong": true })).await.json();
    let marked = nora.all_posts().await;
    let right = nora.puts(&path, &json!({ "isWrong": false })).await.json();

    assert_eq!(posts[0]["feedback"], Value::Null);
    assert_eq!(wrong["feedback"], "wrong");
    assert_eq!(marked[0]["feedback"], "wrong");
    assert_eq!(right["feedback"], Value::Null);
    assert_eq!(nora.all_posts().await, posts);
    let nobody = format!("/api/reddit-posts/{}/feedback", Uuid::now_v7());
    nora.puts(&nobody, &json!({ "isWrong": true }))
        .await
        .refuses(404, "There is no such post.");
}

#[tokio::test(flavor = "multi_thread")]
async fn suggestions_come_from_leads_until_they_are_dismissed_or_tracked() {
    let app = TestApp::start().await;
    let keywords = ["invoicing app", "late payments", "recurring invoices"];
    let nora = app.founder("nora", Plan::Pro, &keywords).await;
    let suggested = async || {
        let reply = nora.gets("/api/searches/suggestions").await;
        reply.json()["suggestions"].as_array().unwrap().clone()
    };
    let before = suggested().await;
    nora.discovers(&app).await;

    let all = suggested().await;
    let (kind, value) = (all[0]["kind"].clone(), all[0]["value"].clone());
    let path = format!(
        "/api/searches/suggestions?kind={}&value={}",
        kind.as_str().unwrap(),
        value.as_str().unwrap().replace(' ', "%20"),
    );
    let dismissed = nora.sends(nora.request(Method::DELETE, &path)).await;
    nora.discovers(&app).await;

    assert!(before.is_empty());
    assert!(!all.is_empty() && all.len() <= 8, "{all:#?}");
    for suggestion in &all {
        assert!(suggestion["wouldHaveFound"].as_i64().unwrap() >= 2);
        assert!(!keywords.contains(&suggestion["value"].as_str().unwrap()));
    }
    assert_eq!(dismissed.status, 200, "{}", dismissed.body);
    let left = suggested().await;
    assert!(
        left.iter()
            .all(|it| it["kind"] != kind || it["value"] != value)
    );
}
