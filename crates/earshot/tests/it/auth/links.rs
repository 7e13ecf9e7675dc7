//! Links in mails: opened once, in time, and never towards somebody else's page.

use chrono::TimeDelta;
use futures::future::join_all;
use reqwest::Method;
use serde_json::json;
use url::Url;

use super::Browser;
use super::browser::{PASSWORD, code_in, newest_link, refuses, text};
use crate::kit::TestApp;

const ADA: &str = "ada@example.com";
const DEAD: &str = "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired";

/// A browser that has signed up, and the link in its mail.
async fn signed_up(app: &TestApp) -> (Browser, Url) {
    let ada = Browser::of(app);
    ada.signs_up(ADA, PASSWORD).await;
    let link = newest_link(app, ADA).await;
    (ada, link)
}

fn replaced(link: &Url, name: &str, value: &str) -> Url {
    let kept: Vec<(String, String)> = link
        .query_pairs()
        .filter(|(key, _)| key != name)
        .map(|(key, value)| (key.into_owned(), value.into_owned()))
        .collect();
    let mut link = link.clone();
    link.query_pairs_mut()
        .clear()
        .extend_pairs(kept)
        .append_pair(name, value);
    link
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_leads_to_the_page_with_a_code_and_nothing_else() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let site = app.app().site_url.clone();
    let page = site.join("/onboarding?from=mail").unwrap();
    let body = json!({
        "email": ADA, "password": PASSWORD,
        "code_challenge": ada.challenge(), "code_challenge_method": "s256",
    });
    let path = format!("/signup?redirect_to={}", urlencoded(page.as_str()));
    ada.calls(Method::POST, &path, &body).await;
    let link = newest_link(&app, ADA).await;

    let target = ada.opens(&link).await;

    assert_eq!(link.origin(), site.origin());
    assert!(link.query().unwrap().starts_with("token=pkce_"), "{link}");
    let names: Vec<String> = target
        .query_pairs()
        .map(|(name, _)| name.into_owned())
        .collect();
    assert_eq!(
        (target.path(), names),
        ("/onboarding", vec!["from".to_owned(), "code".to_owned()])
    );
    assert_eq!(target.fragment(), None);
}

