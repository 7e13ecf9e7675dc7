//! Everything that must not let anybody in with Google.

use chrono::TimeDelta;
use futures::future::join_all;
use reqwest::Method;
use url::Url;

use super::Browser;
use super::browser::{code_in, refuses};
use super::google_browser::{AtGoogle, error_in, value_of};
use crate::kit::TestApp;

const ADA: &str = "ada@example.com";

#[tokio::test(flavor = "multi_thread")]
async fn a_state_is_good_once() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let at = ada.goes_to_google(&app).await;
    let callback = ada.is_at_google(&at, ADA).await;
    code_in(&ada.comes_back(&at, &callback).await);

    let replayed = ada.comes_back(&at, &callback).await;

    assert_eq!(error_in(&replayed), "bad_oauth_state");
    assert_eq!(replayed.path(), "/auth");
}

#[tokio::test(flavor = "multi_thread")]
async fn shown_ten_times_at_once_a_state_gives_one_code() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let at = ada.goes_to_google(&app).await;
    let callback = ada.is_at_google(&at, ADA).await;

    let pages = join_all((0..10).map(|_| ada.comes_back(&at, &callback))).await;

    let with_code = pages.iter().filter(|page| value_of(page, "code").is_some());
    assert_eq!(with_code.count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_of_another_browser_signs_nobody_in_and_stays_whole() {
    let app = TestApp::start().await;
    let (eve, ada) = (Browser::of(&app), Browser::of(&app).elsewhere());
    let at = eve.goes_to_google(&app).await;
    let callback = eve.is_at_google(&at, "eve@example.com").await;
    let other = ada.goes_to_google(&app).await;
    // Even with a cookie of its own under the name of the other.
    let (name, _) = at.cookie.split_once('=').unwrap();
    let (_, own) = other.cookie.split_once('=').unwrap();

    let without = ada.comes_back_with("", &callback).await;
    let foreign = ada.comes_back(&other, &callback).await;
    let renamed = ada
        .comes_back_with(&format!("{name}={own}"), &callback)
        .await;

    for page in [without, foreign, renamed] {
        assert_eq!(error_in(&page), "bad_oauth_state");
    }
    code_in(&eve.comes_back(&at, &callback).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_lives_ten_minutes() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let (late, early) = (
        ada.goes_to_google(&app).await,
        ada.goes_to_google(&app).await,
    );
    app.clock.advance(TimeDelta::seconds(599));
    let callback = ada.is_at_google(&early, ADA).await;
    code_in(&ada.comes_back(&early, &callback).await);

    app.clock.advance(TimeDelta::seconds(1));
    let callback = ada.is_at_google(&late, ADA).await;
    let page = ada.comes_back(&late, &callback).await;

    assert_eq!(error_in(&page), "bad_oauth_state");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_that_was_made_up_leads_to_the_sign_in_page() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);

    for query in [
        "",
        "?code=x&state=",
        "?code=x&state=guessed",
        "?state=%0d%0aset-cookie:a%3db&code=x",
    ] {
        let callback = Url::parse(&format!("{}/auth/v1/callback{query}", app.url())).unwrap();
        let page = ada.comes_back_with("", &callback).await;
        assert_eq!(
            (page.path(), error_in(&page).as_str()),
            ("/auth", "bad_oauth_state")
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_proves_nothing_lets_nobody_in() {
    let app = TestApp::start().await;
    let eve = Browser::of(&app);

    for (local_part, code) in [
        ("wrong-nonce", "bad_oauth_callback"),
        ("wrong-audience", "bad_oauth_callback"),
        ("wrong-issuer", "bad_oauth_callback"),
        ("expired", "bad_oauth_callback"),
        ("unsigned", "bad_oauth_callback"),
        ("forged", "bad_oauth_callback"),
        ("unknown-key", "bad_oauth_callback"),
        ("bad-code", "bad_oauth_callback"),
        ("broken", "unexpected_failure"),
    ] {
        let email = format!("{local_part}@example.com");
        let page = eve.tries_google(&app, &email).await;
        assert_eq!(error_in(&page), code, "{local_part}");
        let found = identity::find(app.db(), &email).await.unwrap();
        assert!(found.is_none(), "{local_part}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_led_to_somebody_elses_page() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let site = app.app().site_url.clone();

    for wanted in [
        "https://evil.example/",
        "//evil.example",
        "javascript:alert(1)",
    ] {
        let at = AtGoogle::of(&ada.starts_google(wanted).await);
        let callback = ada.is_at_google(&at, ADA).await;
        let page = ada.comes_back(&at, &callback).await;

        assert_eq!(callback.origin(), site.origin(), "{wanted}");
        assert_eq!(page.origin(), site.origin(), "{wanted}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_code_is_for_whoever_asked_and_nobody_else() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let page = ada.tries_google(&app, ADA).await;

    let stolen = ada.elsewhere().exchanges(&code_in(&page)).await;

    refuses(
        &stolen,
        400,
        "bad_code_verifier",
        "code challenge does not match previously saved code verifier",
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cookie_is_for_the_callback_alone_and_no_script_reads_it() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let at = ada.goes_to_google(&app).await;
    let callback = ada.is_at_google(&at, ADA).await;

    let reply = ada.follows(&callback, &at.cookie).await;

    let attributes = "; Path=/auth/v1/callback; Max-Age=600; HttpOnly; SameSite=Lax";
    assert!(at.set_cookie.ends_with(attributes), "{}", at.set_cookie);
    assert!(reply.header("set-cookie").contains("Max-Age=0"));
    let (_, secret) = at.cookie.split_once('=').unwrap();
    assert!(!at.page.as_str().contains(secret));
}

#[tokio::test(flavor = "multi_thread")]
async fn other_providers_and_unhashed_challenges_are_refused() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);

    let other = ada
        .bare(Method::GET, "/auth/v1/authorize?provider=github")
        .await;
    let plain = "/auth/v1/authorize?provider=google&code_challenge=abc&code_challenge_method=plain";
    let plain = ada.bare(Method::GET, plain).await;

    let message = "Unsupported provider: provider is not enabled";
    refuses(&other, 400, "validation_failed", message);
    refuses(
        &plain,
        400,
        "validation_failed",
        "code_challenge_method must be s256",
    );
}
