//! What people change about their account.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use super::Browser;
use super::browser::{PASSWORD, newest_link, refuses, text};
use crate::kit::{Reply, TestApp};

const ADA: &str = "ada@example.com";
const NEW: &str = "ada@lovelace.example";
const NEW_PASSWORD: &str = "something else entirely";

async fn changes(ada: &Browser, session: &Value, change: Value) -> Reply {
    ada.calls_with(Method::PUT, "/user", &change, text(session, "access_token"))
        .await
}

async fn account(ada: &Browser, session: &Value) -> Reply {
    ada.calls_with(
        Method::GET,
        "/user",
        &Value::Null,
        text(session, "access_token"),
    )
    .await
}

async fn joined(app: &TestApp) -> (Browser, Value) {
    let ada = Browser::of(app);
    let session = ada.joins(app, ADA).await;
    (ada, session)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_people_say_about_themselves_is_merged_and_shown_in_the_next_token() {
    let app = TestApp::start().await;
    let (ada, session) = joined(&app).await;

    let reply = changes(
        &ada,
        &session,
        json!({ "data": { "full_name": "Bob", "theme": "dark" }, "code_challenge": null }),
    )
    .await;
    assert_eq!(
        reply.json()["user_metadata"],
        json!({ "full_name": "Bob", "theme": "dark", "email_verified": true })
    );
    let reply = changes(&ada, &session, json!({ "data": { "theme": null } })).await;

    let expected = json!({ "full_name": "Bob", "email_verified": true });
    assert_eq!(reply.json()["user_metadata"], expected);
    let next = ada.refreshes(text(&session, "refresh_token")).await.json();
    assert_eq!(next["user"]["user_metadata"], expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_theirs_to_change_stays() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await;

    let plan = json!({ "app_metadata": { "plan": "pro" } });
    let refused = ada.puts("/auth/v1/user", &plan).await;
    let words = "Updating app_metadata requires admin privileges";
    refuses(&refused, 403, "not_admin", words);
    let ignored = json!({
        "role": "admin", "id": "x", "aud": "y", "email_confirmed_at": null,
        "data": { "email_verified": false },
    });
    let user = ada.puts("/auth/v1/user", &ignored).await.json();

    assert_eq!(user["role"], "authenticated");
    assert_eq!(user["aud"], "authenticated");
    assert_eq!(user["id"], json!(ada.id));
    assert_eq!(user["user_metadata"]["email_verified"], true);
    let much = json!({ "data": { "a": "x".repeat(5000) } });
    let too_much = ada.puts("/auth/v1/user", &much).await;
    refuses(
        &too_much,
        400,
        "validation_failed",
        "User metadata is too large",
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_ends_the_other_sessions_and_kills_outstanding_links() {
    let app = TestApp::start().await;
    let (ada, here) = joined(&app).await;
    let there = ada.signs_in(ADA, PASSWORD).await.json();
    ada.asks_for("/recover", ADA, None).await;
    let link = newest_link(&app, ADA).await;

    let reply = changes(&ada, &here, json!({ "password": NEW_PASSWORD })).await;

    assert_eq!(reply.status.as_u16(), 200);
    assert_eq!(account(&ada, &here).await.status.as_u16(), 200);
    assert_eq!(
        text(&account(&ada, &there).await.json(), "code"),
        "session_not_found"
    );
    assert_eq!(
        ada.refreshes(text(&here, "refresh_token"))
            .await
            .status
            .as_u16(),
        200
    );
    assert_eq!(
        ada.refreshes(text(&there, "refresh_token"))
            .await
            .status
            .as_u16(),
        400
    );
    assert!(
        ada.opens(&link)
            .await
            .query()
            .unwrap()
            .contains("otp_expired")
    );
    assert_eq!(ada.signs_in(ADA, PASSWORD).await.status.as_u16(), 400);
    assert_eq!(ada.signs_in(ADA, NEW_PASSWORD).await.status.as_u16(), 200);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_is_new_and_good_enough() {
    let app = TestApp::start().await;
    let (ada, session) = joined(&app).await;

    let same = changes(&ada, &session, json!({ "password": PASSWORD })).await;
    refuses(
        &same,
        422,
        "same_password",
        "New password should be different from the old password.",
    );
    let short = changes(&ada, &session, json!({ "password": "12345" })).await;
    refuses(
        &short,
        422,
        "weak_password",
        "Password should be at least 6 characters.",
    );
    let common = changes(&ada, &session, json!({ "password": "iloveyou" })).await;
    assert_eq!(common.json()["weak_password"]["reasons"], json!(["pwned"]));
    assert_eq!(ada.signs_in(ADA, PASSWORD).await.status.as_u16(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_changes_when_the_link_to_the_new_one_is_opened() {
    let app = TestApp::start().await;
    let (ada, session) = joined(&app).await;

    let change = json!({ "email": "Ada@Lovelace.example", "code_challenge": ada.challenge(), "code_challenge_method": "s256" });
    let asked = changes(&ada, &session, change).await.json();
    assert_eq!(
        (&asked["email"], &asked["new_email"]),
        (&json!(ADA), &json!(NEW))
    );
    assert_eq!(asked["email_change_sent_at"], "2026-11-15T12:00:00Z");
    let link = newest_link(&app, NEW).await;
    let next = ada.comes_in_by(&link).await;

    assert!(link.query().unwrap().contains("type=email_change"));
    assert_eq!(next["user"]["email"], NEW);
    assert!(next["user"].get("new_email").is_none());
    assert_eq!(ada.signs_in(NEW, PASSWORD).await.status.as_u16(), 200);
    assert_eq!(ada.signs_in(ADA, PASSWORD).await.status.as_u16(), 400);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_somebody_has_cannot_be_taken() {
    let app = TestApp::start().await;
    let (ada, session) = joined(&app).await;
    app.person("bob").await;

    let taken = changes(&ada, &session, json!({ "email": "BOB@example.com" })).await;
    refuses(
        &taken,
        422,
        "email_exists",
        "A user with this email address has already been registered",
    );

    changes(&ada, &session, json!({ "email": "late@example.com" })).await;
    let link = newest_link(&app, "late@example.com").await;
    app.person("late").await;
    let page = ada.opens(&link).await;
    assert!(page.fragment().unwrap().contains("otp_expired"));
    assert_eq!(account(&ada, &session).await.json()["email"], ADA);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_link_to_a_new_address_can_be_sent_again() {
    let app = TestApp::start().await;
    let (ada, session) = joined(&app).await;
    changes(&ada, &session, json!({ "email": NEW })).await;
    app.lets_pass(TimeDelta::minutes(2)).await;

    let reply = ada.asks_for("/resend", ADA, Some("email_change")).await;
    let session = ada.comes_in_by(&newest_link(&app, NEW).await).await;

    assert_eq!(reply.json(), json!({}));
    assert_eq!(session["user"]["email"], NEW);
    app.works_off_jobs().await;
}
