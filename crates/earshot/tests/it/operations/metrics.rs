//! What is counted, through `GET /metrics`, after something has really happened.

use billing::Status;
use chrono::TimeDelta;
use earshot::operations::metric_catalogue::{MetricKind, described};
use platform::db::args;
use platform::product::Plan;
use providers::llm::{CompletionRequest, LanguageModel, RequestKind, quote_untrusted};
use reqwest::Method;
use serde_json::json;
use tokio_tungstenite::connect_async;
use uuid::Uuid;

use crate::kit::{Person, TestApp, noon};
use crate::scanner::{founder, scanning};

#[tokio::test(flavor = "multi_thread")]
async fn every_metric_is_explained_before_its_values_and_is_in_the_catalogue() {
    let app = TestApp::start().await;
    app.posts_mail("ada@example.com", "hello").await;
    app.works_off_jobs().await;

    let page = app.visitor().asks("/metrics").await.body;

    let lines: Vec<&str> = page.lines().filter(|line| !line.is_empty()).collect();
    for pair in lines.windows(2) {
        let Some(rest) = pair[1].strip_prefix("# TYPE ") else {
            continue;
        };
        let (name, kind) = rest.split_once(' ').unwrap();
        let metric = described(name).unwrap_or_else(|| panic!("{name} is not in the catalogue"));
        let expected = match metric.kind {
            MetricKind::Counter => "counter",
            MetricKind::Gauge => "gauge",
            MetricKind::Histogram => "histogram",
        };
        assert_eq!(kind, expected, "{name}");
        assert!(
            pair[0].starts_with(&format!("# HELP {name} ")),
            "{}",
            pair[0]
        );
    }
    for line in lines.iter().filter(|line| !line.starts_with('#')) {
        assert!(line.starts_with("earshot_"), "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_says_what_it_is_and_what_it_takes() {
    let app = TestApp::start().await;
    let engine = app.db().engine().name();

    let scrape = app.scrapes().await;

    let version = platform::VERSION;
    scrape.says(
        &format!(r#"earshot_build_info{{version="{version}",database="{engine}"}}"#),
        1.0,
    );
    let started = app.app().started_at.timestamp();
    scrape.says(
        "earshot_process_start_time_seconds",
        f64::from(u32::try_from(started).unwrap()),
    );
    assert!(
        scrape
            .value("earshot_process_resident_memory_bytes")
            .unwrap()
            > 1e6
    );
    let (pool, most) = match engine {
        "sqlite" => ("readers", 4.0),
        _ => ("postgres", 10.0),
    };
    scrape.says(
        &format!(r#"earshot_pool_connections_max{{pool="{pool}"}}"#),
        most,
    );
    let idle = format!(r#"earshot_pool_connections{{pool="{pool}",state="idle"}}"#);
    assert!(scrape.value(&idle).is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_queue_says_how_much_waits_and_how_long() {
    let app = TestApp::start().await;
    app.posts_mail("ada@example.com", "hello").await;
    app.posts_mail("bob@example.com", "hello").await;

    app.clock.advance(TimeDelta::minutes(7));

    let scrape = app.scrapes().await;
    scrape.says(
        r#"earshot_queue_jobs{kind="send_mail",state="queued"}"#,
        2.0,
    );
    scrape.says(r#"earshot_queue_oldest_seconds{kind="send_mail"}"#, 420.0);
    scrape.says(r#"earshot_unsent_mails{state="waiting"}"#, 2.0);
    scrape.says("earshot_oldest_waiting_mail_seconds", 420.0);
    app.works_off_jobs().await;
    let scrape = app.scrapes().await;
    assert_eq!(
        scrape.value(r#"earshot_queue_oldest_seconds{kind="send_mail"}"#),
        None
    );
    scrape.says(r#"earshot_unsent_mails{state="waiting"}"#, 0.0);
    scrape.counts(r#"earshot_provider_call_seconds_count{provider="mail"}"#);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_rests_after_a_failure_does_not_wait_for_a_worker() {
    let app = TestApp::start().await;
    app.posts_mail("busy@example.com", "hello").await;
    app.works_off_jobs().await;

    let resting = app.scrapes().await;
    app.clock.advance(TimeDelta::minutes(3));
    let due = app.scrapes().await;

    let oldest = r#"earshot_queue_oldest_seconds{kind="send_mail"}"#;
    assert_eq!(resting.value(oldest), None);
    assert!(due.value(oldest).unwrap() > 0.0);
    app.gives_up_mails().await;
    app.scrapes()
        .await
        .says(r#"earshot_unsent_mails{state="dead"}"#, 1.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn customers_are_counted_by_what_their_newest_subscription_says() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let bob = app.person("bob").await;
    app.person("eve").await;
    ada.is_given(&app, Some(Status::Trialing), Plan::Starter)
        .await;
    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;
    bob.is_given(&app, Some(Status::Trialing), Plan::Starter)
        .await;
    app.works_off_jobs().await;

    let scrape = app.scrapes().await;

    scrape.says(r#"earshot_customers{state="active",plan="pro"}"#, 1.0);
    scrape.says(r#"earshot_customers{state="trialing",plan="starter"}"#, 1.0);
    scrape.says("earshot_accounts", 3.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn scans_that_fail_are_counted_by_whose_trouble_it_is() {
    let app = scanning().await;
    let ada = founder(&app, "ada", &["late payments"]).await;
    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;
    app.server().worker.run_next().await.unwrap();
    // Jobs that no build can run: they become dead jobs.
    let sql = "update jobs set payload = $1 where kind in ('discover', 'search_mentions')";
    let spoilt = json!({ "nonsense": true });
    app.db().run(sql, args![spoilt]).await.unwrap();
    let eve = app.person("eve").await;
    eve.is_given(&app, Some(Status::Active), Plan::Pro).await;
    app.works_off_jobs().await;

    let scrape = app.scrapes().await;

    scrape.says(r#"earshot_scans_failing{trouble="error"}"#, 1.0);
    scrape.says(r#"earshot_scans_failing{trouble="customer"}"#, 1.0);
    scrape.says(r#"earshot_scans_failing{trouble="outage"}"#, 0.0);
    scrape.says(r#"earshot_dead_jobs{kind="discover"}"#, 1.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_say_how_fresh_they_are() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let empty = app.scrapes().await;

    finds_a_post(&app, &ada).await;

    let newest = r#"earshot_newest_find_timestamp_seconds{kind="post"}"#;
    assert_eq!(empty.value(newest), None);
    let found = noon().timestamp();
    app.scrapes()
        .await
        .says(newest, f64::from(i32::try_from(found).unwrap()));
}

/// As a search would have.
async fn finds_a_post(app: &TestApp, owner: &Person) {
    let sql = "insert into reddit_posts (id, user_id, reddit_id, title, subreddit, author, created_at, score,
                   comments, permalink, keywords_matched, relevance_score, rejected, found_at)
               values ($1, $2, 'sample_1', 'Late payments', 'freelance', 'bob', $3, 1, 0,
                       'https://reddit.example/', $4, 50, $5, $3)";
    let arguments = args![Uuid::now_v7(), owner.id, noon(), json!([]), false];
    app.db().run(sql, arguments).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_model_says_what_it_used_and_what_that_cost() {
    let app = TestApp::start_with(&[
        ("EARSHOT_LLM_PROVIDER", "sandbox"),
        ("EARSHOT_LLM_MODEL", "sandbox-echo"),
        ("EARSHOT_LLM_PRICE", "2.5"),
        ("EARSHOT_LLM_DAILY_TOKENS", "50000"),
    ])
    .await;
    let site = quote_untrusted("Name: Paperlark\nPaperlark reminds people of unpaid invoices.");
    let question = CompletionRequest::new(RequestKind::Website, "Describe this company.", &site);
    let model = app.app().llm.as_ref().unwrap().for_user(Uuid::from_u128(1));

    let answer = model.complete(&question).await.unwrap();

    let (scrape, tokens) = (app.scrapes().await, f64::from(answer.tokens()));
    scrape.says(r#"earshot_llm_tokens_today{kind="website"}"#, tokens);
    scrape.says("earshot_llm_budget_used_tokens", tokens);
    scrape.says("earshot_llm_budget_tokens", 50_000.0);
    let dollars = scrape.value("earshot_llm_cost_today_dollars").unwrap();
    assert!((dollars - tokens * 2.5e-6).abs() < 1e-9, "{dollars}");
    scrape.counts(r#"earshot_provider_call_seconds_count{provider="language_model"}"#);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_breaker_that_opened_is_seen() {
    // Nobody listens there.
    let app = TestApp::start_with(&[
        ("EARSHOT_RANK_PROVIDER", "searxng"),
        ("EARSHOT_RANK_URL", "http://127.0.0.1:9"),
    ])
    .await;
    let open = r#"earshot_provider_breaker_open{client="searxng"}"#;
    app.scrapes().await.says(open, 0.0);
    let ranks = app.app().ranks.clone().unwrap();
    let country = app.app().settings.listening.country;

    for _ in 0..2 {
        ranks.search("invoice app", country, 1).await.unwrap_err();
    }

    let scrape = app.scrapes().await;
    scrape.says(open, 1.0);
    scrape.counts(r#"earshot_provider_calls_total{provider="ranks",outcome="unavailable"}"#);
}

#[tokio::test(flavor = "multi_thread")]
async fn webhooks_are_counted_by_what_became_of_them() {
    let app = TestApp::start_with(&[("STRIPE_WEBHOOK_SECRET", "whsec_of_this_test")]).await;
    let visitor = app.visitor();
    let forged = visitor.request(Method::POST, "/api/stripe-webhook");
    visitor
        .sends(forged.body("{}"))
        .await
        .refuses(400, "Invalid signature.");

    let scrape = app.scrapes().await;

    scrape.counts(r#"earshot_payment_webhooks_total{outcome="invalid_signature"}"#);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_live_channel_is_counted() {
    let app = TestApp::start().await;
    let address = app.server().address;
    let key = app.anon_key();
    let url = format!("ws://{address}/realtime/v1/websocket?apikey={key}&vsn=1.0.0");
    let (_socket, _) = connect_async(url).await.unwrap();

    crate::kit::eventually("the socket is counted", async || {
        let open = app.scrapes().await.value("earshot_sockets_open");
        open.is_some_and(|open| open >= 1.0)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_database_the_counters_are_still_there() {
    let app = TestApp::start().await;
    app.visitor().asks("/healthz").await;

    app.db().close().await;

    let scrape = app.scrapes().await;
    scrape.counts(r#"earshot_requests_total{route="/healthz",method="GET",status="200"}"#);
    assert_eq!(scrape.value("earshot_accounts"), None);
    assert!(scrape.value("earshot_process_start_time_seconds").is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn no_customer_is_in_a_label() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    finds_a_post(&app, &ada).await;
    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;
    app.works_off_jobs().await;

    let page = app.visitor().asks("/metrics").await.body;

    for secret in [
        ada.id.to_string(),
        ada.id.simple().to_string(),
        "ada".to_owned(),
    ] {
        assert!(!page.contains(&format!("\"{secret}")), "{secret}");
    }
    assert!(!page.contains('@'));
}
