//! Where posts and ranks come from: the sandboxes by default, the operator's choice otherwise.

use chrono::{TimeDelta, Utc};
use platform::settings::{GoogleSetting, RankSetting, RedditSetting, Settings, Source};
use providers::rank::{Country, SearchResult};
use providers::reddit::{PageRequest, PostSearch, SubredditPost};
use serde_json::json;

use crate::kit::{TestApp, noon};

#[tokio::test(flavor = "multi_thread")]
async fn sample_posts_are_searched_and_ranked_and_their_pages_open() {
    let app = TestApp::start().await;
    let shared = &app.server().app;

    let found = shared.reddit.search(&PostSearch::new("late invoice")).await;
    let ranks = shared.ranks.as_ref().unwrap();
    let ranked = ranks.search("late invoice", Country::default(), 1).await;

    let found = found.unwrap().what.items;
    let ranked = ranked.unwrap();
    assert!(!found.is_empty());
    let is_found = |id: &str| found.iter().any(|post| post.id == id);
    let mut ids = ranked.iter().filter_map(SearchResult::post);
    assert!(ids.any(|post| is_found(&post.id)), "{ranked:?}");
    let settings = app.visitor().asks("/sandbox/settings").await.json();
    let address = settings["sandboxes"]["reddit"].as_str().unwrap();
    let page = shared.reddit.address_of(&found[0].permalink);
    assert!(page.starts_with(address), "{page}");
    assert!(settings["sandboxes"]["rank"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn sample_posts_age_with_the_products_clock() {
    let app = TestApp::start().await;
    let before = newest(&app).await;

    let day = json!({ "advanceSeconds": 86_400 });
    app.visitor().posts("/sandbox/clock", &day).await;
    let after = newest(&app).await;

    assert!(written(&before[0]) <= noon());
    let arrived = after.iter().filter(|post| written(post) > noon()).count();
    assert!(arrived > 0, "something arrives within a day");
    assert!(written(&after[0]) <= noon() + TimeDelta::days(1));
    let old = after.iter().find(|post| post.id == before[0].id).unwrap();
    assert_eq!(old.created_at, before[0].created_at);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_stays_where_it_is_while_posts_are_real() {
    let real = [
        ("REDDIT_CLIENT_ID", "an-id"),
        ("REDDIT_CLIENT_SECRET", "a-secret"),
    ];
    let app = TestApp::start_with(&real).await;
    let visitor = app.visitor();

    let clock = visitor.asks("/sandbox/clock").await;

    clock.refuses(404, "Not found.");
    assert_eq!(visitor.asks("/sandbox/mailbox").await.status.as_u16(), 200);
    let settings = visitor.asks("/sandbox/settings").await.json();
    assert_eq!(settings["sandboxes"].get("reddit"), None);
}

#[test]
fn an_operator_chooses_where_posts_and_ranks_come_from() {
    let usual = settings(&[]);
    let chosen = settings(&[
        ("REDDIT_CLIENT_ID", "an-id"),
        ("REDDIT_CLIENT_SECRET", "a-secret"),
        ("EARSHOT_RANK_PROVIDER", "searxng"),
        ("EARSHOT_RANK_URL", "http://localhost:8888"),
        ("EARSHOT_RANK_COUNTRY", "DE"),
    ]);

    assert_eq!(usual.listening.reddit, RedditSetting::Sandbox);
    assert_eq!(usual.listening.rank, RankSetting::Sandbox);
    assert_eq!(usual.listening.country.as_str(), "us");
    assert!(matches!(chosen.listening.reddit, RedditSetting::Live(_)));
    assert!(matches!(chosen.listening.rank, RankSetting::Live(_)));
    assert_eq!(chosen.listening.country.as_str(), "de");
    assert_eq!(chosen.sandboxes(), ["mail", "llm", "payments", "google"]);
}

#[test]
fn a_choice_that_cannot_work_is_named() {
    check(
        &[("REDDIT_CLIENT_ID", "an-id")],
        "REDDIT_CLIENT_ID: Reddit's application secret must be given as Reddit shows it.",
    );
    check(
        &[("EARSHOT_RANK_PROVIDER", "oracle")],
        "EARSHOT_RANK_PROVIDER: 'oracle' is not auto, serper, dataforseo, searxng, sandbox or none",
    );
    check(
        &[("EARSHOT_RANK_KEY", "a-key")],
        "EARSHOT_RANK_PROVIDER: there are settings for a rank provider, but this does not say which one",
    );
    check(
        &[("EARSHOT_RANK_PROVIDER", "searxng")],
        "EARSHOT_RANK_PROVIDER: SearXNG needs the address of your own server.",
    );
    check(
        &[("EARSHOT_RANK_COUNTRY", "Germany")],
        "EARSHOT_RANK_COUNTRY: 'Germany' is not a country, such as us",
    );
}

#[test]
fn production_does_without_ranks_and_not_with_samples() {
    let usual = production(&[]);
    assert!(is_about(&usual, "REDDIT_CLIENT_ID"));
    assert!(!is_about(&usual, "EARSHOT_RANK_PROVIDER"));
    let sandboxed = production(&[("EARSHOT_RANK_PROVIDER", "sandbox")]);
    assert!(is_about(&sandboxed, "EARSHOT_RANK_PROVIDER"));
}

#[test]
fn google_is_its_sandbox_beside_that_of_mail_and_otherwise_whole_or_absent() {
    let client = [
        ("EARSHOT_GOOGLE_CLIENT_ID", "an-id"),
        ("EARSHOT_GOOGLE_CLIENT_SECRET", "a-secret-of-google"),
    ];
    let usual = settings(&[]);
    let live = settings(&client);
    let beside_real_mail = settings(&[("EARSHOT_SMTP_URL", "smtp://127.0.0.1")]);
    let production = production(&[]);

    assert_eq!(usual.google.provider, GoogleSetting::Sandbox);
    assert!(matches!(live.google.provider, GoogleSetting::Live(_)));
    assert!(live.secrets().contains(&"a-secret-of-google".to_owned()));
    assert!(!beside_real_mail.google.is_offered());
    assert!(!is_about(&production, "EARSHOT_GOOGLE_CLIENT_ID"));
    check(
        &[("EARSHOT_GOOGLE_CLIENT_ID", "an-id")],
        "EARSHOT_GOOGLE_CLIENT_ID: the client id and the client secret must both be set",
    );
    check(
        &[
            client[0],
            client[1],
            ("EARSHOT_GOOGLE_ISSUER", "http://accounts.example"),
        ],
        "EARSHOT_GOOGLE_CLIENT_ID: the issuer must be an address such as https://accounts.google.com",
    );
}

/// What production says is wrong.
fn production(more: &[(&str, &str)]) -> Vec<String> {
    let mut source = Source::of([("EARSHOT_ENV", "production")]);
    for (name, value) in more {
        source.set(name, value);
    }
    Settings::read(&source).unwrap_err().0
}

fn is_about(problems: &[String], name: &str) -> bool {
    problems.iter().any(|one| one.starts_with(name))
}

fn settings(values: &[(&str, &str)]) -> Settings {
    let mut source = Source::of([]);
    for (name, value) in values {
        source.set(name, value);
    }
    Settings::read(&source).unwrap()
}

fn check(values: &[(&str, &str)], problem: &str) {
    let mut source = Source::of([]);
    for (name, value) in values {
        source.set(name, value);
    }
    let problems = Settings::read(&source).unwrap_err().0;
    assert_eq!(problems, [problem]);
}

async fn newest(app: &TestApp) -> Vec<SubredditPost> {
    let reddit = &app.server().app.reddit;
    let page = reddit.newest(&[], &PageRequest::first(100)).await.unwrap();
    page.what.items
}

fn written(post: &SubredditPost) -> chrono::DateTime<Utc> {
    post.created_at.into()
}
