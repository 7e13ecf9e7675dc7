//! The breaker in front of a provider that is down.

use std::{
    sync::Arc,
    sync::atomic::{AtomicU16, Ordering},
    time::Duration,
};

use futures::future::join_all;
use providers::http::{HttpClient, HttpError, HttpResponse};
use tokio::time::{advance, timeout};

use crate::kit::{Reply, Server, respond};

#[tokio::test(start_paused = true)]
async fn after_five_failures_the_provider_is_left_alone() {
    let provider = Provider::start(503).await;

    for _ in 0..5 {
        assert!(matches!(
            provider.call().await,
            Err(HttpError::Status { status: 503, .. })
        ));
    }
    let failure = provider.call().await.unwrap_err();

    assert_eq!(
        failure,
        HttpError::Open {
            retry_after: Duration::from_secs(30)
        }
    );
    assert_eq!(provider.requests(), 5);
}

#[tokio::test(start_paused = true)]
async fn after_thirty_seconds_exactly_one_call_probes() {
    let provider = Provider::start(503).await;
    provider.fails_until_left_alone().await;

    advance(Duration::from_secs(30)).await;
    let answers = join_all((0..10).map(|_| provider.call())).await;

    let asked = answers
        .iter()
        .filter(|answer| matches!(answer, Err(HttpError::Status { .. })))
        .count();
    assert_eq!(asked, 1);
    assert_eq!(provider.requests(), 6);
    assert!(matches!(provider.call().await, Err(HttpError::Open { .. })));
}

#[tokio::test(start_paused = true)]
async fn a_probe_that_succeeds_opens_the_way_for_all() {
    let provider = Provider::start(503).await;
    provider.fails_until_left_alone().await;
    provider.answers_with(200);

    assert!(matches!(provider.call().await, Err(HttpError::Open { .. })));
    advance(Duration::from_secs(30)).await;
    assert!(provider.call().await.is_ok());

    let answers = join_all((0..10).map(|_| provider.call())).await;
    assert!(answers.iter().all(Result::is_ok));
}

#[tokio::test(start_paused = true)]
async fn a_probe_that_was_cancelled_does_not_block_the_next() {
    let provider = Provider::start(503).await;
    provider.fails_until_left_alone().await;
    advance(Duration::from_secs(30)).await;

    provider.answers_with(SILENCE);
    assert!(
        timeout(Duration::from_secs(1), provider.call())
            .await
            .is_err()
    );

    provider.answers_with(200);
    assert!(provider.call().await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn refusals_are_no_failures_and_rate_limits_are() {
    let provider = Provider::start(404).await;
    for _ in 0..20 {
        assert!(matches!(
            provider.call().await,
            Err(HttpError::Status { status: 404, .. })
        ));
    }

    provider.answers_with(429);
    for _ in 0..5 {
        assert!(matches!(
            provider.call().await,
            Err(HttpError::RateLimited { .. })
        ));
    }
    assert!(matches!(provider.call().await, Err(HttpError::Open { .. })));
}

#[tokio::test(start_paused = true)]
async fn every_try_counts_as_one() {
    let server = Server::start(|_, _| respond(503, "", b"")).await;
    let outgoing = HttpClient::new("test", "earshot-test/1.0");

    for _ in 0..2 {
        let _ = outgoing.call(outgoing.get(server.url("/"))).await;
    }

    assert_eq!(server.heads().len(), 5);
}

/// Stands for a provider that says nothing at all.
const SILENCE: u16 = 0;

/// A provider whose answers can be changed, behind a client that tries once.
struct Provider {
    server: Server,
    status: Arc<AtomicU16>,
    outgoing: HttpClient,
}

impl Provider {
    async fn start(status: u16) -> Self {
        let status = Arc::new(AtomicU16::new(status));
        let answers = status.clone();
        let server = Server::start(move |_, _| match answers.load(Ordering::SeqCst) {
            SILENCE => Reply::Silence,
            status => respond(status, "", b""),
        })
        .await;
        Self {
            server,
            status,
            outgoing: HttpClient::new("test", "earshot-test/1.0").with_tries(1),
        }
    }

    fn answers_with(&self, status: u16) {
        self.status.store(status, Ordering::SeqCst);
    }

    async fn call(&self) -> Result<HttpResponse, HttpError> {
        self.outgoing
            .call(self.outgoing.get(self.server.url("/")))
            .await
    }

    async fn fails_until_left_alone(&self) {
        for _ in 0..5 {
            assert!(self.call().await.is_err());
        }
    }

    fn requests(&self) -> usize {
        self.server.heads().len()
    }
}
