//! Signing in with Google: who gets which account.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};
use url::Url;
use uuid::Uuid;

use super::Browser;
use super::browser::{PASSWORD, code_in, newest_link, refuses, text};
use super::google_browser::{AtGoogle, error_in, value_of};
use crate::kit::TestApp;

const ADA: &str = "ada@example.com";

fn providers(session: &Value) -> &Value {
    &session["user"]["app_metadata"]["providers"]
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_new_gets_an_account_with_their_name_and_no_password() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);

    let session = ada.joins_with_google(&app, ADA).await;

    let user = &session["user"];
    assert_eq!(text(user, "email"), ADA);
    assert!(user["email_confirmed_at"].is_string());
    assert_eq!(user["user_metadata"]["full_name"], "Ada Lark");
    let expected = json!({ "provider": "google", "providers": ["google"] });
    assert_eq!(user["app_metadata"], expected);
    let identities = user["identities"].as_array().unwrap();
    assert_eq!(identities.len(), 1);
    assert_eq!(text(&identities[0], "provider"), "google");
    assert_eq!(identities[0]["identity_data"]["email"], ADA);
    assert_eq!(identities[0]["id"], identities[0]["identity_data"]["sub"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_profile_has_the_name_and_the_picture() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let session = ada.joins_with_google(&app, ADA).await;
    let token = text(&session, "access_token");
    let request = |method: Method, path: &str| {
        let request = app.visitor().request(method, path);
        request.header("apikey", app.anon_key()).bearer_auth(token)
    };

    let body = json!({ "user_id": session["user"]["id"] });
    let path = "/rest/v1/rpc/create_profile_for_confirmed_user";
    let made = app
        .visitor()
        .sends(request(Method::POST, path).json(&body))
        .await;
    let path = "/rest/v1/profiles?select=full_name,avatar_url";
    let profiles = app.visitor().sends(request(Method::GET, path)).await;

    assert_eq!(made.json(), true, "{}", made.body);
    let picture = &session["user"]["user_metadata"]["avatar_url"];
    let expected = json!([{ "full_name": "Ada Lark", "avatar_url": picture }]);
    assert_eq!(profiles.json(), expected);
    assert!(picture.as_str().unwrap().starts_with("https://"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_time_it_is_the_same_account_also_after_its_address_has_changed() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let first = ada.joins_with_google(&app, ADA).await;
    let body = json!({ "email": "lark@example.com" });
    let token = text(&first, "access_token");
    ada.calls_with(Method::PUT, "/user", &body, token).await;
    ada.opens(&newest_link(&app, "lark@example.com").await)
        .await;

    let again = ada.joins_with_google(&app, ADA).await;

    assert_eq!(again["user"]["id"], first["user"]["id"]);
    assert_eq!(again["user"]["email"], "lark@example.com");
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_with_a_confirmed_address_is_joined_keeps_its_password_and_its_owner_is_told() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let by_mail = ada.joins(&app, ADA).await;

    let by_google = ada.joins_with_google(&app, ADA).await;

    assert_eq!(by_google["user"]["id"], by_mail["user"]["id"]);
    assert_eq!(providers(&by_google), &json!(["email", "google"]));
    assert_eq!(by_google["user"]["app_metadata"]["provider"], "email");
    assert_eq!(by_google["user"]["user_metadata"]["full_name"], "Ada");
    assert_eq!(ada.signs_in(ADA, PASSWORD).await.status.as_u16(), 200);
    app.works_off_jobs().await;
    let mails = app.visitor().reads_mail_to(ADA).await;
    assert_eq!(
        text(&mails[0], "subject"),
        "Google sign-in was added to your Earshot account"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_up_that_nobody_confirmed_gives_nobody_a_password() {
    let app = TestApp::start().await;
    let (stranger, ada) = (Browser::of(&app), Browser::of(&app));
    stranger.signs_up(ADA, PASSWORD).await;
    let mailed = newest_link(&app, ADA).await;

    let session = ada.joins_with_google(&app, ADA).await;

    assert_eq!(providers(&session), &json!(["google"]));
    assert!(session["user"]["app_metadata"]["needs_password"].is_null());
    assert_eq!(session["user"]["user_metadata"]["full_name"], "Ada Lark");
    refuses(
        &stranger.signs_in(ADA, PASSWORD).await,
        400,
        "invalid_credentials",
        "Invalid login credentials",
    );
    assert_eq!(error_in(&stranger.opens(&mailed).await), "otp_expired");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_password_comes_by_a_reset_and_google_still_works() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let first = ada.joins_with_google(&app, ADA).await;
    ada.asks_for("/recover", ADA, None).await;
    let recovered = ada.comes_in_by(&newest_link(&app, ADA).await).await;
    let body = json!({ "password": PASSWORD });
    let token = text(&recovered, "access_token");

    let changed = ada.calls_with(Method::PUT, "/user", &body, token).await;

    assert_eq!(changed.status.as_u16(), 200, "{}", changed.body);
    assert_eq!(ada.signs_in(ADA, PASSWORD).await.status.as_u16(), 200);
    let again = ada.joins_with_google(&app, ADA).await;
    assert_eq!(again["user"]["id"], first["user"]["id"]);
    assert_eq!(providers(&again), &json!(["email", "google"]));
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_google_has_not_verified_opens_and_makes_no_account() {
    let app = TestApp::start().await;
    let (eve, ada) = (Browser::of(&app), Browser::of(&app));
    let owner = "unverified@example.com";
    ada.joins(&app, owner).await;

    let joined = eve.tries_google(&app, owner).await;
    let new = eve.tries_google(&app, "unverified+new@example.com").await;
    let without = eve.tries_google(&app, "no-email@example.com").await;

    for page in [joined, new, without] {
        assert_eq!(error_in(&page), "provider_email_needs_verification");
        assert_eq!(page.path(), "/onboarding");
    }
    let found = identity::find(app.db(), "unverified+new@example.com").await;
    assert!(found.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_belongs_to_one_google_account_is_not_opened_by_another() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let first = ada.joins_with_google(&app, ADA).await;
    // The account moves to an address that is somebody else's at Google.
    let body = json!({ "email": "bob@example.com" });
    let token = text(&first, "access_token");
    ada.calls_with(Method::PUT, "/user", &body, token).await;
    ada.opens(&newest_link(&app, "bob@example.com").await).await;

    let page = Browser::of(&app)
        .tries_google(&app, "bob@example.com")
        .await;

    assert_eq!(error_in(&page), "identity_already_exists");
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_cancels_at_google_comes_back_with_the_reason_in_the_query() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let at = ada.goes_to_google(&app).await;

    let callback = ada.chooses_at_google(&at, &[("decision", "deny")]).await;
    let page = ada.comes_back(&at, &callback).await;

    assert_eq!(page.path(), "/onboarding");
    assert_eq!(value_of(&page, "error").as_deref(), Some("access_denied"));
    assert_eq!(error_in(&page), "access_denied");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_that_asked_is_come_back_to_with_its_parameters() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let wanted = app.app().site_url.join("/onboarding?website=a.example");
    let at = AtGoogle::of(&ada.starts_google(wanted.unwrap().as_str()).await);

    let callback = ada.is_at_google(&at, ADA).await;
    let page = ada.comes_back(&at, &callback).await;

    assert_eq!(value_of(&page, "website").as_deref(), Some("a.example"));
    assert_eq!(ada.exchanges(&code_in(&page)).await.status.as_u16(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_challenge_the_session_comes_in_the_fragment() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let path = "/auth/v1/authorize?provider=google";
    let at = AtGoogle::of(&ada.bare(Method::GET, path).await);

    let callback = ada.is_at_google(&at, ADA).await;
    let page = ada.comes_back(&at, &callback).await;

    let fragment = page.fragment().unwrap();
    assert!(fragment.starts_with("access_token="), "{fragment}");
    assert!(fragment.contains("refresh_token="), "{fragment}");
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_the_account_deletes_the_identity_and_the_export_names_it() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let first = ada.joins_with_google(&app, ADA).await;
    let id: Uuid = text(&first["user"], "id").parse().unwrap();

    let exported = identity::export(app.db(), id).await.unwrap().unwrap();
    let mut tx = app.db().begin().await.unwrap();
    let leaver = identity::hold_leaver(&mut tx, id).await.unwrap().unwrap();
    identity::forget(&mut tx, &app.clock, &leaver)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let again = ada.joins_with_google(&app, ADA).await;

    let identity = &exported["identities"][0];
    assert_eq!(text(identity, "provider"), "google");
    assert_eq!(text(identity, "email"), ADA);
    assert_ne!(again["user"]["id"], first["user"]["id"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_for_google_is_counted_like_other_sign_ins_and_said_to_the_page() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let page = app.app().site_url.join("/onboarding").unwrap();
    for _ in 0..30 {
        ada.starts_google(page.as_str()).await;
    }

    let refused = ada.starts_google(page.as_str()).await;
    app.clock.advance(TimeDelta::minutes(5));
    let later = ada.starts_google(page.as_str()).await;

    let told = Url::parse(refused.header("location")).unwrap();
    assert_eq!(told.path(), "/onboarding");
    assert_eq!(error_in(&told), "over_request_rate_limit");
    assert!(!later.header("set-cookie").is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn where_google_is_not_configured_nobody_can_leave_for_it() {
    let app = TestApp::start_with(&[("EARSHOT_SMTP_URL", "smtp://127.0.0.1:9")]).await;
    let ada = Browser::of(&app);

    let refused = ada.starts_google("").await;

    refuses(
        &refused,
        400,
        "validation_failed",
        "Unsupported provider: provider is not enabled",
    );
    let settings = app.visitor().opens("/settings.js").await;
    assert!(settings.body.contains(r#""googleSignIn":false"#));
}
