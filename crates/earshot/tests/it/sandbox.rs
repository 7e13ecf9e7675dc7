//! The doors of the sandbox.

use chrono::TimeDelta;
use providers::website::WebsiteError;
use serde_json::json;

use crate::kit::{HeldSmtp, Process, TestApp, TestPlace, eventually, noon};

/// A payment account that nobody asks.
const STRIPE: [(&str, &str); 4] = [
    ("STRIPE_SECRET_KEY", "sk_test_1"),
    ("STRIPE_WEBHOOK_SECRET", "whsec_1"),
    ("STRIPE_STARTER_PRICE", "price_1"),
    ("STRIPE_PRO_PRICE", "price_2"),
];

async fn without_sandboxes(smtp: &HeldSmtp) -> TestApp {
    let url = smtp.url();
    let others = [
        ("EARSHOT_SMTP_URL", url.as_str()),
        ("REDDIT_CLIENT_ID", "an-id"),
        ("REDDIT_CLIENT_SECRET", "a-secret"),
        ("EARSHOT_RANK_PROVIDER", "none"),
    ];
    TestApp::start_with(&[&STRIPE[..], &others].concat()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn scripts_learn_the_addresses_and_the_anon_key() {
    let app = TestApp::start().await;

    let settings = app.visitor().asks("/sandbox/settings").await.json();

    let port = app.server().address.port();
    assert_eq!(settings["siteUrl"], format!("http://localhost:{port}"));
    assert_eq!(settings["authUrl"], format!("http://localhost:{port}"));
    assert!(
        settings["anonKey"]
            .as_str()
            .unwrap()
            .starts_with("sb_publishable_")
    );
    assert!(
        settings["sandboxes"]["mail"]
            .as_str()
            .unwrap()
            .starts_with("smtp://127.0.0.1:")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn sample_websites_are_read_as_any_other() {
    let app = TestApp::start().await;
    let settings = app.visitor().asks("/sandbox/settings").await.json();
    assert_eq!(settings["sampleSites"][0], "paperlark.example");

    let websites = &app.server().app.websites;
    let site = websites.read("paperlark.example", &|_| {}).await.unwrap();
    let inside = websites.read("http://127.0.0.1/", &|_| {}).await;

    assert_eq!(site.url.as_str(), "https://paperlark.example/");
    assert_eq!(inside, Err(WebsiteError::Refused));
    let address = settings["sandboxes"]["website"].as_str().unwrap();
    let by_address = websites.read(address, &|_| {}).await;
    assert_eq!(by_address, Err(WebsiteError::Refused));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_allowed_address_can_be_read_and_the_one_beside_it_cannot() {
    let app = TestApp::start().await;
    let address = app.server().address.to_string();
    let reader = TestApp::start_with(&[("EARSHOT_FETCH_ALLOW", &address)]).await;

    let websites = &reader.server().app.websites;
    let allowed = websites
        .read(&format!("http://{address}/site/"), &|_| {})
        .await;
    let own = format!("http://{}/site/", reader.server().address);
    let beside = websites.read(&own, &|_| {}).await;

    assert!(allowed.is_ok(), "{allowed:?}");
    assert_eq!(beside, Err(WebsiteError::Refused));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_sandbox_the_sample_websites_are_nowhere() {
    let smtp = HeldSmtp::start().await;
    let app = without_sandboxes(&smtp).await;

    let websites = &app.server().app.websites;
    let site = websites.read("paperlark.example", &|_| {}).await;

    assert!(site.is_err(), "{site:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doors_are_not_there_when_the_provider_is_real() {
    let smtp = HeldSmtp::start().await;
    let real = without_sandboxes(&smtp).await;
    let real_mail = TestApp::start_with(&[("EARSHOT_SMTP_URL", &smtp.url())]).await;
    let real_payments = TestApp::start_with(&STRIPE).await;

    for (app, paths) in [
        (
            &real,
            &["/sandbox/mailbox", "/sandbox/settings", "/sandbox/clock"][..],
        ),
        (&real_mail, &["/sandbox/mailbox", "/sandbox/clock"]),
        (
            &real_payments,
            &["/sandbox/clock", "/sandbox/payments/webhooks"],
        ),
    ] {
        for path in paths {
            let reply = app.visitor().asks(path).await;
            reply.refuses(404, "Not found.");
        }
    }
    assert_eq!(
        real_payments
            .visitor()
            .asks("/sandbox/mailbox")
            .await
            .status,
        200
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_moves_forward_for_the_product_and_not_for_the_wall() {
    let app = TestApp::start().await;

    let moved = app
        .visitor()
        .posts("/sandbox/clock", &json!({ "advanceSeconds": 3 * 86_400 }))
        .await;

    let expected = json!({
        "now": "2026-11-18T12:00:00Z", "real": "2026-11-15T12:00:00Z", "movedSeconds": 259_200,
    });
    assert_eq!(moved.json(), expected);
    assert_eq!(app.visitor().asks("/sandbox/clock").await.json(), expected);
    assert_eq!(app.clock.now(), noon() + TimeDelta::days(3));
    app.works_off_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_does_not_go_back() {
    let app = TestApp::start().await;

    let refused = app
        .visitor()
        .posts("/sandbox/clock", &json!({ "advanceSeconds": -1 }))
        .await;

    refused.refuses(400, "The clock only moves forward, by at most ten years.");
}

#[tokio::test(flavor = "multi_thread")]
async fn moved_time_mails_ports_and_keys_survive_a_restart() {
    let place = TestPlace::fresh().await;
    let first = Process::start(&place, &[]).await;
    first
        .visitor()
        .posts("/sandbox/clock", &json!({ "advanceSeconds": 86_400 }))
        .await;
    let before = first.visitor().asks("/sandbox/settings").await.json();
    first.kill().await;

    let second = Process::start(&place, &[]).await;

    let after = second.visitor().asks("/sandbox/settings").await.json();
    assert_eq!(after["anonKey"], before["anonKey"]);
    assert_eq!(after["sandboxes"], before["sandboxes"]);
    assert_eq!(
        second.visitor().asks("/sandbox/clock").await.json()["movedSeconds"],
        86_400
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mailbox_page_shows_a_mail_and_runs_nothing_in_it() {
    let app = TestApp::start().await;
    assert!(
        app.visitor()
            .opens("/sandbox/mailbox")
            .await
            .body
            .contains("No mail yet")
    );

    app.posts_mail("ada@example.com", "<script>alert(1)</script>")
        .await;
    app.works_off_jobs().await;

    let page = app.visitor().opens("/sandbox/mailbox").await;
    assert!(!page.body.contains("<script"), "a subject is text");
    assert!(page.body.contains("ada@example.com"));
    let frame = page
        .body
        .split("<iframe src=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .unwrap();
    let mail = app.visitor().opens(frame).await;
    assert!(mail.body.contains("<base target=\"_blank\">"));
    let policy = mail.header("content-security-policy");
    assert!(
        policy.starts_with("default-src 'none'") && policy.contains("sandbox allow-popups"),
        "{policy}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_process_hosts_the_sandbox_when_the_first_is_gone() {
    let place = TestPlace::fresh().await;
    let first = Process::start(&place, &[]).await;
    let address =
        first.visitor().asks("/sandbox/settings").await.json()["sandboxes"]["mail"].clone();
    // SQLite has one process at a time, so there the next one comes after the first.
    let is_shared = TestPlace::engine_name() == "postgres";
    let beside = if is_shared {
        Some(Process::start(&place, &[]).await)
    } else {
        None
    };
    first.kill().await;

    let next = match beside {
        Some(process) => process,
        None => Process::start(&place, &[]).await,
    };

    assert_eq!(
        next.visitor().asks("/sandbox/settings").await.json()["sandboxes"]["mail"],
        address
    );
    let host = address
        .as_str()
        .unwrap()
        .trim_start_matches("smtp://")
        .to_owned();
    eventually("the sandbox answers at the same address", || async {
        tokio::net::TcpStream::connect(&host).await.is_ok()
    })
    .await;
}
