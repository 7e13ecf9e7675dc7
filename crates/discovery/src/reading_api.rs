//! The endpoints for what is new since the last visit, and for marking posts as read.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::api::POSTS;
use super::store;
use super::visits::{self, UnreadPosts};
use finds::{MarkReadResponse, ReadTarget};
use identity::SignedIn;
use platform::api_error::{ApiResult, ErrorBody};
use platform::app::App;
use platform::db::json_time;
use platform::request::{Json, NoBody};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnreadPostsResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// How many open and saved posts are new and unread.
    unread: i64,
    /// When the last visit ended; null during the first.
    new_since: Option<String>,
    /// Always null; failed calls have a text here.
    #[schema(value_type = Option<String>)]
    error: (),
}

/// Which posts were read.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MarkPostsReadRequest {
    post_ids: Vec<Uuid>,
    all: bool,
    /// With `all`, only those found until then: the `asOf` of the list that is shown.
    as_of: Option<DateTime<Utc>>,
}

/// Count new posts
///
/// This call does not start a visit.
#[utoipa::path(
    get, path = "/api/reddit-posts/unread", tag = "Posts",
    responses((status = 200, body = UnreadPostsResponse), (status = 401, body = ErrorBody))
)]
pub async fn show_unread_posts(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<UnreadPostsResponse>> {
    let unread = visits::unread(&app.db, caller.user_id).await?;
    Ok(unread_response(unread))
}

/// Record a visit
///
/// After half an hour without this call, the next one starts a new visit. Posts found before the last visit ended are then no longer new.
#[utoipa::path(
    post, path = "/api/reddit-posts/visit", tag = "Posts",
    responses((status = 200, body = UnreadPostsResponse), (status = 401, body = ErrorBody))
)]
pub async fn visit_posts(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    _: NoBody,
) -> ApiResult<axum::Json<UnreadPostsResponse>> {
    let unread = visits::visit(&app.db, &app.clock, caller.user_id).await?;
    Ok(unread_response(unread))
}

/// Mark posts as read
///
/// Pass some ids, or `all`, which also marks them as no longer new.
#[utoipa::path(
    post, path = "/api/reddit-posts/mark-read", tag = "Posts", request_body = MarkPostsReadRequest,
    responses(
        (status = 200, body = MarkReadResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "None of them belongs to the caller.")
    )
)]
pub async fn mark_posts_read(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(request): Json<MarkPostsReadRequest>,
) -> ApiResult<axum::Json<MarkReadResponse>> {
    let target = ReadTarget::parse(&request.post_ids, (request.all, request.as_of), "postIds")?;
    let mut tx = app.db.begin().await?;
    let marked = POSTS
        .mark(&mut tx, &app.clock, caller.user_id, target)
        .await?;
    if let ReadTarget::All { found_until } = target {
        let now = app.clock.now();
        store::end_new(&mut tx, caller.user_id, found_until.unwrap_or(now), now).await?;
    }
    tx.commit().await?;
    Ok(axum::Json(MarkReadResponse::of(marked)))
}

fn unread_response(
    UnreadPosts { unread, new_since }: UnreadPosts,
) -> axum::Json<UnreadPostsResponse> {
    axum::Json(UnreadPostsResponse {
        success: true,
        unread,
        new_since: new_since.map(json_time),
        error: (),
    })
}
