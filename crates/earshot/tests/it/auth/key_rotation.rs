//! Rotating the keys that sign access tokens signs nobody out.

use chrono::TimeDelta;
use platform::access_tokens::ACCESS_TOKEN_LIFE;
use platform::signing_keys::{self, PUBLISHED_FIRST};
use reqwest::Method;
use serde_json::Value;

use super::Browser;
use crate::admin::hears;
use crate::kit::{Process, TestApp, TestPlace, eventually};

async fn status(app: &TestApp, token: &str) -> u16 {
    let browser = Browser::of(app);
    let shown = browser.calls_with(Method::GET, "/user", &Value::Null, token);
    shown.await.status.as_u16()
}

fn key_of(token: &str) -> String {
    jsonwebtoken::decode_header(token).unwrap().kid.unwrap()
}

/// Adds a key as an operator does, and lets this process hear of it.
async fn rotates(app: &TestApp) -> String {
    let signs_from = app.clock.real() + PUBLISHED_FIRST;
    let id = signing_keys::rotate(app.db(), signs_from).await.unwrap();
    app.app().tokens.reload(app.db()).await.unwrap();
    id
}

async fn retires(app: &TestApp, id: &str, is_forced: bool) -> anyhow::Result<()> {
    let until = (app.clock.real(), ACCESS_TOKEN_LIFE);
    let retired = signing_keys::retire(app.db(), id, until, is_forced).await;
    app.app().tokens.reload(app.db()).await.unwrap();
    retired
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_of_the_old_key_goes_on_and_new_tokens_are_of_the_new_one() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let new_key = rotates(&app).await;

    let bob = app.person("bob").await;
    app.clock.advance(PUBLISHED_FIRST);
    let cleo = app.person("cleo").await;

    assert_ne!(key_of(&bob.token), new_key, "it is only published at first");
    assert_eq!(key_of(&cleo.token), new_key);
    for person in [&ada, &bob, &cleo] {
        assert_eq!(status(&app, &person.token).await, 200, "{}", person.email);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_retired_when_its_last_token_has_ended_or_by_force() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;
    let old_key = key_of(&ada.token);
    let new_key = rotates(&app).await;
    app.clock.advance(PUBLISHED_FIRST);

    let signing = retires(&app, &new_key, true).await.unwrap_err().to_string();
    let early = retires(&app, &old_key, false)
        .await
        .unwrap_err()
        .to_string();
    assert_eq!(status(&app, &ada.token).await, 200);
    retires(&app, &old_key, true).await.unwrap();

    assert_eq!(signing, "this key signs; rotate first");
    assert!(early.contains("are valid until"), "{early}");
    assert_eq!(status(&app, &ada.token).await, 403);
    let second = rotates(&app).await;
    app.clock
        .advance(PUBLISHED_FIRST + ACCESS_TOKEN_LIFE + TimeDelta::seconds(1));
    retires(&app, &new_key, false).await.unwrap();
    let keys = Browser::of(&app)
        .bare(Method::GET, "/auth/v1/.well-known/jwks.json")
        .await;
    assert_eq!(keys.json()["keys"][0]["kid"], second.as_str());
    assert_eq!(keys.json()["keys"].as_array().map(Vec::len), Some(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_server_hears_of_a_key_that_an_operator_adds() {
    let place = TestPlace::fresh().await;
    let server = Process::start(&place, &[]).await;

    let said = hears(&place, &["keys", "rotate", "--at-once"]).await;
    let listed = hears(&place, &["keys", "list", "--json"]).await;

    let listed: Value = serde_json::from_str(&listed).unwrap();
    let newest = listed[1]["id"].as_str().unwrap();
    assert!(said.contains(newest), "{said}");
    assert_eq!(listed[0]["state"], "verifies");
    assert_eq!(listed[1]["state"], "signs");
    let visitor = server.visitor();
    let shows_it = async || {
        let keys = visitor.asks("/auth/v1/.well-known/jwks.json").await;
        keys.body.contains(newest)
    };
    eventually("the server publishes the new key", shows_it).await;
    server.terminate().await;
}
