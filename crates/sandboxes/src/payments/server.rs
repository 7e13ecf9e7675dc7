//! The server: Stripe's paths, at the root of a port of its own.

use std::{sync::Arc, time::Duration};

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
    time::sleep,
};
use tokio_util::sync::CancellationToken;

use super::{
    KeepError, Ledger, Shop,
    desk::{Desk, catch_up},
    ids,
    model::Replay,
    pages,
    problem::Problem,
    routes, shapes,
};

/// The host's clock, which may be moved.
pub type Now = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// How long answers may go on after the stop.
const DRAIN: Duration = Duration::from_secs(5);

/// Serves until it is `stopping`, then lets answers that were begun end, for five seconds at most.
pub async fn serve(
    listener: TcpListener,
    ledger: Arc<dyn Ledger>,
    shop: Shop,
    now: Now,
    stopping: CancellationToken,
) {
    let address = listener.local_addr().map(|address| address.to_string());
    let till = Till {
        ledger,
        shop,
        now,
        origin: format!("http://{}", address.unwrap_or_default()),
        turn: Mutex::default(),
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
        .route("/i/{id}", get(pages::portal::show_invoice))
        .route("/sandbox/catch-up", post(catch_up_now))
        .fallback(unknown_path)
        .with_state(Arc::new(till));
    let serving =
        axum::serve(listener, routes).with_graceful_shutdown(stopping.clone().cancelled_owned());
    let impatience = async {
        stopping.cancelled().await;
        pause(DRAIN).await;
    };
    tokio::select! {
        served = serving => if let Err(error) = served {
            tracing::warn!(%error, "the payment sandbox ended");
        },
        () = impatience => {}
    }
}

/// What all requests share. They take turns: nothing is ever half done for another to see.
pub(super) struct Till {
    ledger: Arc<dyn Ledger>,
    shop: Shop,
    now: Now,
    origin: String,
    turn: Mutex<()>,
}

/// A request's turn: everything that was due has happened.
pub(super) struct Turn<'a> {
    till: &'a Till,
    now: i64,
    _held: MutexGuard<'a, ()>,
}

impl Till {
    pub(super) async fn turn(&self) -> Result<Turn<'_>, KeepError> {
        let held = self.turn.lock().await;
        let now = (self.now)().timestamp();
        catch_up(self.ledger.as_ref(), &self.shop, &self.origin, now).await?;
        Ok(Turn {
            till: self,
            now,
            _held: held,
        })
    }
}

impl Turn<'_> {
    pub(super) fn desk(&self) -> Desk<'_> {
        let till = self.till;
        Desk::new(till.ledger.as_ref(), &till.shop, &till.origin, self.now)
    }

    /// Keeps what was done; what is due at this very moment follows at once.
    pub(super) async fn save(&self, desk: Desk<'_>) -> Result<(), KeepError> {
        desk.save().await?;
        let till = self.till;
        catch_up(till.ledger.as_ref(), &till.shop, &till.origin, self.now).await
    }
}

async fn answer(
    State(till): State<Arc<Till>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let answered = async {
        check_key(&headers)?;
        let turn = till.turn().await?;
        match headers.get("idempotency-key") {
            Some(key) if method == Method::POST => {
                answer_once(&turn, key.as_bytes(), &method, &uri, &body).await
            }
            _ => {
                let mut desk = turn.desk();
                let shown = routes::answer(&mut desk, &method, &uri, &body).await?;
                turn.save(desk).await?;
                Ok(Json(shown).into_response())
            }
        }
    };
    let mut response = answered.await.unwrap_or_else(Problem::into_response);
    let id = HeaderValue::from_str(&ids::fresh("req")).expect("an id is plain letters");
    let headers = response.headers_mut();
    headers.insert(HeaderName::from_static("request-id"), id);
    headers.insert(
        HeaderName::from_static("stripe-version"),
        HeaderValue::from_static(shapes::VERSION),
    );
    response
}

/// The first answer under a key is the answer to every copy of the request. As at Stripe, a
/// request that was refused before anything was done leaves its key unused.
async fn answer_once(
    turn: &Turn<'_>,
    key: &[u8],
    method: &Method,
    uri: &Uri,
    body: &[u8],
) -> Result<Response, Problem> {
    let mut desk = turn.desk();
    let id = ids::derived("replay", &[&fingerprint(key)]);
    let request = fingerprint(&[uri.path().as_bytes(), b"\n", body].concat());
    if let Some(known) = desk.get::<Replay>(&id).await? {
        if known.fingerprint != request {
            return Err(Problem::other_request_under_key());
        }
        let status = StatusCode::from_u16(known.status).unwrap_or_default();
        let replayed = [("idempotent-replayed", "true")];
        return Ok((status, replayed, Json(known.body)).into_response());
    }
    let shown = routes::answer(&mut desk, method, uri, body).await;
    let (status, shown): (StatusCode, Value) = match shown {
        Ok(shown) => (StatusCode::OK, shown),
        Err(problem) if problem.status == StatusCode::PAYMENT_REQUIRED => {
            desk = turn.desk();
            (problem.status, problem.body())
        }
        Err(problem) => return Err(problem),
    };
    desk.put(&Replay {
        id,
        fingerprint: request,
        status: status.as_u16(),
        body: shown.clone(),
    });
    turn.save(desk).await?;
    Ok((status, Json(shown)).into_response())
}

/// Lets what is due happen, for the host.
async fn catch_up_now(State(till): State<Arc<Till>>) -> Result<StatusCode, Problem> {
    till.turn().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn unknown_path(method: Method, uri: Uri) -> Problem {
    routes::unrecognized(&method, uri.path())
}

fn check_key(headers: &HeaderMap) -> Result<(), Problem> {
    let given = headers
        .get("authorization")
        .and_then(|value| value.to_str().ok());
    match given.and_then(|value| value.strip_prefix("Bearer ")) {
        None | Some("") => Err(Problem::unauthorized(
            "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.",
        )),
        Some(key) if key.starts_with("sk_test_") => Ok(()),
        Some(_) => Err(Problem::unauthorized("Invalid API Key provided.")),
    }
}

fn fingerprint(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[expect(
    clippy::disallowed_methods,
    reason = "a stop is not waited for for ever"
)]
async fn pause(length: Duration) {
    sleep(length).await;
}
