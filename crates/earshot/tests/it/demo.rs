//! The demo account: there on the first start in sandbox mode, full after a moment, never again once
//! it is gone.

use platform::db::{Db, args};
use reqwest::Method;
use serde_json::{Value, json};

use crate::admin;
use crate::kit::{Process, TestPlace, eventually};

const WITH_DEMO: [(&str, &str); 2] = [("EARSHOT_DEMO", "on"), ("EARSHOT_SCANS", "on")];
const EMAIL: &str = "demo@earshot.example";

#[tokio::test(flavor = "multi_thread")]
async fn the_first_start_makes_a_demo_account_that_fills_by_itself_and_later_ones_leave_it_alone() {
    let place = TestPlace::fresh().await;
    let server = Process::start(&place, &WITH_DEMO).await;
    let db = place.open().await;

    let signed_in = sign_in(&server).await;
    let key = anon_key(&server).await;
    let token = signed_in["access_token"].as_str().unwrap().to_owned();
    let user_id = signed_in["user"]["id"].as_str().unwrap().to_owned();
    let asks = async |path: &str| {
        let request = server
            .visitor()
            .request(Method::GET, path)
            .header("apikey", &key)
            .bearer_auth(&token);
        server.visitor().sends(request).await.json()
    };
    let status = format!("/api/cron-jobs/{user_id}/status");
    eventually("the first scan ends", || async {
        !asks(&status).await["status"]["lastScan"]["endedAt"].is_null()
    })
    .await;

    let status = asks(&status).await["status"].clone();
    assert_eq!(
        (&status["hasJob"], &status["planType"]),
        (&json!(true), &json!("pro"))
    );
    assert!(status["timeUntilNextMs"].as_i64().unwrap() > 0, "{status}");
    assert!(asks("/api/reddit-posts").await["total"].as_i64().unwrap() >= 5);
    assert!(asks("/api/mentions").await["total"].as_i64().unwrap() > 5);
    let profile = asks("/rest/v1/profiles?select=onboarding_completed").await;
    assert_eq!(profile, json!([{ "onboarding_completed": true }]));
    assert!(server.terminate().await.success());

    let again = Process::start(&place, &WITH_DEMO).await;
    assert_eq!(sign_in(&again).await["user"]["id"], json!(user_id));
    let leave = again
        .visitor()
        .request(Method::DELETE, "/api/account")
        .bearer_auth(&token)
        .json(&json!({ "confirm": EMAIL }));
    assert_eq!(again.visitor().sends(leave).await.status, 200);
    assert!(again.terminate().await.success());
    let third = Process::start(&place, &WITH_DEMO).await;
    assert_eq!(users(&db).await, 0, "whoever deletes it is rid of it");
    third.kill().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_none_where_somebody_is_already_where_mail_is_real_or_where_it_is_switched_off() {
    let smtp = [
        WITH_DEMO.as_slice(),
        &[("EARSHOT_SMTP_URL", "smtp://127.0.0.1:1")],
    ]
    .concat();
    for settings in [smtp.as_slice(), &[("EARSHOT_DEMO", "off")]] {
        let place = TestPlace::fresh().await;
        let server = Process::start(&place, settings).await;
        server.kill().await;
        assert_eq!(users(&place.open().await).await, 0);
    }
    let place = TestPlace::fresh().await;
    let mut app = crate::kit::TestApp::start_at(place, &[]).await;
    app.person("ada").await;
    let place = std::mem::replace(&mut app.place, TestPlace::empty().await);
    drop(app);
    let server = Process::start(&place, &WITH_DEMO).await;
    server.kill().await;
    assert_eq!(users(&place.open().await).await, 1);
}

/// A server for real people, on this machine.
const PRODUCTION: [(&str, &str); 11] = [
    ("EARSHOT_ENV", "production"),
    ("EARSHOT_SITE_URL", "https://app.example.com"),
    ("EARSHOT_SMTP_URL", "smtp://127.0.0.1:1"),
    ("EARSHOT_MAIL_FROM", "Earshot <hello@example.com>"),
    ("EARSHOT_SUPPORT_EMAIL", "help@example.com"),
    ("STRIPE_SECRET_KEY", "sk_live_1"),
    ("STRIPE_WEBHOOK_SECRET", "whsec_1"),
    ("STRIPE_STARTER_PRICE", "price_1"),
    ("STRIPE_PRO_PRICE", "price_2"),
    ("REDDIT_CLIENT_ID", "an-id"),
    ("REDDIT_CLIENT_SECRET", "a-secret"),
];

#[tokio::test(flavor = "multi_thread")]
async fn production_does_not_start_beside_a_demo_account_whose_password_everybody_knows() {
    let place = TestPlace::fresh().await;
    Process::start(&place, &[("EARSHOT_DEMO", "on")])
        .await
        .kill()
        .await;

    let (status, words) = Process::runs_to_its_end(&place, &PRODUCTION).await;

    assert!(!status.success());
    assert!(
        words.contains("remove it: earshot admin user delete demo@earshot.example"),
        "{words}"
    );
    admin::hears(&place, &["user", "delete", EMAIL]).await;
    Process::start(&place, &PRODUCTION).await.kill().await;
}

async fn sign_in(server: &Process) -> Value {
    let request = server
        .visitor()
        .request(Method::POST, "/auth/v1/token?grant_type=password")
        .header("apikey", anon_key(server).await)
        .json(&json!({ "email": EMAIL, "password": "all-ears-today" }));
    let reply = server.visitor().sends(request).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

async fn anon_key(server: &Process) -> String {
    let settings = server.visitor().asks("/sandbox/settings").await.json();
    settings["anonKey"].as_str().unwrap().to_owned()
}

async fn users(db: &Db) -> i64 {
    let sql = "select cast(count(*) as bigint) from users";
    let (count,): (i64,) = db.one(sql, args![]).await.unwrap();
    count
}
