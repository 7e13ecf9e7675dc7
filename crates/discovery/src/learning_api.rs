//! The endpoints for what rejections leave out, for feedback, and for suggested searches.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::api::POSTS;
use super::store::{self, LeftOutRow, SearchSuggestion};
use super::{left_out, suggestions};
use finds::{ChangeResponse, FeedbackRequest, FeedbackResponse};
use identity::SignedIn;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::{Json, Path, Query};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeftOutPost {
    id: Uuid,
    title: String,
    subreddit: String,
    permalink: String,
    /// The score without the rejection.
    relevance_score: i64,
    /// The rejected post it resembles; null once that is deleted or restored.
    because: Option<LeftOutBecause>,
    left_out_at: DateTime<Utc>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeftOutBecause {
    post_id: Uuid,
    title: String,
    reason: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct LeftOutResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Newest first, at most 100.
    posts: Vec<LeftOutPost>,
    total: i64,
    /// Always null; failed calls have a text here.
    #[schema(value_type = Option<String>)]
    error: (),
}

const MOST_LISTED: i64 = 100;

/// List the posts left out because of rejections
#[utoipa::path(
    get, path = "/api/left-out", tag = "Posts",
    responses((status = 200, body = LeftOutResponse), (status = 401, body = ErrorBody))
)]
pub async fn list_left_out(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<LeftOutResponse>> {
    let rows = store::left_out(&app.db, caller.user_id, MOST_LISTED).await?;
    Ok(axum::Json(LeftOutResponse {
        success: true,
        posts: rows.into_iter().map(LeftOutPost::from).collect(),
        total: store::count_left_out(&app.db, caller.user_id).await?,
        error: (),
    }))
}

impl From<LeftOutRow> for LeftOutPost {
    fn from(row: LeftOutRow) -> Self {
        let post = row.post.0;
        let because = row.because_id.map(|post_id| LeftOutBecause {
            post_id,
            title: row.because_title.unwrap_or_default(),
            reason: row.because_reason,
        });
        Self {
            id: row.id,
            title: post.title,
            subreddit: post.subreddit,
            permalink: post.permalink,
            relevance_score: row.relevance_score,
            because,
            left_out_at: row.left_out_at,
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct RestoreLeftOutRequest {
    /// At most 100.
    #[serde(default)]
    ids: Vec<Uuid>,
    /// Restore all of them, whatever `ids` says.
    #[serde(default)]
    all: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RestoreLeftOutResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    restored: usize,
    /// Always null; failed calls have a text here.
    #[schema(value_type = Option<String>)]
    error: (),
}

/// Restore left-out posts
///
/// They are never left out again.
#[utoipa::path(
    post, path = "/api/left-out/restore", tag = "Posts", request_body = RestoreLeftOutRequest,
    responses(
        (status = 200, body = RestoreLeftOutResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody)
    )
)]
pub async fn restore_left_out(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(request): Json<RestoreLeftOutRequest>,
) -> ApiResult<axum::Json<RestoreLeftOutResponse>> {
    if request.ids.len() > 100 {
        return Err(ApiError::bad_request(
            "You can send at most 100 posts at a time.",
        ));
    }
    let ids = (!request.all).then_some(request.ids.as_slice());
    let restored = left_out::restore(&app.db, &app.clock, caller.user_id, ids).await?;
    Ok(axum::Json(RestoreLeftOutResponse {
        success: true,
        restored,
        error: (),
    }))
}

/// Report a wrong match, or withdraw the report
#[utoipa::path(
    put, path = "/api/reddit-posts/{id}/feedback", tag = "Posts", request_body = FeedbackRequest,
    params(("id" = Uuid, Path, description = "The post's id.")),
    responses(
        (status = 200, body = FeedbackResponse),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn put_post_feedback(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
    Json(request): Json<FeedbackRequest>,
) -> ApiResult<axum::Json<FeedbackResponse>> {
    POSTS
        .feedback(&app, (caller.user_id, id), "match", &request)
        .await
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedSearch {
    /// keyword, problem, competitor or community.
    #[schema(example = "competitor")]
    kind: String,
    value: String,
    /// How many leads of the last discovery match it.
    would_have_found: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SearchSuggestionsResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Best first, at most 8.
    suggestions: Vec<SuggestedSearch>,
    /// Always null; failed calls have a text here.
    #[schema(value_type = Option<String>)]
    error: (),
}

/// List suggested searches that would have found leads
#[utoipa::path(
    get, path = "/api/searches/suggestions", tag = "Posts",
    responses((status = 200, body = SearchSuggestionsResponse), (status = 401, body = ErrorBody))
)]
pub async fn list_search_suggestions(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<SearchSuggestionsResponse>> {
    let all = suggestions::untracked(&app.db, caller.user_id).await?;
    let shown = |it: SearchSuggestion| SuggestedSearch {
        kind: it.kind,
        value: it.value,
        would_have_found: it.would_have_found,
    };
    Ok(axum::Json(SearchSuggestionsResponse {
        success: true,
        suggestions: all.into_iter().map(shown).collect(),
        error: (),
    }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DismissSuggestionParams {
    kind: String,
    value: String,
}

/// Dismiss a suggestion
#[utoipa::path(
    delete, path = "/api/searches/suggestions", tag = "Posts", params(DismissSuggestionParams),
    responses(
        (status = 200, body = ChangeResponse),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn dismiss_search_suggestion(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(given): Query<DismissSuggestionParams>,
) -> ApiResult<axum::Json<ChangeResponse>> {
    let named = (given.kind.as_str(), &*given.value.to_lowercase());
    if !store::dismiss(&app.db, caller.user_id, named, app.clock.now()).await? {
        let text = "This suggestion does not exist.";
        return Err(ApiError::new(axum::http::StatusCode::NOT_FOUND, text));
    }
    Ok(axum::Json(ChangeResponse::SUCCESS))
}
