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

/// A proxy on this machine, and those inside the network.
const BEHIND_PROXIES: &[(&str, &str)] = &[("EARSHOT_TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8")];

/// Guesses at an account, with what a proxy says about where the guess comes from.
async fn guesses_from(app: &TestApp, header: &str, from: &str, email: &str) -> u16 {
    tries_from(app, (header, from), email, "a guess").await
}

async fn tries_from(
    app: &TestApp,
    (header, from): (&str, &str),
    email: &str,
    password: &str,
) -> u16 {
    let visitor = app.visitor();
    let request = visitor
        .request(reqwest::Method::POST, "/auth/v1/token?grant_type=password")
        .header("apikey", app.anon_key())
        .header(header, from)
        .json(&serde_json::json!({ "email": email, "password": password }));
    status(&visitor.sends(request).await)
}

/// The answers to the 30th and the 31st guess, each at another account.
async fn guesses_31_times(
    app: &TestApp,
    header: &str,
    from: impl Fn(usize) -> String,
) -> (u16, u16) {
    let mut answers = Vec::new();
    for number in 0..31 {
        let email = format!("user{number}@example.com");
        answers.push(guesses_from(app, header, &from(number), &email).await);
    }
    (answers[29], answers[30])
}

const FORWARDED_FOR: &str = "x-forwarded-for";

#[tokio::test(flavor = "multi_thread")]
async fn people_behind_a_proxy_are_counted_one_by_one() {
    let app = TestApp::start_with(BEHIND_PROXIES).await;

    let eve = guesses_31_times(&app, FORWARDED_FOR, |_| "203.0.113.7".to_owned()).await;

    assert_eq!(eve, (400, 429));
    let ada = guesses_from(&app, FORWARDED_FOR, "203.0.113.8", ADA).await;
    assert_eq!(ada, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_last_hop_that_is_no_proxy_of_ours_counts() {
    let app = TestApp::start_with(BEHIND_PROXIES).await;

    let eve = guesses_31_times(&app, FORWARDED_FOR, |number| {
        format!("198.51.100.{number}, 203.0.113.7, 10.1.2.3")
    })
    .await;

    assert_eq!(eve, (400, 429));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ipv6_client_behind_a_proxy_is_its_network() {
    let app = TestApp::start_with(BEHIND_PROXIES).await;

    let eve = guesses_31_times(&app, "forwarded", |number| {
        format!(
            "for=198.51.100.{number};proto=https, for=\"[2001:db8:1:2::{number}]:4711\";by=10.0.0.1"
        )
    })
    .await;

    assert_eq!(eve, (400, 429));
    let ada = guesses_from(&app, "forwarded", "for=\"[2001:db8:1:3::1]\"", ADA).await;
    assert_eq!(ada, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_says_who_is_no_trusted_proxy_changes_nothing() {
    let app = TestApp::start_with(&[("EARSHOT_TRUSTED_PROXIES", "192.0.2.1")]).await;

    let eve = guesses_31_times(&app, FORWARDED_FOR, |number| format!("203.0.113.{number}")).await;

    assert_eq!(eve, (400, 429));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_known_place_behind_a_proxy_is_the_clients_and_not_the_proxys() {
    let app = TestApp::start_with(BEHIND_PROXIES).await;
    let home = (FORWARDED_FOR, "203.0.113.7");
    Browser::of(&app).joins(&app, ADA).await;
    assert_eq!(tries_from(&app, home, ADA, PASSWORD).await, 200);
    for number in 0..10 {
        guesses_from(&app, FORWARDED_FOR, &format!("198.51.100.{number}"), ADA).await;
    }

    let elsewhere = (FORWARDED_FOR, "203.0.113.8");
    assert_eq!(tries_from(&app, elsewhere, ADA, PASSWORD).await, 429);
    assert_eq!(tries_from(&app, home, ADA, PASSWORD).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_put_back_locks_nobody_out_and_forgets_nothing() {
    let app = TestApp::start_with(LIFTED).await;
    let ada = Browser::of(&app);
    for _ in 0..8 {
        assert_eq!(status(&ada.signs_in(ADA, "a guess").await), 400);
    }

    app.clock.advance(TimeDelta::hours(-1));

    let guesses = [
        ada.signs_in(ADA, "a guess").await,
        ada.signs_in(ADA, "a guess").await,
        ada.signs_in(ADA, "a guess").await,
    ];
    assert_eq!(guesses.each_ref().map(status), [400, 400, 429]);
    assert_eq!(guesses[2].header("retry-after"), "30");
    app.clock.advance(TimeDelta::seconds(30));
    assert_eq!(status(&ada.signs_in(ADA, "a guess").await), 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_was_ahead_for_a_while_leaves_no_lock_behind() {
    let app = TestApp::start_with(LIFTED).await;
    let ada = Browser::of(&app);
    app.clock.advance(TimeDelta::days(365));
    for _ in 0..10 {
        ada.signs_in(ADA, "a guess").await;
    }

    app.clock.advance(TimeDelta::days(-365));

    let guesses = [
        ada.signs_in(ADA, "a guess").await,
        ada.signs_in(ADA, "a guess").await,
    ];
    assert_eq!(guesses.each_ref().map(status), [400, 429]);
    assert_eq!(guesses[1].header("retry-after"), "30");
    app.clock.advance(TimeDelta::seconds(30));
    assert_eq!(status(&ada.signs_in(ADA, "a guess").await), 400);
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
