//! The keywords on the wire.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{AddKeyword, Before, Keyword, Place};
use identity::SignedIn;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::{Json, Query};

#[derive(Debug, Serialize, ToSchema)]
pub struct TrackedKeyword {
    #[schema(example = "late payments")]
    keyword: String,
    /// The plan has no room for it: it is kept, and nothing listens for it. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    paused: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct KeywordList {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Oldest first.
    keywords: Vec<TrackedKeyword>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct KeywordAdded {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    keyword: TrackedKeyword,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct KeywordRemoved {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// The keyword that rested and has the free place now. Absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, example = "payment reminders")]
    woken: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewKeyword {
    #[schema(example = "late payments")]
    keyword: String,
    /// To take a removal back: it rested before, and may rest again if the plan has no room.
    #[serde(default)]
    was_paused: bool,
    /// To take a removal back: the keyword that it woke, which rests again if the plan has no room.
    woken: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
pub struct WhichKeyword {
    /// Compared without regard to case.
    keyword: String,
}

/// The keywords Earshot listens for
#[utoipa::path(
    get, path = "/api/keywords", tag = "Keywords",
    responses((status = 200, body = KeywordList), (status = 401, body = ErrorBody))
)]
pub async fn list_keywords(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<KeywordList>> {
    let keywords = super::of(&app.db, caller.user_id).await?;
    let keywords = keywords.into_iter().map(|tracked| TrackedKeyword {
        keyword: tracked.keyword,
        paused: tracked.paused,
    });
    Ok(axum::Json(KeywordList {
        success: true,
        keywords: keywords.collect(),
    }))
}

/// Listen for a keyword, also for one that rests
#[utoipa::path(
    post, path = "/api/keywords", tag = "Keywords", request_body = NewKeyword,
    responses(
        (status = 200, body = KeywordAdded),
        (status = 400, body = ErrorBody, description = "Empty, or too long."),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "The plan allows no more."),
        (status = 409, body = ErrorBody, description = "It is in the list, or there is no company yet.")
    )
)]
pub async fn add_keyword(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(wanted): Json<NewKeyword>,
) -> ApiResult<axum::Json<KeywordAdded>> {
    let keyword = parsed(&wanted.keyword)?;
    let before = Before {
        was_paused: wanted.was_paused,
        woken: wanted.woken.as_deref().map(parsed).transpose()?,
    };
    let mut tx = app.db.begin().await?;
    let added = super::put_back(&mut tx, &app.clock, caller.user_id, &keyword, &before).await;
    let place = added.map_err(refusal)?;
    tx.commit().await?;
    Ok(axum::Json(KeywordAdded {
        success: true,
        keyword: TrackedKeyword {
            keyword: keyword.as_str().to_owned(),
            paused: place == Place::Paused,
        },
    }))
}

/// Stop listening for a keyword
#[utoipa::path(
    delete, path = "/api/keywords", tag = "Keywords", params(WhichKeyword),
    responses(
        (status = 200, body = KeywordRemoved),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "It is not in the list.")
    )
)]
pub async fn remove_keyword(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(which): Query<WhichKeyword>,
) -> ApiResult<axum::Json<KeywordRemoved>> {
    let keyword = parsed(&which.keyword)?;
    let mut tx = app.db.begin().await?;
    let removed = super::remove(&mut tx, &app.clock, caller.user_id, &keyword).await?;
    let removed = removed
        .ok_or_else(|| ApiError::new(StatusCode::NOT_FOUND, "This keyword is not in your list."))?;
    tx.commit().await?;
    Ok(axum::Json(KeywordRemoved {
        success: true,
        woken: removed.woken,
    }))
}

fn parsed(raw: &str) -> ApiResult<Keyword> {
    Keyword::parse(raw).map_err(|wrong| ApiError::bad_request(wrong.to_string()))
}

fn refusal(refused: AddKeyword) -> ApiError {
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
