//! Finding: posts everywhere, comments of threads, each place once.

use earshot::lifecycle::Lifecycle;
use std::collections::HashSet;

use chrono::TimeDelta;
use futures::future::join;
use platform::db::args;
use platform::jobs::PROGRESS;
use platform::live;
use platform::product::Plan;
use serde_json::{Value, json};

use super::{reddit_id, titles};
use crate::kit::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn a_search_finds_the_company_in_titles_texts_and_comments() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Starter).await;

    let reply = ada.searches_mentions(&app).await;

    assert_eq!(reply.status, 200, "{}", reply.body);
    let answer = reply.json();
    let list = ada.mention_list("limit=200").await;
    assert_eq!(answer["newMentionsCount"], list["total"]);
    assert_eq!(
        (&answer["success"], &answer["error"]),
        (&json!(true), &Value::Null)
    );
    let mentions = list["mentions"].as_array().unwrap();
    let kinds: HashSet<&str> = mentions
        .iter()
        .map(|it| it["mention_type"].as_str().unwrap())
        .collect();
    assert!(
        kinds.contains("comment") && kinds.contains("content"),
        "{kinds:?}"
    );
    assert!(
        kinds.contains("title") || kinds.contains("post"),
        "{kinds:?}"
    );
    for mention in mentions {
        let text = format!("{} {}", mention["post_title"], mention["post_content"]).to_lowercase();
        assert!(text.contains("lark"), "{mention}");
        assert!(!mention["matched"].as_array().unwrap().is_empty());
        assert!(mention["post_url"].as_str().unwrap().contains("/comments/"));
    }
    assert!(mentions.len() >= 10, "{:?}", titles(mentions));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_search_doubles_nothing() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Starter).await;
    ada.searches_mentions(&app).await;
    let before = ada.mention_list("limit=200").await;

    let again = ada.searches_mentions(&app).await.json();

    let after = ada.mention_list("limit=200").await;
    // The communities in which it was mentioned are looked at the second time.
    let (known, all) = (
        before["total"].as_i64().unwrap(),
        after["total"].as_i64().unwrap(),
    );
    assert_eq!(again["newMentionsCount"], all - known);
    let mut places = HashSet::new();
    for mention in after["mentions"].as_array().unwrap() {
        assert!(places.insert(reddit_id(&app, mention).await), "{mention}");
    }
    let third = ada.searches_mentions(&app).await.json();
    assert_eq!(third["newMentionsCount"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_written_later_is_found_by_a_later_search_and_is_unread() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Starter).await;
    ada.searches_mentions(&app).await;
    ada.posts("/api/mentions/mark-read", &json!({ "all": true }))
        .await;
    assert_eq!(ada.mention_list("q=outgrew").await["total"], 0);

    app.moves_clock(TimeDelta::hours(10)).await;
    let found = ada.searches_mentions(&app).await.json();

    assert!(found["newMentionsCount"].as_i64().unwrap() > 0);
    let first = &ada.mentions("").await[0];
    assert_eq!(first["is_read"], false);
    assert_eq!(
        ada.mention_list("q=outgrew&unreadOnly=true").await["total"],
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_subscription_there_is_no_search_and_without_a_company_nothing_to_look_for() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    ada.has_company(&app).await;
    let mut tx = app.db().begin().await.unwrap();
    let status = Some(billing::Status::Trialing);
    let set = billing::set_subscription(&mut tx, &app.clock, &Lifecycle, bob.id, status, None);
    set.await.unwrap();
    tx.commit().await.unwrap();

    let unpaid = ada.searches_mentions(&app).await;
    let nameless = bob.searches_mentions(&app).await;

    unpaid.refuses(402, "An active subscription is required.");
    nameless.refuses(400, "Please analyse your website first.");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_call_joins_the_search_that_runs_and_its_end_is_told() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Starter).await;
    let body = json!({});
    let path = "/api/mentions/search-now";

    let both = join(ada.posts(path, &body), ada.posts(path, &body));
    let (one, other) = app.working_meanwhile(both).await;

    assert_eq!((one.status.as_u16(), &one.body), (200, &other.body));
    let sql = "select cast(count(*) as bigint) from jobs where kind = 'search_mentions'";
    let (jobs,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    assert_eq!(jobs, 1);
    let last = live::last_broadcast(app.db(), &app.clock, ada.id, PROGRESS).await;
    let (_, told) = last.unwrap().unwrap();
    assert_eq!(
        (&told["job"], &told["state"]),
        (&json!("mentions"), &json!("done"))
    );
    assert_eq!(told["found"], one.json()["newMentionsCount"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_finds_anything_in_anothers_list() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Starter).await;
    let bob = app.person("bob").await;
    ada.searches_mentions(&app).await;

    let of_bob = bob.mention_list("").await;

    assert_eq!(
        (&of_bob["total"], &of_bob["mentions"]),
        (&json!(0), &json!([]))
    );
    let stranger = app.visitor().asks("/api/mentions").await;
    assert_eq!(stranger.status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_term_that_was_added_by_hand_is_looked_for_too() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Starter).await;
    let added = ada
        .posts(
            "/api/mentions/brand-terms",
            &json!({ "term": "FreshBooks" }),
        )
        .await;
    assert_eq!(added.status, 200);

    ada.searches_mentions(&app).await;

    let mentions = ada.mentions("limit=200").await;
    let is_of_term = |it: &&Value| it["brand_terms"]["term_value"] == "FreshBooks";
    let count = mentions.iter().filter(is_of_term).count();
    // Terms were made by hand, so those of the company were not.
    assert!(count > 0 && count == mentions.len(), "{count}");
}
