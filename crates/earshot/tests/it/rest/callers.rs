//! Who asks: the key of the page, and the token of a person.

use chrono::TimeDelta;
use platform::db::args;
use reqwest::Method;
use serde_json::{Value, json};

use super::rights::TABLES;
use super::rows::{OBJECT, makes_profile};
use crate::kit::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn nobody_reads_nothing() {
    let app = TestApp::start().await;
    let visitor = app.visitor();

    for table in TABLES {
        for bearer in [Some(app.anon_key()), None] {
            let request = visitor
                .request(Method::GET, &format!("/rest/v1/{table}"))
                .header("apikey", app.anon_key());
            let request = bearer
                .into_iter()
                .fold(request, reqwest::RequestBuilder::bearer_auth);
            let reply = visitor.sends(request).await;
            reply.refuses_with(
                401,
                "42501",
                &format!("permission denied for table {table}"),
            );
            assert_eq!(reply.header("www-authenticate"), "Bearer");
        }
    }
    let request = visitor.request(
        Method::POST,
        "/rest/v1/rpc/create_profile_for_confirmed_user",
    );
    let request = request
        .header("apikey", app.anon_key())
        .json(&json!({ "user_id": uuid::Uuid::nil() }));
    let message = "permission denied for function create_profile_for_confirmed_user";
    visitor
        .sends(request)
        .await
        .refuses_with(401, "42501", message);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_key_of_this_server_nothing_is_answered() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let visitor = app.visitor();

    for (key, message) in [
        (None, "No API key found in request"),
        (Some("sb_publishable_other"), "Invalid API key"),
    ] {
        let request = visitor
            .request(Method::GET, "/rest/v1/profiles")
            .bearer_auth(&ada.token);
        let request = key
            .into_iter()
            .fold(request, |request, key| request.header("apikey", key));
        let reply = visitor.sends(request).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["message"]),
            (401, &json!(message))
        );
        assert!(reply.json()["hint"].is_string());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_expired_forged_or_of_an_ended_session_proves_nothing() {
    let app = TestApp::start().await;
    let mut ada = app.person("ada").await;
    makes_profile(&ada).await;
    let good = ada.token.clone();
    let expired = app.token_of(ada.id, TimeDelta::hours(-1)).await;
    let ended = app.token_of(ada.id, TimeDelta::hours(1)).await;
    let session = claims(&ended)["session_id"]
        .as_str()
        .unwrap()
        .parse::<uuid::Uuid>()
        .unwrap();
    app.db()
        .run("delete from sessions where id = $1", args![session])
        .await
        .unwrap();

    for (token, code, message) in [
        (expired, "PGRST303", "JWT expired"),
        (ended, "PGRST301", "JWT of a session that has ended"),
        (
            format!("{good}x"),
            "PGRST301",
            "JWT could not be parsed or verified",
        ),
        (
            "x".to_owned(),
            "PGRST301",
            "JWT could not be parsed or verified",
        ),
    ] {
        ada.token = token;
        let reply = ada.gets("/rest/v1/profiles").await;
        reply.refuses_with(401, code, message);
        let challenge = format!("Bearer error=\"invalid_token\", error_description=\"{message}\"");
        assert_eq!(reply.header("www-authenticate"), challenge);
        let one = ada
            .sends(
                ada.request(Method::PATCH, "/rest/v1/profiles")
                    .header("accept", OBJECT)
                    .json(&json!({ "full_name": "x" })),
            )
            .await;
        one.refuses_with(401, code, message);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_a_persons_is_nobodys_when_the_account_is_gone() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    makes_profile(&ada).await;
    app.db()
        .run("delete from users where id = $1", args![ada.id])
        .await
        .unwrap();

    ada.gets("/rest/v1/profiles").await.refuses_with(
        401,
        "PGRST301",
        "JWT of a user that does not exist",
    );
}

/// What a token says of itself, without a look at its signature.
fn claims(token: &str) -> Value {
    use base64::Engine;
    let middle = token.split('.').nth(1).unwrap();
    let text = base64::engine::general_purpose::URL_SAFE_NO_PAD
        .decode(middle)
        .unwrap();
    serde_json::from_slice(&text).unwrap()
}
