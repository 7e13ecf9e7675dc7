//! The report: exit codes, both forms, and that no secret is in either.

use std::collections::BTreeSet;

use axum::extract::Request;
use axum::http::header::DATE;
use axum::{Json, Router};
use platform::settings::catalogue;
use serde_json::{Value, json};

use super::stand_ins::{StandIns, closed_port};
use crate::kit::Diagnosis;
use crate::once::production::PRODUCTION;

#[tokio::test(flavor = "multi_thread")]
async fn the_exit_code_says_fine_wrong_or_could_not_look() {
    let fine = Diagnosis::of(&[], &["--only", "settings", "--only", "mail"]).await;
    let wrong = Diagnosis::of(&[("EARSHOT_JOB_SLOTS", "many")], &["--only", "settings"]).await;
    let misspelt = Diagnosis::of(&[], &["--only", "weather"]).await;
    let unreadable = Diagnosis::of(&[("EARSHOT_CONFIG", "/no/such/file")], &[]).await;

    assert_eq!(fine.code, Some(0), "{fine:?}");
    assert_eq!(wrong.code, Some(1), "{wrong:?}");
    assert!(
        wrong
            .errors
            .contains("1 of the checks found something wrong")
    );
    assert_eq!(misspelt.code, Some(2), "{misspelt:?}");
    assert_eq!(unreadable.code, Some(2), "{unreadable:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_get_a_line_for_each_check_with_what_to_do_and_no_colours_in_a_file() {
    let settings = [("EARSHOT_JOB_SLOTS", "many")];

    let diagnosis = Diagnosis::of(&settings, &["--only", "settings", "--only", "reddit"]).await;

    assert_eq!(
        diagnosis.output,
        "Settings\n  \
         wrong     EARSHOT_JOB_SLOTS  'many' is not a whole number\n  \
         \u{20}                            do this: How many jobs run at once in this process.\n\n\
         Reddit\n  \
         not used  application        no app is set; posts are samples\n\n\
         1 wrong, 0 to look at\n"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_that_production_refuses_is_listed_by_name_and_its_part_waits() {
    let settings = [("EARSHOT_ENV", "production")];

    let diagnosis = Diagnosis::of(&settings, &["--json"]).await;

    assert_eq!(diagnosis.code, Some(1), "{diagnosis:?}");
    diagnosis.says(
        "EARSHOT_SMTP_URL",
        "wrong",
        "production needs a mail server",
    );
    diagnosis.says(
        "STRIPE_SECRET_KEY",
        "wrong",
        "production needs a payment provider",
    );
    let waiting = diagnosis
        .checks()
        .into_iter()
        .filter(|check| check["check"] == "checks");
    let waiting: Vec<String> = waiting.map(|check| check["found"].to_string()).collect();
    assert_eq!(
        waiting,
        [
            "\"wait until EARSHOT_SMTP_URL is right\"",
            "\"wait until STRIPE_SECRET_KEY is right\"",
            "\"wait until REDDIT_CLIENT_ID is right\"",
            "\"wait until EARSHOT_SITE_URL is right\"",
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_setting_nobody_knows_and_a_domain_for_examples_are_worth_a_look() {
    let settings = [&PRODUCTION[..], &[("EARSHOT_BNID", "x")]].concat();

    let diagnosis = Diagnosis::of_part("settings", &settings).await;

    assert_eq!(diagnosis.code, Some(0), "{diagnosis:?}");
    diagnosis.says("EARSHOT_BNID", "warning", "unknown setting");
    diagnosis.says(
        "EARSHOT_MAIL_FROM",
        "warning",
        "example.com is a name for examples",
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_years_off_is_wrong() {
    let stand_ins = StandIns::new();
    let old = [(DATE, "Wed, 01 Jan 2020 00:00:00 GMT")];
    let url = stand_ins
        .web(Router::new().fallback(async move || old))
        .await;
    let settings = [
        ("EARSHOT_LLM_PROVIDER", "ollama"),
        ("EARSHOT_LLM_URL", url.as_str()),
        ("EARSHOT_LLM_MODEL", "small"),
    ];

    let diagnosis = Diagnosis::of_part("machine", &settings).await;

    diagnosis.says("clock", "wrong", "differs from 127.0.0.1's by");
}

/// Every secret setting, with a mark that is in nothing else.
fn secrets(echo: &str, closed: u16) -> Vec<(&'static str, String)> {
    let at = |scheme: &str| format!("{scheme}://ada:mark%21ed-{scheme}@127.0.0.1:{closed}/x");
    let mut secrets = vec![
        ("DATABASE_URL", at("postgres")),
        (
            "EARSHOT_SMTP_URL",
            at("smtp").trim_end_matches("/x").to_owned(),
        ),
        ("EARSHOT_GOOGLE_CLIENT_SECRET", "marked-google".to_owned()),
        ("EARSHOT_LLM_KEY", "marked-llm".to_owned()),
        ("EARSHOT_METRICS_TOKEN", "marked-metrics-token".to_owned()),
        ("EARSHOT_RANK_KEY", "login:marked-rank".to_owned()),
        ("REDDIT_CLIENT_SECRET", "marked-reddit".to_owned()),
        ("STRIPE_SECRET_KEY", "sk_test_marked-stripe".to_owned()),
        ("STRIPE_WEBHOOK_SECRET", "whsec_marked-webhook".to_owned()),
    ];
    let known: BTreeSet<&str> = secrets.iter().map(|(name, _)| *name).collect();
    let all = catalogue::ALL.iter().filter(|setting| setting.is_secret);
    assert_eq!(known, all.map(|setting| setting.name).collect());
    let plain = [
        ("EARSHOT_GOOGLE_CLIENT_ID", "an-id"),
        ("EARSHOT_GOOGLE_ISSUER", echo),
        ("EARSHOT_LLM_MODEL", "small"),
        ("EARSHOT_LLM_PROVIDER", "openai"),
        ("EARSHOT_LLM_URL", echo),
        ("EARSHOT_RANK_PROVIDER", "dataforseo"),
        ("EARSHOT_RANK_URL", echo),
        ("EARSHOT_SITE_URL", echo),
        ("REDDIT_CLIENT_ID", "an-id"),
        ("REDDIT_OAUTH_URL", echo),
        ("REDDIT_WWW_URL", echo),
        ("STRIPE_API_URL", echo),
        ("STRIPE_PRO_PRICE", "price_1"),
        ("STRIPE_STARTER_PRICE", "price_2"),
    ];
    secrets.extend(plain.map(|(name, value)| (name, value.to_owned())));
    secrets
}

/// Repeats what it was sent, as some servers do in their error pages.
async fn repeat(request: Request) -> Json<Value> {
    let (head, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 64 * 1024)
        .await
        .unwrap_or_default();
    let said = format!("{:?} {}", head.headers, String::from_utf8_lossy(&body));
    Json(json!({ "id": said, "data": [{ "id": said }], "version": said }))
}

#[tokio::test(flavor = "multi_thread")]
async fn no_secret_is_in_the_report_whatever_others_answer() {
    let stand_ins = StandIns::new();
    let echo = stand_ins.web(Router::new().fallback(repeat)).await;
    let secrets = secrets(&echo, closed_port().await);
    let settings: Vec<(&str, &str)> = secrets
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();

    for words in [&["--json"][..], &[]] {
        let diagnosis = Diagnosis::of(&settings, words).await;

        assert_eq!(diagnosis.code, Some(1), "{diagnosis:?}");
        let said = format!("{}{}", diagnosis.output, diagnosis.errors);
        for mark in ["marked", "mark%21ed", "mark!ed"] {
            assert!(!said.contains(mark), "{said}");
        }
    }
}
