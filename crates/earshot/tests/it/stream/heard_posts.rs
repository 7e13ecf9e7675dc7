//! What is heard, and for whom.

use chrono::TimeDelta;
use platform::db::args;
use platform::product::Plan;
use reqwest::Method;
use serde_json::json;
use uuid::Uuid;

use crate::kit::{MANY_CALLS, Person, TestApp};

/// A sample post that arrives two days after the start, and a keyword that is in it.
pub(super) const DEPOSITS: &str = "How do you take deposits from clients abroad";
pub(super) const KEYWORD: &str = "client deposit";

pub(super) async fn listening_app() -> TestApp {
    let app = TestApp::start_with(&[MANY_CALLS]).await;
    app.listens().await;
    app
}

pub(super) async fn two_days_later(app: &TestApp) {
    app.moves_to_later(TimeDelta::days(2) + TimeDelta::minutes(5))
        .await;
}

pub(super) async fn waiting(app: &TestApp) -> i64 {
    let sql = "select cast(count(*) as bigint) from heard_matches";
    let (count,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    count
}

async fn waiting_for(app: &TestApp, person: &Person) -> i64 {
    let sql = "select cast(count(*) as bigint) from heard_matches where user_id = $1";
    let (count,): (i64,) = app.db().one(sql, args![person.id]).await.unwrap();
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lead_is_there_without_a_scan() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &[KEYWORD]).await;
    two_days_later(&app).await;
    assert!(!nora.has_post(DEPOSITS).await);

    app.listens().await;

    let post = nora.post_titled(DEPOSITS).await.expect("it was heard");
    assert_eq!(post["keywords_matched"], json!([KEYWORD]));
    assert_eq!(post["via"][0]["phrase"], KEYWORD);
    assert!(!post["relevance_reason"].as_str().unwrap().is_empty());
    assert_eq!(waiting(&app).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_telling_words_of_the_company_are_enough() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &["espresso"]).await;
    two_days_later(&app).await;

    app.listens().await;

    let post = nora.post_titled(DEPOSITS).await.expect("it was heard");
    assert_eq!(post["via"][0]["origin"], "subject");
    let words = post["via"][0]["phrase"].as_str().unwrap().to_owned();
    assert!(words.contains(" + "), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_company_says_counts_from_the_moment_it_is_saved() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &["espresso"]).await;
    app.listens().await;
    let companies = nora.gets("/api/companies").await.json();
    let id = companies["companies"][0]["id"].as_str().unwrap().to_owned();
    let coffee = json!({
        "metaDescription": "Espresso machines repaired by post",
        "description": "We descale, repair and sell espresso machines for homes and cafes.",
    });
    let path = format!("/api/companies/{id}");
    let saved = nora.patches(&path, &coffee).await;
    assert_eq!(saved.status, 200, "{}", saved.body);
    two_days_later(&app).await;

    app.listens().await;

    assert!(!nora.has_post(DEPOSITS).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_thousand_changes_at_once_everybody_is_read_again() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &["espresso"]).await;
    app.listens().await;
    add_companies(&app, 1_001).await;
    // Written past the product, so nothing but reading everybody again can find it.
    let sql = "update keywords set keyword = $1, folded = $1 where user_id = $2";
    app.db().run(sql, args![KEYWORD, nora.id]).await.unwrap();
    two_days_later(&app).await;

    app.listens().await;

    let post = nora.post_titled(DEPOSITS).await.expect("it was heard");
    assert_eq!(post["keywords_matched"], json!([KEYWORD]));
}

