//! Discovery and its posts on the wire.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use uuid::Uuid;

use super::asking::{self, NotDiscovered};
use super::filtering;
use super::listing::{self, Asked, Filters};
use super::store::{self, Rows, Which};
use super::wire::{CHANGED, DiscoveredPosts, PostChanged, PostList, Rejection, WantedPosts};
use identity::SignedIn;
use keywords::Keyword;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::csv;
use platform::db::json_time;
use platform::rejection;
use platform::request::{Json, Path, Query};

/// Find new posts
///
/// Answers when the discovery is done; asking again meanwhile joins it. How far it is arrives live
/// on the channel `progress_{userId}`, and from /api/jobs/current.
#[utoipa::path(
    post, path = "/api/reddit-discovery", tag = "Posts", request_body = WantedPosts,
    responses(
        (status = 200, body = DiscoveredPosts),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 402, body = ErrorBody, description = "There is no active subscription."),
        (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody, description = "Nobody who knows posts answers.")
    )
)]
pub async fn discover_posts(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(wanted): Json<WantedPosts>,
) -> ApiResult<axum::Json<DiscoveredPosts>> {
    let order = listing::order(wanted.sort_by.as_deref());
    let order = order.map_err(|bad| ApiError::bad_request(bad.to_string()))?;
    let typed = wanted.query.filter(|query| !query.trim().is_empty());
    let query = typed.map(|query| Keyword::parse(&query)).transpose();
    let query = query.map_err(|no| ApiError::bad_request(no.to_string()))?;
    let found = asking::discover(&app, caller.user_id, order, query).await;
    let found = found.map_err(refusal)?;
    let which = Which {
        rows: Rows::Both,
        found_by: Some(found.job_id),
        ..Which::all_of(caller.user_id)
    };
    let posts = store::page(&app.db, &which, order, (MOST_ANSWERED, 0)).await?;
    Ok(axum::Json(DiscoveredPosts {
        success: true,
        posts: posts.into_raw()?,
        new_posts_count: found.new_posts,
        failures: found.failures,
        error: (),
    }))
}

const MOST_ANSWERED: i64 = 200;

fn refusal(refused: NotDiscovered) -> ApiError {
    let text = refused.to_string();
    match refused {
        NotDiscovered::NoSubscription => ApiError::new(StatusCode::PAYMENT_REQUIRED, text),
        NotDiscovered::NoKeywords => ApiError::bad_request(text),
        NotDiscovered::Unheard => ApiError::unavailable(text),
        NotDiscovered::TooMany(empty) => {
            ApiError::new(StatusCode::TOO_MANY_REQUESTS, text).retry_after(empty.wait_s)
        }
        NotDiscovered::Failed => ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, text),
        NotDiscovered::Unforeseen(error) => error.into(),
    }
}

/// The posts that were found
#[utoipa::path(
    get, path = "/api/reddit-posts", tag = "Posts", params(Filters),
    responses(
        (status = 200, body = PostList),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody)
    )
)]
pub async fn list_posts(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(filters): Query<Filters>,
) -> ApiResult<axum::Json<PostList>> {
    let asked = read(&app, &filters, caller.user_id)?;
    filtering::bring_up_to_date(&app.db, caller.user_id).await?;
    let Asked {
        which,
        order,
        limit,
        offset,
    } = asked;
    let as_of = which.saved_until.unwrap_or_else(|| app.clock.now());
    let (total, posts, waiting) = tokio::try_join!(
        store::count(&app.db, &which),
        store::page(&app.db, &which, order, (limit, offset)),
        store::count_waiting(&app.db, caller.user_id),
    )?;
    let seen = offset + i64::try_from(posts.count).unwrap_or(0);
    Ok(axum::Json(PostList {
        success: true,
        posts: posts.into_raw()?,
        total,
        has_more: seen < total,
        offset,
        limit,
        waiting,
        as_of: json_time(as_of),
        error: (),
    }))
}

/// The posts as a table
///
/// All pages at once, for spreadsheets. Cells that would be taken for formulas are marked as text.
#[utoipa::path(
    get, path = "/api/reddit-posts.csv", tag = "Posts", params(Filters),
    responses(
        (status = 200, content_type = "text/csv", body = String),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody)
    )
)]
pub async fn export_posts(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(filters): Query<Filters>,
) -> ApiResult<Response> {
    let asked = read(&app, &filters, caller.user_id)?;
    filtering::bring_up_to_date(&app.db, caller.user_id).await?;
    let page = |part| store::page(&app.db, &asked.which, asked.order, part);
    let table = csv::table(&COLUMNS, page).await?;
    Ok(csv::download("earshot-posts.csv", table))
}

const COLUMNS: [csv::Column; 14] = [
    ("title", "/title"),
    ("subreddit", "/subreddit"),
    ("author", "/author"),
    ("created_at", "/created_at"),
    ("score", "/score"),
    ("comments", "/comments"),
    ("google_ranking", "/google_ranking"),
    ("keywords_matched", "/keywords_matched"),
    ("relevance_score", "/relevance_score"),
    ("relevance_reason", "/relevance_reason"),
    ("rejected", "/rejected"),
    ("rejected_reason", "/rejected_reason"),
    ("permalink", "/permalink"),
    ("content", "/content"),
];

/// Send a post away
///
/// What resembles it gets a lower score in later discoveries.
#[utoipa::path(
    post, path = "/api/reddit-posts/{id}/reject", tag = "Posts", request_body = Rejection,
    params(("id" = Uuid, Path, description = "The post's id.")),
    responses(
        (status = 200, body = PostChanged),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn reject_post(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
    Json(rejection): Json<Rejection>,
) -> ApiResult<axum::Json<PostChanged>> {
    let reason = rejection::reason(&rejection.reason, "post")?;
    let mut tx = app.db.begin().await?;
    let is_theirs = super::reject(&mut tx, &app.clock, caller.user_id, id, reason).await?;
    tx.commit().await?;
    is_theirs
        .then_some(axum::Json(CHANGED))
        .ok_or_else(no_such_post)
}

/// Take a rejected post back
#[utoipa::path(
    post, path = "/api/reddit-posts/{id}/restore", tag = "Posts",
    params(("id" = Uuid, Path, description = "The post's id.")),
    responses(
        (status = 200, body = PostChanged),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn restore_post(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<axum::Json<PostChanged>> {
    let mut tx = app.db.begin().await?;
    let is_theirs = super::restore(&mut tx, &app.clock, caller.user_id, id).await?;
    tx.commit().await?;
    is_theirs
        .then_some(axum::Json(CHANGED))
        .ok_or_else(no_such_post)
}

fn read(app: &App, filters: &Filters, user_id: Uuid) -> ApiResult<Asked> {
    let asked = filters.read(user_id, app.clock.now());
    asked.map_err(|bad| ApiError::bad_request(bad.to_string()))
}

fn no_such_post() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "There is no such post.")
}