fn urlencoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_at_a_link_does_not_use_it_up() {
    let app = TestApp::start().await;
    let (ada, link) = signed_up(&app).await;
    let path = format!("{}?{}", link.path(), link.query().unwrap());

    let looked = ada.bare(Method::HEAD, &path).await;

    assert_eq!(looked.status.as_u16(), 405);
    code_in(&ada.opens(&link).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_opens_once_and_says_afterwards_that_it_is_used_up() {
    let app = TestApp::start().await;
    let (ada, link) = signed_up(&app).await;
    ada.opens(&link).await;

    let page = ada.opens(&link).await;

    assert_eq!(page.query(), Some(DEAD));
    assert_eq!(page.fragment(), Some(format!("{DEAD}&sb=").as_str()));
}

#[tokio::test(flavor = "multi_thread")]
async fn opened_ten_times_at_once_a_link_gives_one_code() {
    let app = TestApp::start().await;
    let (ada, link) = signed_up(&app).await;

    let pages = join_all((0..10).map(|_| ada.opens(&link))).await;

    let with_code = pages
        .iter()
        .filter(|page| page.query().unwrap().starts_with("code="));
    assert_eq!(with_code.count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_is_wrong_in_any_part_is_dead_and_stays_whole() {
    let app = TestApp::start().await;
    let (ada, link) = signed_up(&app).await;

    for (name, value) in [
        ("type", "recovery"),
        ("type", "invite"),
        ("token", "pkce_guessed"),
        ("token", "x"),
    ] {
        let page = ada.opens(&replaced(&link, name, value)).await;
        assert!(
            page.fragment().unwrap().contains("otp_expired"),
            "{name}={value}"
        );
    }
    let bare = ada.opens(&replaced(&link, "token", "no-prefix")).await;
    assert_eq!((bare.query(), bare.fragment().is_some()), (None, true));
    let missing = ada.bare(Method::GET, "/auth/v1/verify?type=signup").await;
    refuses(
        &missing,
        400,
        "validation_failed",
        "Verify requires a token or a token hash",
    );
    let missing = ada.bare(Method::GET, "/auth/v1/verify?token=x").await;
    refuses(
        &missing,
        400,
        "validation_failed",
        "Verify requires a verification type",
    );

    code_in(&ada.opens(&link).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn links_live_a_day_and_those_that_reset_a_password_an_hour() {
    for (settings, kind, life_s) in [
        (&[][..], "signup", 24 * 3600),
        (&[][..], "recovery", 3600),
        (&[("EARSHOT_LINK_TTL_S", "30")][..], "signup", 30),
        (&[("EARSHOT_LINK_TTL_S", "30")][..], "recovery", 30),
        (&[("EARSHOT_LINK_TTL_S", "9999999")][..], "recovery", 3600),
    ] {
        for (late_s, lives) in [(-1, true), (0, false)] {
            let app = TestApp::start_with(settings).await;
            let (ada, _) = signed_up(&app).await;
            if kind == "recovery" {
                ada.asks_for("/recover", ADA, None).await;
            }
            let link = newest_link(&app, ADA).await;

            app.clock.advance(TimeDelta::seconds(life_s + late_s));

            let page = ada.opens(&link).await;
            let has_code = page.query().unwrap().starts_with("code=");
            assert_eq!(has_code, lives, "{kind} after {life_s} {late_s}");
            app.works_off_jobs().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_never_leads_away_from_the_site() {
    let app = TestApp::start().await;
    let (ada, link) = signed_up(&app).await;
    let site = app.app().site_url.clone();
    let port = site.port().unwrap();

    for evil in [
        "https://evil.example/".to_owned(),
        "//evil.example".to_owned(),
        "javascript:alert(1)".to_owned(),
        format!("http://localhost:{port}@evil.example/"),
        format!("http://localhost:{port}.evil.example/"),
        format!("http://localhost.evil.example:{port}/"),
        format!("http://localhost:{port}\\@evil.example/"),
        format!("https://localhost:{port}/"),
    ] {
        let edited = replaced(&replaced(&link, "redirect_to", &evil), "token", "pkce_x");
        let page = ada.opens(&edited).await;
        assert_eq!((page.origin(), page.path()), (site.origin(), "/"), "{evil}");

        app.clock.advance(TimeDelta::hours(1));
        let path = format!("/resend?redirect_to={}", urlencoded(&evil));
        ada.asks_for(&path, ADA, Some("signup")).await;
        let mailed = newest_link(&app, ADA).await;
        let (_, redirect_to) = mailed
            .query_pairs()
            .find(|(name, _)| name == "redirect_to")
            .unwrap();
        assert_eq!(redirect_to, site.as_str(), "{evil}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn links_name_the_sites_address_whatever_the_request_called_us() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let request = visitor
        .request(Method::POST, "/auth/v1/signup")
        .header("host", "evil.example")
        .header("x-forwarded-host", "evil.example")
        .header("apikey", app.anon_key())
        .json(&json!({ "email": ADA, "password": PASSWORD }));

    visitor.sends(request).await;

    let link = newest_link(&app, ADA).await;
    assert_eq!(link.origin(), app.app().site_url.origin());
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_challenge_the_session_comes_behind_the_hash() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    let body = json!({
        "email": ADA, "password": PASSWORD, "data": {}, "code_challenge": null, "code_challenge_method": null,
    });
    ada.calls(Method::POST, "/signup", &body).await;

    let page = ada.opens(&newest_link(&app, ADA).await).await;

    assert_eq!(page.query(), None);
    let hash: Vec<(String, String)> =
        url::form_urlencoded::parse(page.fragment().unwrap().as_bytes())
            .into_owned()
            .collect();
    let names: Vec<&str> = hash.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "access_token",
            "expires_at",
            "expires_in",
            "refresh_token",
            "sb",
            "token_type",
            "type"
        ]
    );
    let user = ada
        .calls_with(Method::GET, "/user", &json!(null), &hash[0].1)
        .await;
    assert_eq!(user.json()["email"], ADA);
    assert_eq!(ada.refreshes(&hash[3].1).await.status.as_u16(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_lives_five_minutes_from_when_the_link_was_opened() {
    for (after_s, status) in [(299, 200), (300, 422)] {
        let app = TestApp::start().await;
        let (ada, link) = signed_up(&app).await;
        app.clock.advance(TimeDelta::hours(20));
        let code = code_in(&ada.opens(&link).await);

        app.clock.advance(TimeDelta::seconds(after_s));

        assert_eq!(ada.exchanges(&code).await.status.as_u16(), status);
        app.works_off_jobs().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_exchanged_once_by_whoever_asked_for_the_link() {
    let app = TestApp::start().await;
    let (ada, link) = signed_up(&app).await;
    let code = code_in(&ada.opens(&link).await);
    let unknown = "invalid flow state, no valid flow state found";

    let stolen = ada.elsewhere().exchanges(&code).await;
    let mismatch = "code challenge does not match previously saved code verifier";
    refuses(&stolen, 400, "bad_code_verifier", mismatch);
    assert_eq!(ada.exchanges(&code).await.status.as_u16(), 200);
    refuses(
        &ada.exchanges(&code).await,
        404,
        "flow_state_not_found",
        unknown,
    );
    refuses(
        &ada.exchanges("a-guess").await,
        404,
        "flow_state_not_found",
        unknown,
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn of_ten_exchanges_at_once_one_wins() {
    let app = TestApp::start().await;
    let (ada, link) = signed_up(&app).await;
    let code = code_in(&ada.opens(&link).await);

    let replies = join_all((0..10).map(|_| ada.exchanges(&code))).await;

    let mut statuses: Vec<u16> = replies.iter().map(|reply| reply.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 404, 404, 404, 404, 404, 404, 404, 404, 404]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_may_show_the_token_itself_and_gets_a_session() {
    let app = TestApp::start().await;
    let (ada, link) = signed_up(&app).await;
    let (_, token) = link
        .query_pairs()
        .find(|(name, _)| name == "token")
        .unwrap();
    let body = json!({ "type": "email", "token_hash": token, "gotrue_meta_security": {} });

    let session = ada.calls(Method::POST, "/verify", &body).await;
    let again = ada.calls(Method::POST, "/verify", &body).await;
    let typed = json!({ "type": "signup", "email": ADA, "token": "123456" });
    let typed = ada.calls(Method::POST, "/verify", &typed).await;

    assert_eq!(text(&session.json()["user"], "email"), ADA);
    refuses(
        &again,
        403,
        "otp_expired",
        "Email link is invalid or has expired",
    );
    refuses(
        &typed,
        403,
        "otp_expired",
        "Email link is invalid or has expired",
    );
}
