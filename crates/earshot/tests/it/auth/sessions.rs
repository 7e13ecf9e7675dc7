//! Staying signed in, and being signed out.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use futures::future::join_all;
use platform::db::args;
use reqwest::Method;
use serde_json::{Value, json};

use super::Browser;
use super::browser::{PASSWORD, refuses, text};
use crate::kit::TestApp;

const ADA: &str = "ada@example.com";

/// A browser that has just signed in, and its session.
async fn signed_in(app: &TestApp) -> (Browser, Value) {
    let ada = Browser::of(app);
    let session = ada.joins(app, ADA).await;
    (ada, session)
}

async fn status_of(ada: &Browser, session: &Value) -> u16 {
    let token = text(session, "access_token");
    let reply = ada
        .calls_with(Method::GET, "/user", &Value::Null, token)
        .await;
    reply.status.as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_gives_the_next_token_and_the_account() {
    let app = TestApp::start().await;
    let (ada, session) = signed_in(&app).await;

    let next = ada.refreshes(text(&session, "refresh_token")).await.json();

    assert_eq!(next["user"]["email"], ADA);
    assert_eq!(next["expires_in"], 3600);
    assert_ne!(next["refresh_token"], session["refresh_token"]);
    assert_ne!(next["access_token"], session["access_token"]);
    assert_eq!(status_of(&ada, &next).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_refreshes_at_once_all_get_the_same_new_token() {
    let app = TestApp::start().await;
    let (ada, session) = signed_in(&app).await;
    let token = text(&session, "refresh_token");

    let replies = join_all((0..10).map(|_| ada.refreshes(token))).await;

    let mut given: Vec<Value> = Vec::new();
    for reply in replies {
        assert_eq!(reply.status.as_u16(), 200, "{}", reply.body);
        given.push(reply.json()["refresh_token"].clone());
    }
    given.dedup();
    assert_eq!(given.len(), 1);
    assert_ne!(given[0], token);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_token_before_the_active_one_gets_the_active_one_at_any_time() {
    let app = TestApp::start().await;
    let (ada, session) = signed_in(&app).await;
    let parent = text(&session, "refresh_token");
    let active = ada.refreshes(parent).await.json();

    app.clock.advance(TimeDelta::days(3));
    let again = ada.refreshes(parent).await.json();

    assert_eq!(again["refresh_token"], active["refresh_token"]);
    assert_eq!(status_of(&ada, &again).await, 200);
    assert_eq!(
        ada.refreshes(text(&active, "refresh_token"))
            .await
            .status
            .as_u16(),
        200
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_token_gets_the_active_one_for_ten_seconds() {
    let app = TestApp::start().await;
    let (ada, session) = signed_in(&app).await;
    let oldest = text(&session, "refresh_token");
    let mut newest = oldest.to_owned();
    for _ in 0..3 {
        newest = text(&ada.refreshes(&newest).await.json(), "refresh_token").to_owned();
    }

    app.clock.advance(TimeDelta::seconds(10));

    assert_eq!(
        ada.refreshes(oldest).await.json()["refresh_token"],
        json!(newest)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_token_that_comes_later_ends_the_session_of_whoever_has_it() {
    let app = TestApp::start().await;
    let (ada, session) = signed_in(&app).await;
    let stolen = text(&session, "refresh_token");
    let second = ada.refreshes(stolen).await.json();
    let third = ada.refreshes(text(&second, "refresh_token")).await.json();
    app.clock.advance(TimeDelta::seconds(11));

    let replayed = ada.refreshes(stolen).await;

    let used = "Invalid Refresh Token: Already Used";
    refuses(&replayed, 400, "refresh_token_already_used", used);
    for dead in [
        stolen,
        text(&second, "refresh_token"),
        text(&third, "refresh_token"),
    ] {
        let unknown = "Invalid Refresh Token: Refresh Token Not Found";
        refuses(
            &ada.refreshes(dead).await,
            400,
            "refresh_token_not_found",
            unknown,
        );
    }
    assert_eq!(status_of(&ada, &third).await, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_was_never_given_is_unknown() {
    let app = TestApp::start().await;
    let browser = Browser::of(&app);

    for token in ["6315a3c9bcd1", "A".repeat(43).as_str(), "\u{e4}"] {
        let reply = browser.refreshes(token).await;
        let unknown = "Invalid Refresh Token: Refresh Token Not Found";
        refuses(&reply, 400, "refresh_token_not_found", unknown);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_holds_no_token_that_could_be_used() {
    let app = TestApp::start().await;
    let (ada, session) = signed_in(&app).await;
    let next = ada.refreshes(text(&session, "refresh_token")).await.json();

    let rows: Vec<(Vec<u8>, Option<Vec<u8>>)> = app
        .db()
        .all("select hash, sealed_next from refresh_tokens", args![])
        .await
        .unwrap();

    for secret in [
        text(&session, "refresh_token"),
        text(&next, "refresh_token"),
    ] {
        let bytes = URL_SAFE_NO_PAD.decode(secret).unwrap();
        for (hash, sealed_next) in &rows {
            assert_ne!(hash, &bytes);
            assert_ne!(sealed_next.as_ref(), Some(&bytes));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_ends_the_sessions_it_names_at_once() {
    for (scope, survivors) in [
        ("", [403, 403]),
        ("?scope=global", [403, 403]),
        ("?scope=local", [403, 200]),
        ("?scope=others", [200, 403]),
    ] {
        let app = TestApp::start().await;
        let (ada, here) = signed_in(&app).await;
        let there = ada.signs_in(ADA, PASSWORD).await.json();
        let bob = app.person("bob").await;

        let token = text(&here, "access_token");
        let path = format!("/logout{scope}");
        let reply = ada
            .calls_with(Method::POST, &path, &Value::Null, token)
            .await;

        assert_eq!((reply.status.as_u16(), reply.body.as_str()), (204, ""));
        let left = [status_of(&ada, &here).await, status_of(&ada, &there).await];
        assert_eq!(left, survivors, "{scope}");
        assert_eq!(bob.gets("/auth/v1/user").await.status.as_u16(), 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ended_session_is_named_as_such_and_open_pages_hear_of_it() {
    let app = TestApp::start().await;
    let (ada, session) = signed_in(&app).await;
    let token = text(&session, "access_token");

    ada.calls_with(Method::POST, "/logout?scope=local", &Value::Null, token)
        .await;

    let reply = ada
        .calls_with(Method::GET, "/user", &Value::Null, token)
        .await;
    let ended = "Session from session_id claim in JWT does not exist";
    refuses(&reply, 403, "session_not_found", ended);
    let refreshed = ada.refreshes(text(&session, "refresh_token")).await;
    assert_eq!(refreshed.status.as_u16(), 400);
    let (told,): (i64,) = app
        .db()
        .one(
            "select cast(count(*) as bigint) from live_events where topic = 'sessions'",
            args![],
        )
        .await
        .unwrap();
    assert_eq!(told, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scope_that_does_not_exist_signs_nobody_out() {
    let app = TestApp::start().await;
    let (ada, session) = signed_in(&app).await;
    let token = text(&session, "access_token");

    let reply = ada
        .calls_with(Method::POST, "/logout?scope=all", &Value::Null, token)
        .await;

    refuses(&reply, 400, "validation_failed", "Unsupported logout scope");
    assert_eq!(status_of(&ada, &session).await, 200);
}
