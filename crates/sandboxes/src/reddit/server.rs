//! The HTTP server: both of Reddit's hosts in one, and the pages that people read.

use std::{
    collections::HashMap,
    fmt, io,
    num::NonZeroU32,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::{Duration, SystemTime},
};

use axum::{
    Json, Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use futures::stream;
use serde_json::{Value, json};
use tokio::{net::TcpListener, time::Instant};
use tokio_util::sync::CancellationToken;
use url::form_urlencoded;

use super::{
    CLIENT_ID, CLIENT_SECRET, CallAllowance,
    call_window::{CallCount, CallWindow},
    corpus::SampleFile,
    html_page,
    listing::{self, Parameters},
    routes::{self, RedditApi},
    sample_world::SampleWorld,
    sentinels::{self, RedditFailure},
};
use crate::http_server::{self, pause};

/// The sandbox's settings.
#[derive(Clone)]
pub struct RedditSandbox {
    anchor: SystemTime,
    now: RedditClock,
    allowance: CallAllowance,
    token_life: Duration,
    further: Vec<SampleFile>,
    firehose: Option<NonZeroU32>,
}

type RedditClock = Arc<dyn Fn() -> SystemTime + Send + Sync>;

const TOKEN_LIFE: Duration = Duration::from_hours(1);
/// Longer than any client's timeout.
const SLOW: Duration = Duration::from_secs(30);
const LONGEST_FORM: usize = 64 * 1024;

impl RedditSandbox {
    /// Ages count from `anchor`; `now` returns the time.
    pub fn new(anchor: SystemTime, now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        Self {
            anchor,
            now: Arc::new(now),
            allowance: CallAllowance::default(),
            token_life: TOKEN_LIFE,
            further: Vec::new(),
            firehose: None,
        }
    }

    /// The rate limit (default 1000 calls in ten minutes).
    #[must_use]
    pub fn with_allowance(self, allowance: CallAllowance) -> Self {
        Self { allowance, ..self }
    }

    /// The lifetime of tokens (default one hour).
    #[must_use]
    pub fn with_token_life(self, token_life: Duration) -> Self {
        Self { token_life, ..self }
    }

    /// Serves these posts beside its own.
    #[must_use]
    pub fn with_samples(self, further: Vec<SampleFile>) -> Self {
        Self { further, ..self }
    }

    /// Adds a stream of so many generated posts and comments a second; `None` adds nothing.
    #[must_use]
    pub fn with_firehose(self, things_a_second: Option<NonZeroU32>) -> Self {
        Self {
            firehose: things_a_second,
            ..self
        }
    }
}

impl fmt::Debug for RedditSandbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedditSandbox")
            .field("anchor", &self.anchor)
            .field("allowance", &self.allowance)
            .field("firehose", &self.firehose)
            .finish_non_exhaustive()
    }
}

/// Serves until `stop`, then gives requests in progress five seconds to end.
pub async fn serve(listener: TcpListener, sandbox: RedditSandbox, stop: CancellationToken) {
    let server = Arc::new(RedditServer {
        window: Mutex::new(CallWindow::new(sandbox.allowance)),
        tokens: Mutex::default(),
        api: OnceLock::new(),
        sandbox,
    });
    let routes = Router::new().fallback(answer).with_state(server);
    http_server::serve("reddit", listener, routes, stop).await;
}

struct RedditServer {
    sandbox: RedditSandbox,
    window: Mutex<CallWindow>,
    /// The expiry of each token.
    tokens: Mutex<HashMap<String, Instant>>,
    /// Built at the first request, so that the server starts quickly.
    api: OnceLock<RedditApi>,
}

impl RedditServer {
    fn api(&self) -> &RedditApi {
        let world = || SampleWorld::new(self.sandbox.anchor, &self.sandbox.further);
        self.api
            .get_or_init(|| RedditApi::new(world(), self.sandbox.firehose))
    }

    fn now(&self) -> SystemTime {
        (self.sandbox.now)()
    }

    fn count(&self) -> CallCount {
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        window.count(Instant::now())
    }

    /// A new token for an authenticated application.
    fn grant(&self, headers: &HeaderMap, form: &Parameters) -> Response {
        if basic(headers).as_deref() != Some(&format!("{CLIENT_ID}:{CLIENT_SECRET}")) {
            return failure(StatusCode::UNAUTHORIZED, "Unauthorized");
        }
        if form.get("grant_type").map(String::as_str) != Some("client_credentials") {
            return Json(json!({ "error": "unsupported_grant_type" })).into_response();
        }
        let token = format!(
            "sandbox-{:016x}{:016x}",
            rand::random::<u64>(),
            rand::random::<u64>()
        );
        let life = self.sandbox.token_life;
        let mut tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        tokens.retain(|_, until| *until > Instant::now());
        tokens.insert(token.clone(), Instant::now() + life);
        Json(json!({
            "access_token": token,
            "token_type": "bearer",
            "expires_in": life.as_secs(),
            "scope": "*",
        }))
        .into_response()
    }

