//! For those who watch over the server: is it alive, is it ready, what has it counted?

use std::fmt::Write;
use std::net::SocketAddr;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use subtle::ConstantTimeEq;
use utoipa::ToSchema;

use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::db::{self, DbError};
use platform::jobs;

/// The process is running.
#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    #[schema(example = "ok")]
    status: &'static str,
    #[schema(example = "1.0.0")]
    version: &'static str,
}

/// The process can do its work.
#[derive(Debug, Serialize, ToSchema)]
pub struct Readiness {
    #[schema(example = "ready")]
    status: &'static str,
    #[schema(example = "1.0.0")]
    version: &'static str,
    /// Where the data is: sqlite or postgres.
    #[schema(example = "sqlite")]
    database: &'static str,
}

/// Check that the process is running
///
/// Responds as long as the process runs, even if the database is down.
#[utoipa::path(get, path = "/healthz", tag = "Operations", responses((status = 200, body = Health)))]
pub async fn show_health() -> axum::Json<Health> {
    axum::Json(Health {
        status: "ok",
        version: platform::VERSION,
    })
}

/// Check that the process can serve requests
///
/// Load balancers should send requests only while this returns 200. It fails while the database is down or does not accept writes (a full disk, a stuck lock), while a failed worker or task is restarting, and while the process is stopping.
#[utoipa::path(
    get, path = "/readyz", tag = "Operations",
    responses((status = 200, body = Readiness), (status = 503, body = ErrorBody))
)]
pub async fn show_readiness(State(app): State<App>) -> ApiResult<axum::Json<Readiness>> {
    if app.tasks.stopping().is_cancelled() {
        return Err(ApiError::unavailable("The server is stopping."));
    }
    let gone = app.tasks.gone();
    if !gone.is_empty() {
        let words = format!("Restarting after a failure: {}.", gone.join(", "));
        return Err(ApiError::unavailable(words));
    }
    app.db
        .ping()
        .await
        .map_err(|error| ApiError::unavailable("The database cannot be reached.").because(error))?;
    app.db.check_writes().await.map_err(cannot_write)?;
    Ok(axum::Json(Readiness {
        status: "ready",
        version: platform::VERSION,
        database: app.db.engine().name(),
    }))
}

fn cannot_write(error: DbError) -> ApiError {
    let words = if db::is_full(&error) {
        "The database has run out of disk space."
    } else {
        "The database does not accept writes."
    };
    ApiError::unavailable(words).because(error)
}

/// Get metrics
///
/// In the Prometheus text format. Only from this machine, or with the token from EARSHOT_METRICS_TOKEN.
#[utoipa::path(
    get, path = "/metrics", tag = "Operations",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = ErrorBody))
)]
pub async fn show_metrics(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    if !may_see_metrics(&app, peer, &headers) {
        return Err(ApiError::not_found());
    }
    let kind = [(
        header::CONTENT_TYPE,
        "text/plain; version=0.0.4; charset=utf-8",
    )];
    let text = app.metrics.render() + &dead_jobs(&app).await;
    Ok((StatusCode::OK, kind, text).into_response())
}

/// Read from the database, so that every process tells the same and a restart forgets nothing.
/// While the database is away the counters are still worth reading.
async fn dead_jobs(app: &App) -> String {
    let dead = match jobs::dead_by_kind(&app.db).await {
        Ok(dead) => dead,
        Err(error) => {
            tracing::warn!(%error, "dead jobs could not be counted");
            return String::new();
        }
    };
    let mut text = "# TYPE earshot_dead_jobs gauge\n".to_owned();
    for (kind, count) in dead {
        let _ = writeln!(text, "earshot_dead_jobs{{kind=\"{kind}\"}} {count}");
    }
    text
}

fn may_see_metrics(app: &App, peer: SocketAddr, headers: &HeaderMap) -> bool {
    match &app.settings.metrics_token {
        Some(token) => {
            let expected = format!("Bearer {}", token.expose());
            let given = headers
                .get(header::AUTHORIZATION)
                .map(HeaderValue::as_bytes)
                .unwrap_or_default();
            given.ct_eq(expected.as_bytes()).into()
        }
        // A proxy on this machine makes everybody look local, but it says for whom it asks.
        None => {
            peer.ip().is_loopback()
                && !headers.contains_key("x-forwarded-for")
                && !headers.contains_key("forwarded")
        }
    }
}
