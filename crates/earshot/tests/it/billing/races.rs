//! Two who hear of the same account at once: what was heard first and written last must not win.

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

/// The way to another product's payment sandbox. An answer can be kept back on it.
#[derive(Clone, Debug, Default)]
struct Way(Arc<OnTheWay>);

#[derive(Debug, Default)]
struct OnTheWay {
    sandbox: String,
    keeps_next: AtomicBool,
    has_answer: Notify,
    may_go_on: Notify,
}

impl Way {
    async fn to(shop: &TestApp) -> (Self, String) {
        let address = shop.server().sandboxes.address("payments").unwrap();
        let way = Self(Arc::new(OnTheWay {
            sandbox: format!("http://{address}"),
            ..OnTheWay::default()
        }));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let routes = Router::new().fallback(passes_on).with_state(way.clone());
        #[expect(
            clippy::disallowed_methods,
            reason = "the test's own server ends with the test"
        )]
        tokio::spawn(async move { axum::serve(listener, routes).await });
        (way, url)
    }

    /// The next answer about subscriptions is asked for, and waits.
    fn keep_next(&self) {
        self.0.keeps_next.store(true, Ordering::SeqCst);
    }

    async fn has_answer(&self) {
        self.0.has_answer.notified().await;
    }

    fn lets_go_on(&self) {
        self.0.may_go_on.notify_one();
    }
}

async fn passes_on(State(way): State<Way>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path_and_query().unwrap().as_str();
    let is_kept =
        path.starts_with("/v1/subscriptions?") && way.0.keeps_next.swap(false, Ordering::SeqCst);
    let browser = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut asking = browser.request(parts.method, format!("{}{path}", way.0.sandbox));
    for name in [
        "authorization",
        "content-type",
        "idempotency-key",
        "stripe-version",
    ] {
        if let Some(value) = parts.headers.get(name) {
            asking = asking.header(name, value);
        }
    }
    let body = to_bytes(body, 1 << 20).await.unwrap();
    let answer = asking.body(body).send().await.unwrap();
    let (status, text) = (answer.status(), answer.text().await.unwrap());
    if is_kept {
        way.0.has_answer.notify_one();
        way.0.may_go_on.notified().await;
    }
    let response = Response::builder().status(status);
    let response = response.header("content-type", "application/json");
    response.body(Body::from(text)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_was_overtaken_is_asked_for_again_and_not_written() {
    let shop = TestApp::start().await;
    let (way, url) = Way::to(&shop).await;
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
    assert!(pays(&shop, &checkout, GOOD_CARD).await);
    // The plan is bought and nobody has looked yet: the slow one is about to write that down.
    way.keep_next();
    let slow = ada.status();
    let meanwhile = async {
        way.has_answer().await;
        assert_eq!(ada.status().await, "trialing");
        let bought = rows(&ada).await;
        let changed = ada.changes_to("pro").await;
        assert_eq!(changed.status, 200, "{}", changed.body);
        let newer = rows(&ada).await;
        assert_ne!(bought, newer, "the other plan is written down");
        way.lets_go_on();
        newer
    };

    let (_, newer) = futures::join!(slow, meanwhile);

    assert_eq!(rows(&ada).await, newer, "the older answer was believed");
    app.works_off_jobs().await;
    shop.works_off_jobs().await;
}

/// Everything that the table says of somebody.
async fn rows(person: &Person) -> Value {
    let reply = person.gets("/rest/v1/subscriptions").await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}
