//! Keywords: each is stored once, and never more are active than the plan allows.

use billing::Status;
use earshot::lifecycle::Lifecycle;
use futures::future::join_all;
use platform::db::args;
use platform::product::Plan;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::kit::{Person, Reply, TestApp};

mod language;
mod suggestions;

impl Person {
    async fn adds(&self, keyword: &str) -> Reply {
        let body = json!({ "keyword": keyword });
        self.posts("/api/keywords", &body).await
    }

    async fn removes(&self, keyword: &str) -> Reply {
        let request = self.request(Method::DELETE, "/api/keywords");
        self.sends(request.query(&[("keyword", keyword)])).await
    }

    async fn keywords(&self) -> Vec<String> {
        let list = self.gets("/api/keywords").await.json();
        let keywords = list["keywords"].as_array().unwrap().iter();
        keywords
            .map(|row| row["keyword"].as_str().unwrap().to_owned())
            .collect()
    }

    async fn paused(&self) -> Vec<String> {
        let list = self.gets("/api/keywords").await.json();
        let keywords = list["keywords"].as_array().unwrap().iter();
        keywords
            .filter(|row| row["paused"] == true)
            .map(|row| row["keyword"].as_str().unwrap().to_owned())
            .collect()
    }
}

async fn ada(app: &TestApp) -> Person {
    let ada = app.person("ada").await;
    ada.has_company(app).await;
    ada
}

