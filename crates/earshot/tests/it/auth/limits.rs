//! How often something may be tried.

use chrono::TimeDelta;
use futures::future::join_all;
use platform::db::args;

use super::Browser;
use super::browser::{PASSWORD, links, refuses, text};
use crate::kit::{Reply, TestApp};

const ADA: &str = "ada@example.com";
const LIFTED: &[(&str, &str)] = &[("EARSHOT_LIMITS", "off")];

fn status(reply: &Reply) -> u16 {
    reply.status.as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn after_ten_wrong_passwords_an_account_is_guessed_at_slowly() {
    let app = TestApp::start_with(LIFTED).await;
    let ada = Browser::of(&app);
    ada.joins(&app, ADA).await;
    app.person("bob").await;

    for _ in 0..10 {
        assert_eq!(status(&ada.signs_in(ADA, "a guess").await), 400);
    }

    let refused = ada.signs_in(ADA, "a guess").await;
    refuses(
        &refused,
        429,
        "over_request_rate_limit",
        "Request rate limit reached",
    );
    assert_eq!(refused.header("retry-after"), "30");
    assert_eq!(
        status(&ada.signs_in("bob@example.com", "a guess").await),
        400
    );
    app.clock.advance(TimeDelta::seconds(30));
    assert_eq!(status(&ada.signs_in(ADA, "a guess").await), 400);
    assert_eq!(status(&ada.signs_in(ADA, "a guess").await), 429);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_without_an_account_is_limited_like_one_with() {
    let app = TestApp::start_with(LIFTED).await;
    let browser = Browser::of(&app);

    let tries = join_all((0..15).map(|_| browser.signs_in("nobody@example.com", "a guess"))).await;

    let refused = tries.iter().filter(|reply| status(reply) == 429).count();
    assert_eq!(refused, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_gets_in_again_within_half_a_minute_and_is_not_counted_afterwards() {
    let app = TestApp::start_with(LIFTED).await;
    let ada = Browser::of(&app);
    ada.joins(&app, ADA).await;
    for _ in 0..11 {
        ada.signs_in(ADA, "a guess").await;
    }

    app.clock.advance(TimeDelta::seconds(30));

    for _ in 0..12 {
        assert_eq!(status(&ada.signs_in(ADA, PASSWORD).await), 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_is_let_in_from_a_known_place_while_others_guess() {
    let app = TestApp::start_with(LIFTED).await;
    let ada = Browser::of(&app);
    ada.joins(&app, ADA).await;
    assert_eq!(status(&ada.signs_in(ADA, PASSWORD).await), 200);
    let empty = (app.clock.real() + TimeDelta::minutes(5)).timestamp_micros();
    let sql =
        "insert into rate_buckets (name, full_at_us) values ('sign-in of ada@example.com', $1)";
    app.db().run(sql, args![empty]).await.unwrap();

    assert_eq!(status(&ada.signs_in(ADA, PASSWORD).await), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_tries_one_account_after_the_other_is_stopped() {
    let app = TestApp::start().await;
    let eve = Browser::of(&app);

    let mut last = 0;
    for number in 0..31 {
        last = status(
            &eve.signs_in(&format!("user{number}@example.com"), "a guess")
                .await,
        );
    }

    assert_eq!(last, 429);
    app.clock.advance(TimeDelta::minutes(5));
    assert_eq!(status(&eve.signs_in(ADA, "a guess").await), 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_claims_to_be_others_is_still_itself() {
    let app = TestApp::start().await;
    let visitor = app.visitor();

    let mut last = 0;
    for number in 0..31 {
        let request = visitor
            .request(reqwest::Method::POST, "/auth/v1/token?grant_type=password")
            .header("apikey", app.anon_key())
            .header("x-forwarded-for", format!("203.0.113.{number}"))
            .header("forwarded", format!("for=203.0.113.{number}"))
            .json(&serde_json::json!({ "email": format!("user{number}@example.com"), "password": "a guess" }));
        last = status(&visitor.sends(request).await);
    }

    assert_eq!(last, 429);
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_ups_of_one_client_are_counted_too() {
    let app = TestApp::start().await;
    let eve = Browser::of(&app);
    app.person("ada").await;

    let mut replies = Vec::new();
    for _ in 0..31 {
        replies.push(eve.signs_up(ADA, PASSWORD).await);
    }

    assert_eq!(status(&replies[29]), 422);
    refuses(
        &replies[30],
        429,
        "over_request_rate_limit",
        "Request rate limit reached",
    );
    assert_eq!(replies[30].header("retry-after"), "10");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_limits_off_one_client_may_try_as_often_as_it_likes() {
    let app = TestApp::start_with(LIFTED).await;
    let load = Browser::of(&app);

    for number in 0..35 {
        let reply = load
            .signs_in(&format!("user{number}@example.com"), "a guess")
            .await;
        assert_eq!(status(&reply), 400);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_mail_of_a_kind_goes_to_an_address_in_a_minute() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    assert_eq!(status(&ada.signs_up(ADA, PASSWORD).await), 200);
    app.clock.advance(TimeDelta::seconds(20));

    let resent = ada.asks_for("/resend", ADA, Some("signup")).await;

    let wait = "For security purposes, you can only request this after 40 seconds.";
    refuses(&resent, 429, "over_email_send_rate_limit", wait);
    assert_eq!(resent.header("retry-after"), "40");
    let again = ada.signs_up(ADA, PASSWORD).await;
    assert_eq!(text(&again.json(), "code"), "over_email_send_rate_limit");
    assert_eq!(status(&ada.asks_for("/recover", ADA, None).await), 200);
    app.clock.advance(TimeDelta::seconds(40));
    assert_eq!(
        status(&ada.asks_for("/resend", ADA, Some("signup")).await),
        200
    );
    assert_eq!(links(&app, ADA).await.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn six_mails_go_to_an_address_in_an_hour() {
    let app = TestApp::start().await;
    let ada = Browser::of(&app);
    ada.signs_up(ADA, PASSWORD).await;

    let mut statuses = Vec::new();
    for _ in 0..6 {
        app.clock.advance(TimeDelta::seconds(61));
        statuses.push(status(&ada.asks_for("/recover", ADA, None).await));
    }

    assert_eq!(statuses, [200, 200, 200, 200, 200, 429]);
    assert_eq!(links(&app, ADA).await.len(), 6);
    app.clock.advance(TimeDelta::minutes(10));
    assert_eq!(status(&ada.asks_for("/recover", ADA, None).await), 200);
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buckets_that_are_full_again_are_forgotten() {
    let app = TestApp::start().await;
    Browser::of(&app).signs_in(ADA, "a guess").await;

    app.lets_pass(TimeDelta::days(1)).await;

    let (left,): (i64,) = app
        .db()
        .one("select cast(count(*) as bigint) from rate_buckets", args![])
        .await
        .unwrap();
    assert_eq!(left, 0);
}
