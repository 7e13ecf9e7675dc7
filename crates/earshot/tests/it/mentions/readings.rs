//! How a mention is analysed: sentiment, intent, summary, and which filter hides it.

use std::collections::HashMap;

use platform::db::args;
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
        is_quoted_word_for_word(mention);
    }
    let insights = mentions
        .iter()
        .filter(|it| it["comment_insights"].is_string())
        .count();
    assert!(insights > 0, "no thread was read");
}

/// Where no model writes a summary, the sentence that carries the verdict is quoted. The title is never
/// quoted below itself.
#[track_caller]
fn is_quoted_word_for_word(mention: &Value) {
    let (title, content) = (&mention["post_title"], &mention["post_content"]);
    let content = content.as_str().unwrap_or_default();
    let Some(summary) = mention["ai_summary"].as_str() else {
        return;
    };
    let quote = summary
        .trim_start_matches('\u{201c}')
        .trim_end_matches('\u{201d}');
    let words = quote.trim_end_matches(" \u{2026}");
    assert!(content.contains(words), "{quote}\n{content}");
    assert_ne!(title.as_str(), Some(quote));
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

/// What is shown of a mention's reading.
async fn shown_readings(ada: &Person) -> Vec<Value> {
    let mut shown: Vec<Value> = ada
        .mentions("limit=200")
        .await
        .iter()
        .map(|it| {
            json!({
                "id": it["id"], "score": it["sentiment_score"], "is_positive": it["is_positive"],
                "why": it["ai_analysis_reason"], "summary": it["ai_summary"], "intent": it["intent"],
                "is_read": it["is_read"],
            })
        })
        .collect();
    shown.sort_by_key(|it| it["id"].to_string());
    shown
}

#[tokio::test(flavor = "multi_thread")]
async fn mentions_of_an_older_judgement_are_judged_again_at_the_next_start() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Pro).await;
    ada.searches_mentions(&app).await;
    let all = ada.mentions("limit=200").await;
    let marked = ada
        .posts(
            "/api/mentions/mark-read",
            &json!({ "mentionIds": [all[0]["id"]] }),
        )
        .await;
    assert_eq!(marked.status, 200, "{}", marked.body);
    let rejecting = format!("/api/mentions/{}/reject", all[1]["id"].as_str().unwrap());
    let rejected = ada.posts(&rejecting, &json!({ "reason": "Not us" })).await;
    assert_eq!(rejected.status, 200, "{}", rejected.body);
    let right = shown_readings(&ada).await;
    let sql = "update brand_mentions set reading = 0, sentiment_score = 0.9, is_positive = $1,
                   leaning = 'positive', ai_analysis_reason = 'old', intent = 'buying'";
    app.db().run(sql, args![true]).await.unwrap();

    mentions::rejudge_older_readings(app.db(), &app.clock)
        .await
        .unwrap();
    app.works_off_jobs().await;

    assert_eq!(shown_readings(&ada).await, right);
    let sql = "select cast(count(*) as bigint) from brand_mentions
               where reading = 0 or ai_analysis_reason = 'old'";
    let (older,): (i64,) = app.db().one(sql, args![]).await.unwrap();
    assert_eq!(older, 0);
    assert_eq!(ada.mention_stats().await["rejected"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_language_model_read_is_not_judged_again() {
    let app = TestApp::start_with(&[
        ("EARSHOT_LLM_PROVIDER", "sandbox"),
        ("EARSHOT_LLM_MODEL", "sandbox"),
    ])
    .await;
    let ada = app.brand_owner("ada", Plan::Pro).await;
    ada.searches_mentions(&app).await;
    let right = shown_readings(&ada).await;
    let by_model = "select cast(count(*) as bigint) from brand_mentions where read_by_model = $1";
    let (read,): (i64,) = app.db().one(by_model, args![true]).await.unwrap();
    assert!(read > 0, "the model has read some");
    let sql = "update brand_mentions set reading = 0";
    app.db().run(sql, args![]).await.unwrap();

    mentions::rejudge_older_readings(app.db(), &app.clock)
        .await
        .unwrap();
    app.works_off_jobs().await;

    assert!(shown_readings(&ada).await == right, "a reading has changed");
    let older = "select cast(count(*) as bigint) from brand_mentions where reading = 0";
    let (older,): (i64,) = app.db().one(older, args![]).await.unwrap();
    assert_eq!(older, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_summary_that_the_author_did_not_write_is_known_as_a_models_from_before() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Pro).await;
    ada.searches_mentions(&app).await;
    let id = ada.mentions("limit=200").await[0]["id"].clone();
    let id: uuid::Uuid = id.as_str().unwrap().parse().unwrap();
    let sql =
        "update brand_mentions set reading = 0, ai_summary = 'Praises how calmly bookkeeping goes.'
               where id = $1";
    app.db().run(sql, args![id]).await.unwrap();

    mentions::rejudge_older_readings(app.db(), &app.clock)
        .await
        .unwrap();
    app.works_off_jobs().await;

    let sql = "select ai_summary, read_by_model, reading from brand_mentions where id = $1";
    let kept: (String, bool, i64) = app.db().one(sql, args![id]).await.unwrap();
    let summary = "Praises how calmly bookkeeping goes.".to_owned();
    assert_eq!(kept, (summary, true, lens::mention::READING_VERSION));
    let mentions = ada.mentions("limit=200").await;
    let by_model = mentions.iter().filter(|it| it["summary_kind"] == "ai");
    assert_eq!(by_model.count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_after_an_update_leaves_no_mention_of_the_older_judgement() {
    let app = TestApp::start().await;
    let ada = app.brand_owner("ada", Plan::Pro).await;
    ada.searches_mentions(&app).await;
    let right = shown_readings(&ada).await;
    let sql =
        "update brand_mentions set reading = 0, ai_analysis_reason = 'old', intent = 'buying'";
    app.db().run(sql, args![]).await.unwrap();

    ada.searches_mentions(&app).await;

    let again = shown_readings(&ada).await;
    let lost = right.iter().find(|reading| !again.contains(reading));
    assert_eq!(lost, None);
    assert!(again.iter().all(|reading| reading["why"] != "old"));
}