    fn is_token(&self, token: &str) -> bool {
        let tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        tokens
            .get(token)
            .is_some_and(|until| *until > Instant::now())
    }
}

async fn answer(State(server): State<Arc<RedditServer>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let mut parameters = parsed(head.uri.query().unwrap_or_default().as_bytes());
    if head.method == Method::POST {
        let Ok(form) = to_bytes(body, LONGEST_FORM).await else {
            return failure(StatusCode::PAYLOAD_TOO_LARGE, "Payload Too Large");
        };
        parameters.extend(parsed(&form));
    }
    let path = head
        .uri
        .path()
        .trim_end_matches('/')
        .trim_end_matches(".json");
    let path: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    if head.method == Method::POST && path == ["api", "v1", "access_token"] {
        return server.grant(&head.headers, &parameters);
    }
    match head.headers.get(header::AUTHORIZATION) {
        Some(value) => {
            let token = value.to_str().unwrap_or_default();
            let token = token.split_once(' ').map_or("", |(_, token)| token.trim());
            called(&server, token, &path, &parameters).await
        }
        None if head.method == Method::GET => read(&server, &path),
        None => failure(StatusCode::FORBIDDEN, "Forbidden"),
    }
}

/// Handles an API call.
async fn called(
    server: &RedditServer,
    token: &str,
    path: &[&str],
    parameters: &Parameters,
) -> Response {
    if !server.is_token(token) {
        return failure(StatusCode::UNAUTHORIZED, "Unauthorized");
    }
    let counted = server.count();
    let response = if counted.is_allowed {
        let sentinel = sentinels::failure_of(routes::named(path));
        match sentinel {
            Some(sentinel) => failed(sentinel).await,
            None => response(server, path, parameters),
        }
    } else {
        failure(StatusCode::TOO_MANY_REQUESTS, "Too Many Requests")
    };
    with_count(response, counted)
}

fn response(server: &RedditServer, path: &[&str], parameters: &Parameters) -> Response {
    match server.api().respond(server.now(), path, parameters) {
        Ok(response) => Json(response).into_response(),
        Err(nothing) => {
            let status = StatusCode::from_u16(nothing.status()).unwrap_or(StatusCode::NOT_FOUND);
            (status, Json(nothing.body())).into_response()
        }
    }
}

/// Serves a page to a browser.
fn read(server: &RedditServer, path: &[&str]) -> Response {
    let page = html_page::at(&server.api().visible(server.now()), path);
    let is_page = page.is_some();
    let text = page.unwrap_or_else(html_page::missing);
    let mut response = Html(text).into_response();
    if !is_page {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(policy),
    );
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    response
}

async fn failed(sentinel: RedditFailure) -> Response {
    match sentinel {
        RedditFailure::Private => {
            let body = json!({ "reason": "private", "message": "Forbidden", "error": 403 });
            (StatusCode::FORBIDDEN, Json(body)).into_response()
        }
        RedditFailure::Missing => failure(StatusCode::NOT_FOUND, "Not Found"),
        RedditFailure::TooOften => {
            let response = failure(StatusCode::TOO_MANY_REQUESTS, "Too Many Requests");
            ([(header::RETRY_AFTER, "5")], response).into_response()
        }
        RedditFailure::Broken => {
            failure(StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error")
        }
        RedditFailure::Slow => {
            pause(SLOW).await;
            Json(listing::whole(Vec::new())).into_response()
        }
        RedditFailure::Garbage => {
            Html("<!doctype html><title>Reddit</title><p>whoa there, pardner!").into_response()
        }
        RedditFailure::Truncated => {
            let half = r#"{"kind": "Listing", "data": {"after": null, "children": [{"kind": "t3""#;
            let pieces = [
                Ok(half),
                Err(io::Error::from(io::ErrorKind::ConnectionReset)),
            ];
            let body = Body::from_stream(stream::iter(pieces));
            ([(header::CONTENT_TYPE, "application/json")], body).into_response()
        }
    }
}

fn with_count(mut response: Response, counted: CallCount) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        ("x-ratelimit-used", counted.used.to_string()),
        ("x-ratelimit-remaining", format!("{}.0", counted.remaining)),
        ("x-ratelimit-reset", counted.reset_s.to_string()),
    ] {
        let value = HeaderValue::from_str(&value).expect("digits make a header");
        headers.insert(HeaderName::from_static(name), value);
    }
    response
}

fn failure(status: StatusCode, message: &str) -> Response {
    let body: Value = json!({ "message": message, "error": status.as_u16() });
    (status, Json(body)).into_response()
}

fn parsed(text: &[u8]) -> Parameters {
    let pairs = form_urlencoded::parse(text);
    pairs
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect()
}

fn basic(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let encoded = value.strip_prefix("Basic ")?;
    let decoded = BASE64_STANDARD.decode(encoded.trim()).ok()?;
    String::from_utf8(decoded).ok()
}
