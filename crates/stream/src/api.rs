//! How far behind the listener is, for Settings.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use identity::SignedIn;
use platform::api_error::{ApiResult, ErrorBody};
use platform::app::App;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StreamStatusResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Whether new posts are read as they are written.
    is_listening: bool,
    /// By how many seconds reading is behind writing. Absent while nothing is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, example = 12)]
    behind_seconds: Option<i64>,
}

/// Show how far behind listening is
#[utoipa::path(
    get, path = "/api/stream/status", tag = "Scanner",
    responses((status = 200, body = StreamStatusResponse), (status = 401, body = ErrorBody))
)]
pub async fn stream_status(
    State(app): State<App>,
    _caller: SignedIn,
) -> ApiResult<axum::Json<StreamStatusResponse>> {
    let behind = super::behind(&app.db, &app.clock).await?;
    Ok(axum::Json(StreamStatusResponse {
        success: true,
        is_listening: behind.is_some(),
        behind_seconds: behind.map(|behind| behind.num_seconds()),
    }))
}
