//! Reading: what is said of the company, by whom it is filtered.

use std::collections::HashMap;

use platform::product::Plan;
use serde_json::{Value, json};

use crate::kit::{Person, TestApp};

async fn sets(person: &Person, settings: Value) {
    let reply = person.posts("/api/mentions/ai-settings", &settings).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mention_is_read_for_what_it_says_of_the_company() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Starter).await;

    ada.searches_mentions(&app).await;

    let mentions = ada.mentions("limit=200").await;
    let titled = |start: &str| -> Value {
        let is_it = |it: &&Value| {
            it["post_title"].as_str().unwrap().starts_with(start) && it["mention_type"] != "comment"
        };
        mentions
            .iter()
            .find(is_it)
            .unwrap_or_else(|| panic!("{start}"))
            .clone()
    };
    let blame = titled("Paperlark sent a \"final notice\"");
    assert_eq!(blame["is_positive"], false, "{blame}");
    assert!(mentions.iter().any(|it| it["is_positive"] == true));
    for mention in &mentions {
        let (score, is_positive) = (&mention["sentiment_score"], &mention["is_positive"]);
        let score = score.as_f64().unwrap();
        assert!((-1.0..=1.0).contains(&score));
        if is_positive.is_null() {
            let is_undecided = (score.abs() - 0.75).abs() < 1e-9
                || (score == 0.0 && mention["ai_analysis_reason"].is_null());
            assert!(is_undecided, "{mention}");
        }
        let summary = mention["ai_summary"].as_str().unwrap();
        assert!(!summary.is_empty() && summary.chars().count() <= 140);
    }
    let insights = mentions
        .iter()
        .filter(|it| it["comment_insights"].is_string())
        .count();
    assert!(insights > 0, "no thread was read");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stats_and_filters_agree_with_the_badges() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Starter).await;
    ada.searches_mentions(&app).await;
    let stats = ada.mention_stats().await;

    for leaning in ["positive", "negative", "neutral"] {
        let list = ada.mention_list(&format!("sentiment={leaning}")).await;
        assert_eq!(list["total"], stats[leaning], "{leaning}");
    }
    let mut by_intent: HashMap<String, i64> = HashMap::new();
    for mention in ada.mentions("limit=200").await {
        let intent = mention["intent"].as_str().unwrap().to_owned();
        *by_intent.entry(intent).or_default() += 1;
    }
    for intent in ["buying", "comparison", "question", "complaint", "mention"] {
        let list = ada.mention_list(&format!("intent={intent}")).await;
        let expected = by_intent.get(intent).copied().unwrap_or(0);
        assert_eq!(list["total"], expected, "{intent}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_excluded_is_hidden_at_once_and_comes_back() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Pro).await;
    ada.searches_mentions(&app).await;
    let all = ada.mention_list("limit=200").await;
    let subreddit = all["mentions"][0]["subreddit"].as_str().unwrap();
    let is_in_it = |it: &&Value| it["subreddit"] == subreddit;
    let in_it = all["mentions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(is_in_it)
        .count();

    sets(&ada, json!({ "excludedSubreddits": [subreddit] })).await;
    let fewer = ada.mention_list("limit=200").await;
    sets(&ada, json!({ "excludedSubreddits": [], "enabled": false })).await;
    let again = ada.mention_list("limit=200").await;

    let count = |list: &Value| list["total"].as_u64().unwrap();
    assert_eq!(count(&fewer), count(&all) - u64::try_from(in_it).unwrap());
    assert!(
        fewer["mentions"]
            .as_array()
            .unwrap()
            .iter()
            .all(|it| !is_in_it(&it))
    );
    // Without any filtering noise is shown too.
    assert!(count(&again) >= count(&all));
    assert_eq!(ada.mention_stats().await["total"], again["total"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_less_sure_than_its_owner_wants_is_hidden() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Pro).await;
    ada.searches_mentions(&app).await;

    sets(&ada, json!({ "minConfidence": 96 })).await;
    let sure = ada.mention_list("").await;
    sets(&ada, json!({ "minConfidence": 0 })).await;
    let all = ada.mentions("limit=200").await;

    // A name may be somebody else's; only the domain is beyond doubt.
    let certain = |it: &&Value| it["confidence"].as_i64().unwrap() >= 96;
    assert_eq!(sure["total"], all.iter().filter(certain).count());
    assert!(all.iter().any(|it| it["confidence"] == 95));
}
