//! Getting in again without the password, which tells nobody who has an account.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use super::Browser;
use super::browser::{PASSWORD, links, newest_link, text};
use crate::kit::TestApp;

const ADA: &str = "ada@example.com";
const NEW_PASSWORD: &str = "something else entirely";

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_link_lets_its_owner_choose_a_new_password() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    ada.joins(&app, ADA).await;

    let reply = ada.asks_for("/recover", ADA, None).await;
    let link = newest_link(&app, ADA).await;
    let session = ada.comes_in_by(&link).await;
    let change = json!({ "password": NEW_PASSWORD });
    let token = text(&session, "access_token");
    let changed = ada.calls_with(Method::PUT, "/user", &change, token).await;

    assert_eq!((reply.status.as_u16(), reply.json()), (200, json!({})));
    assert!(link.query().unwrap().contains("type=recovery"));
    assert_eq!(changed.status.as_u16(), 200);
    assert_eq!(ada.signs_in(ADA, NEW_PASSWORD).await.status.as_u16(), 200);
    assert_eq!(ada.signs_in(ADA, PASSWORD).await.status.as_u16(), 400);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_answer_is_the_same_with_and_without_an_account() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    ada.joins(&app, ADA).await;
    app.clock.advance(TimeDelta::hours(2));

    for (path, kind) in [
        ("/recover", None),
        ("/resend", Some("signup")),
        ("/resend", Some("email_change")),
    ] {
        for _ in 0..2 {
            let known = ada.asks_for(path, ADA, kind).await;
            let unknown = ada.asks_for(path, "nobody@example.com", kind).await;
            assert_eq!(
                (known.status, &known.body),
                (unknown.status, &unknown.body),
                "{path}"
            );
            assert_eq!(known.header("retry-after"), unknown.header("retry-after"));
        }
    }
    assert!(links(&app, "nobody@example.com").await.is_empty());
    // The sign-up and the recovery; the account is confirmed and changes no address.
    assert_eq!(links(&app, ADA).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_opens_a_recovery_link_has_confirmed_the_address_and_no_password() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    ada.signs_up(ADA, PASSWORD).await;
    app.works_off_jobs().await;

    ada.asks_for("/recover", ADA, None).await;
    let session = ada.comes_in_by(&newest_link(&app, ADA).await).await;

    assert_eq!(session["user"]["user_metadata"]["email_verified"], true);
    assert_eq!(ada.signs_in(ADA, PASSWORD).await.status.as_u16(), 400);
    let page = ada.opens(links(&app, ADA).await.last().unwrap()).await;
    assert!(page.query().unwrap().contains("otp_expired"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_says_how_it_began() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let by_sign_up = ada.joins(&app, ADA).await;
    ada.asks_for("/recover", ADA, None).await;
    let by_recovery = ada.comes_in_by(&newest_link(&app, ADA).await).await;
    let by_password = ada.signs_in(ADA, PASSWORD).await.json();

    for (session, method) in [
        (by_sign_up, "email/signup"),
        (by_recovery, "recovery"),
        (by_password, "password"),
    ] {
        assert_eq!(claims_of(&session)["amr"][0]["method"], method);
    }
}

fn claims_of(session: &Value) -> Value {
    let claims = text(session, "access_token").split('.').nth(1).unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap()
}
