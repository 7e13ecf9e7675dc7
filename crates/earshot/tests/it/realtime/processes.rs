//! Pages of one process hear of what another one commits.

use std::time::Duration;

use chrono::TimeDelta;
use earshot::server::Server;
use platform::clock::Clock;
use reqwest::Method;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use uuid::Uuid;

use super::page::Page;
use super::{changes_subscription, everything, inserted};
use crate::kit::{Process, TestPlace, metrics, settings_for};

/// Ada, made by a server that is gone again, so that there is room for others on SQLite.
struct Ada {
    id: Uuid,
    token: String,
    anon_key: String,
}

impl Ada {
    async fn at(place: &TestPlace) -> Self {
        let server = Server::start(settings_for(place, &[]), Clock::system(), metrics())
            .await
            .unwrap();
        let user = identity::add_confirmed(&server.app, "ada@example.com", "Ada")
            .await
            .unwrap();
        let token = identity::issue_token(&server.app, user.id, TimeDelta::hours(1))
            .await
            .unwrap();
        let ada = Self {
            id: user.id,
            token: token.unwrap(),
            anon_key: server.app.auth.key.clone(),
        };
        server.stop().await;
        ada
    }

    async fn page_at(&self, process: &Process) -> Page {
        let mut page = Page::open(&process.url, &self.anon_key).await;
        page.has_joined("realtime:mine", everything(), &self.token)
            .await;
        page
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_process_commits_the_pages_of_every_process_are_told() {
    let place = TestPlace::fresh().await;
    let ada = Ada::at(&place).await;
    // On SQLite there is one server; an operator's command beside it is the other process.
    let db = place.open().await;
    let mut processes = vec![Process::start(&place, &[]).await];
    if TestPlace::engine_name() == "postgres" {
        processes.push(Process::start(&place, &[]).await);
    }
    let mut pages = Vec::new();
    for process in &processes {
        pages.push(ada.page_at(process).await);
    }

    changes_subscription(&db, &Clock::system(), inserted(ada.id, "active")).await;

    for page in &mut pages {
        assert_eq!(page.hears_status().await.0, "active");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_ends_in_one_process_ends_in_every_process() {
    let place = TestPlace::fresh().await;
    let ada = Ada::at(&place).await;
    let process = Process::start(&place, &[]).await;
    let mut page = ada.page_at(&process).await;

    let elsewhere = if TestPlace::engine_name() == "postgres" {
        &Process::start(&place, &[]).await
    } else {
        &process
    };

    let browser = elsewhere.visitor();
    let signs_out = browser
        .request(Method::POST, "/auth/v1/logout?scope=global")
        .header("apikey", &ada.anon_key)
        .bearer_auth(&ada.token);
    assert_eq!(browser.sends(signs_out).await.status.as_u16(), 204);

    assert_eq!(page.hears().await[3], "phx_close");
    let reason = page
        .is_refused("realtime:mine", everything(), Some(&ada.token))
        .await;
    assert!(reason.starts_with("Unauthorized: "), "{reason}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_stops_sends_its_pages_away_and_does_not_wait_for_them() {
    let place = TestPlace::fresh().await;
    let ada = Ada::at(&place).await;
    let process = Process::start(&place, &[("EARSHOT_DRAIN_S", "20")]).await;
    let mut page = ada.page_at(&process).await;
    let mut idle = Page::open(&process.url, &ada.anon_key).await;
    // This one never answers the farewell.
    let _deaf = ada.page_at(&process).await;

    let told = async { (page.is_closed().await, idle.is_closed().await) };
    let stopped = tokio::time::timeout(Duration::from_secs(10), process.terminate());
    let (told, status) = futures::future::join(told, stopped).await;

    assert_eq!(told, (Some(CloseCode::Restart), Some(CloseCode::Restart)));
    assert!(status.expect("it does not wait for its pages").success());
}
