//! What one gets when one asks for one's rows.

use serde_json::json;

use super::rows::{
    Post, adds_company, adds_mention, adds_post, adds_posts, adds_subscription, gets_one,
    makes_profile,
};
use crate::kit::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_is_one_object_for_those_who_ask_for_one() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    makes_profile(&ada).await;

    let path = format!(
        "/rest/v1/profiles?select=id%2Conboarding_completed%2Conboarding_step&id=eq.{}",
        ada.id
    );
    let reply = gets_one(&ada, &path).await;

    let expected = json!({ "id": ada.id, "onboarding_completed": false, "onboarding_step": 0 });
    reply.shows(200, "0-0/*", &expected);
    assert_eq!(
        reply.header("content-type"),
        "application/vnd.pgrst.object+json; charset=utf-8"
    );
    assert_eq!(reply.header("cache-control"), "no-store");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_profile_a_single_one_is_refused_and_a_list_is_empty() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    let one = gets_one(&ada, "/rest/v1/profiles?select=id").await;
    let list = ada.gets("/rest/v1/profiles?select=id").await;

    one.refuses_with(
        406,
        "PGRST116",
        "Cannot coerce the result to a single JSON object",
    );
    assert_eq!(one.json()["details"], "The result contains 0 rows");
    list.shows(200, "*/*", &json!([]));
    assert_eq!(
        list.header("content-type"),
        "application/json; charset=utf-8"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_rows_are_not_one_object() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    adds_posts(&app, &ada, &["a", "b"]).await;

    let reply = gets_one(&ada, "/rest/v1/reddit_posts").await;

    reply.refuses_with(
        406,
        "PGRST116",
        "Cannot coerce the result to a single JSON object",
    );
    assert_eq!(reply.json()["details"], "The result contains 2 rows");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_type_arrives_as_json_has_it_and_the_inside_stays_inside() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let post = adds_post(
        &app,
        &ada,
        Post {
            google_ranking: Some(4),
            ..Post::default()
        },
    )
    .await;
    let mention = adds_mention(&app, &ada).await;

    let posts = ada.gets("/rest/v1/reddit_posts?select=*").await;
    let mentions = ada.gets("/rest/v1/brand_mentions").await;

    posts.shows(
        200,
        "0-0/*",
        &json!([{
            "id": post, "user_id": ada.id, "title": "Which CRM?", "subreddit": "sales", "author": "bob",
            "created_at": "2026-11-15T12:00:00+00:00", "score": 10, "comments": 3, "content": null,
            "permalink": "/r/sales/1", "google_ranking": 4, "keywords_matched": ["crm", "sales tool"],
            "relevance_score": 80, "rejected": false, "rejected_reason": null,
            "state": "open", "state_at": null, "note": null, "answer_url": null,
            "kind": "post", "via": [], "is_new": false, "is_read": true, "names_brand": false, "feedback": null,
            "source": "reddit",
        }]),
    );
    mentions.shows(
        200,
        "0-0/*",
        &json!([{
            "id": mention, "user_id": ada.id, "post_title": "Acme?", "post_content": null,
            "post_url": "https://reddit.example/1", "subreddit": "sales", "author": "bob",
            "reddit_created_at": "2026-11-15T12:00:00+00:00", "post_score": 5, "comment_count": 6,
            "mention_type": "title", "is_read": false, "rejected": false, "rejected_reason": null,
            "state": "open", "state_at": null, "note": null, "answer_url": null,
            "sentiment_score": -0.25, "is_positive": null, "ai_analysis_reason": null, "ai_summary": null,
            "summary_kind": null, "comment_insights": null, "brand_terms": { "term_value": "acme" },
            "source": "reddit",
        }]),
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_subscription_comes_first() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    adds_subscription(&app, &ada, "cancelled", 30).await;
    adds_subscription(&app, &ada, "active", 1).await;

    let path = format!(
        "/rest/v1/subscriptions?select=status,plan_id,stripe_subscription_id,current_period_end&user_id=eq.{}&order=created_at.desc&limit=1",
        ada.id
    );
    let reply = ada.gets(&path).await;

    let expected = json!([{
        "status": "active", "plan_id": "pro", "stripe_subscription_id": "sub_1",
        "current_period_end": "2026-11-15T12:00:00+00:00",
    }]);
    reply.shows(200, "0-0/*", &expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_company_is_found_by_its_id_and_by_its_owner() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let company = adds_company(&app, &ada, &[]).await;

    let by_id = gets_one(
        &ada,
        &format!("/rest/v1/companies?select=*&id=eq.{company}"),
    )
    .await;
    let by_owner = ada
        .gets(&format!(
            "/rest/v1/companies?select=company_name,website_url,id&user_id=eq.{}",
            ada.id
        ))
        .await;

    assert_eq!(by_id.json()["company_name"], "Acme");
    assert_eq!(by_id.json()["description"], json!(null));
    let expected =
        json!([{ "company_name": "Acme", "website_url": "https://acme.example", "id": company }]);
    by_owner.shows(200, "0-0/*", &expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_come_in_the_order_and_in_the_pages_that_one_asks_for() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    for (title, google_ranking) in [("b", None), ("a", Some(2)), ("é", Some(1)), ("B", Some(2))] {
        adds_post(
            &app,
            &ada,
            Post {
                title,
                google_ranking,
                ..Post::default()
            },
        )
        .await;
    }

    for (query, titles) in [
        ("order=title", ["B", "a", "b", "é"].as_slice()),
        ("order=title.desc", &["é", "b", "a", "B"]),
        ("order=google_ranking,title", &["é", "B", "a", "b"]),
        (
            "order=google_ranking.desc,title.desc",
            &["b", "a", "B", "é"],
        ),
        (
            "order=google_ranking.asc.nullsfirst,title.asc",
            &["b", "é", "B", "a"],
        ),
        (
            "order=google_ranking.desc.nullslast,title",
            &["B", "a", "é", "b"],
        ),
        ("order=title&limit=2", &["B", "a"]),
        ("order=title&offset=1&limit=2", &["a", "b"]),
        ("order=title&offset=3", &["é"]),
        ("order=title&limit=0", &[]),
    ] {
        let reply = ada
            .gets(&format!("/rest/v1/reddit_posts?select=title&{query}"))
            .await;
        assert_eq!(reply.titles(), titles, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_that_sort_alike_lie_on_one_page_each() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    adds_posts(&app, &ada, &["a", "b", "c", "d", "e", "f"]).await;

    let mut titles = Vec::new();
    for offset in 0..6 {
        let path =
            format!("/rest/v1/reddit_posts?select=title&order=score.desc&offset={offset}&limit=1");
        titles.extend(ada.gets(&path).await.titles());
    }

    assert_eq!(titles, ["a", "b", "c", "d", "e", "f"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_rows_leave_at_once_and_no_more() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let company = adds_company(&app, &ada, &[]).await;
    let sql = "insert into keywords (id, user_id, company_id, keyword, folded, created_at) values ($1, $2, $3, $4, $4, $5)";
    let mut tx = app.db().begin().await.unwrap();
    for number in 0..1001 {
        let word = format!("word {number}");
        let arguments = platform::db::args![
            uuid::Uuid::now_v7(),
            ada.id,
            company,
            word,
            crate::kit::noon()
        ];
        tx.run(sql, arguments).await.unwrap();
    }
    tx.commit().await.unwrap();

    for query in [
        "select=id",
        "select=id&limit=5000",
        "select=id&limit=99999999999999999999999",
    ] {
        let reply = super::rows::counts(
            &ada,
            reqwest::Method::GET,
            &format!("/rest/v1/keywords?{query}"),
        )
        .await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("content-range")),
            (206, "0-999/1001"),
            "{query}"
        );
        assert_eq!(reply.json().as_array().unwrap().len(), 1000);
    }
}
