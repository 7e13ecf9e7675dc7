//! Scans on the wire.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::run::{Run, ScanFailure};
use identity::{Caller, SignedIn};
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::jobs::ScheduledRun;
use platform::request::Path;

#[derive(Debug, Serialize, ToSchema)]
pub struct ScannerStatusAnswer {
    status: ScannerStatus,
}

/// The scanner as its card shows it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScannerStatus {
    /// Whether scans come by themselves.
    has_job: bool,
    /// How that is, or why not.
    #[schema(example = "Automatic scanning is active.")]
    message: &'static str,
    /// starter, pro or enterprise.
    #[schema(example = "starter")]
    plan_type: Option<&'static str>,
    next_execution: Option<DateTime<Utc>>,
    /// 0 when it is due.
    time_until_next_ms: Option<i64>,
    #[schema(example = 168)]
    frequency_hours: Option<i64>,
    /// Whether a scan is under way.
    running: Option<bool>,
    last_scan: Option<ScanRun>,
}

/// What a scan brought.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScanRun {
    started_at: DateTime<Utc>,
    /// Null while it runs.
    ended_at: Option<DateTime<Utc>>,
    new_posts: i64,
    new_mentions: i64,
    #[schema(value_type = Vec<ScanFailure>)]
    failures: Vec<ScanFailure>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ScanRuns {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// The newest first, at most ten.
    runs: Vec<ScanRun>,
}

const ACTIVE: &str = "Automatic scanning is active.";
const INACTIVE: &str = "Automatic scanning starts with a subscription.";

/// When the next scan is due, and what the last one brought
#[utoipa::path(
    get, path = "/api/cron-jobs/{userId}/status", tag = "Scanner",
    params(("userId" = String, Path, description = "The caller's own id.")),
    responses(
        (status = 200, body = ScannerStatusAnswer),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn show_scanner_status(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(user_id): Path<String>,
) -> ApiResult<axum::Json<ScannerStatusAnswer>> {
    only_oneself(&caller, &user_id)?;
    let planned = super::planned(&app.db, caller.user_id).await?;
    let status = match planned {
        Some(planned) => active(&app, &caller, planned).await?,
        None => inactive(),
    };
    Ok(axum::Json(ScannerStatusAnswer { status }))
}

/// The last scans
#[utoipa::path(
    get, path = "/api/cron-jobs/{userId}/runs", tag = "Scanner",
    params(("userId" = String, Path, description = "The caller's own id.")),
    responses(
        (status = 200, body = ScanRuns),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn list_scans(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(user_id): Path<String>,
) -> ApiResult<axum::Json<ScanRuns>> {
    only_oneself(&caller, &user_id)?;
    let runs = super::runs(&app.db, caller.user_id).await?;
    Ok(axum::Json(ScanRuns {
        success: true,
        runs: runs.into_iter().map(ScanRun::from).collect(),
    }))
}

/// Whoever asks for somebody else learns nothing, not even whether they are there.
fn only_oneself(caller: &Caller, user_id: &str) -> Result<(), ApiError> {
    let is_oneself = user_id.parse() == Ok(caller.user_id);
    is_oneself.then_some(()).ok_or_else(ApiError::not_found)
}

async fn active(
    app: &App,
    caller: &Caller,
    planned: ScheduledRun,
) -> anyhow::Result<ScannerStatus> {
    let access = billing::access_of(&app.db, &app.clock, caller.user_id).await?;
    let last = super::runs(&app.db, caller.user_id)
        .await?
        .into_iter()
        .next();
    let left = planned.next_run_at - app.clock.now();
    Ok(ScannerStatus {
        has_job: true,
        message: ACTIVE,
        plan_type: Some(access.plan.id()),
        next_execution: Some(planned.next_run_at),
        time_until_next_ms: Some(left.num_milliseconds().max(0)),
        frequency_hours: Some(planned.every_s / 3600),
        running: Some(super::is_running(&app.db, caller.user_id).await?),
        last_scan: last.map(ScanRun::from),
    })
}

fn inactive() -> ScannerStatus {
    ScannerStatus {
        has_job: false,
        message: INACTIVE,
        plan_type: None,
        next_execution: None,
        time_until_next_ms: None,
        frequency_hours: None,
        running: None,
        last_scan: None,
    }
}

impl From<Run> for ScanRun {
    fn from(run: Run) -> Self {
        Self {
            started_at: run.started_at,
            ended_at: run.ended_at,
            new_posts: run.new_posts,
            new_mentions: run.new_mentions,
            failures: run.failures,
        }
    }
}