#[tokio::test(flavor = "multi_thread")]
async fn keywords_are_added_listed_in_order_and_removed_case_insensitively() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;

    let added = ada.adds("  Late \n payments ").await;
    ada.adds("invoicing software").await;

    let expected = json!({ "success": true, "keyword": { "keyword": "Late payments" } });
    assert_eq!(added.json(), expected);
    assert_eq!(
        ada.keywords().await,
        ["Late payments", "invoicing software"]
    );

    assert_eq!(ada.removes("LATE PAYMENTS").await.status, 200);
    assert_eq!(ada.keywords().await, ["invoicing software"]);
    assert_eq!(ada.removes("late payments").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_duplicate_keyword_in_any_case_is_rejected() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    ada.adds("Straße").await;

    let refused = ada.adds("STRAßE").await;

    assert_eq!(refused.status, 409);
    let text = "This keyword already exists in your list.";
    assert_eq!(refused.json()["message"], text);
    assert_eq!(ada.keywords().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn empty_and_overlong_keywords_are_rejected() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;

    for text in ["", "   ", &"x".repeat(101)] {
        assert_eq!(ada.adds(text).await.status, 400, "{text:?}");
    }

    assert_eq!(ada.keywords().await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_concurrent_additions_stop_at_the_plan_s_limit() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;

    let names: Vec<String> = (0..30).map(|number| format!("word {number}")).collect();
    let replies = join_all(names.iter().map(|name| ada.adds(name))).await;

    let refused: Vec<&Reply> = replies.iter().filter(|reply| reply.status == 403).collect();
    assert_eq!((refused.len(), ada.keywords().await.len()), (20, 10));
    let body: Value = refused[0].json();
    assert_eq!(body["error"], "Keyword Limit Reached");
    assert_eq!(
        body["message"],
        "You've reached your limit of 10 keywords on the Starter plan. Upgrade to add more keywords."
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_larger_plan_allows_more_while_it_is_live() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;
    subscribes(&app, &ada, Status::Active).await;
    for number in 0..11 {
        assert_eq!(ada.adds(&format!("word {number}")).await.status, 200);
    }

    subscribes(&app, &ada, Status::Cancelled).await;

    let refused = ada.adds("one more").await;
    assert_eq!(refused.status, 403);
    assert_eq!(ada.keywords().await.len(), 11);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_company_a_keyword_is_rejected() {
    let app = TestApp::start().await;
    let ben = app.person("ben").await;

    let refused = ben.adds("late payments").await;

    assert_eq!(refused.status, 409);
    assert_eq!(refused.json()["error"], "Website Analysis Required");
}

#[tokio::test(flavor = "multi_thread")]
async fn users_cannot_see_or_change_each_other_s_keywords() {
    let app = TestApp::start().await;
    let (ada, ben) = (ada(&app).await, app.person("ben").await);
    ada.adds("late payments").await;

    assert_eq!(ben.removes("late payments").await.status, 404);

    assert_eq!(ben.keywords().await, Vec::<String>::new());
    assert_eq!(ada.keywords().await, ["late payments"]);
    assert_eq!(app.visitor().asks("/api/keywords").await.status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn removing_a_keyword_resumes_the_oldest_paused_one_if_there_is_room() {
    let app = TestApp::start().await;
    let ada = with_two_paused(&app).await;

    let resting = ada.removes("word 11").await;
    let resumed = ada.removes("word 3").await;
    let last = ada.removes("word 4").await;

    assert_eq!(resting.json(), json!({ "success": true }));
    assert_eq!(
        resumed.json(),
        json!({ "success": true, "woken": "word 10" })
    );
    assert_eq!(last.json(), json!({ "success": true }));
    assert_eq!(ada.paused().await, Vec::<String>::new());
    assert_eq!(ada.keywords().await.len(), 9);
}

#[tokio::test(flavor = "multi_thread")]
async fn undoing_a_removal_restores_every_keyword_s_state() {
    let app = TestApp::start().await;
    let ada = with_two_paused(&app).await;

    ada.removes("word 3").await;
    let back = json!({ "keyword": "word 3", "woken": "word 10" });
    let resumed = ada.posts("/api/keywords", &back).await.json();
    assert_eq!(resumed["keyword"], json!({ "keyword": "word 3" }));
    assert_eq!(ada.paused().await, ["word 10", "word 11"]);

    ada.removes("word 10").await;
    let back = json!({ "keyword": "word 10", "wasPaused": true });
    let resting = ada.posts("/api/keywords", &back).await.json();
    let expected = json!({ "keyword": "word 10", "paused": true });
    assert_eq!(resting["keyword"], expected);
    assert_eq!(ada.paused().await, ["word 11", "word 10"]);
    assert_eq!(ada.keywords().await.len(), 12);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resumed_keyword_stays_active_if_there_is_room_for_both() {
    let app = TestApp::start().await;
    let ada = with_two_paused(&app).await;
    ada.removes("word 3").await;
    ada.removes("word 4").await;
    ada.removes("word 5").await;
    let back = json!({ "keyword": "word 3", "woken": "word 10" });

    assert_eq!(ada.posts("/api/keywords", &back).await.status, 200);

    assert_eq!(ada.paused().await, Vec::<String>::new());
    assert_eq!(ada.keywords().await.len(), 10);
    // This one resumed nothing, so the plan's limit applies.
    let more = json!({ "keyword": "word 4", "woken": "no such word" });
    assert_eq!(ada.posts("/api/keywords", &more).await.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn adding_a_paused_keyword_resumes_it_if_there_is_room() {
    let app = TestApp::start().await;
    let ada = with_two_paused(&app).await;

    let full = ada.adds("Word 11").await;
    has(&app, &ada, Status::Active, Plan::Pro).await;
    let again = ada.adds("word 11").await;

    assert_eq!(full.status, 403);
    assert_eq!(full.json()["error"], "Keyword Limit Reached");
    assert_eq!(
        again.json()["error"],
        "Duplicate Keyword",
        "all are resumed"
    );

    has(&app, &ada, Status::Active, Plan::Starter).await;
    app.db()
        .run("delete from keywords where keyword = $1", args!["word 0"])
        .await
        .unwrap();
    assert_eq!(ada.adds("Word 11").await.status, 200);
    assert_eq!(ada.paused().await, ["word 10"]);
    assert_eq!(ada.keywords().await.len(), 11, "no second one");
}

/// Twelve keywords, of which the plan allows ten.
async fn with_two_paused(app: &TestApp) -> Person {
    let ada = ada(app).await;
    subscribes(app, &ada, Status::Active).await;
    for number in 0..12 {
        ada.adds(&format!("word {number}")).await;
    }
    has(app, &ada, Status::Active, Plan::Starter).await;
    assert_eq!(ada.paused().await, ["word 10", "word 11"]);
    ada
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_shows_what_a_keyword_finds_in_stored_posts() {
    let app = TestApp::start().await;
    let (ada, ben) = (ada(&app).await, app.person("ben").await);
    let text = "Nobody sends the money in time.";
    for (number, title, relevance) in [
        (1, "Late payment again", 50),
        (2, "LATE PAYMENTS everywhere", 90),
        (3, "Payments that come late", 70),
        (4, "The late payment of a friend", 60),
        (5, "A late bus", 95),
    ] {
        stores(
            &app,
            &ada,
            &format!("sample_{number}"),
            (title, text),
            relevance,
        )
        .await;
    }
    stores(&app, &ada, "sample_6", ("Late payments, away", text), 99).await;
    let away = ada.gets("/api/reddit-posts?q=away").await.json();
    let away = away["posts"][0]["id"].as_str().unwrap().to_owned();
    ada.posts(
        &format!("/api/reddit-posts/{away}/reject"),
        &json!({ "reason": "x" }),
    )
    .await;
    adds_mention(&app, &ada, "sample_7", "Paperlark ended our late payments").await;
    adds_mention(&app, &ada, "sample_8", "Paperlark and buses").await;

    let preview = ada
        .gets("/api/keywords/preview?keyword=late%20payments")
        .await;

    let preview = preview.json()["preview"].clone();
    assert_eq!(
        (&preview["posts"], &preview["mentions"], &preview["of"]),
        (&json!(4), &json!(1), &json!(5))
    );
    let examples = preview["examples"].as_array().unwrap();
    let titles: Vec<&Value> = examples.iter().map(|post| &post["title"]).collect();
    assert_eq!(
        titles,
        [
            "LATE PAYMENTS everywhere",
            "Payments that come late",
            "The late payment of a friend"
        ]
    );
    assert_eq!(examples[0]["subreddit"], "freelance");
    assert_eq!(ada.keywords().await, Vec::<String>::new());
    let nothing = ben.gets("/api/keywords/preview?keyword=late").await.json();
    let reading = json!({
        "words": ["late"], "phrases": [], "excludedWords": [], "excludedPhrases": [],
        "communities": [], "excludedCommunities": []
    });
    assert_eq!(
        nothing["preview"],
        json!({ "posts": 0, "mentions": 0, "examples": [], "of": 0, "reading": reading })
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_needs_a_valid_keyword_and_a_sign_in() {
    let app = TestApp::start().await;
    let ada = ada(&app).await;

    let empty = ada.gets("/api/keywords/preview?keyword=%20").await;
    let missing = ada.gets("/api/keywords/preview").await;
    let stranger = app
        .visitor()
        .asks("/api/keywords/preview?keyword=late")
        .await;

    empty.refuses(400, "Please enter a keyword.");
    assert_eq!(missing.status, 400);
    stranger.refuses(401, "Please sign in to continue");
}

async fn stores(
    app: &TestApp,
    owner: &Person,
    reddit_id: &str,
    (title, text): (&str, &str),
    relevance: i64,
) {
    let sql = "insert into reddit_posts (id, user_id, reddit_id, title, content, subreddit, author, created_at, score,
            comments, permalink, keywords_matched, relevance_score, rejected, found_at, folded)
        values ($1, $2, $3, $4, $5, 'freelance', 'bob', $6, 1, 1, 'https://reddit.example/1', $7, $8, $9, $6, $10)";
    let arguments = args![
        Uuid::now_v7(),
        owner.id,
        reddit_id,
        title,
        text,
        app.clock.now(),
        json!([]),
        relevance,
        false,
        title.to_lowercase()
    ];
    app.db().run(sql, arguments).await.unwrap();
}

async fn adds_mention(app: &TestApp, owner: &Person, reddit_id: &str, title: &str) {
    let sql = "insert into brand_mentions (id, user_id, reddit_id, post_title, post_url, subreddit, author,
            reddit_created_at, post_score, comment_count, mention_type, is_read, rejected, brand_terms, found_at)
        values ($1, $2, $3, $4, 'https://reddit.example/1', 'x', 'y', $5, 1, 1, 'title', $6, $6, $7, $5)";
    let term = json!({ "term_value": "Paperlark" });
    let now = app.clock.now();
    let arguments = args![Uuid::now_v7(), owner.id, reddit_id, title, now, false, term];
    app.db().run(sql, arguments).await.unwrap();
}

async fn subscribes(app: &TestApp, person: &Person, status: Status) {
    has(app, person, status, Plan::Pro).await;
}

async fn has(app: &TestApp, person: &Person, status: Status, plan: Plan) {
    let mut tx = app.db().begin().await.unwrap();
    let (status, plan) = (Some(status), Some(plan));
    let set =
        billing::set_subscription(&mut tx, &app.clock, &Lifecycle, person.id, status, plan).await;
    set.unwrap();
    tx.commit().await.unwrap();
}
