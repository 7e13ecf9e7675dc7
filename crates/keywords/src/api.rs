//! The HTTP API of keywords.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{AddKeyword, Keyword, KeywordState, Removal, suggestions};
use identity::SignedIn;
use onboarding::ProposedKeyword;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::{Json, Query};

#[derive(Debug, Serialize, ToSchema)]
pub struct TrackedKeyword {
    #[schema(example = "late payments")]
    keyword: String,
    /// True if the plan does not allow it: it is kept but not searched. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    paused: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct KeywordListResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Oldest first.
    keywords: Vec<TrackedKeyword>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AddKeywordResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    keyword: TrackedKeyword,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct RemoveKeywordResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// The paused keyword that resumed in its place. Absent if no keyword resumed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, example = "payment reminders")]
    woken: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddKeywordRequest {
    #[schema(example = "late payments")]
    keyword: String,
    /// To undo a removal: it was paused before, and may be paused again if the plan allows no more.
    #[serde(default)]
    was_paused: bool,
    /// To undo a removal: the keyword that resumed because of it, which is paused again if needed.
    woken: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
pub struct RemoveKeywordQuery {
    /// Compared case-insensitively.
    keyword: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct KeywordSuggestionsResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Best first.
    suggestions: Vec<ProposedKeyword>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct DismissSuggestionResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
}

/// List the tracked keywords
#[utoipa::path(
    get, path = "/api/keywords", tag = "Keywords",
    responses((status = 200, body = KeywordListResponse), (status = 401, body = ErrorBody))
)]
pub async fn list_keywords(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<KeywordListResponse>> {
    let keywords = super::of(&app.db, caller.user_id).await?;
    let keywords = keywords.into_iter().map(|keyword| TrackedKeyword {
        keyword: keyword.keyword,
        paused: keyword.paused,
    });
    Ok(axum::Json(KeywordListResponse {
        success: true,
        keywords: keywords.collect(),
    }))
}

/// Track a keyword, or resume a paused one
#[utoipa::path(
    post, path = "/api/keywords", tag = "Keywords", request_body = AddKeywordRequest,
    responses(
        (status = 200, body = AddKeywordResponse),
        (status = 400, body = ErrorBody, description = "Empty, too long, or nothing to look for."),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "The plan's keyword limit is reached."),
        (status = 409, body = ErrorBody, description = "The keyword is already in the list, or there is no company yet.")
    )
)]
pub async fn add_keyword(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(request): Json<AddKeywordRequest>,
) -> ApiResult<axum::Json<AddKeywordResponse>> {
    let keyword = parse_keyword(&request.keyword)?;
    let removal = Removal {
        was_paused: request.was_paused,
        woken: request.woken.as_deref().map(parse_stored).transpose()?,
    };
    let mut tx = app.db.begin().await?;
    let added = super::restore(&mut tx, &app.clock, caller.user_id, &keyword, &removal).await;
    let state = added.map_err(into_api_error)?;
    tx.commit().await?;
    Ok(axum::Json(AddKeywordResponse {
        success: true,
        keyword: TrackedKeyword {
            keyword: keyword.as_str().to_owned(),
            paused: state == KeywordState::Paused,
        },
    }))
}

/// Stop tracking a keyword
#[utoipa::path(
    delete, path = "/api/keywords", tag = "Keywords", params(RemoveKeywordQuery),
    responses(
        (status = 200, body = RemoveKeywordResponse),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "The keyword is not in the list.")
    )
)]
pub async fn remove_keyword(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(query): Query<RemoveKeywordQuery>,
) -> ApiResult<axum::Json<RemoveKeywordResponse>> {
    let keyword = parse_stored(&query.keyword)?;
    let mut tx = app.db.begin().await?;
    let removed = super::remove(&mut tx, &app.clock, caller.user_id, &keyword).await?;
    let removed = removed
        .ok_or_else(|| ApiError::new(StatusCode::NOT_FOUND, "This keyword is not in your list."))?;
    tx.commit().await?;
    Ok(axum::Json(RemoveKeywordResponse {
        success: true,
        woken: removed.woken,
    }))
}

/// List suggested keywords
///
/// Keywords from the last website analysis, without those that are tracked, were tracked before or were dismissed.
#[utoipa::path(
    get, path = "/api/keywords/suggestions", tag = "Keywords",
    responses((status = 200, body = KeywordSuggestionsResponse), (status = 401, body = ErrorBody))
)]
pub async fn list_suggestions(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<KeywordSuggestionsResponse>> {
    let suggestions = suggestions::open_suggestions(&app.db, caller.user_id).await?;
    Ok(axum::Json(KeywordSuggestionsResponse {
        success: true,
        suggestions,
    }))
}

/// Dismiss a suggested keyword
///
/// It is not suggested again, not even by later analyses.
#[utoipa::path(
    delete, path = "/api/keywords/suggestions", tag = "Keywords", params(RemoveKeywordQuery),
    responses(
        (status = 200, body = DismissSuggestionResponse),
        (status = 400, body = ErrorBody, description = "Empty, or too long."),
        (status = 401, body = ErrorBody)
    )
)]
pub async fn dismiss_suggestion(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(query): Query<RemoveKeywordQuery>,
) -> ApiResult<axum::Json<DismissSuggestionResponse>> {
    let keyword = parse_stored(&query.keyword)?;
    let mut tx = app.db.begin().await?;
    suggestions::dismiss(&mut tx, &app.clock, caller.user_id, &keyword).await?;
    tx.commit().await?;
    Ok(axum::Json(DismissSuggestionResponse { success: true }))
}

fn parse_keyword(raw: &str) -> ApiResult<Keyword> {
    Keyword::parse(raw).map_err(|wrong| ApiError::bad_request(wrong.to_string()))
}

fn parse_stored(raw: &str) -> ApiResult<Keyword> {
    Keyword::parse_stored(raw).map_err(|wrong| ApiError::bad_request(wrong.to_string()))
}

fn into_api_error(refused: AddKeyword) -> ApiError {
    let text = refused.to_string();
    match refused {
        AddKeyword::LimitReached(_) => {
            ApiError::new(StatusCode::FORBIDDEN, text).headline("Keyword Limit Reached")
        }
        AddKeyword::Duplicate => {
            ApiError::new(StatusCode::CONFLICT, text).headline("Duplicate Keyword")
        }
        AddKeyword::NoCompany => {
            ApiError::new(StatusCode::CONFLICT, text).headline("Website Analysis Required")
        }
        AddKeyword::Unforeseen(error) => error.into(),
    }
}
