//! What every request passes through, in order, and what every answer carries.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::HeaderMap;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tracing::Instrument;
use uuid::Uuid;

use super::counting;
use crate::platform::answer::Failure;

const BODY_BYTES: usize = 1024 * 1024;
const TIMEOUT: Duration = Duration::from_secs(15);
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// No inline script anywhere; inline styles because Radix and sonner set them.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
    form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

/// Headers of every answer that did not set its own.
const HEADERS: [(HeaderName, HeaderValue); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(CONTENT_SECURITY_POLICY),
    ),
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ),
    // Answers are private unless they say otherwise; the web app's files do.
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
];

/// What the edge needs to know about the server.
#[derive(Clone, Copy, Debug)]
pub struct EdgeSettings {
    /// The site is reached by https, so browsers may insist on it.
    pub is_https: bool,
}

/// Puts the product's routes behind everything that holds for all of them.
pub fn around(routes: Router, settings: EdgeSettings) -> Router {
    let compressible = SizeAbove::new(1024)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new("font/"));
    routes
        .layer(CompressionLayer::new().compress_when(compressible))
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(from_fn_with_state(settings, pass))
}

async fn pass(State(settings): State<EdgeSettings>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = Uuid::now_v7();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let span = tracing::info_span!("request", %id, %method, path = request.uri().path());

    let mut response = answer(request, next).instrument(span.clone()).await;
    complete(response.headers_mut(), id, settings);

    let status = response.status();
    let took = started.elapsed();
    let route = route.as_ref().map_or("other", MatchedPath::as_str);
    counting::count(route, &method, status, took);
    // Ordinary requests are counted, not logged; see docs/logging.md.
    if status.is_server_error() {
        tracing::warn!(parent: &span, status = status.as_u16(), ?took, "answered");
    } else {
        tracing::debug!(parent: &span, status = status.as_u16(), ?took, "answered");
    }
    response
}

async fn answer(request: Request, next: Next) -> Response {
    if names_nul(&request) {
        return Failure::bad_request("The address holds a character that is not allowed.")
            .into_response();
    }
    let running = AssertUnwindSafe(next.run(request)).catch_unwind();
    match tokio::time::timeout(TIMEOUT, running).await {
        Ok(Ok(response)) => response,
        Ok(Err(panic)) => panicked(&*panic),
        Err(_elapsed) => {
            Failure::unavailable("This took too long. Please try again.").into_response()
        }
    }
}

/// NUL is fine in SQLite and an error in PostgreSQL: refused at the door, it is neither.
fn names_nul(request: &Request) -> bool {
    let uri = request.uri();
    uri.path().contains("%00") || uri.query().is_some_and(|query| query.contains("%00"))
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> Response {
    let words = panic.downcast_ref::<&str>().map(ToString::to_string);
    let words = words
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    Failure::from(anyhow::anyhow!("panicked: {words}")).into_response()
}

fn complete(headers: &mut HeaderMap, id: Uuid, settings: EdgeSettings) {
    for (name, value) in &HEADERS {
        headers.entry(name).or_insert_with(|| value.clone());
    }
    if settings.is_https {
        headers.insert(
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=31536000"),
        );
    }
    let mut text = Uuid::encode_buffer();
    let id = id.hyphenated().encode_lower(&mut text);
    headers.insert(
        REQUEST_ID,
        HeaderValue::from_str(id).expect("a UUID is plain ASCII"),
    );
}
