//! What is being done for somebody at this moment, whichever room does it.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use identity::SignedIn;
use platform::api_error::{ApiResult, ErrorBody};
use platform::app::App;
use platform::jobs;

/// A job's progress, as sent on the channel `progress_{userId}`.
#[derive(Debug, ToSchema)]
#[expect(
    dead_code,
    reason = "it only describes what the jobs have written down"
)]
pub struct CurrentJob {
    /// What kind of work it is.
    #[schema(example = "discovery")]
    job: String,
    /// The current step, as shown to users.
    #[schema(example = "Searching Reddit")]
    stage: String,
    #[schema(minimum = 0, maximum = 100)]
    percent: u8,
    /// How many results there are so far.
    found: usize,
    #[schema(example = "running")]
    state: String,
    /// How many searches are done, and of how many; 0 of 0 before searching starts.
    done: usize,
    of: usize,
    /// When Reddit's rate limit lets it continue.
    #[schema(rename = "waitsUntil")]
    waits_until: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CurrentJobs {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Oldest first.
    #[schema(value_type = Vec<CurrentJob>)]
    jobs: Vec<Value>,
}

/// List the caller's running jobs and their progress
///
/// For a page that loads after the work has started. Later progress arrives live.
#[utoipa::path(
    get, path = "/api/jobs/current", tag = "Jobs",
    responses((status = 200, body = CurrentJobs), (status = 401, body = ErrorBody))
)]
pub async fn show_current_jobs(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<CurrentJobs>> {
    let jobs = jobs::current(&app.db, &caller.user_id.to_string()).await?;
    Ok(axum::Json(CurrentJobs {
        success: true,
        jobs,
    }))
}
