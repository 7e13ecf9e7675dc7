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

/// How far a job is, as the channel `progress_{userId}` tells it.
#[derive(Debug, ToSchema)]
#[expect(
    dead_code,
    reason = "it only describes what the jobs have written down"
)]
pub struct CurrentJob {
    /// What kind of work it is.
    #[schema(example = "discovery")]
    job: String,
    /// What is being done, as people read it.
    #[schema(example = "Searching Reddit")]
    stage: String,
    #[schema(minimum = 0, maximum = 100)]
    percent: u8,
    /// How much there is so far.
    found: usize,
    #[schema(example = "running")]
    state: String,
    /// How many searches are done, of how many; 0 of 0 while nothing is searched.
    done: usize,
    of: usize,
    /// Until when Reddit's limit of calls makes it wait.
    #[schema(rename = "waitsUntil")]
    waits_until: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CurrentJobs {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// The oldest first.
    #[schema(value_type = Vec<CurrentJob>)]
    jobs: Vec<Value>,
}

/// What runs for the caller, and how far it is
///
/// For a page that was loaded after the work began; what comes after arrives live.
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
