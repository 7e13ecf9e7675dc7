//! The reading of a language model: taken over where it is sound, and never missed.

use std::collections::BTreeMap;

use super::*;

/// What is shown of each mention's reading, by where the mention stands.
type Readings = BTreeMap<String, Value>;

async fn read_with(settings: &[(&str, &str)]) -> Readings {
    let app = TestApp::start_with(settings).await;
    let ada = app.brand_owner("ada", Plan::Pro).await;
    // Whatever a reading doubts is to be seen too.
    let everything = json!({ "enabled": false });
    let set = ada.posts("/api/mentions/ai-settings", &everything).await;
    assert_eq!(set.status, 200, "{}", set.body);
    let reply = ada.searches_mentions(&app).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let mentions = ada.mentions("limit=200").await;
    assert!(mentions.len() > 5, "{}", mentions.len());
    mentions.iter().map(reading).collect()
}

fn reading(mention: &Value) -> (String, Value) {
    let fields = [
        "sentiment_score",
        "is_positive",
        "ai_summary",
        "summary_kind",
        "ai_analysis_reason",
        "intent",
    ];
    // Every sandbox has a port of its own.
    let (_, place) = mention["post_url"]
        .as_str()
        .unwrap()
        .split_once("/r/")
        .unwrap();
    let place = place.to_owned();
    let read = fields.map(|field| (field.to_owned(), mention[field].clone()));
    (place, Value::Object(read.into_iter().collect()))
}

fn model(name: &str) -> [(&'static str, String); 2] {
    [
        ("EARSHOT_LLM_PROVIDER", "sandbox".to_owned()),
        ("EARSHOT_LLM_MODEL", name.to_owned()),
    ]
}

async fn read_by(name: &str) -> Readings {
    let settings = model(name);
    let settings: Vec<(&str, &str)> = settings.iter().map(|(k, v)| (*k, v.as_str())).collect();
    read_with(&settings).await
}

/// The badge rule holds whoever has read.
#[track_caller]
fn is_shown_well(readings: &Readings) {
    for (place, read) in readings {
        let score = read["sentiment_score"].as_f64().unwrap();
        assert!((-1.0..=1.0).contains(&score), "{place}: {read}");
        if read["is_positive"].is_null() {
            let is_undecided = (score.abs() - 0.75).abs() < 1e-9
                || (score == 0.0 && read["ai_analysis_reason"].is_null());
            assert!(is_undecided, "{place}: {read}");
        }
        // Without a model a quote stands there, and nothing where the title says it all.
        let summary = read["ai_summary"].as_str().unwrap_or("-");
        let longest = if summary.starts_with('\u{201c}') {
            284
        } else {
            140
        };
        assert!(
            (1..=longest).contains(&summary.chars().count()),
            "{summary}"
        );
        let kind = match summary.chars().next() {
            Some('-') => Value::Null,
            Some('\u{201c}') => json!("quote"),
            _ => json!("ai"),
        };
        assert_eq!(read["summary_kind"], kind, "{summary}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_model_reads_is_taken_over() {
    let plain = read_with(&[]).await;
    is_shown_well(&plain);

    for name in [
        "sandbox",
        "sandbox-echo",
        "sandbox-chatty",
        "sandbox-repairable",
    ] {
        let read = read_by(name).await;

        assert!(read.keys().eq(plain.keys()), "{name}: other mentions");
        is_shown_well(&read);
        for field in ["ai_summary", "sentiment_score"] {
            let mut differing = read.iter();
            let differs = differing.any(|(place, it)| plain[place][field] != it[field]);
            assert!(differs, "{name} was not listened to: {field}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_no_reading_changes_nothing() {
    let plain = read_with(&[]).await;

    for name in [
        "malformed",
        "unfitting",
        "empty",
        "refusal",
        "rate-limited",
        "broken",
        "cut",
    ] {
        assert_eq!(read_by(&format!("sandbox-{name}")).await, plain, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_does_one_that_never_comes() {
    let never = [
        ("EARSHOT_LLM_PROVIDER", "sandbox"),
        ("EARSHOT_LLM_MODEL", "sandbox-slow"),
        ("EARSHOT_LLM_FIRST_TOKEN_S", "1"),
    ];

    assert_eq!(read_with(&never).await, read_with(&[]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_obeys_strangers_shows_nobody_their_links() {
    let plain = read_with(&[]).await;

    let read = read_by("sandbox-obedient").await;

    is_shown_well(&read);
    for (place, it) in &read {
        assert!(!it.to_string().contains("evil"), "{it}");
        assert_eq!(it["ai_summary"], plain[place]["ai_summary"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_tokens_left_mentions_are_read_without_a_model() {
    let poor = [
        ("EARSHOT_LLM_PROVIDER", "sandbox"),
        ("EARSHOT_LLM_USER_DAILY_TOKENS", "100"),
    ];

    assert_eq!(read_with(&poor).await, read_with(&[]).await);
}
