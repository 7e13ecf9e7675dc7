//! Signing in, and what those learn who cannot.

use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
use platform::db::args;
use reqwest::Method;
use serde_json::{Value, json};

use super::Browser;
use super::browser::{PASSWORD, newest_link, refuses, text};
use crate::kit::{TestApp, masked};

const ADA: &str = "ada@example.com";

#[tokio::test(flavor = "multi_thread")]
async fn a_session_has_everything_that_the_client_looks_for() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    ada.joins(&app, ADA).await;

    let mut session = ada.signs_in("ADA@example.com", PASSWORD).await.json();

    let left = session["expires_at"].as_i64().unwrap() - app.clock.real().timestamp();
    assert_eq!(left, 3600);
    assert!(text(&session, "refresh_token").len() >= 12);
    session["expires_at"] = "[in an hour]".into();
    insta::assert_snapshot!(masked(&session));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_address_and_a_wrong_password_get_the_same_answer() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    ada.joins(&app, ADA).await;

    let wrong = ada.signs_in(ADA, "not the password").await;
    let unknown = ada.signs_in("nobody@example.com", "not the password").await;
    let too_long = ada.signs_in(ADA, &"x".repeat(2000)).await;

    for reply in [&wrong, &unknown, &too_long] {
        refuses(
            reply,
            400,
            "invalid_credentials",
            "Invalid login credentials",
        );
    }
    let names = |reply: &crate::kit::Reply| reply.headers.keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        (wrong.body.clone(), names(&wrong)),
        (unknown.body.clone(), names(&unknown))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_none_is_refused() {
    let app = TestApp::start().await;
    let browser = Browser::of(&app);

    for (path, body, code, message) in [
        (
            "/token?grant_type=password",
            json!({ "password": "x" }),
            "validation_failed",
            "missing email or phone",
        ),
        (
            "/token?grant_type=magic",
            json!({}),
            "invalid_credentials",
            "unsupported_grant_type",
        ),
        (
            "/token",
            json!({}),
            "invalid_credentials",
            "unsupported_grant_type",
        ),
        (
            "/token?grant_type=pkce",
            json!({ "auth_code": "x" }),
            "validation_failed",
            "invalid request: both auth code and code verifier should be non-empty",
        ),
        (
            "/token?grant_type=refresh_token",
            json!({}),
            "validation_failed",
            "refresh_token required",
        ),
        (
            "/resend",
            json!({ "email": ADA, "type": "recovery" }),
            "validation_failed",
            "Missing one of these types: signup, email_change",
        ),
        (
            "/recover",
            json!({ "email": "ada" }),
            "validation_failed",
            "Unable to validate email address: invalid format",
        ),
    ] {
        let reply = browser.calls(Method::POST, path, &body).await;
        refuses(&reply, 400, code, message);
    }
    let nowhere = browser.calls(Method::GET, "/nowhere", &Value::Null).await;
    refuses(&nowhere, 404, "not_found", "Not found.");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_links_of_mails_and_the_public_keys_are_open_without_the_key() {
    let app = TestApp::start().await;
    let browser = Browser::of(&app);

    for (method, path) in [
        (Method::POST, "/auth/v1/signup"),
        (Method::POST, "/auth/v1/token?grant_type=password"),
        (Method::POST, "/auth/v1/recover"),
        (Method::POST, "/auth/v1/resend"),
        (Method::POST, "/auth/v1/verify"),
        (Method::GET, "/auth/v1/user"),
        (Method::PUT, "/auth/v1/user"),
        (Method::POST, "/auth/v1/logout"),
        (Method::GET, "/auth/v1/settings"),
        (Method::GET, "/auth/v1/health"),
    ] {
        let reply = browser.bare(method, path).await;
        let message = reply.json()["message"].clone();
        assert_eq!(
            (reply.status.as_u16(), message),
            (401, json!("No API key found in request")),
            "{path}"
        );
    }
    let wrong = app
        .visitor()
        .request(Method::GET, "/auth/v1/settings")
        .header("apikey", "sb_publishable_x");
    let wrong = app.visitor().sends(wrong).await;
    assert_eq!(
        (wrong.status.as_u16(), &wrong.json()["message"]),
        (401, &json!("Invalid API key"))
    );
    let keys = browser
        .bare(Method::GET, "/auth/v1/.well-known/jwks.json")
        .await;
    assert_eq!(
        (keys.status.as_u16(), keys.header("cache-control")),
        (200, "public, max-age=600")
    );
    let settings = browser.calls(Method::GET, "/settings", &Value::Null).await;
    assert_eq!(settings.json()["external"]["email"], true);
    let health = browser.calls(Method::GET, "/health", &Value::Null).await;
    assert_eq!(health.json()["name"], "GoTrue");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_that_was_hashed_more_weakly_is_hashed_anew_when_it_is_used() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    ada.joins(&app, ADA).await;
    let weak = Argon2::new(
        Algorithm::Argon2id,
        Version::V0x13,
        Params::new(64, 1, 1, None).unwrap(),
    );
    let weak = weak.hash_password(PASSWORD.as_bytes()).unwrap().to_string();
    app.db()
        .run("update users set password_hash = $1", args![weak])
        .await
        .unwrap();

    assert_eq!(ada.signs_in(ADA, PASSWORD).await.status.as_u16(), 200);

    let (hash,): (String,) = app
        .db()
        .one("select password_hash from users", args![])
        .await
        .unwrap();
    assert!(
        hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
        "{hash}"
    );
    assert_eq!(ada.signs_in(ADA, PASSWORD).await.status.as_u16(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_of_the_database_is_never_told_as_a_refusal() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let session = ada.joins(&app, ADA).await;
    let token = text(&session, "access_token");
    ada.signs_up("bob@example.com", PASSWORD).await;
    let link = newest_link(&app, "bob@example.com").await;

    app.db().close().await;

    let replies = [
        ada.signs_up("eve@example.com", PASSWORD).await,
        ada.signs_in(ADA, PASSWORD).await,
        ada.refreshes(text(&session, "refresh_token")).await,
        ada.calls_with(Method::GET, "/user", &Value::Null, token)
            .await,
        ada.calls_with(Method::POST, "/logout", &Value::Null, token)
            .await,
        ada.asks_for("/recover", ADA, None).await,
        ada.opens_raw(&link).await,
    ];
    for reply in replies {
        assert_eq!(reply.status.as_u16(), 503, "{}", reply.body);
        assert_eq!(reply.json()["code"], "unexpected_failure");
        assert_eq!(reply.header("retry-after"), "1");
    }
}
