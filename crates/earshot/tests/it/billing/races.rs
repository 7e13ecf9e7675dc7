//! Concurrent syncs of the same account: an older response that is written last must not win.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::Response;
use sandboxes::payments::price_id;
use tokio::net::TcpListener;
use tokio::sync::Notify;

use super::*;

/// A proxy to another app's payment sandbox that can delay a response.
#[derive(Clone, Debug, Default)]
struct DelayingProxy(Arc<ProxyState>);

#[derive(Debug, Default)]
struct ProxyState {
    sandbox: String,
    delays_next: AtomicBool,
    has_response: Notify,
    released: Notify,
}

impl DelayingProxy {
    async fn to(provider_app: &TestApp) -> (Self, String) {
        let address = provider_app.server().sandboxes.address("payments").unwrap();
        let proxy = Self(Arc::new(ProxyState {
            sandbox: format!("http://{address}"),
            ..ProxyState::default()
        }));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let routes = Router::new().fallback(forward).with_state(proxy.clone());
        #[expect(
            clippy::disallowed_methods,
            reason = "the test's own server ends with the test"
        )]
        tokio::spawn(async move { axum::serve(listener, routes).await });
        (proxy, url)
    }

    /// The next response about subscriptions is fetched, and delayed.
    fn delay_next(&self) {
        self.0.delays_next.store(true, Ordering::SeqCst);
    }

    async fn has_response(&self) {
        self.0.has_response.notified().await;
    }

    fn release(&self) {
        self.0.released.notify_one();
    }
}

async fn forward(State(proxy): State<DelayingProxy>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path_and_query().unwrap().as_str();
    let is_delayed =
        path.starts_with("/v1/subscriptions?") && proxy.0.delays_next.swap(false, Ordering::SeqCst);
    let browser = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut forwarded = browser.request(parts.method, format!("{}{path}", proxy.0.sandbox));
    for name in [
        "authorization",
        "content-type",
        "idempotency-key",
        "stripe-version",
    ] {
        if let Some(value) = parts.headers.get(name) {
            forwarded = forwarded.header(name, value);
        }
    }
    let body = to_bytes(body, 1 << 20).await.unwrap();
    let response = forwarded.body(body).send().await.unwrap();
    let (status, text) = (response.status(), response.text().await.unwrap());
    if is_delayed {
        proxy.0.has_response.notify_one();
        proxy.0.released.notified().await;
    }
    let response = Response::builder().status(status);
    let response = response.header("content-type", "application/json");
    response.body(Body::from(text)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outdated_answer_is_discarded_and_the_provider_is_asked_again() {
    let provider_app = TestApp::start().await;
    let (proxy, url) = DelayingProxy::to(&provider_app).await;
    let (starter, pro) = (price_id("starter"), price_id("pro"));
    let app = TestApp::start_with(&[
        ("STRIPE_SECRET_KEY", SECRET_KEY),
        ("STRIPE_STARTER_PRICE", &starter),
        ("STRIPE_PRO_PRICE", &pro),
        ("STRIPE_API_URL", &url),
    ])
    .await;
    let ada = customer(&app, "ada").await;
    let checkout = ada.checks_out("starter").await.json();
    assert!(pays(&provider_app, &checkout, GOOD_CARD).await);
    // The plan is bought and not synced yet: the slow request is about to save it.
    proxy.delay_next();
    let slow = ada.status();
    let meanwhile = async {
        proxy.has_response().await;
        assert_eq!(ada.status().await, "trialing");
        let bought = rows(&ada).await;
        let changed = ada.changes_to("pro").await;
        assert_eq!(changed.status, 200, "{}", changed.body);
        let newer = rows(&ada).await;
        assert_ne!(bought, newer, "the other plan is saved");
        proxy.release();
        newer
    };

    let (_, newer) = futures::join!(slow, meanwhile);

    assert_eq!(rows(&ada).await, newer, "the older answer was saved");
    app.works_off_jobs().await;
    provider_app.works_off_jobs().await;
}

/// The person's rows in the table.
async fn rows(person: &Person) -> Value {
    let reply = person.gets("/rest/v1/subscriptions").await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}
