//! The HTTP server with Stripe's paths.

use std::{fmt::Write, sync::Arc};

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri},
    response::{IntoResponse, Response},
    routing::{any, get, post},
};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tokio::{
    net::TcpListener,
    sync::{Mutex, MutexGuard},
};
use tokio_util::sync::CancellationToken;

use super::{
    Ledger, LedgerError, PriceList, ids, pages,
    records::IdempotencyRecord,
    routes,
    stripe_error::StripeError,
    stripe_json,
    unit_of_work::{UnitOfWork, catch_up},
};
use crate::http_server;

/// The host's clock, which can be moved.
pub type SandboxClock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// Serves until `stopping`, then gives requests in progress five seconds to end.
pub async fn serve(
    listener: TcpListener,
    ledger: Arc<dyn Ledger>,
    price_list: PriceList,
    now: SandboxClock,
    stopping: CancellationToken,
) {
    let address = listener.local_addr().map(|address| address.to_string());
    let server = PaymentServer {
        ledger,
        price_list,
        now,
        origin: format!("http://{}", address.unwrap_or_default()),
        lock: Mutex::default(),
    };
    let routes = Router::new()
        .route("/v1/{*path}", any(answer))
        .route(
            "/c/pay/{id}",
            get(pages::checkout::show).post(pages::checkout::pay),
        )
        .route("/c/pay/{id}/confirm", post(pages::checkout::confirm))
        .route("/c/pay/{id}/expire", post(pages::checkout::expire))
        .route(
            "/p/session/{id}",
            get(pages::portal::show).post(pages::portal::change_card),
        )
        .route("/p/session/{id}/cancel", post(pages::portal::cancel))
        .route("/p/session/{id}/renew", post(pages::portal::renew))
        .route("/i/{id}", get(pages::portal::show_invoice))
        .route("/sandbox/catch-up", post(catch_up_now))
        .fallback(unknown_path)
        .with_state(Arc::new(server));
    http_server::serve("payment", listener, routes, stopping).await;
}

/// The state that all requests share. They run one at a time, so none sees another's half-done work.
pub(super) struct PaymentServer {
    ledger: Arc<dyn Ledger>,
    price_list: PriceList,
    now: SandboxClock,
    origin: String,
    lock: Mutex<()>,
}

/// Exclusive access for one request. Everything that was due has been processed.
pub(super) struct ServerLock<'a> {
    server: &'a PaymentServer,
    now: i64,
    _held: MutexGuard<'a, ()>,
}

impl PaymentServer {
    pub(super) async fn lock(&self) -> Result<ServerLock<'_>, LedgerError> {
        let held = self.lock.lock().await;
        let now = (self.now)().timestamp();
        catch_up(self.ledger.as_ref(), &self.price_list, &self.origin, now).await?;
        Ok(ServerLock {
            server: self,
            now,
            _held: held,
        })
    }
}

impl ServerLock<'_> {
    pub(super) fn work(&self) -> UnitOfWork<'_> {
        let server = self.server;
        UnitOfWork::new(
            server.ledger.as_ref(),
            &server.price_list,
            &server.origin,
            self.now,
        )
    }

    /// Saves the work, and processes what has become due by it.
    pub(super) async fn save(&self, work: UnitOfWork<'_>) -> Result<(), LedgerError> {
        work.save().await?;
        let server = self.server;
        catch_up(
            server.ledger.as_ref(),
            &server.price_list,
            &server.origin,
            self.now,
        )
        .await
    }
}

async fn answer(
    State(server): State<Arc<PaymentServer>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let answered = async {
        check_key(&headers)?;
        let lock = server.lock().await?;
        match headers.get("idempotency-key") {
            Some(key) if method == Method::POST => {
                answer_once(&lock, key.as_bytes(), &method, &uri, &body).await
            }
            _ => {
                let mut work = lock.work();
                let shown = routes::answer(&mut work, &method, &uri, &body).await?;
                lock.save(work).await?;
                Ok(Json(shown).into_response())
            }
        }
    };
    let mut response = answered.await.unwrap_or_else(StripeError::into_response);
    let id = HeaderValue::from_str(&ids::fresh("req")).expect("an id is plain letters");
    let headers = response.headers_mut();
    headers.insert(HeaderName::from_static("request-id"), id);
    headers.insert(
        HeaderName::from_static("stripe-version"),
        HeaderValue::from_static(stripe_json::VERSION),
    );
    response
}

/// Every copy of a request with the same idempotency key gets the first response. As at Stripe, a
/// request that was rejected before anything was done leaves its key unused.
async fn answer_once(
    lock: &ServerLock<'_>,
    key: &[u8],
    method: &Method,
    uri: &Uri,
    body: &[u8],
) -> Result<Response, StripeError> {
    let mut work = lock.work();
    let id = ids::derived("replay", &[&fingerprint(key)]);
    let request = fingerprint(&[uri.path().as_bytes(), b"\n", body].concat());
    if let Some(known) = work.get::<IdempotencyRecord>(&id).await? {
        if known.fingerprint != request {
            return Err(StripeError::other_request_under_key());
        }
        let status = StatusCode::from_u16(known.status).unwrap_or_default();
        let replayed = [("idempotent-replayed", "true")];
        return Ok((status, replayed, Json(known.body)).into_response());
    }
    let shown = routes::answer(&mut work, method, uri, body).await;
    let (status, shown): (StatusCode, Value) = match shown {
        Ok(shown) => (StatusCode::OK, shown),
        Err(problem) if problem.status == StatusCode::PAYMENT_REQUIRED => {
            work = lock.work();
            (problem.status, problem.body())
        }
        Err(problem) => return Err(problem),
    };
    work.put(&IdempotencyRecord {
        id,
        fingerprint: request,
        status: status.as_u16(),
        body: shown.clone(),
    });
    lock.save(work).await?;
    Ok((status, Json(shown)).into_response())
}

/// Processes what is due, for the host.
async fn catch_up_now(State(server): State<Arc<PaymentServer>>) -> Result<StatusCode, StripeError> {
    server.lock().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn unknown_path(method: Method, uri: Uri) -> StripeError {
    routes::unrecognized(&method, uri.path())
}

fn check_key(headers: &HeaderMap) -> Result<(), StripeError> {
    let given = headers
        .get("authorization")
        .and_then(|value| value.to_str().ok());
    match given.and_then(|value| value.strip_prefix("Bearer ")) {
        None | Some("") => Err(StripeError::unauthorized(
            "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.",
        )),
        Some(key) if key.starts_with("sk_test_") => Ok(()),
        Some(_) => Err(StripeError::unauthorized("Invalid API Key provided.")),
    }
}

fn fingerprint(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string does not fail");
        text
    })
}
