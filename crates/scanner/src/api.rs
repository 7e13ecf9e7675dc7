//! The HTTP API of scans.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::scan_run::{ScanFailure, ScanRun};
use super::{scan_jobs, store};
use identity::{Caller, SignedIn};
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::jobs::ScheduledRun;
use platform::request::Path;

#[derive(Debug, Serialize, ToSchema)]
pub struct ScannerStatusResponse {
    status: ScannerStatus,
}

/// The scanner as its card shows it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScannerStatus {
    /// Whether automatic scans are scheduled.
    has_job: bool,
    /// A status message for the user.
    #[schema(example = "Automatic scanning is active.")]
    message: &'static str,
    /// `starter`, `pro` or `enterprise`.
    #[schema(example = "starter")]
    plan_type: Option<&'static str>,
    next_execution: Option<DateTime<Utc>>,
    /// 0 if it is due.
    time_until_next_ms: Option<i64>,
    #[schema(example = 168)]
    frequency_hours: Option<i64>,
    /// Whether a scan is running.
    running: Option<bool>,
    last_scan: Option<ScanRunResponse>,
}

/// One scan and its result.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScanRunResponse {
    started_at: DateTime<Utc>,
    /// Null while it runs.
    ended_at: Option<DateTime<Utc>>,
    new_posts: i64,
    new_mentions: i64,
    #[schema(value_type = Vec<ScanFailure>)]
    failures: Vec<ScanFailure>,
    /// When failed searches are retried; null if no search failed.
    repeats_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ScanRunListResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Newest first, at most ten.
    runs: Vec<ScanRunResponse>,
}

const ACTIVE: &str = "Automatic scanning is active.";
const INACTIVE: &str = "Automatic scanning starts with a subscription.";

/// Get the scanner's status: the next scan and the last result
#[utoipa::path(
    get, path = "/api/cron-jobs/{userId}/status", tag = "Scanner",
    params(("userId" = String, Path, description = "The caller's own id.")),
    responses(
        (status = 200, body = ScannerStatusResponse),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn show_scanner_status(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(user_id): Path<String>,
) -> ApiResult<axum::Json<ScannerStatusResponse>> {
    require_own_account(&caller, &user_id)?;
    let scheduled = super::next_scan(&app.db, caller.user_id).await?;
    let status = match scheduled {
        Some(scheduled) => active(&app, &caller, scheduled).await?,
        None => inactive(),
    };
    Ok(axum::Json(ScannerStatusResponse { status }))
}

/// List the last scans
#[utoipa::path(
    get, path = "/api/cron-jobs/{userId}/runs", tag = "Scanner",
    params(("userId" = String, Path, description = "The caller's own id.")),
    responses(
        (status = 200, body = ScanRunListResponse),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn list_scans(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(user_id): Path<String>,
) -> ApiResult<axum::Json<ScanRunListResponse>> {
    require_own_account(&caller, &user_id)?;
    let runs = store::newest_runs(&app.db, caller.user_id).await?;
    Ok(axum::Json(ScanRunListResponse {
        success: true,
        runs: runs.into_iter().map(ScanRunResponse::from).collect(),
    }))
}

/// A request about another user gets a 404, which does not reveal whether that user exists.
fn require_own_account(caller: &Caller, user_id: &str) -> Result<(), ApiError> {
    let is_own = user_id.parse() == Ok(caller.user_id);
    is_own.then_some(()).ok_or_else(ApiError::not_found)
}

async fn active(
    app: &App,
    caller: &Caller,
    scheduled: ScheduledRun,
) -> anyhow::Result<ScannerStatus> {
    let access = billing::access_of(&app.db, &app.clock, caller.user_id).await?;
    let last = store::newest_runs(&app.db, caller.user_id)
        .await?
        .into_iter()
        .next();
    let left = scheduled.next_run_at - app.clock.now();
    Ok(ScannerStatus {
        has_job: true,
        message: ACTIVE,
        plan_type: Some(access.plan.id()),
        next_execution: Some(scheduled.next_run_at),
        time_until_next_ms: Some(left.num_milliseconds().max(0)),
        frequency_hours: Some(scheduled.every_s / 3600),
        running: Some(scan_jobs::is_scan_running(&app.db, caller.user_id).await?),
        last_scan: last.map(ScanRunResponse::from),
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

impl From<ScanRun> for ScanRunResponse {
    fn from(run: ScanRun) -> Self {
        Self {
            started_at: run.started_at,
            ended_at: run.ended_at,
            new_posts: run.new_posts,
            new_mentions: run.new_mentions,
            failures: run.failures,
            repeats_at: run.repeat_at,
        }
    }
}
