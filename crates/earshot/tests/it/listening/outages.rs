//! A Reddit that does not answer is seen: by people, by operators, by every process.

use serde_json::{Value, json};

use crate::kit::{Person, TestApp, UnreliableReddit, eventually};

async fn with(reddit: &UnreliableReddit) -> (TestApp, Person) {
    let app = TestApp::start_with(&reddit.settings()).await;
    let ada = app.person("ada").await;
    let body = json!({ "plan": "pro" });
    assert_eq!(ada.posts("/sandbox/subscribe", &body).await.status, 200);
    app.works_off_jobs().await;
    (app, ada)
}

impl Person {
    /// A discovery of one keyword asks Reddit a few times.
    async fn searches_for(&self, app: &TestApp, query: &str) {
        let body = json!({ "query": query });
        let asking = self.posts("/api/reddit-discovery", &body);
        Box::pin(app.with_passing_time(app.working_meanwhile(asking))).await;
    }

    async fn reddit_status(&self) -> Value {
        self.gets("/api/reddit/status").await.json()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reddit_that_fails_every_call_is_said_to_be_down_and_up_again_once_it_answers() {
    let reddit = UnreliableReddit::open().await;
    let (app, ada) = with(&reddit).await;
    ada.searches_for(&app, "late payments").await;
    eventually("an answer is written down", async || {
        let sql = "select provider from provider_health where answered_at is not null";
        let rows: Vec<(String,)> = app.db().all(sql, vec![]).await.unwrap();
        rows.iter().any(|(provider,)| provider == "reddit")
    })
    .await;
    assert_eq!(ada.reddit_status().await["message"], "Connected to Reddit");

    for status in [401, 403] {
        reddit.goes_down(status);
        let since = app.clock.now();
        for query in ["invoice", "clients", "software"] {
            ada.searches_for(&app, &format!("{query} {status}")).await;
        }
        eventually("the failure is seen", async || {
            ada.reddit_status().await["failingSince"] != Value::Null
        })
        .await;
        let down = ada.reddit_status().await;
        reddit.comes_back();
        ada.searches_for(&app, &format!("back after {status}"))
            .await;
        eventually("the answer is seen", async || {
            ada.reddit_status().await["failingSince"] == Value::Null
        })
        .await;

        let failing_since: chrono::DateTime<chrono::Utc> =
            down["failingSince"].as_str().unwrap().parse().unwrap();
        assert!(failing_since >= since && failing_since <= app.clock.now());
        let time = failing_since.format("%H:%M");
        assert_eq!(
            down["message"],
            format!("Reddit has been unavailable since {time} UTC")
        );
        assert_eq!(ada.reddit_status().await["message"], "Connected to Reddit");
    }
    let metrics = app.visitor().asks("/metrics").await.body;
    for line in [
        r#"earshot_provider_calls_total{provider="reddit",outcome="answered"}"#,
        r#"earshot_provider_calls_total{provider="reddit",outcome="unauthorised"}"#,
        r#"earshot_provider_calls_total{provider="reddit",outcome="forbidden"}"#,
        r#"earshot_provider_calls_total{provider="payments",outcome="answered"}"#,
        r#"earshot_provider_failing{provider="reddit"} 0"#,
    ] {
        assert!(metrics.contains(line), "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reddit_that_breaks_on_every_call_is_said_to_be_down() {
    let reddit = UnreliableReddit::open().await;
    let (app, ada) = with(&reddit).await;
    reddit.goes_down(500);

    for query in ["invoice", "clients"] {
        ada.searches_for(&app, query).await;
    }

    eventually("the failure is seen", async || {
        ada.reddit_status().await["failingSince"] != Value::Null
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_community_is_no_outage() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let body = json!({ "plan": "pro" });
    assert_eq!(ada.posts("/sandbox/subscribe", &body).await.status, 200);
    app.works_off_jobs().await;

    for word in ["money", "invoice", "clients", "software"] {
        let query = format!("subreddit:sandbox403 {word}");
        ada.searches_for(&app, &query).await;
    }
    app.works_off_jobs().await;

    assert_eq!(ada.reddit_status().await["failingSince"], Value::Null);
}
