//! A scan that meets an outage is repeated soon, and only where it failed.

use super::*;
use crate::kit::UnreliableReddit;

async fn scanning_with(reddit: &UnreliableReddit) -> TestApp {
    let mut settings = reddit.settings().to_vec();
    settings.push(("EARSHOT_SCANS", "on"));
    TestApp::start_with(&settings).await
}

impl Person {
    /// How long until the searches that failed are asked again.
    async fn wait_for_repeat(&self, app: &TestApp) -> Option<TimeDelta> {
        let last = self.scanner().await["lastScan"].clone();
        let at: DateTime<Utc> = last["repeatsAt"].as_str()?.parse().unwrap();
        Some(at - app.clock.now())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scan_whose_searches_all_failed_is_repeated_within_the_hour() {
    let reddit = UnreliableReddit::open().await;
    let app = scanning_with(&reddit).await;
    let ada = founder(&app, "ada", &["invoice"]).await;
    reddit.goes_down(401);
    ada.is_given(&app, Some(Status::Trialing), Plan::Starter)
        .await;
    app.works_off_jobs().await;
    let next_scan = ada.next_scan().await;

    let mut waits = Vec::new();
    for _ in 0..3 {
        let wait = ada.wait_for_repeat(&app).await.unwrap();
        app.lets_pass(wait).await;
        waits.push(wait);
    }
    let unheard = ada.scanner().await["lastScan"].clone();
    reddit.comes_back();
    let wait = ada.wait_for_repeat(&app).await.unwrap();
    app.lets_pass(wait).await;

    let within: TimeDelta = waits.iter().sum();
    assert!(within <= TimeDelta::hours(1), "{waits:?}");
    assert!(waits.is_sorted(), "the pauses grow: {waits:?}");
    assert_eq!(
        unheard["failures"],
        json!([
            { "what": "Relevant posts", "why": "Reddit is unavailable right now." },
            { "what": "Brand mentions", "why": "Reddit is unavailable right now." },
        ])
    );
    let heard = ada.scanner().await["lastScan"].clone();
    assert!(heard["newPosts"].as_i64().unwrap() > 0, "{heard}");
    assert!(heard["newMentions"].as_i64().unwrap() > 0, "{heard}");
    assert_eq!(heard["failures"], json!([]));
    assert_eq!(heard["repeatsAt"], Value::Null);
    assert_eq!(ada.scans().await.len(), 1, "repeats belong to their scan");
    assert_eq!(ada.next_scan().await, next_scan, "the cadence stays");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partial_scan_asks_again_only_for_what_failed() {
    let reddit = UnreliableReddit::open().await;
    let app = scanning_with(&reddit).await;
    let ada = founder(&app, "ada", &["clients", "deposit"]).await;
    reddit.fails_for(401, "q=deposit");
    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;
    app.works_off_jobs().await;
    let partial = ada.scanner().await["lastScan"].clone();
    reddit.asked();

    reddit.comes_back();
    let wait = ada.wait_for_repeat(&app).await.unwrap();
    app.lets_pass(wait).await;
    let asked = reddit.asked();

    assert_eq!(
        partial["failures"],
        json!([{
            "what": "posts about “deposit”",
            "why": "The connection to the provider is not set up correctly.",
        }])
    );
    let searches: Vec<&String> = asked.iter().filter(|path| path.contains("q=")).collect();
    assert_eq!(searches.len(), 1, "{asked:?}");
    assert!(searches[0].contains("q=deposit"), "{asked:?}");
    let whole = ada.scanner().await["lastScan"].clone();
    let new_posts = |run: &Value| run["newPosts"].as_i64().unwrap();
    assert!(new_posts(&partial) > 0, "{partial}");
    assert!(new_posts(&whole) >= new_posts(&partial), "{whole}");
    assert_eq!(whole["newMentions"], partial["newMentions"]);
    assert_eq!(whole["failures"], json!([]));
    assert_eq!(ada.wait_for_repeat(&app).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_healthy_scan_and_one_with_closed_communities_are_not_repeated() {
    let app = scanning().await;
    let ada = founder(&app, "ada", &["late payments"]).await;
    let bob = founder(&app, "bob", &["subreddit:sandbox403 money", "invoice"]).await;
    for person in [&ada, &bob] {
        person.is_given(&app, Some(Status::Active), Plan::Pro).await;
    }

    app.works_off_jobs().await;

    assert_eq!(ada.wait_for_repeat(&app).await, None);
    assert_eq!(bob.wait_for_repeat(&app).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_reddit_asks_to_make_later_are_no_reason_to_repeat_a_scan() {
    let app = scanning().await;
    let ada = founder(&app, "ada", &["subreddit:sandbox429 money", "invoice"]).await;
    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;

    app.with_passing_time(app.works_off_jobs()).await;

    let last = ada.scanner().await["lastScan"].clone();
    let failures = last["failures"].as_array().unwrap();
    assert!(!failures.is_empty(), "{last}");
    assert_eq!(last["repeatsAt"], Value::Null, "{last}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeat_that_comes_after_access_ended_or_a_later_scan_does_nothing() {
    let reddit = UnreliableReddit::open().await;
    let app = scanning_with(&reddit).await;
    let ada = founder(&app, "ada", &["late payments"]).await;
    let bob = founder(&app, "bob", &["late payments"]).await;
    reddit.goes_down(401);
    for person in [&ada, &bob] {
        person.is_given(&app, Some(Status::Active), Plan::Pro).await;
    }
    app.works_off_jobs().await;
    reddit.comes_back();
    reddit.asked();

    ada.is_given(&app, Some(Status::Cancelled), Plan::Pro).await;
    let mut tx = app.db().begin().await.unwrap();
    scanner::scan_now(&mut tx, &app.clock, bob.id)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    app.works_off_jobs().await;
    let by_the_scan = reddit.asked().len();
    app.lets_pass(TimeDelta::hours(1)).await;

    assert!(by_the_scan > 0);
    assert_eq!(reddit.asked(), Vec::<String>::new());
    assert_eq!(ada.scans().await.len(), 1);
    assert_eq!(ada.scans().await[0]["repeatsAt"], Value::Null);
    assert_eq!(bob.scans().await.len(), 2);
}
