//! The endpoint for earlier answers.

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::earlier_answers;
use identity::SignedIn;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::Path;

#[derive(Debug, Serialize, ToSchema)]
pub struct EarlierAnswersResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Newest first, at most three.
    answers: Vec<GivenAnswer>,
    /// Always null; failed calls have a text here.
    #[schema(value_type = Option<String>)]
    error: (),
}

/// A post or mention the user has already answered.
#[derive(Debug, Serialize, ToSchema)]
pub struct GivenAnswer {
    at: DateTime<Utc>,
    /// answered or won.
    state: String,
    title: String,
    subreddit: String,
    same_thread: bool,
    same_author: bool,
}

/// List earlier answers in the same thread or to the same author
#[utoipa::path(
    get, path = "/api/earlier-answers/{id}", tag = "Comments",
    params(("id" = Uuid, Path, description = "The id of a post or mention.")),
    responses(
        (status = 200, body = EarlierAnswersResponse),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn list_earlier_answers(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<axum::Json<EarlierAnswersResponse>> {
    let found = earlier_answers::find(&app.db, caller.user_id, id).await?;
    let found = found.ok_or_else(|| {
        ApiError::new(
            StatusCode::NOT_FOUND,
            "This post or mention does not exist.",
        )
    })?;
    let answers = found.into_iter().map(|it| GivenAnswer {
        at: it.at,
        state: it.state,
        title: it.title,
        subreddit: it.subreddit,
        same_thread: it.is_same_thread,
        same_author: it.is_same_author,
    });
    Ok(axum::Json(EarlierAnswersResponse {
        success: true,
        answers: answers.collect(),
        error: (),
    }))
}
