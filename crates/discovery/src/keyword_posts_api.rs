//! The endpoint behind the keywords step of onboarding.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::keyword_posts::{self, KeywordFindings, MOST_KEYWORDS};
use finds::SearchError;
use identity::SignedIn;
use keywords::Keyword;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::Json;

#[derive(Debug, Deserialize, ToSchema)]
pub struct KeywordPostsRequest {
    /// One to ten, as they would be saved.
    keywords: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct KeywordPostsResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    found: KeywordFindings,
}

/// Preview the posts that keywords would find
///
/// Searches the last 30 days for the caller's company and returns the best three posts. Needs no
/// subscription; nothing is saved.
#[utoipa::path(
    post, path = "/api/keywords/found-posts", tag = "Keywords", request_body = KeywordPostsRequest,
    responses(
        (status = 200, body = KeywordPostsResponse),
        (status = 400, body = ErrorBody, description = "No keyword, too many, or one that is too long."),
        (status = 401, body = ErrorBody),
        (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody, description = "Reddit is unavailable.")
    )
)]
pub async fn find_keyword_posts(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(request): Json<KeywordPostsRequest>,
) -> ApiResult<axum::Json<KeywordPostsResponse>> {
    let keywords = parsed(&request.keywords)?;
    let found = keyword_posts::find(&app, caller.user_id, &keywords).await;
    Ok(axum::Json(KeywordPostsResponse {
        success: true,
        found: found.map_err(SearchError::into_api_error)?,
    }))
}

fn parsed(typed: &[String]) -> ApiResult<Vec<Keyword>> {
    if typed.is_empty() || typed.len() > MOST_KEYWORDS {
        let text = format!("Send between 1 and {MOST_KEYWORDS} keywords.");
        return Err(ApiError::bad_request(text));
    }
    let parse = |raw: &String| {
        Keyword::parse(raw).map_err(|invalid| ApiError::bad_request(invalid.to_string()))
    };
    typed.iter().map(parse).collect()
}
