//! What rejections leave out, what users say is wrong, and what else they could search for.

use reqwest::Method;

use super::*;
use crate::kit::ALL_JUDGED;

const KEYWORDS: [&str; 2] = ["invoicing app", "late payments"];

/// Somebody who has rejected the questions that another like them was shown.
struct Taught {
    nora: Person,
    /// What Nora rejected.
    rejected: Vec<Value>,
    /// What the other one was shown.
    shown: Vec<Value>,
    /// What Nora's discovery answered after that.
    found: Value,
}

impl Taught {
    async fn start(app: &TestApp) -> Self {
        let nora = app.founder("nora", Plan::Pro, &KEYWORDS).await;
        let olga = app.founder("olga", Plan::Pro, &KEYWORDS).await;
        olga.discovers(app).await;
        let shown = olga.all_posts().await;
        let mut rejected = Vec::new();
        for post in shown.iter().rev().take(5) {
            // However good a match is, three of its kind are enough.
            for number in 0..3 {
                let again = nora.finds_again(app, post, number).await;
                assert_eq!(nora.rejects(&again, "Not for us").await.status, 200);
                rejected.push(again);
            }
        }
        let found = nora.discovers(app).await.json();
        Self {
            nora,
            rejected,
            shown,
            found,
        }
    }
}

impl TestApp {
    /// How often somebody said that a judgement of this kind is wrong; other tests count too.
    pub(crate) async fn feedback_count(&self, kind: &str) -> u64 {
        let metrics = self.visitor().asks("/metrics").await.body;
        let name = format!("earshot_feedback_total{{kind=\"{kind}\"}} ");
        let mut lines = metrics.lines();
        let count = lines.find_map(|line| line.strip_prefix(&name));
        count.map_or(0, |count| count.parse().unwrap())
    }
}

impl Person {
    async fn left_out(&self) -> Value {
        let reply = self.gets("/api/left-out").await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()
    }

