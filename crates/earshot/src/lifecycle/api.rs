//! Leaving: take your data with you, or have it all forgotten.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::export;
use identity::SignedIn;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::Json;

/// Everything Earshot stores about the caller.
#[derive(Debug, ToSchema)]
#[expect(
    dead_code,
    reason = "it only describes the document, which the rooms put together"
)]
pub struct AccountExport {
    exported_at: chrono::DateTime<chrono::Utc>,
    user: Value,
    /// Null before onboarding starts.
    profile: Option<Value>,
    /// How and when each session began.
    sessions: Vec<Value>,
    subscriptions: Vec<Value>,
    companies: Vec<Value>,
    keywords: Vec<Value>,
    /// Keywords that are not suggested again.
    dismissed_keywords: Vec<Value>,
    /// The searches: keywords, and those derived from the company.
    searches: Vec<Value>,
    /// The results of each search over 90 days.
    search_runs: Vec<Value>,
    /// The communities.
    communities: Vec<Value>,
    reddit_posts: Vec<Value>,
    /// Posts above the month's allowance.
    waiting_posts: Vec<Value>,
    brand_mentions: Vec<Value>,
    /// The brand terms.
    brand_terms: Vec<Value>,
    /// The last scans and their results.
    scan_runs: Vec<Value>,
    /// The last draft of a comment for each post.
    drafts: Vec<Value>,
    /// The versions of these drafts, including those the user edited.
    draft_versions: Vec<Value>,
    /// Whether, how often and in which time zone digests are sent.
    notification_preferences: Vec<Value>,
    /// When each digest was sent and how much it contained.
    digests: Vec<Value>,
    /// Recipients, subjects and dates, without the contents.
    mails: Vec<Value>,
}

/// Download my data
///
/// A JSON file with everything Earshot stores about the caller. It does not include passwords or tokens, which are stored only as hashes.
#[utoipa::path(
    get, path = "/api/account/export", tag = "Account",
    responses((status = 200, body = AccountExport), (status = 401, body = ErrorBody))
)]
pub async fn export_account(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<Response> {
    let exported = export(&app.db, &app.clock, caller.user_id).await?;
    let document = exported.ok_or_else(ApiError::not_found)?;
    let named = "attachment; filename=\"earshot-my-data.json\"";
    let headers = [
        (header::CONTENT_DISPOSITION, named),
        (header::CONTENT_TYPE, "application/json"),
    ];
    Ok((headers, serde_json::to_vec_pretty(&document)?).into_response())
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct DeleteAccountRequest {
    /// The account's own address, typed by its owner.
    confirm: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DeleteAccountResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
}

/// Delete my account and data
///
/// Deletes the caller's data everywhere and ends all sessions right away. This cannot be undone.
#[utoipa::path(
    delete, path = "/api/account", tag = "Account", request_body = DeleteAccountRequest,
    responses(
        (status = 200, body = DeleteAccountResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody)
    )
)]
pub async fn delete_account(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(request): Json<DeleteAccountRequest>,
) -> ApiResult<axum::Json<DeleteAccountResponse>> {
    if request.confirm.trim().to_lowercase() != caller.email {
        return Err(ApiError::new(
            StatusCode::BAD_REQUEST,
            "Please type your own email address to confirm.",
        ));
    }
    super::delete_account(&app, caller.user_id).await?;
    Ok(axum::Json(DeleteAccountResponse { success: true }))
}