async fn add_companies(app: &TestApp, count: u32) {
    let now = app.clock.now();
    let mut tx = app.db().begin().await.unwrap();
    for number in 0..count {
        let id = Uuid::now_v7();
        let user = "insert into users (id, email, user_metadata, created_at, updated_at)
                    values ($1, $2, $3, $4, $4)";
        let email = format!("{number}@example.com");
        let arguments = args![id, email, json!({}), now];
        tx.run(user, arguments).await.unwrap();
        let company =
            "insert into companies (id, user_id, company_name, website_url, created_at, updated_at)
                       values ($1, $1, 'Ada & Co', 'https://ada.example/', $2, $2)";
        tx.run(company, args![id, now]).await.unwrap();
    }
    tx.commit().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_names_all_keywords_that_it_has_though_others_track_them_too() {
    let app = listening_app().await;
    let keywords = [KEYWORD, "clients abroad", "deposits"];
    let nora = app.founder("nora", Plan::Pro, &keywords).await;
    app.founder("ada", Plan::Pro, &keywords[1..2]).await;
    app.founder("bob", Plan::Pro, &keywords).await;
    two_days_later(&app).await;

    app.listens().await;

    let post = nora.post_titled(DEPOSITS).await.expect("it was heard");
    let mut named: Vec<String> = serde_json::from_value(post["keywords_matched"].clone()).unwrap();
    named.sort();
    assert_eq!(named, keywords.map(str::to_owned));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_keyword_counts_from_the_moment_it_is_saved() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &["espresso"]).await;
    let ada = app.founder("ada", Plan::Pro, &[KEYWORD]).await;
    app.listens().await;
    two_days_later(&app).await;

    nora.tracks(KEYWORD).await;
    let request = ada.request(Method::DELETE, "/api/keywords");
    let removed = ada.sends(request.query(&[("keyword", KEYWORD)])).await;
    assert_eq!(removed.status, 200, "{}", removed.body);
    app.listens().await;

    assert!(nora.has_post(DEPOSITS).await);
    assert!(!ada.has_post(DEPOSITS).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_subscription_nothing_is_heard() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &[KEYWORD]).await;
    app.listens().await;
    nora.subscribes(&app, Some(billing::Status::Cancelled), None)
        .await;
    two_days_later(&app).await;

    app.listens().await;

    assert!(!nora.has_post(DEPOSITS).await);
    assert_eq!(waiting(&app).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn on_starter_a_lead_below_the_alert_threshold_waits_for_the_next_scan() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Starter, &[KEYWORD]).await;
    let ada = app.founder("ada", Plan::Starter, &[KEYWORD]).await;
    alerts_from(&nora, 100).await;
    alerts_from(&ada, 40).await;
    two_days_later(&app).await;

    app.listens().await;
    assert!(ada.has_post(DEPOSITS).await);
    assert!(!nora.has_post(DEPOSITS).await);
    assert_ne!(waiting_for(&app, &nora).await, 0);

    nora.discovers(&app).await;
    assert!(nora.has_post(DEPOSITS).await);
    assert_eq!(waiting_for(&app, &nora).await, 0);
}

async fn alerts_from(person: &Person, minimum_match: i64) {
    let body = json!({ "minimum_match": minimum_match });
    let saved = person.posts("/api/notification-preferences", &body).await;
    assert_eq!(saved.status, 200, "{}", saved.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_excluded_community_stays_excluded() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &[KEYWORD]).await;
    nora.filters(json!({ "enabled": true, "excludedSubreddits": ["freelance"] }))
        .await;
    two_days_later(&app).await;

    app.listens().await;

    assert!(!nora.has_post(DEPOSITS).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn how_far_behind_it_is_is_told() {
    let app = TestApp::start_with(&[MANY_CALLS]).await;
    let nora = app.person("nora").await;
    let before = nora.gets("/api/stream/status").await.json();
    assert_eq!(before["isListening"], false);

    app.listens().await;
    app.moves_to_later(TimeDelta::seconds(40)).await;
    let behind = nora.gets("/api/stream/status").await.json();
    app.listens().await;
    let caught_up = nora.gets("/api/stream/status").await.json();

    assert_eq!(behind["behindSeconds"], 40);
    assert_eq!(caught_up["behindSeconds"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_listeners_at_once_hear_everything_once() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &[KEYWORD]).await;
    two_days_later(&app).await;
    let server = app.server();
    let other = stream::StreamListener::new(
        app.db().clone(),
        app.clock.clone(),
        &server.listening,
        server.app.events.clone(),
    );

    let (one, two) = tokio::join!(server.listener.pass(), other.pass());
    let (one, two) = (one.unwrap(), two.unwrap());
    let again = app.listens().await;

    assert_eq!(one.matches.min(two.matches), 0, "one of them was too late");
    assert_ne!(one.matches + two.matches, 0);
    assert_eq!(again.matches, 0);
    assert!(nora.has_post(DEPOSITS).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_names_the_company_is_a_mention_without_a_search() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Starter, &["espresso"]).await;
    let term = json!({ "term": "Paperlark" });
    let added = nora.posts("/api/mentions/brand-terms", &term).await;
    assert_eq!(added.status, 200, "{}", added.body);
    app.moves_to_later(TimeDelta::hours(10)).await;

    app.listens().await;

    let mentions = nora.gets("/api/mentions").await.json();
    let titles = mentions["mentions"].as_array().unwrap().iter();
    let titles: Vec<&str> = titles
        .map(|it| it["post_title"].as_str().unwrap())
        .collect();
    assert_eq!(
        titles,
        ["We outgrew Paperlark at 11 people and the export was a nightmare"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_heard_for_somebody_who_left() {
    let app = listening_app().await;
    let nora = app.founder("nora", Plan::Pro, &[KEYWORD]).await;
    app.listens().await;
    let request = nora.request(Method::DELETE, "/api/account");
    let confirmed = json!({ "confirm": "nora@example.com" });
    let left = nora.sends(request.json(&confirmed)).await;
    assert_eq!(left.status, 200, "{}", left.body);
    two_days_later(&app).await;

    let report = app.listens().await;

    assert_ne!(report.posts, 0);
    assert_eq!(report.matches, 0);
    assert_eq!(waiting(&app).await, 0);
}