    async fn shows(&self, left_out: &Value) -> Option<Value> {
        let posts = self.all_posts().await.into_iter();
        let mut posts = posts.filter(|post| post["permalink"] == left_out["permalink"]);
        posts.next()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_like_rejected_posts_is_left_out_of_the_next_scan_and_told() {
    let app = TestApp::start().await;

    let Taught {
        nora,
        rejected,
        shown,
        found,
    } = Taught::start(&app).await;

    let left_out = nora.left_out().await;
    let posts = left_out["posts"].as_array().unwrap();
    assert!(!posts.is_empty(), "{found}");
    assert_eq!(left_out["total"], posts.len());
    assert_eq!(found["leftOut"], posts.len());
    for post in posts {
        assert_eq!(nora.shows(post).await, None);
        let is_same = |it: &&Value| it["permalink"] == post["permalink"];
        let without_lesson = shown.iter().find(is_same).unwrap();
        assert_eq!(post["relevanceScore"], without_lesson["relevance_score"]);
        let because = &post["because"];
        assert_eq!(because["reason"], "Not for us");
        assert!(rejected.iter().any(|it| it["id"] == because["postId"]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_left_out_post_that_is_restored_is_never_left_out_again() {
    let app = TestApp::start().await;
    let nora = Taught::start(&app).await.nora;
    let left_out = nora.left_out().await;
    let post = &left_out["posts"][0];

    let body = json!({ "ids": [post["id"]] });
    let restored = nora.posts("/api/left-out/restore", &body).await.json();
    nora.discovers(&app).await;

    assert_eq!(restored["restored"], 1);
    let row = nora.shows(post).await.unwrap();
    assert_eq!(row["relevance_score"], post["relevanceScore"]);
    let total = left_out["total"].as_i64().unwrap();
    assert_eq!(nora.left_out().await["total"], total - 1);
    let everything = json!({ "all": true });
    let all = nora.posts("/api/left-out/restore", &everything).await;
    assert_eq!(all.json()["restored"], total - 1);
    assert_eq!(nora.left_out().await["total"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn restoring_the_rejected_posts_ends_their_lessons_with_the_next_scan() {
    let app = TestApp::start_with(&[ALL_JUDGED]).await;
    let Taught { nora, rejected, .. } = Taught::start(&app).await;
    let left_out = nora.left_out().await;
    for post in &rejected {
        nora.restores(post).await;
    }

    let found = nora.discovers(&app).await.json();

    assert_eq!(nora.left_out().await["total"], 0);
    assert_eq!(found["leftOut"], 0);
    let posts = left_out["posts"].as_array().unwrap();
    assert!(!posts.is_empty());
    for post in posts {
        assert!(nora.shows(post).await.is_some(), "{post}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_out_is_exported_and_forgotten_after_ninety_days() {
    let app = TestApp::start().await;
    let nora = Taught::start(&app).await.nora;
    let total = nora.left_out().await["total"].clone();

    let export = discovery::export(app.db(), nora.id).await.unwrap();
    app.moves_to_later(TimeDelta::days(91)).await;

    assert_ne!(total, 0);
    let exported = export.iter().find(|(name, _)| *name == "left_out_posts");
    assert_eq!(exported.unwrap().1.len(), total);
    assert_eq!(nora.left_out().await["total"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_match_is_one_call_counted_and_taken_back() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &KEYWORDS).await;
    nora.discovers(&app).await;
    let posts = nora.all_posts().await;
    let path = format!(
        "/api/reddit-posts/{}/feedback",
        posts[0]["id"].as_str().unwrap()
    );
    let counted = app.feedback_count("match").await;

    let wrong = nora.puts(&path, &json!({ "isWrong": true })).await.json();
    let marked = nora.all_posts().await;
    let right = nora.puts(&path, &json!({ "isWrong": false })).await.json();

    assert_eq!(posts[0]["feedback"], Value::Null);
    assert_eq!(wrong["feedback"], "wrong");
    assert_eq!(marked[0]["feedback"], "wrong");
    assert_eq!(right["feedback"], Value::Null);
    assert_eq!(nora.all_posts().await, posts);
    assert!(app.feedback_count("match").await > counted);
    let nobody = format!("/api/reddit-posts/{}/feedback", Uuid::now_v7());
    nora.puts(&nobody, &json!({ "isWrong": true }))
        .await
        .refuses(404, "This post does not exist.");
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
    let communities = nora.gets("/api/communities").await.json();

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
        let read = communities["communities"].as_array().unwrap();
        assert!(read.iter().all(|it| it["name"] != suggestion["value"]));
    }
    assert_eq!(dismissed.status, 200, "{}", dismissed.body);
    let left = suggested().await;
    assert!(
        left.iter()
            .all(|it| it["kind"] != kind || it["value"] != value)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suggestion_is_gone_once_it_is_tracked() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &KEYWORDS).await;
    let sql = "insert into search_suggestions (user_id, kind, value, folded, would_have_found, computed_at)
               values ($1, $2, $3, $4, 3, $5)";
    for (kind, value) in [
        ("keyword", "quarterly estimates"),
        ("competitor", "Inkwell"),
        ("community", "Sourdough"),
        ("community", "tea"),
    ] {
        let row = args![nora.id, kind, value, value.to_lowercase(), app.clock.now()];
        app.db().run(sql, row).await.unwrap();
    }
    let suggested = async || {
        let reply = nora.gets("/api/searches/suggestions").await.json();
        let values = reply["suggestions"].as_array().unwrap().iter();
        let values = values.map(|it| it["value"].as_str().unwrap().to_owned());
        values.collect::<Vec<_>>()
    };
    let before = suggested().await;

    nora.tracks("quarterly estimate").await;
    nora.tracks("Inkwell alternative").await;
    let body = json!({ "name": "sourdough" });
    let added = nora.posts("/api/communities", &body).await;

    assert_eq!(added.status, 200, "{}", added.body);
    assert_eq!(before.len(), 4);
    assert_eq!(suggested().await, ["tea"]);
    let path = "/api/communities/sourdough";
    nora.sends(nora.request(Method::DELETE, path)).await;
    assert_eq!(
        suggested().await,
        ["tea"],
        "what was removed is not proposed again"
    );
}
