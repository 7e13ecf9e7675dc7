//! What every request passes through, in order, and what every answer carries.

use std::mem;
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request};
use axum::http::HeaderMap;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use tower::{Service, layer::layer_fn};
use tracing::Instrument;
use uuid::Uuid;

use super::compression::compressed;
use super::deleted_account::CallerHint;
use super::request_metrics;
use super::route_name::{RouteName, RouteNameLayer};
use platform::api_error::ApiError;
use platform::app::App;
use platform::client_address::TrustedProxies;
use platform::tasks::panic_words;
use platform::telemetry;

const BODY_BYTES: usize = 1024 * 1024;
const TIMEOUT: Duration = Duration::from_secs(15);
const LONG_TIMEOUT: Duration = Duration::from_mins(10);
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
#[derive(Clone, Debug, Default)]
pub struct PipelineSettings {
    /// The site is reached by https, so browsers may insist on it.
    pub is_https: bool,
    /// The one other origin that pages may call.
    pub analytics_origin: Option<String>,
    /// Whose word about a client's address counts.
    pub trusted_proxies: TrustedProxies,
}

/// The product's routes behind everything that holds for all of them.
///
/// It is one function around the router and not a stack of middleware: axum copies the whole stack
/// for every request, which cost more than what the layers did.
#[derive(Clone, Debug)]
pub struct HttpService {
    routes: Router,
    /// What every answer carries unless it says otherwise.
    headers: Arc<HeaderMap>,
    /// Where accounts are looked up when a call failed.
    accounts: Option<App>,
    trusted_proxies: Arc<TrustedProxies>,
}

pub fn wrap(routes: Router, settings: &PipelineSettings) -> HttpService {
    let mut headers = HeaderMap::from_iter(HEADERS);
    if let Some(origin) = &settings.analytics_origin {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy_with(origin));
    }
    if settings.is_https {
        let one_year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, one_year);
    }
    HttpService {
        routes: routes.layer(layer_fn(RouteNameLayer)),
        headers: Arc::new(headers),
        accounts: None,
        trusted_proxies: Arc::new(settings.trusted_proxies.clone()),
    }
}

/// The policy with one more origin that pages may call.
fn policy_with(origin: &str) -> HeaderValue {
    let own = "connect-src 'self'";
    let policy = CONTENT_SECURITY_POLICY.replace(own, &format!("{own} {origin}"));
    HeaderValue::from_str(&policy).expect("an origin is plain ASCII")
}

impl HttpService {
    /// Calls that fail because their account was deleted meanwhile are answered so.
    #[must_use]
    pub fn checking_accounts(mut self, app: App) -> Self {
        self.accounts = Some(app);
        self
    }

    /// From the request's first moment to its complete answer.
    pub async fn answer(&self, mut request: Request) -> Response {
        let started = Instant::now();
        let id = Uuid::now_v7();
        let method = request.method().clone();
        let encodings = request.headers().get(header::ACCEPT_ENCODING).cloned();
        let route = RouteName::follow(&mut request);
        self.note_client(&mut request);
        let path = request.uri().path().to_owned();
        let span = tracing::debug_span!("request", %id);

        let running = telemetry::in_request(id, self.checked(request));
        let response = running.instrument(span).await;
        let mut response = compressed(response, encodings).await;
        self.complete(response.headers_mut(), id);

        let status = response.status();
        let took = started.elapsed();
        request_metrics::count(route.name(), &method, status, took);
        // Ordinary requests are counted, not logged; see docs/logging.md.
        if status.is_server_error() {
            tracing::warn!(request.id = %id, %method, path, status = status.as_u16(), ?took, "answered");
        } else {
            tracing::debug!(request.id = %id, %method, path, status = status.as_u16(), ?took, "answered");
        }
        response
    }

    /// Writes down for whom the request is counted. What the connection itself says stays beside it.
    fn note_client(&self, request: &mut Request) {
        if let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() {
            let client = self.trusted_proxies.client_of(peer.ip(), request.headers());
            request.extensions_mut().insert(client);
        }
    }

    /// Puts the answer's own headers over those of every answer, and the request's id beside them.
    /// Copying the whole map once is cheaper than adding to it one by one.
    fn complete(&self, headers: &mut HeaderMap, id: Uuid) {
        let own = mem::replace(headers, (*self.headers).clone());
        headers.extend(own);
        let mut text = Uuid::encode_buffer();
        let id = id.hyphenated().encode_lower(&mut text);
        let id = HeaderValue::from_str(id).expect("a UUID is plain ASCII");
        headers.insert(REQUEST_ID, id);
    }

    /// The answer, corrected if it failed because its caller's account is gone.
    async fn checked(&self, request: Request) -> Response {
        let caller = CallerHint::of(request.uri().path(), request.headers());
        let response = self.guarded(request).await;
        match (&self.accounts, caller) {
            (Some(app), Some(caller)) if response.status().is_server_error() => {
                caller.correct(app, response).await
            }
            _ => response,
        }
    }

    /// The router's answer, whatever happens: in time, and without a panic.
    async fn guarded(&self, mut request: Request) -> Response {
        if names_nul(&request) {
            return ApiError::bad_request("The address contains a character that is not allowed.")
                .into_response();
        }
        let limit = time_limit(request.uri().path());
        DefaultBodyLimit::max(BODY_BYTES).apply(&mut request);
        let running = AssertUnwindSafe(self.routes.clone().call(request)).catch_unwind();
        match tokio::time::timeout(limit, running).await {
            Ok(Ok(Ok(response))) => response,
            Ok(Err(panic)) => panicked(&*panic),
            Err(_elapsed) => {
                ApiError::unavailable("This took too long. Please try again.").into_response()
            }
        }
    }
}

/// Calls that answer when a job is done (decisions, Discovery). Whoever stops waiting loses
/// nothing: the job goes on, and a second call joins it.
const LONG_CALLS: [&str; 5] = [
    "/api/analyze-website",
    "/api/keywords/found-posts",
    "/api/reddit-discovery",
    "/api/mentions/search-now",
    "/api/ai-comment/generate",
];

fn time_limit(path: &str) -> Duration {
    if LONG_CALLS.contains(&path) {
        LONG_TIMEOUT
    } else {
        TIMEOUT
    }
}

/// NUL is fine in SQLite and an error in PostgreSQL: refused at the door, it is neither.
fn names_nul(request: &Request) -> bool {
    let uri = request.uri();
    uri.path().contains("%00") || uri.query().is_some_and(|query| query.contains("%00"))
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> Response {
    let words = panic_words(panic);
    ApiError::from(anyhow::anyhow!("panicked: {words}")).into_response()
}
