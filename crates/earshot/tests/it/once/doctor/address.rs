//! The address that people open, asked from outside.

use axum::Router;
use axum::http::StatusCode;
use axum::response::Redirect;
use axum::routing::get;

use super::stand_ins::{StandIns, closed_port};
use crate::kit::{Diagnosis, TestApp, TestPlace};

async fn examined(url: &str, place: &TestPlace, more: &[(&str, &str)]) -> Diagnosis {
    let own = place.settings();
    let own = own.iter().map(|(name, value)| (*name, value.as_str()));
    let public = [("EARSHOT_SITE_URL", url), ("EARSHOT_SANDBOX", "public")];
    let settings: Vec<(&str, &str)> = own.chain(public).chain(more.iter().copied()).collect();
    Diagnosis::of_part("address", &settings).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_hides_its_metrics_and_opens_web_sockets_is_fine() {
    let app = TestApp::start_with(&[("EARSHOT_METRICS_TOKEN", "a-token-for-metrics")]).await;
    let proxies = [("EARSHOT_TRUSTED_PROXIES", "127.0.0.1")];

    let diagnosis = examined(&app.url(), &app.place, &proxies).await;

    assert_eq!(diagnosis.code, Some(0), "{diagnosis:?}");
    diagnosis.says("name", "ok", "127.0.0.1");
    diagnosis.says("server", "ok", "answers");
    diagnosis.says("database behind it", "ok", "uses this database");
    diagnosis.says("live updates", "ok", "a WebSocket opens");
    diagnosis.says("/metrics", "ok", "hidden");
    diagnosis.says("/ops", "ok", "hidden");
    diagnosis.says("trusted proxies", "ok", "are named");
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_that_anyone_can_read_and_another_database_are_wrong() {
    let app = TestApp::start().await;
    let other = TestPlace::fresh().await;
    let elsewhere = TestApp::start_at(other, &[]).await;

    let diagnosis = examined(&app.url(), &elsewhere.place, &[]).await;

    assert_eq!(diagnosis.code, Some(1), "{diagnosis:?}");
    diagnosis.says("/metrics", "wrong", "anyone can open");
    diagnosis.says("database behind it", "wrong", "another database");
    diagnosis.says("trusted proxies", "warning", "count as one");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_answers_instead_of_earshot_is_told_apart() {
    let stand_ins = StandIns::new();
    let place = TestPlace::fresh_sqlite().await;
    let redirect = get(async || Redirect::permanent("https://www.earshot.test/healthz"));
    let broken = get(async || StatusCode::BAD_GATEWAY);
    let other = get(async || "hello");
    for (health, words) in [
        (redirect, "is redirected (status 308)"),
        (broken, "cannot reach Earshot (status 502)"),
        (other, "not Earshot (status 200)"),
    ] {
        let url = stand_ins.web(Router::new().route("/healthz", health)).await;

        let diagnosis = examined(&url, &place, &[]).await;

        diagnosis.says("server", "wrong", words);
    }
    let closed = format!("http://127.0.0.1:{}", closed_port().await);
    let diagnosis = examined(&closed, &place, &[]).await;
    diagnosis.says("server", "wrong", "nothing accepts connections there");
}

#[tokio::test(flavor = "multi_thread")]
async fn trusting_everyone_as_a_proxy_is_wrong_and_a_mismatch_worth_a_look() {
    let place = TestPlace::fresh_sqlite().await;
    let closed = format!("http://127.0.0.1:{}", closed_port().await);
    for (proxies, state, words) in [
        ("0.0.0.0/0", "wrong", "everyone is trusted"),
        ("10.0.0.0/8,::/0", "wrong", "everyone is trusted"),
        ("10.0.0.0/8", "warning", "from this machine only"),
        ("10.0.0.0/8,127.0.0.1", "ok", "are named"),
    ] {
        let settings = [("EARSHOT_TRUSTED_PROXIES", proxies)];

        let diagnosis = examined(&closed, &place, &settings).await;

        diagnosis.says("trusted proxies", state, words);
    }
}
