//! What keeps an account with its owner: who may choose a password, who is told, and where one is in.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use super::Browser;
use super::browser::{PASSWORD, newest_link, refuses, text};
use crate::kit::{Reply, TestApp};

const ADA: &str = "ada@example.com";
const NEW: &str = "ada@lovelace.example";
const NEW_PASSWORD: &str = "something else entirely";
const FIREFOX: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const IPHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 \
    (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

async fn changes(ada: &Browser, session: &Value, change: Value) -> Reply {
    ada.calls_with(Method::PUT, "/user", &change, text(session, "access_token"))
        .await
}

/// A session that began two hours ago, with a token of now.
async fn old_session(app: &TestApp, ada: &Browser) -> Value {
    let session = ada.joins(app, ADA).await;
    app.lets_pass(TimeDelta::hours(2)).await;
    ada.refreshes(text(&session, "refresh_token")).await.json()
}

async fn mails_to(app: &TestApp, address: &str) -> Vec<Value> {
    app.works_off_jobs().await;
    app.visitor().reads_mail_to(address).await
}

async fn devices(app: &TestApp, session: &Value) -> Vec<Value> {
    let request = app.visitor().request(Method::GET, "/api/account/sessions");
    let request = request.bearer_auth(text(session, "access_token"));
    let reply = app.visitor().sends(request).await;
    assert_eq!(reply.status.as_u16(), 200, "{}", reply.body);
    reply.json()["sessions"].as_array().unwrap().clone()
}

async fn signs_out(app: &TestApp, session: &Value, id: &str) -> Reply {
    let path = format!("/api/account/sessions/{id}");
    let request = app.visitor().request(Method::DELETE, &path);
    let request = request.bearer_auth(text(session, "access_token"));
    app.visitor().sends(request).await
}

async fn is_signed_in(ada: &Browser, session: &Value) -> bool {
    let token = text(session, "access_token");
    let reply = ada
        .calls_with(Method::GET, "/user", &Value::Null, token)
        .await;
    reply.status.as_u16() == 200
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_session_gets_a_new_password_only_with_the_one_of_today() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let session = old_session(&app, &ada).await;

    let without = changes(&ada, &session, json!({ "password": NEW_PASSWORD })).await;
    let guess = json!({ "password": NEW_PASSWORD, "current_password": "a guess" });
    let guessed = changes(&ada, &session, guess).await;
    let right = json!({ "password": NEW_PASSWORD, "current_password": PASSWORD });
    let changed = changes(&ada, &session, right).await;

    refuses(
        &without,
        400,
        "reauthentication_needed",
        "Password update requires reauthentication",
    );
    refuses(
        &guessed,
        400,
        "current_password_mismatch",
        "Current password is incorrect",
    );
    assert_eq!(changed.status.as_u16(), 200, "{}", changed.body);
    assert_eq!(ada.signs_in(ADA, NEW_PASSWORD).await.status.as_u16(), 200);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_just_signed_in_or_opened_a_link_may_choose_a_password() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    old_session(&app, &ada).await;

    let signed_in = ada.signs_in(ADA, PASSWORD).await.json();
    let first = changes(&ada, &signed_in, json!({ "password": NEW_PASSWORD })).await;
    ada.asks_for("/recover", ADA, None).await;
    let recovered = ada.comes_in_by(&newest_link(&app, ADA).await).await;
    let second = changes(&ada, &recovered, json!({ "password": PASSWORD })).await;

    assert_eq!(first.status.as_u16(), 200, "{}", first.body);
    assert_eq!(second.status.as_u16(), 200, "{}", second.body);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_current_password_is_refused_however_fresh_the_session_is() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let session = ada.joins(&app, ADA).await;

    let guess = json!({ "password": NEW_PASSWORD, "current_password": "a guess" });
    let reply = changes(&ada, &session, guess).await;

    assert_eq!(text(&reply.json(), "code"), "current_password_mismatch");
    assert_eq!(ada.signs_in(ADA, PASSWORD).await.status.as_u16(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_is_told_to_the_address_of_the_account() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let session = ada.joins(&app, ADA).await;

    changes(&ada, &session, json!({ "password": NEW_PASSWORD })).await;

    let mails = mails_to(&app, ADA).await;
    assert_eq!(mails[0]["subject"], "Your Earshot password was changed");
    let said = text(&mails[0], "text");
    assert!(said.contains("If that was not you"), "{said}");
    assert!(!said.contains(NEW_PASSWORD), "{said}");
    let refused = changes(&ada, &session, json!({ "password": "12345" })).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert_eq!(mails_to(&app, ADA).await.len(), mails.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_address_is_told_to_the_old_one_once_it_holds() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let session = ada.joins(&app, ADA).await;
    let change = json!({
        "email": NEW, "code_challenge": ada.challenge(), "code_challenge_method": "s256",
    });

    changes(&ada, &session, change).await;
    let before = mails_to(&app, ADA).await;
    ada.comes_in_by(&newest_link(&app, NEW).await).await;

    let mails = mails_to(&app, ADA).await;
    assert_eq!(mails.len(), before.len() + 1);
    assert_eq!(mails[0]["subject"], "Your Earshot email was changed");
    let said = text(&mails[0], "text");
    assert!(said.contains("moved to a…@lovelace.example"), "{said}");
    assert!(!said.contains(NEW), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_see_where_they_are_signed_in_and_sign_out_there() {
    let app = TestApp::start().await;
    let desk = Browser::of(&app).with_user_agent(FIREFOX);
    let phone = Browser::of(&app).with_user_agent(IPHONE);
    let here = desk.joins(&app, ADA).await;
    app.lets_pass(TimeDelta::minutes(5)).await;
    let there = phone.signs_in(ADA, PASSWORD).await.json();

    let listed = devices(&app, &here).await;
    let id = text(&listed[0], "id");
    let ended = signs_out(&app, &here, id).await;

    let shown = |one: &Value| json!([one["device"], one["isCurrent"], one["lastSeenAt"]]);
    let shown: Vec<Value> = listed.iter().map(shown).collect();
    assert_eq!(
        shown,
        [
            json!(["Safari on iPhone", false, "2026-11-15T12:05:00Z"]),
            json!(["Firefox on Windows", true, "2026-11-15T12:00:00Z"]),
        ]
    );
    assert_eq!(ended.json(), json!({ "success": true }));
    assert!(!is_signed_in(&phone, &there).await);
    assert!(is_signed_in(&desk, &here).await);
    assert_eq!(devices(&app, &here).await.len(), 1);
    signs_out(&app, &here, id)
        .await
        .refuses(404, "You are no longer signed in on this device.");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_or_ends_the_sessions_of_somebody_else() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let of_ada = ada.joins(&app, ADA).await;
    let bob = Browser::of(&app);
    let of_bob = bob.joins(&app, "bob@example.com").await;
    let listed = devices(&app, &of_bob).await;

    let ended = signs_out(&app, &of_ada, text(&listed[0], "id")).await;

    assert_eq!(listed.len(), 1);
    ended.refuses(404, "You are no longer signed in on this device.");
    assert!(is_signed_in(&bob, &of_bob).await);
    let stranger = app.visitor().asks("/api/account/sessions").await;
    stranger.refuses(401, "Please sign in to continue");
}
