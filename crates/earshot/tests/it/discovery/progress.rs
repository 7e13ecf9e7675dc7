//! How far a discovery is, live and for pages that were loaded after it began, and until when it has
//! to wait.

use chrono::{DateTime, Utc};
use platform::live::{Event, LiveEvent};
use platform::rate_limit;

use super::*;
use crate::kit::eventually;

#[tokio::test(flavor = "multi_thread")]
async fn open_pages_follow_the_stages_and_never_go_back() {
    let app = TestApp::start().await;
    let nora = app
        .founder("nora", Plan::Pro, &["late payments", "invoicing software"])
        .await;
    let mut page = app.app().live.listen(10).unwrap();
    assert!(page.follow(nora.id, 10));

    let found = nora.discovers(&app).await.json();

    let mut told: Vec<Value> = Vec::new();
    while told.last().is_none_or(|last| last["state"] != "done") {
        let events = page.next().await.expect("the page goes on listening");
        told.extend(events.iter().filter_map(progress));
    }
    let mut stages: Vec<&str> = told
        .iter()
        .map(|one| one["stage"].as_str().unwrap())
        .collect();
    stages.dedup();
    assert_eq!(
        stages,
        ["Searching Reddit", "Reading posts", "Saving posts"]
    );
    let percents: Vec<u64> = told
        .iter()
        .map(|one| one["percent"].as_u64().unwrap())
        .collect();
    assert!(
        percents.is_sorted() && percents.ends_with(&[100]),
        "{percents:?}"
    );
    let searching = told.iter().filter(|one| one["stage"] == "Searching Reddit");
    let counts = |one: &Value| (one["done"].as_u64().unwrap(), one["of"].as_u64().unwrap());
    assert!(searching.clone().any(|one| counts(one).0 > 0), "{told:?}");
    assert!(
        searching.map(counts).all(|(done, of)| done <= of),
        "{told:?}"
    );
    assert!(
        told.iter().all(|one| one["waitsUntil"].is_null()),
        "{told:?}"
    );
    // The bar moves while posts are read, not only before and after.
    let reading = told.iter().filter(|one| one["stage"] == "Reading posts");
    assert!(reading.count() >= 3, "{told:?}");
    assert!(told.iter().all(|one| one["job"] == "discovery"));
    assert_eq!(told.last().unwrap()["found"], found["newPostsCount"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_loaded_meanwhile_learns_what_runs_and_only_its_own() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    let olga = app.person("olga").await;
    let nothing = nora.gets("/api/jobs/current").await.json();

    discovery::scan(app.app(), nora.id).await.unwrap();
    let waiting = nora.gets("/api/jobs/current").await.json();
    let of_olga = olga.gets("/api/jobs/current").await.json();
    app.works_off_jobs().await;
    let done = nora.gets("/api/jobs/current").await.json();

    assert_eq!(nothing, json!({ "success": true, "jobs": [] }));
    let expected = json!({
        "job": "discovery", "stage": "Searching Reddit", "percent": 0, "found": 0, "state": "running",
        "done": 0, "of": 0, "waitsUntil": null,
    });
    assert_eq!(waiting["jobs"], json!([expected]));
    assert_eq!((&of_olga["jobs"], &done["jobs"]), (&json!([]), &json!([])));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_told_until_when_reddits_limit_makes_a_discovery_wait() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    // Half of the calls of ten minutes are used at their beginning.
    app.begins_reddit_window(500).await;
    let running = async || {
        let current = nora.gets("/api/jobs/current").await.json();
        current["jobs"][0].clone()
    };
    let waiting = async {
        eventually("the discovery waits", async || {
            !running().await["waitsUntil"].is_null()
        })
        .await;
        let waiting = running().await;
        app.begins_reddit_window(0).await;
        waiting
    };
    let body = json!({});
    let asking = async { tokio::join!(nora.posts("/api/reddit-discovery", &body), waiting) };

    let (reply, waiting) = Box::pin(app.working_meanwhile(asking)).await;

    assert_eq!(reply.status, 200, "{}", reply.body);
    let until: DateTime<Utc> = waiting["waitsUntil"].as_str().unwrap().parse().unwrap();
    let now = app.clock.real();
    assert!(
        until > now && until < now + TimeDelta::minutes(10),
        "{until}"
    );
    assert_eq!(waiting["stage"], "Searching Reddit");
    assert!(
        waiting["done"].as_u64() < waiting["of"].as_u64(),
        "{waiting}"
    );
    assert!(waiting["of"].as_u64().unwrap() >= 15, "{waiting}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_at_a_screen_is_told_that_re_visits_have_to_wait() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    let mut page = app.app().live.listen(10).unwrap();
    assert!(page.follow(nora.id, 10));
    // A person may make a call, a re-visit may not.
    app.begins_reddit_window(50).await;
    let revisits = app
        .server()
        .listening
        .for_user(Uuid::nil(), listening::Urgency::Revisit);
    let names = ["t3_zzzzzz".parse().unwrap()];
    let waits = async || revisits.waits_until().is_some();
    let discovering = async {
        eventually("the re-visit waits", waits).await;
        nora.discovers(&app).await
    };

    let found = tokio::select! {
        found = discovering => found,
        _ = revisits.again(&names) => panic!("the re-visit does not wait"),
    };

    assert_eq!(found.status, 200, "{}", found.body);
    let mut told: Vec<Value> = Vec::new();
    while told.last().is_none_or(|last| last["state"] != "done") {
        let events = page.next().await.expect("the page goes on listening");
        told.extend(events.iter().filter_map(progress));
    }
    assert!(
        told.iter().all(|one| one["waitsUntil"].is_null()),
        "{told:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_searches_too_often_is_told_when_to_come_back() {
    let app = TestApp::start().await;
    let nora = app.founder("nora", Plan::Pro, &["late payments"]).await;
    let limit = rate_limit::Limit::new(20, TimeDelta::minutes(10));
    let name = format!("discoveries of {}", nora.id);
    let mut tx = app.db().begin().await.unwrap();
    for _ in 0..20 {
        let taken = rate_limit::take(&mut tx, &name, limit, app.clock.real()).await;
        assert_eq!(taken.unwrap(), Ok(()));
    }
    tx.commit().await.unwrap();

    let reply = nora.posts("/api/reddit-discovery", &json!({})).await;

    assert_eq!(
        (reply.status.as_u16(), reply.header("retry-after")),
        (429, "30")
    );
    let retry_at = reply.json()["retryAt"].as_str().unwrap().parse();
    assert_eq!(retry_at, Ok(app.clock.real() + TimeDelta::seconds(30)));
}

fn progress(event: &Event) -> Option<Value> {
    match &event.news {
        LiveEvent::Broadcast { payload, .. } => Some(payload.clone()),
        LiveEvent::Row(_) => None,
    }
}
