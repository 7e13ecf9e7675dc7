//! The cadence follows the plan from the moment it applies, and ends with access.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn scans_run_at_the_plan_s_cadence() {
    for (plan, hours) in [(Plan::Starter, 168), (Plan::Pro, 24), (Plan::Enterprise, 6)] {
        let app = scanning().await;
        let ada = app.customer("ada").await;
        ada.is_given(&app, Some(Status::Active), plan).await;
        app.works_off_jobs().await;
        let cadence = TimeDelta::hours(hours);

        let first = app.waits_for_scan_of(&ada).await;
        let second = app.waits_for_scan_of(&ada).await;
        let third = app.waits_for_scan_of(&ada).await;
        let fourth = app.waits_for_scan_of(&ada).await;

        assert!(first >= cadence / 3 - TimeDelta::seconds(1), "{first}");
        assert!(first <= cadence && second <= cadence, "{first} {second}");
        assert_eq!([third, fourth], [cadence, cadence]);
        assert_eq!(ada.scans().await.len(), 5);
        let status = ada.scanner().await;
        assert_eq!(
            (&status["planType"], &status["frequencyHours"]),
            (&json!(plan.id()), &json!(hours))
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn during_a_trial_scans_run_daily_and_afterwards_at_the_plan_s_cadence() {
    for (plan, hours_in_trial, hours) in [
        (Plan::Starter, 24, 168),
        (Plan::Pro, 24, 24),
        (Plan::Enterprise, 6, 6),
    ] {
        let app = scanning().await;
        let ada = app.customer("ada").await;
        ada.is_given(&app, Some(Status::Trialing), plan).await;
        app.works_off_jobs().await;

        let in_trial = ada.scanner().await["frequencyHours"].clone();
        let first = app.waits_for_scan_of(&ada).await;
        let second = app.waits_for_scan_of(&ada).await;
        ada.is_given(&app, Some(Status::Active), plan).await;

        assert_eq!(in_trial, hours_in_trial);
        let day = TimeDelta::hours(24);
        assert!(first <= day && second <= day, "{first} {second}");
        assert_eq!(ada.scanner().await["frequencyHours"], hours);
        assert_eq!(ada.scans().await.len(), 3, "the trial's end is no scan");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_change_reschedules_the_next_scan_and_releases_waiting_posts() {
    let app = scanning().await;
    let ada = founder(&app, "ada", &["invoice", "clients", "payment", "software"]).await;
    ada.is_given(&app, Some(Status::Active), Plan::Starter)
        .await;
    let mut tx = app.db().begin().await.unwrap();
    let used = billing::take_posts(&mut tx, &app.clock, ada.id, 45).await;
    assert_eq!(used.unwrap(), Ok(45));
    tx.commit().await.unwrap();
    app.works_off_jobs().await;
    let posts = async || ada.gets("/api/reddit-posts").await.json();
    assert_eq!(posts().await["total"], 5, "what is left of the month");
    app.lets_pass(TimeDelta::hours(50)).await;

    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;
    let upgraded = ada.next_scan().await - app.clock.now();
    app.works_off_jobs().await;
    let with_room = posts().await["total"].as_i64().unwrap();
    app.waits_for_scan_of(&ada).await;
    ada.is_given(&app, Some(Status::Active), Plan::Starter)
        .await;
    let downgraded = ada.next_scan().await - app.clock.now();
    app.works_off_jobs().await;

    assert!(upgraded <= TimeDelta::hours(24), "{upgraded}");
    assert!(with_room > 5, "{with_room}");
    assert!(downgraded >= TimeDelta::hours(56), "{downgraded}");
    assert!(downgraded <= TimeDelta::hours(168), "{downgraded}");
    assert_eq!(ada.scanner().await["frequencyHours"], 168);
    assert_eq!(ada.scans().await.len(), 2, "no change of plan is a scan");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_trial_is_scanned_until_its_last_day_and_no_longer() {
    let app = scanning().await;
    let ada = app.customer("ada").await;
    ada.posts("/sandbox/subscribe", &json!({ "plan": "pro" }))
        .await;
    app.works_off_jobs().await;
    let trial = format!("/api/subscription/trial-status/{}", ada.id);
    let trial = ada.gets(&trial).await.json()["data"].clone();
    let body = json!({
        "subscriptionId": trial["subscriptionId"], "reason": "", "cancelImmediately": true,
        "userEmail": ada.email,
    });
    let cancelled = ada.posts("/api/subscription/cancel", &body).await;
    assert_eq!(cancelled.status, 200, "{}", cancelled.body);
    app.works_off_jobs().await;

    app.waits_for_scan_of(&ada).await;
    let meanwhile = (
        ada.scans().await.len(),
        ada.scanner().await["hasJob"].clone(),
    );
    app.lets_pass(TimeDelta::days(4)).await;
    let at_the_end = ada.scans().await.len();
    app.lets_pass(TimeDelta::days(30)).await;

    assert_eq!(meanwhile, (2, json!(true)));
    assert_eq!(ada.scanner().await["hasJob"], false);
    assert_eq!(ada.scanner().await["nextExecution"], Value::Null);
    assert_eq!(ada.scans().await.len(), at_the_end);
    assert!(at_the_end <= 3, "{at_the_end}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scan_that_was_queued_when_access_ended_does_nothing() {
    let app = scanning().await;
    let ada = founder(&app, "ada", &["late payments"]).await;
    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;
    // The tick has queued the scan; no worker has run it.
    platform::jobs::run_due(app.db(), &app.clock).await.unwrap();
    assert_eq!(ada.scanner().await["running"], true);

    ada.is_given(&app, Some(Status::Cancelled), Plan::Pro).await;
    app.works_off_jobs().await;

    assert_eq!(ada.scans().await, Vec::<Value>::new());
    assert_eq!(ada.gets("/api/reddit-posts").await.json()["total"], 0);
    assert_eq!(ada.scanner().await["hasJob"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_scan_makes_up_for_all_that_were_missed() {
    let app = scanning().await;
    let ada = app.customer("ada").await;
    ada.is_given(&app, Some(Status::Active), Plan::Pro).await;
    app.works_off_jobs().await;

    app.lets_pass(TimeDelta::days(12)).await;

    assert_eq!(ada.scans().await.len(), 2);
    let next = ada.next_scan().await - app.clock.now();
    assert!(
        next >= TimeDelta::hours(8) - TimeDelta::seconds(1),
        "{next}"
    );
    assert!(next <= TimeDelta::hours(24), "{next}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_ten_scans_are_kept() {
    let app = scanning().await;
    let ada = app.customer("ada").await;
    ada.is_given(&app, Some(Status::Active), Plan::Enterprise)
        .await;
    app.works_off_jobs().await;
    for _ in 0..11 {
        app.waits_for_scan_of(&ada).await;
    }

    let runs = ada.scans().await;
    let times: Vec<&str> = runs
        .iter()
        .map(|run| run["startedAt"].as_str().unwrap())
        .collect();
    assert_eq!(runs.len(), 10);
    assert!(times.is_sorted_by(|one, other| one > other), "{times:?}");
    assert_eq!(ada.scanner().await["lastScan"], runs[0]);
}
