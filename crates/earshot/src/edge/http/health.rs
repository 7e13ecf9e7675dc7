//! For those who watch over the server: is it alive, is it ready?

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::db::{self, DbError};

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
