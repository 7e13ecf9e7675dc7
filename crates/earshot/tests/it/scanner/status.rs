//! What users see of their scans.

use platform::db::args;
use platform::live::{Event, LiveEvent};

use super::*;
use crate::kit::TestPlace;

#[tokio::test(flavor = "multi_thread")]
async fn the_first_scan_runs_as_soon_as_the_subscription_is_live() {
    let app = scanning().await;
    let ada = founder(&app, "ada", &["late payments", "invoicing software"]).await;
    let before = ada.scanner().await;

    let subscribed = ada
        .posts("/sandbox/subscribe", &json!({ "plan": "starter" }))
        .await;
    assert_eq!(subscribed.status, 200, "{}", subscribed.body);
    let due = ada.scanner().await;
    app.works_off_jobs().await;

    assert_eq!(
        before,
        json!({
            "hasJob": false, "message": "Automatic scanning starts with a subscription.",
            "planType": null, "nextExecution": null, "timeUntilNextMs": null,
            "frequencyHours": null, "running": null, "lastScan": null,
        })
    );
    assert_eq!(
        (&due["hasJob"], &due["timeUntilNextMs"]),
        (&json!(true), &json!(0))
    );
    let after = ada.scanner().await;
    assert_eq!(after["hasJob"], true, "{after}");
    assert_eq!(after["message"], "Automatic scanning is active.");
    assert_eq!(
        (
            &after["planType"],
            &after["frequencyHours"],
            &after["running"]
        ),
        (&json!("starter"), &json!(24), &json!(false))
    );
    let last = &after["lastScan"];
    assert_eq!(last["startedAt"], last["endedAt"], "the clock is held");
    assert!(last["newPosts"].as_i64().unwrap() > 0, "{last}");
    assert!(last["newMentions"].as_i64().unwrap() > 0, "{last}");
    assert_eq!(last["failures"], json!([]));
    assert_eq!(json!(ada.scans().await), json!([last]));
    let posts = ada.gets("/api/reddit-posts?namesYou=hide").await.json();
    let mentions = ada.gets("/api/mentions").await.json();
    assert_eq!(
        (&posts["total"], &mentions["total"]),
        (&last["newPosts"], &last["newMentions"])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scan_is_shown_from_its_start_and_open_pages_are_notified_of_its_end() {
    let app = scanning().await;
    let ada = founder(&app, "ada", &["late payments"]).await;
    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;
    let mut page = app.app().live.listen(10).unwrap();
    assert!(page.follow(ada.id, 10));

    app.server().worker.run_next().await.unwrap();
    let running = ada.scanner().await;
    let jobs = ada.gets("/api/jobs/current").await.json();
    app.works_off_jobs().await;

    assert_eq!(running["running"], true, "{running}");
    assert_eq!(running["lastScan"]["endedAt"], Value::Null);
    let mut names: Vec<&str> = jobs["jobs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|job| job["job"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["discovery", "mentions", "scan"]);
    let ended = ada.scanner().await;
    assert_eq!(ended["running"], false);
    let found = ended["lastScan"]["newPosts"].as_i64().unwrap()
        + ended["lastScan"]["newMentions"].as_i64().unwrap();
    let mut told: Vec<Value> = Vec::new();
    while told.last().is_none_or(|last| last["state"] == "running") {
        let events = page.next().await.expect("the page goes on listening");
        told.extend(events.iter().filter_map(of_scan));
    }
    assert_eq!(
        told.last().unwrap(),
        &json!({ "job": "scan", "stage": "Scanning Reddit", "percent": 100, "found": found, "state": "done", "done": 0, "of": 0, "waitsUntil": null })
    );
    assert_eq!(
        ada.gets("/api/jobs/current").await.json()["jobs"],
        json!([])
    );
}

fn of_scan(event: &Event) -> Option<Value> {
    match &event.news {
        LiveEvent::Broadcast { payload, .. } if payload["job"] == "scan" => Some(payload.clone()),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_user_s_scans_are_not_found() {
    let app = scanning().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;
    app.works_off_jobs().await;

    for what in ["status", "runs"] {
        for id in [ada.id.to_string(), "nobody".to_owned()] {
            let reply = bob.gets(&format!("/api/cron-jobs/{id}/{what}")).await;
            assert_eq!(reply.status, 404, "{what} of {id}: {}", reply.body);
        }
        let path = format!("/api/cron-jobs/{}/{what}", ada.id);
        assert_eq!(app.visitor().asks(&path).await.status, 401);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_an_account_exports_and_deletes_its_scans() {
    let app = scanning().await;
    let ada = founder(&app, "ada", &[]).await;
    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;
    app.works_off_jobs().await;

    let export = ada.gets("/api/account/export").await.json();
    earshot::lifecycle::delete_account_data(app.db(), &app.clock, ada.id)
        .await
        .unwrap();
    app.lets_pass(TimeDelta::days(30)).await;

    assert_eq!(export["scan_runs"].as_array().unwrap().len(), 1);
    let sql = "select (select cast(count(*) as bigint) from scan_runs),
                      (select cast(count(*) as bigint) from schedules where kind = 'scan')";
    let left: (i64, i64) = app.db().one(sql, args![]).await.unwrap();
    assert_eq!(left, (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn users_who_subscribed_before_the_scanner_existed_are_scanned_too() {
    let place = {
        let mut app = TestApp::start().await;
        let ada = app.person("ada").await;
        ada.is_given(&app, Some(Status::Active), Plan::Enterprise)
            .await;
        let sql = "delete from schedules where kind = 'scan'";
        app.db().run(sql, args![]).await.unwrap();
        std::mem::replace(&mut app.place, TestPlace::empty().await)
    };

    let app = TestApp::start_at(place, &[("EARSHOT_SCANS", "on"), MANY_CALLS]).await;
    app.works_off_jobs().await;

    let sql = "select every_s from schedules where kind = 'scan'";
    let rows: Vec<(i64,)> = app.db().all(sql, args![]).await.unwrap();
    assert_eq!(rows, [(6 * 3600,)]);
    let runs: (i64,) = app
        .db()
        .one("select cast(count(*) as bigint) from scan_runs", args![])
        .await
        .unwrap();
    assert_eq!(runs, (1,));
}
