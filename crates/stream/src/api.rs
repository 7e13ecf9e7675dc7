//! How far behind the listener is, and where a company is listened for, for Settings.

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use identity::SignedIn;
use listening::{Listening, SourceName};
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::Json;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StreamStatusResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Whether new posts on Reddit are read as they are written.
    is_listening: bool,
    /// By how many seconds reading is behind writing. Absent while nothing is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, example = 12)]
    behind_seconds: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourcesResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// The sources beside Reddit that this server can listen to; empty where it has none.
    sources: Vec<SourceState>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceState {
    source: SourceName,
    /// As people write it.
    #[schema(example = "Hacker News")]
    name: &'static str,
    /// Whether your company is listened for there.
    enabled: bool,
    /// By how many seconds reading is behind writing. Absent while nothing is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, example = 12)]
    behind_seconds: Option<i64>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceChoice {
    source: SourceName,
    enabled: bool,
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
    let behind = super::behind(&app.db, &app.clock, SourceName::Reddit).await?;
    Ok(axum::Json(StreamStatusResponse {
        success: true,
        is_listening: behind.is_some(),
        behind_seconds: behind.map(|behind| behind.num_seconds()),
    }))
}

/// List the sources beside Reddit
#[utoipa::path(
    get, path = "/api/sources", tag = "Listening",
    responses((status = 200, body = SourcesResponse), (status = 401, body = ErrorBody))
)]
pub async fn list_sources(
    State(app): State<App>,
    Extension(listening): Extension<Listening>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<SourcesResponse>> {
    sources_of(&app, &listening, caller.user_id).await
}

/// Switch a source on or off
///
/// From then on, new posts there are read for your keywords and brand terms.
#[utoipa::path(
    post, path = "/api/sources", tag = "Listening", request_body = SourceChoice,
    responses(
        (status = 200, body = SourcesResponse),
        (status = 401, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "This server does not listen there.")
    )
)]
pub async fn choose_source(
    State(app): State<App>,
    Extension(listening): Extension<Listening>,
    SignedIn(caller): SignedIn,
    Json(choice): Json<SourceChoice>,
) -> ApiResult<axum::Json<SourcesResponse>> {
    let SourceChoice { source, enabled } = choice;
    if !listening.choosable_sources().contains(&source) {
        let message = format!("This server does not listen to {}.", source.title());
        return Err(ApiError::new(StatusCode::CONFLICT, message));
    }
    let mut tx = app.db.begin().await?;
    let chosen = (caller.user_id, source);
    listening::choose_source(&mut tx, &app.clock, chosen, enabled).await?;
    keywords::terms_changed(&mut tx, caller.user_id, app.clock.now()).await?;
    tx.commit().await?;
    sources_of(&app, &listening, caller.user_id).await
}

async fn sources_of(
    app: &App,
    listening: &Listening,
    user_id: Uuid,
) -> ApiResult<axum::Json<SourcesResponse>> {
    let enabled = listening.sources_of(&app.db, user_id).await?;
    let mut sources = Vec::new();
    for source in listening.choosable_sources() {
        let behind = super::behind(&app.db, &app.clock, source).await?;
        sources.push(SourceState {
            source,
            name: source.title(),
            enabled: enabled.contains(&source),
            behind_seconds: behind.map(|behind| behind.num_seconds()),
        });
    }
    Ok(axum::Json(SourcesResponse {
        success: true,
        sources,
    }))
}
