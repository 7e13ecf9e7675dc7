//! When digests are sent.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_digest_is_sent_on_monday_morning_in_each_user_s_time_zone() {
    let app = TestApp::start().await;
    let mut people = Vec::new();
    // Noon of Sunday in London; Auckland's Monday morning is seven hours away, Honolulu's thirty.
    for (name, zone, eight) in [
        ("kiri", "Pacific/Auckland", "2026-11-15T19:00:00Z"),
        ("nora", "Europe/Berlin", "2026-11-16T07:00:00Z"),
        ("ada", "Europe/London", "2026-11-16T08:00:00Z"),
        ("kai", "Pacific/Honolulu", "2026-11-16T18:00:00Z"),
    ] {
        let person = app.reader(name, Plan::Starter).await;
        person.prefers(json!({ "time_zone": zone })).await;
        finds(&app, &person, Post::default()).await;
        let eight: DateTime<Utc> = eight.parse().unwrap();
        let next = person.next_digest().await;
        assert!(
            (eight..eight + TimeDelta::minutes(30)).contains(&next),
            "{zone} {next}"
        );
        people.push((person, next));
    }

    for (person, next) in &people {
        let almost = *next - app.clock.now() - TimeDelta::seconds(1);
        app.lets_pass(almost).await;
        assert_eq!(app.subjects_to(person).await.len(), 0, "{}", person.email);
        app.lets_pass(TimeDelta::minutes(2)).await;
        assert_eq!(app.subjects_to(person).await.len(), 1, "{}", person.email);
        assert_eq!(person.next_digest().await, *next + WEEK);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_digest_of_a_trial_comes_the_morning_after_its_first_scan() {
    let app = TestApp::start().await;
    // Tuesday at noon: the next Monday is six days away.
    app.lets_pass(TimeDelta::days(2)).await;
    let mut ada = app.person("ada").await;
    ada.token = app.token_of(ada.id, TimeDelta::days(3_650)).await;
    ada.has_company(&app).await;

    ada.has_plan(&app, Some(Status::Trialing), Plan::Starter)
        .await;
    app.clock.advance(TimeDelta::seconds(1));
    ada.prefers(json!({ "time_zone": "Europe/Berlin" })).await;
    let first = ada.next_digest().await;
    app.lets_pass(TimeDelta::days(1)).await;
    let empty = app.subjects_to(&ada).await;
    finds(&app, &ada, Post::default()).await;
    app.lets_pass(TimeDelta::days(1)).await;
    let sent = app.subjects_to(&ada).await;

    let wednesday: DateTime<Utc> = "2026-11-18T07:00:00Z".parse().unwrap();
    assert!(
        (wednesday..wednesday + TimeDelta::minutes(30)).contains(&first),
        "{first}"
    );
    assert_eq!(empty, Vec::<String>::new(), "nothing was found yet");
    assert_eq!(sent.len(), 1, "{sent:?}");
    let second = ada.next_digest().await;
    let monday: DateTime<Utc> = "2026-11-23T07:00:00Z".parse().unwrap();
    assert!(
        (monday..monday + TimeDelta::minutes(30)).contains(&second),
        "{second}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn daylight_saving_time_does_not_move_the_morning() {
    let app = TestApp::start().await;
    let nora = app.reader("nora", Plan::Enterprise).await;
    nora.prefers(json!({ "time_zone": "Europe/Berlin", "frequency": "daily" }))
        .await;
    let winter = nora.next_digest().await;

    // Daylight saving time starts in the night before 28 March 2027.
    let eve: DateTime<Utc> = "2027-03-27T12:00:00Z".parse().unwrap();
    app.lets_pass(eve - app.clock.now()).await;
    let summer = nora.next_digest().await;

    assert_eq!(summer.date_naive().to_string(), "2027-03-28");
    assert_eq!(
        summer.time(),
        winter.time() - TimeDelta::hours(1),
        "eight o'clock in Berlin is an hour earlier in London then"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_daily_digest_is_sent_every_day_and_a_monthly_one_on_the_first() {
    let app = TestApp::start().await;
    let (eve, mia) = (
        app.reader("eve", Plan::Enterprise).await,
        app.reader("mia", Plan::Starter).await,
    );
    eve.prefers(json!({ "frequency": "daily" })).await;
    mia.prefers(json!({ "frequency": "monthly" })).await;

    app.clock.advance(TimeDelta::hours(21));
    for day in 0..20 {
        let reddit_id = format!("sample_{day}");
        for person in [&eve, &mia] {
            let post = Post {
                reddit_id: &reddit_id,
                ..Post::default()
            };
            finds(&app, person, post).await;
        }
        app.lets_pass(TimeDelta::days(1)).await;
    }

    let daily = app.subjects_to(&eve).await;
    assert_eq!(daily, vec!["“Clients keep paying late”"; 20]);
    assert_eq!(
        app.subjects_to(&mia).await,
        ["“Clients keep paying late” and 14 more posts to answer"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_digest_makes_up_for_missed_weeks() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    finds(&app, &ada, Post::default()).await;

    app.clock.advance(TimeDelta::weeks(5));
    app.works_off_jobs().await;
    app.lets_pass(TimeDelta::hours(1)).await;

    assert_eq!(app.subjects_to(&ada).await, ["“Clients keep paying late”"]);
    assert_eq!(
        ada.next_digest().await.date_naive().to_string(),
        "2026-12-21"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_live_subscription_no_digest_is_sent() {
    let app = TestApp::start().await;
    let (ada, ben) = (
        app.reader("ada", Plan::Starter).await,
        app.person("ben").await,
    );
    for person in [&ada, &ben] {
        finds(&app, person, Post::default()).await;
    }

    ada.has_plan(&app, Some(Status::Cancelled), Plan::Starter)
        .await;
    let cancelled = ada.preferences().await;
    app.lets_pass(TO_MONDAY).await;

    assert_eq!(cancelled["next_digest_at"], Value::Null);
    assert_eq!(app.subjects_to(&ada).await, Vec::<String>::new());
    assert_eq!(app.subjects_to(&ben).await, Vec::<String>::new());

    ada.has_plan(&app, Some(Status::Active), Plan::Starter)
        .await;
    app.lets_pass(WEEK).await;

    assert_eq!(app.subjects_to(&ada).await, ["“Clients keep paying late”"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_that_ends_before_monday_gets_no_digest() {
    let app = TestApp::start().await;
    let mut ada = app.person("ada").await;
    ada.token = app.token_of(ada.id, TimeDelta::days(365)).await;
    ada.posts("/sandbox/subscribe", &json!({ "plan": "starter" }))
        .await;
    app.works_off_jobs().await;
    assert_eq!(
        ada.next_digest().await.date_naive().to_string(),
        "2026-11-16"
    );
    app.lets_pass(TO_MONDAY).await;
    let trial = ada
        .gets(&format!("/api/subscription/trial-status/{}", ada.id))
        .await
        .json();
    let cancel = json!({
        "subscriptionId": trial["data"]["subscriptionId"], "reason": "", "cancelImmediately": true,
        "userEmail": ada.email,
    });
    ada.posts("/api/subscription/cancel", &cancel).await;
    finds(&app, &ada, Post::default()).await;
    assert!(ada.next_digest().await > app.clock.now());

    app.lets_pass(TimeDelta::days(8)).await;

    let subjects = app.subjects_to(&ada).await;
    assert!(
        subjects.iter().all(|it| !it.contains("Clients keep")),
        "{subjects:?}"
    );
    assert_eq!(ada.preferences().await["next_digest_at"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_pause_the_first_digest_covers_one_period() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    ada.prefers(json!({ "email_notifications_enabled": false }))
        .await;
    finds(&app, &ada, Post::default()).await;
    app.lets_pass(TimeDelta::days(30)).await;
    let recent = Post {
        reddit_id: "sample_recent",
        ..Post::default()
    };
    finds(&app, &ada, recent).await;

    ada.prefers(json!({ "email_notifications_enabled": true }))
        .await;
    app.lets_pass(WEEK).await;

    assert_eq!(app.subjects_to(&ada).await, ["“Clients keep paying late”"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_digest_that_is_due_is_sent_even_if_the_preferences_change_at_that_moment() {
    let app = TestApp::start().await;
    let ada = app.reader("ada", Plan::Starter).await;
    finds(&app, &ada, Post::default()).await;
    app.clock.advance(TO_MONDAY);

    ada.prefers(json!({ "time_zone": "Europe/London" })).await;
    ada.has_plan(&app, Some(Status::Active), Plan::Pro).await;
    app.works_off_jobs().await;

    assert_eq!(app.subjects_to(&ada).await.len(), 1);
    assert_eq!(
        ada.next_digest().await.date_naive().to_string(),
        "2026-11-23"
    );
}
