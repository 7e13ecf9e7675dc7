//! The digest preferences.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn digests_are_on_and_weekly_by_default() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    let reply = ada.gets("/api/notification-preferences").await;

    let expected = json!({ "success": true, "preferences": {
        "email_notifications_enabled": true, "frequency": "weekly",
        "allowed_frequencies": ["instant", "daily", "weekly", "monthly"], "time_zone": null,
        "next_digest_at": null, "address_refused": false, "minimum_match": 70,
        "lead_alerts": true, "mention_alerts": true, "quiet_hours_enabled": false,
        "quiet_from": "19:00", "quiet_until": "08:00", "quiet_notes": true, "trial_mails": true,
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
async fn what_makes_no_sense_is_rejected_and_changes_nothing() {
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

    hourly.refuses(400, "frequency must be instant, daily, weekly or monthly.");
    for (change, message) in [
        (
            json!({ "minimum_match": 39 }),
            "minimum_match must be a number from 40 to 100.",
        ),
        (
            json!({ "minimum_match": 101 }),
            "minimum_match must be a number from 40 to 100.",
        ),
        (
            json!({ "quiet_from": "24:00" }),
            "Times must look like 19:00.",
        ),
        (
            json!({ "quiet_until": "8 pm" }),
            "Times must look like 19:00.",
        ),
        (
            json!({ "quiet_until": "07:60" }),
            "Times must look like 19:00.",
        ),
    ] {
        ada.prefers(change).await.refuses(400, message);
    }
    nowhere.refuses(400, "Unknown time zone. Choose one such as Europe/Berlin.");
    stranger.refuses(401, "Please sign in to continue");
    assert_eq!(ada.preferences().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_plan_has_every_frequency() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;

    for frequency in ["instant", "daily", "weekly", "monthly"] {
        let taken = ada.prefers(json!({ "frequency": frequency })).await;
        assert_eq!(taken.json()["preferences"]["frequency"], frequency);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn quiet_hours_and_the_minimum_match_are_kept_as_they_were_chosen() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    let chosen = json!({
        "minimum_match": 85, "lead_alerts": false, "mention_alerts": false,
        "quiet_hours_enabled": true, "quiet_from": "22:30", "quiet_until": "06:05",
        "quiet_notes": false, "trial_mails": false,
    });

    ada.prefers(chosen.clone()).await;

    let stored = ada.preferences().await;
    for (name, value) in chosen.as_object().unwrap() {
        assert_eq!(stored[name], *value, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_slider_knows_how_many_posts_of_a_month_each_line_would_have_brought() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    let empty = ada
        .gets("/api/notification-preferences/matches")
        .await
        .json();
    for (number, relevance) in [39, 40, 70, 70, 100].into_iter().enumerate() {
        let reddit_id = format!("sample_{number}");
        let post = Post {
            reddit_id: &reddit_id,
            relevance,
            ..Post::default()
        };
        finds(&app, &ada, post).await;
    }
    app.lets_pass(TimeDelta::days(3)).await;

    let matches = ada
        .gets("/api/notification-preferences/matches")
        .await
        .json()["matches"]
        .clone();

    assert_eq!(empty["matches"]["days"], 0);
    let counts = matches["counts"].as_array().unwrap();
    assert_eq!(counts.len(), 61);
    assert_eq!(
        (&counts[0], &counts[30], &counts[60]),
        (&json!(1), &json!(2), &json!(1))
    );
    assert_eq!(
        (&matches["total"], &matches["days"]),
        (&json!(5), &json!(30))
    );
    app.lets_pass(TimeDelta::days(40)).await;
    let later = ada
        .gets("/api/notification-preferences/matches")
        .await
        .json();
    assert_eq!(
        (&later["matches"]["total"], &later["matches"]["days"]),
        (&json!(0), &json!(30))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_mail_goes_to_the_accounts_own_address_a_few_times_at_most() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    for _ in 0..3 {
        let sent = ada
            .posts("/api/notification-preferences/test", &json!({}))
            .await;
        assert_eq!(sent.json()["to"], ada.email);
    }
    let fourth = ada
        .posts("/api/notification-preferences/test", &json!({}))
        .await;
    app.works_off_jobs().await;

    fourth.refuses(429, "Too many test emails. Try again in a few minutes.");
    assert_eq!(app.subjects_to(&ada).await, ["A test from Earshot"; 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_an_account_deletes_its_preferences_after_an_export() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    finds(&app, &ada, Post::default()).await;
    app.lets_pass(TO_MONDAY).await;
    ada.prefers(json!({ "minimum_match": 80, "quiet_from": "21:00" }))
        .await;
    ada.posts("/api/reddit-posts/visit", &json!({})).await;

    let export = ada.gets("/api/account/export").await.json();
    let leaving = ada.request(reqwest::Method::DELETE, "/api/account");
    ada.sends(leaving.json(&json!({ "confirm": ada.email })))
        .await;
    app.lets_pass(TimeDelta::minutes(2)).await;

    assert_eq!(export["notification_preferences"][0]["frequency"], "weekly");
    let stored = &export["notification_preferences"][0];
    assert_eq!(
        (&stored["minimum_match"], &stored["quiet_from"]),
        (&json!(80), &json!(21 * 60))
    );
    assert!(export["post_visits"][0]["last_seen_at"].is_string());
    assert!(export["reddit_posts"][0]["is_read"].is_boolean());
    assert_eq!(export["digests"][0]["posts"], 1);
    for sql in [
        "select cast(count(*) as bigint) from post_visits",
        "select cast(count(*) as bigint) from notification_preferences",
        "select cast(count(*) as bigint) from digests",
        "select cast(count(*) as bigint) from digest_items",
        "select cast(count(*) as bigint) from outbox_mails",
    ] {
        let (left,): (i64,) = app.db().one(sql, args![]).await.unwrap();
        assert_eq!(left, 0, "{sql}");
    }
}
