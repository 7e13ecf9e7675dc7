//! How long a page is told anything: as long as its token holds.

use std::time::Duration;

use chrono::TimeDelta;
use identity::Scope;
use serde_json::{Value, json};

use super::everything;
use super::page::Page;
use crate::kit::{Person, TestApp};

const TOPIC: &str = "realtime:mine";

/// A page with two channels: one on the token under test, and one that says that all else works.
async fn page_with_a_witness(app: &TestApp, ada: &Person) -> (Page, String) {
    let mut page = app.page().await;
    let witness = app.token_of(ada.id, TimeDelta::days(2)).await;
    let (join, _) = page.has_joined(TOPIC, everything(), &ada.token).await;
    page.has_joined("realtime:witness", everything(), &witness)
        .await;
    (page, join)
}

/// Of the next change only the witness hears.
async fn hears_on_the_witness_only(app: &TestApp, ada: &Person, page: &mut Page) {
    app.subscribes(ada.id, "trialing").await;
    assert_eq!(page.hears().await[2], "realtime:witness");
    page.beats().await;
}

async fn hears_on_both(app: &TestApp, ada: &Person, page: &mut Page) {
    app.subscribes(ada.id, "trialing").await;
    assert_eq!(page.hears().await[2], TOPIC);
    assert_eq!(page.hears().await[2], "realtime:witness");
    page.beats().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_token_of_the_same_user_takes_over() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let (mut page, join) = page_with_a_witness(&app, &ada).await;
    let newer = app.token_of(ada.id, TimeDelta::hours(3)).await;

    page.renews(&join, TOPIC, json!(newer)).await;
    page.beats().await;
    app.clock.advance(TimeDelta::hours(2));
    page.beats().await;

    hears_on_both(&app, &ada, &mut page).await;
    app.clock.advance(TimeDelta::hours(1));
    let answer = page.sends_beat().await;
    assert_eq!(
        page.hears().await,
        json!([join, join, TOPIC, "phx_error", {}])
    );
    assert_eq!(page.hears().await, answer);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_token_again_or_none_changes_nothing() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let (mut page, join) = page_with_a_witness(&app, &ada).await;

    for token in [json!(ada.token), Value::Null, json!(7), json!({})] {
        page.renews(&join, TOPIC, token).await;
    }
    // Nor does one for a join or a topic that is not there.
    page.renews("1", TOPIC, json!("forged")).await;
    page.renews(&join, "realtime:nowhere", json!("forged"))
        .await;
    page.sends(json!([join, "99", TOPIC, "access_token", null]))
        .await;

    page.beats().await;
    hears_on_both(&app, &ada, &mut page).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_anon_key_a_foreign_token_or_a_forged_one_ends_the_channel() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let forged = format!("{}x", ada.token);

    for token in [&app.anon_key(), &bob.token, &forged, ""] {
        let (mut page, join) = page_with_a_witness(&app, &ada).await;

        page.renews(&join, TOPIC, json!(token)).await;

        let system = page.hears().await;
        assert_eq!(
            (&system[0], &system[2], &system[3]),
            (&Value::Null, &json!(TOPIC), &json!("system"))
        );
        assert_eq!(system[4]["extension"], "system");
        assert_eq!(system[4]["status"], "error");
        assert!(!system[4]["message"].as_str().unwrap().is_empty());
        assert_eq!(
            page.hears().await,
            json!([join, join, TOPIC, "phx_close", {}])
        );
        hears_on_the_witness_only(&app, &ada, &mut page).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn at_expiry_the_channel_ends_so_that_the_client_comes_back() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let (mut page, join) = page_with_a_witness(&app, &ada).await;

    app.clock
        .advance(TimeDelta::hours(1) - TimeDelta::seconds(1));
    page.beats().await;
    hears_on_both(&app, &ada, &mut page).await;
    app.clock.advance(TimeDelta::seconds(1));
    let answer = page.sends_beat().await;

    assert_eq!(
        page.hears().await,
        json!([join, join, TOPIC, "phx_error", {}])
    );
    assert_eq!(page.hears().await, answer);
    hears_on_the_witness_only(&app, &ada, &mut page).await;
    let fresh = app.token_of(ada.id, TimeDelta::hours(1)).await;
    page.has_joined(TOPIC, everything(), &fresh).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_told_on_an_expired_token_even_if_nobody_noticed_yet() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let token = app.token_of(ada.id, TimeDelta::seconds(50)).await;
    let mut page = app.page().await;
    let (join, _) = page.has_joined(TOPIC, everything(), &token).await;

    // The first thing that wakes the socket after this is the event itself.
    app.clock.advance(TimeDelta::seconds(55));
    app.subscribes(ada.id, "active").await;

    assert_eq!(
        page.hears().await,
        json!([join, join, TOPIC, "phx_error", {}])
    );
    page.beats().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_expires_by_itself_on_a_page_where_nothing_happens() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let token = app.token_of(ada.id, TimeDelta::seconds(1)).await;
    let mut page = app.page().await;
    let (join, _) = page.has_joined(TOPIC, everything(), &token).await;
    page.beats().await;

    app.clock.advance(TimeDelta::seconds(1));

    let ends = tokio::time::timeout(Duration::from_secs(3), page.hears()).await;
    assert_eq!(ends.unwrap(), json!([join, join, TOPIC, "phx_error", {}]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_ends_closes_its_channels_and_no_others() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let (mut page, join) = page_with_a_witness(&app, &ada).await;
    let mut bobs = app.page_of(&bob).await;
    let caller = identity::caller_of(app.app(), &ada.token).await.unwrap();

    identity::sign_out(app.app(), &caller, Scope::Local)
        .await
        .unwrap();

    assert_eq!(
        page.hears().await,
        json!([join, join, TOPIC, "phx_close", {}])
    );
    hears_on_the_witness_only(&app, &ada, &mut page).await;
    let reason = page.is_refused(TOPIC, everything(), Some(&ada.token)).await;
    assert!(reason.starts_with("Unauthorized: "), "{reason}");
    app.subscribes(bob.id, "active").await;
    assert_eq!(bobs.hears_status().await.0, "active");
}
