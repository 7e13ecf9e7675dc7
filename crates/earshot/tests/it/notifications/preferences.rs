//! The digest preferences.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn digests_are_on_and_weekly_by_default() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    let reply = ada.gets("/api/notification-preferences").await;

    let expected = json!({ "success": true, "preferences": {
        "email_notifications_enabled": true, "frequency": "weekly",
        "allowed_frequencies": ["weekly", "monthly"], "time_zone": null,
        "next_digest_at": null, "address_refused": false,
    } });
    assert_eq!(reply.json(), expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn fields_left_out_of_a_change_stay() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;

    let zone = ada.prefers(json!({ "time_zone": "Europe/Berlin" })).await;
    ada.prefers(json!({ "frequency": "monthly" })).await;
    let off = ada
        .prefers(json!({ "email_notifications_enabled": false }))
        .await;
    let on = ada
        .prefers(json!({ "email_notifications_enabled": true, "time_zone": "UTC" }))
        .await;

    let now = &zone.json()["preferences"];
    assert_eq!(
        (&now["time_zone"], &now["frequency"]),
        (&json!("Europe/Berlin"), &json!("weekly"))
    );
    let now = &off.json()["preferences"];
    assert_eq!(
        (&now["time_zone"], &now["frequency"], &now["next_digest_at"]),
        (&json!("Europe/Berlin"), &json!("monthly"), &Value::Null)
    );
    let now = &on.json()["preferences"];
    assert_eq!(now["email_notifications_enabled"], true);
    assert_eq!(now["time_zone"], "UTC");
    assert_eq!(*now, ada.preferences().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_frequency_or_time_zone_is_rejected_and_changes_nothing() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    let before = ada.preferences().await;

    let hourly = ada.prefers(json!({ "frequency": "hourly" })).await;
    let nowhere = ada
        .prefers(json!({ "time_zone": "Mars/Olympus", "email_notifications_enabled": false }))
        .await;
    let stranger = app
        .visitor()
        .posts("/api/notification-preferences", &json!({}))
        .await;

    hourly.refuses(400, "A digest comes daily, weekly or monthly.");
    nowhere.refuses(
        400,
        "There is no such time zone. Choose one such as Europe/Berlin.",
    );
    stranger.refuses(401, "Please sign in to continue");
    assert_eq!(ada.preferences().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frequency_needs_a_plan_that_allows_it() {
    let app = TestApp::start().await;
    let daily = json!({ "frequency": "daily" });
    let (ada, eve) = (
        app.reader("ada", Plan::Pro).await,
        app.reader("eve", Plan::Enterprise).await,
    );

    let refused = ada.prefers(daily.clone()).await;
    let taken = eve.prefers(daily).await;

    refused.refuses(
        403,
        "Your plan does not send a daily digest. Upgrade to get one.",
    );
    assert_eq!(taken.json()["preferences"]["frequency"], "daily");
    assert_eq!(
        taken.json()["preferences"]["allowed_frequencies"],
        json!(["daily", "weekly", "monthly"])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_smaller_plan_uses_the_nearest_frequency_and_a_larger_one_restores_the_choice() {
    let app = TestApp::start().await;
    let eve = app.reader("eve", Plan::Enterprise).await;
    eve.prefers(json!({ "frequency": "daily" })).await;
    app.lets_pass(TimeDelta::days(1)).await;
    let daily = eve.next_digest().await;

    eve.has_plan(&app, Some(Status::Active), Plan::Starter)
        .await;
    let smaller = eve.preferences().await;
    let weekly = eve.next_digest().await;
    eve.has_plan(&app, Some(Status::Active), Plan::Enterprise)
        .await;

    assert_eq!(smaller["frequency"], "weekly");
    assert_eq!(weekly.date_naive().to_string(), "2026-11-23");
    assert_eq!(daily.date_naive().to_string(), "2026-11-17");
    assert_eq!(eve.preferences().await["frequency"], "daily");
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_an_account_deletes_its_preferences_after_an_export() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    finds(&app, &ada, Post::default()).await;
    app.lets_pass(TO_MONDAY).await;

    let export = ada.gets("/api/account/export").await.json();
    let leaving = ada.request(reqwest::Method::DELETE, "/api/account");
    ada.sends(leaving.json(&json!({ "confirm": ada.email })))
        .await;
    app.lets_pass(TimeDelta::minutes(2)).await;

    assert_eq!(export["notification_preferences"][0]["frequency"], "weekly");
    assert_eq!(export["digests"][0]["posts"], 1);
    for sql in [
        "select cast(count(*) as bigint) from notification_preferences",
        "select cast(count(*) as bigint) from digests",
        "select cast(count(*) as bigint) from digest_items",
        "select cast(count(*) as bigint) from outbox_mails",
    ] {
        let (left,): (i64,) = app.db().one(sql, args![]).await.unwrap();
        assert_eq!(left, 0, "{sql}");
    }
}
