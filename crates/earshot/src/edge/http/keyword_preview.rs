//! What a keyword would find in what is stored for somebody. Posts and mentions lie in two rooms and
//! the keyword in a third, so no room answers this alone.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use discovery::{KeywordReading, KeywordSearch, PreviewPost};
use identity::SignedIn;
use keywords::Keyword;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::Query;

#[derive(Debug, Deserialize, IntoParams)]
pub struct KeywordPreviewQuery {
    /// As it would be saved.
    keyword: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct KeywordPreviewResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    preview: KeywordPreview,
}

/// What the keyword would find.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeywordPreview {
    /// How many of the stored posts.
    posts: usize,
    /// How many of the stored mentions.
    mentions: usize,
    /// The best posts, at most three.
    examples: Vec<KeywordExample>,
    /// How many stored posts were checked.
    of: usize,
    reading: KeywordReading,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct KeywordExample {
    id: Uuid,
    title: String,
    #[schema(example = "freelance")]
    subreddit: String,
}

impl From<PreviewPost> for KeywordExample {
    fn from(example: PreviewPost) -> Self {
        Self {
            id: example.id,
            title: example.title,
            subreddit: example.subreddit,
        }
    }
}

/// Preview what a keyword would find
///
/// Looks for the keyword in the caller's stored posts and mentions that are not rejected, in the same way discovery does. Nothing is saved.
#[utoipa::path(
    get, path = "/api/keywords/preview", tag = "Keywords", params(KeywordPreviewQuery),
    responses(
        (status = 200, body = KeywordPreviewResponse),
        (status = 400, body = ErrorBody, description = "Empty, too long, or nothing to look for."),
        (status = 401, body = ErrorBody)
    )
)]
pub async fn preview_keyword(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(tried): Query<KeywordPreviewQuery>,
) -> ApiResult<axum::Json<KeywordPreviewResponse>> {
    let keyword = Keyword::parse(&tried.keyword);
    let keyword = keyword.map_err(|wrong| ApiError::bad_request(wrong.to_string()))?;
    let search = KeywordSearch::new(keyword.as_str());
    let found = discovery::preview(&app.db, caller.user_id, &search).await?;
    let mentions = mentions::count_holding(&app.db, caller.user_id, &search).await?;
    Ok(axum::Json(KeywordPreviewResponse {
        success: true,
        preview: KeywordPreview {
            posts: found.posts,
            mentions,
            examples: found.examples.into_iter().map(Into::into).collect(),
            of: found.of,
            reading: search.reading().clone(),
        },
    }))
}
