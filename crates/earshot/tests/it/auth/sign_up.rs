//! Signing up: an account that waits for its link, and that nobody can steal.

use chrono::TimeDelta;
use futures::future::join_all;
use platform::db::args;
use reqwest::Method;
use serde_json::{Value, json};

use super::Browser;
use super::browser::{PASSWORD, links, newest_link, refuses, text};
use crate::kit::{TestApp, masked};

const ADA: &str = "ada@example.com";
const OTHER_PASSWORD: &str = "coffee at five, thanks";

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_up_answers_the_bare_account_and_sends_one_mail() {
    let app = TestApp::start().await;

    let reply = Browser::of(&app)
        .signs_up("Ada@Example.com", PASSWORD)
        .await;

    assert_eq!(reply.status.as_u16(), 200);
    insta::assert_snapshot!(masked(&reply.json()));
    assert_eq!(links(&app, ADA).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_link_confirms_the_address_and_its_code_becomes_a_session() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);

    let session = ada.joins(&app, ADA).await;

    assert_eq!(session["token_type"], "bearer");
    assert_eq!(session["expires_in"], 3600);
    assert_eq!(
        session["user"]["email_confirmed_at"],
        "2026-11-15T12:00:00Z"
    );
    assert_eq!(session["user"]["user_metadata"]["full_name"], "Ada");
    let user = ada
        .calls_with(
            Method::GET,
            "/user",
            &Value::Null,
            text(&session, "access_token"),
        )
        .await;
    assert_eq!(user.json()["email"], ADA);
    assert_eq!(ada.signs_in(ADA, PASSWORD).await.status.as_u16(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_is_confirmed_cannot_be_signed_up_again() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    ada.joins(&app, ADA).await;
    app.lets_pass(TimeDelta::minutes(2)).await;

    let again = ada.signs_up("ADA@example.com", OTHER_PASSWORD).await;

    refuses(
        &again,
        422,
        "user_already_exists",
        "User already registered",
    );
    assert_eq!(links(&app, ADA).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_sign_up_with_the_same_password_is_the_same_persons() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let first = ada
        .signs_up_as(ADA, PASSWORD, json!({ "full_name": "Ad" }))
        .await;
    app.lets_pass(TimeDelta::minutes(2)).await;
    let second = ada
        .signs_up_as(ADA, PASSWORD, json!({ "full_name": "Ada L." }))
        .await;
    assert_eq!(first.json()["id"], second.json()["id"]);

    let first_link = links(&app, ADA).await.pop().unwrap();
    let session = ada.comes_in_by(&first_link).await;

    assert_eq!(session["user"]["user_metadata"]["full_name"], "Ada L.");
    assert_eq!(ada.signs_in(ADA, PASSWORD).await.status.as_u16(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_ups_with_different_passwords_confirm_the_address_and_set_neither() {
    for opened in [0, 1] {
        let app = TestApp::start().await;
        let (eve, ada) = (Browser::of(&app), Browser::of(&app));
        eve.signs_up_as(ADA, OTHER_PASSWORD, json!({ "full_name": "Eve" }))
            .await;
        app.lets_pass(TimeDelta::minutes(2)).await;
        ada.signs_up(ADA, PASSWORD).await;

        let link = links(&app, ADA).await.remove(opened);
        let session = ada.comes_in_by(&link).await;

        assert_eq!(
            session["user"]["user_metadata"],
            json!({ "email_verified": true })
        );
        assert_eq!(session["user"]["app_metadata"]["needs_password"], true);
        for password in [PASSWORD, OTHER_PASSWORD] {
            let refused = ada.signs_in(ADA, password).await;
            refuses(
                &refused,
                400,
                "invalid_credentials",
                "Invalid login credentials",
            );
        }
        let chosen = json!({ "password": "a third one, chosen now" });
        let token = text(&session, "access_token");
        let reply = ada.calls_with(Method::PUT, "/user", &chosen, token).await;
        assert_eq!(reply.status.as_u16(), 200);
        let signed_in = ada.signs_in(ADA, "a third one, chosen now").await;
        assert_eq!(signed_in.status.as_u16(), 200);
        let said = &signed_in.json()["user"]["app_metadata"];
        assert_eq!(said.get("needs_password"), None);
        app.works_off_jobs().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resent_link_sets_no_password_either_while_two_are_pending() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    ada.signs_up(ADA, OTHER_PASSWORD).await;
    app.lets_pass(TimeDelta::minutes(2)).await;
    ada.signs_up(ADA, PASSWORD).await;
    app.lets_pass(TimeDelta::minutes(2)).await;

    ada.asks_for("/resend", ADA, Some("signup")).await;
    ada.comes_in_by(&newest_link(&app, ADA).await).await;

    for password in [PASSWORD, OTHER_PASSWORD] {
        assert_eq!(ada.signs_in(ADA, password).await.status.as_u16(), 400);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resent_link_confirms_the_only_sign_up() {
    let app = TestApp::start().await;
    let (ada, elsewhere) = (Browser::of(&app), Browser::of(&app).elsewhere());
    ada.signs_up(ADA, PASSWORD).await;
    app.works_off_jobs().await;
    app.lets_pass(TimeDelta::hours(30)).await;

    let reply = elsewhere.asks_for("/resend", ADA, Some("signup")).await;
    assert_eq!((reply.status.as_u16(), reply.json()), (200, json!({})));
    elsewhere.comes_in_by(&newest_link(&app, ADA).await).await;

    assert_eq!(ada.signs_in(ADA, PASSWORD).await.status.as_u16(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_links_of_the_other_sign_ups_die_with_the_confirmation() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    ada.signs_up(ADA, OTHER_PASSWORD).await;
    app.lets_pass(TimeDelta::minutes(2)).await;
    ada.signs_up(ADA, PASSWORD).await;
    let [newer, older] = links(&app, ADA).await.try_into().unwrap();

    ada.opens(&newer).await;

    let page = ada.opens(&older).await;
    assert!(
        page.query().unwrap().contains("error_code=otp_expired"),
        "{page}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_knows_a_pending_password_is_told_that_the_address_is_not_confirmed() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    ada.signs_up(ADA, OTHER_PASSWORD).await;
    app.lets_pass(TimeDelta::minutes(2)).await;
    ada.signs_up(ADA, PASSWORD).await;

    for password in [PASSWORD, OTHER_PASSWORD] {
        let reply = ada.signs_in(ADA, password).await;
        refuses(&reply, 400, "email_not_confirmed", "Email not confirmed");
    }
    let wrong = ada.signs_in(ADA, "neither of the two").await;
    refuses(
        &wrong,
        400,
        "invalid_credentials",
        "Invalid login credentials",
    );
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_sign_ups_at_once_make_one_account_and_no_error_of_ours() {
    let app = TestApp::start_with(&[("EARSHOT_LIMITS", "off")]).await;
    let ada = Browser::of(&app);

    let replies = join_all((0..10).map(|_| ada.signs_up(ADA, PASSWORD))).await;

    for reply in &replies {
        assert!(
            [200, 429].contains(&reply.status.as_u16()),
            "{}",
            reply.body
        );
    }
    assert!(replies.iter().any(|reply| reply.status.as_u16() == 200));
    let (accounts,): (i64,) = app
        .db()
        .one("select cast(count(*) as bigint) from users", args![])
        .await
        .unwrap();
    assert_eq!(accounts, 1);
    app.works_off_jobs().await;
}

/// What is refused of a sign-up with these fields: status, code and words.
async fn is_refused(browser: &Browser, fields: Value, status: u16, code: &str, message: &str) {
    let reply = browser.calls(Method::POST, "/signup", &fields).await;
    refuses(&reply, status, code, message);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_or_a_password_that_does_not_fit_is_refused_in_the_providers_words() {
    let app = TestApp::start().await;
    let browser = Browser::of(&app);
    let none = "Signup requires a valid password";
    let short = "Password should be at least 6 characters.";
    let weak = "Password is known to be weak and easy to guess, please choose a different one.";
    let long = "Password cannot be longer than 1000 characters";
    let format = "Unable to validate email address: invalid format";
    let endless = format!("{}@example.com", "a".repeat(250));

    for (email, password, status, code, message) in [
        (ADA, None, 400, "validation_failed", none),
        (ADA, Some(String::new()), 400, "validation_failed", none),
        (ADA, Some("short".to_owned()), 422, "weak_password", short),
        (
            ADA,
            Some("Password123".to_owned()),
            422,
            "weak_password",
            weak,
        ),
        (ADA, Some("x".repeat(1001)), 400, "validation_failed", long),
        (
            "ada",
            Some(PASSWORD.to_owned()),
            400,
            "validation_failed",
            format,
        ),
        (
            &endless,
            Some(PASSWORD.to_owned()),
            400,
            "validation_failed",
            format,
        ),
    ] {
        let fields = json!({ "email": email, "password": password });
        is_refused(&browser, fields, status, code, message).await;
    }
    let nobody = "Anonymous sign-ins are disabled";
    is_refused(
        &browser,
        json!({ "data": {} }),
        422,
        "anonymous_provider_disabled",
        nobody,
    )
    .await;
    let fields = json!({ "email": ADA, "password": "short" });
    let reply = browser.calls(Method::POST, "/signup", &fields).await;
    assert_eq!(reply.json()["weak_password"]["reasons"], json!(["length"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_does_not_fit_is_refused() {
    let app = TestApp::start().await;
    let browser = Browser::of(&app);
    let challenge = browser.challenge();
    let half = "PKCE flow requires code_challenge_method and code_challenge";
    let plain = "code_challenge_method must be s256";
    let length = "code challenge has to be between 43 and 128 characters";

    for (challenge, method, message) in [
        (Some(challenge.as_str()), None, half),
        (None, Some("s256"), half),
        (Some(challenge.as_str()), Some("plain"), plain),
        (Some("short"), Some("s256"), length),
    ] {
        let fields = json!({
            "email": ADA, "password": PASSWORD,
            "code_challenge": challenge, "code_challenge_method": method,
        });
        is_refused(&browser, fields, 400, "validation_failed", message).await;
    }
    let much = json!({ "email": ADA, "password": PASSWORD, "data": { "a": "x".repeat(5000) } });
    is_refused(
        &browser,
        much,
        400,
        "validation_failed",
        "User metadata is too large",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_of_another_shape_is_bad_json() {
    let app = TestApp::start().await;
    let browser = Browser::of(&app);

    for body in [
        json!([]),
        json!("x"),
        json!({ "email": 1 }),
        json!({ "email": ADA, "password": PASSWORD, "data": "x" }),
        json!({ "email": "a\u{0}da@example.com", "password": PASSWORD }),
    ] {
        let reply = browser.calls(Method::POST, "/signup", &body).await;
        let code = reply.json()["code"].clone();
        assert_eq!(
            (reply.status.as_u16(), code),
            (400, json!("bad_json")),
            "{body}"
        );
    }
}
