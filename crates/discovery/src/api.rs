//! The endpoints for discovery and its posts.

use axum::extract::State;
use axum::response::Response;
use uuid::Uuid;

use super::allowance;
use super::api_types::{
    DiscoveredPosts, DiscoveryRequest, DiscoveryStopped, PostListResponse, PostStateResponse,
};
use super::list_filters::{self, PostFilters};
use super::search_start;
use super::store::{self, FilterablePost, PostCounts, PostQuery, REDDIT_POSTS};
use finds::{
    ChangeResponse, FoundRows, PageParams, RejectionRequest, SearchError, StateRequest,
    StateSelection, StatesRequest, StatesResponse, refresh_filters,
};
use identity::SignedIn;
use keywords::Keyword;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::csv;
use platform::db::json_time;
use platform::request::{Json, NoBody, Path, Query};

/// Find new posts
///
/// Responds when the discovery is done. A second request in the meantime joins the first. Progress is sent live on the channel `progress_{userId}` and is also available from /api/jobs/current.
#[utoipa::path(
    post, path = "/api/reddit-discovery", tag = "Posts", request_body = DiscoveryRequest,
    responses(
        (status = 200, body = DiscoveredPosts),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 402, body = ErrorBody, description = "There is no active subscription."),
        (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody, description = "Reddit is unavailable.")
    )
)]
pub async fn discover_posts(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(request): Json<DiscoveryRequest>,
) -> ApiResult<axum::Json<DiscoveredPosts>> {
    let order = list_filters::order(request.sort_by.as_deref())?;
    let typed = request.query.filter(|query| !query.trim().is_empty());
    let query = typed.map(|query| Keyword::parse(&query)).transpose();
    let query = query.map_err(|no| ApiError::bad_request(no.to_string()))?;
    let found = search_start::discover(&app, caller.user_id, order, query, request.alone).await;
    let found = found.map_err(SearchError::into_api_error)?;
    let query = PostQuery {
        states: StateSelection::All,
        found_by: Some(found.job_id),
        ..PostQuery::all_of(caller.user_id)
    };
    let posts = store::page(&app.db, &query, order, (MOST_ANSWERED, 0)).await?;
    Ok(axum::Json(DiscoveredPosts {
        success: true,
        posts: posts.into_raw()?,
        new_posts_count: found.new_posts,
        left_out: store::left_out_by(&app.db, caller.user_id, found.job_id).await?,
        failures: found.failures,
        searches: found.report.searches,
        posts_read: found.report.posts_read,
        error: (),
    }))
}

const MOST_ANSWERED: i64 = 200;

/// Stop the running discovery
///
/// Posts found so far are ranked and kept, and waiting requests receive them.
#[utoipa::path(
    delete, path = "/api/reddit-discovery", tag = "Posts",
    responses((status = 200, body = DiscoveryStopped), (status = 401, body = ErrorBody))
)]
pub async fn stop_discovery(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    _: NoBody,
) -> ApiResult<axum::Json<DiscoveryStopped>> {
    search_start::stop(&app, caller.user_id).await?;
    Ok(axum::Json(DiscoveryStopped { success: true }))
}

/// List the posts
#[utoipa::path(
    get, path = "/api/reddit-posts", tag = "Posts", params(PostFilters, PageParams),
    responses(
        (status = 200, body = PostListResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody)
    )
)]
pub async fn list_posts(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(filters): Query<PostFilters>,
    Query(page): Query<PageParams>,
) -> ApiResult<axum::Json<PostListResponse>> {
    let page = page.parse()?;
    // Before the rows are read, so that what is saved meanwhile counts as later.
    let now = app.clock.now();
    let (query, order) = filters.parse(caller.user_id, now, page.as_of)?;
    refresh_filters::<FilterablePost>(&app.db, caller.user_id).await?;
    let (counts, posts, visit) = tokio::try_join!(
        store::counts(&app.db, &query),
        store::page(&app.db, &query, order, (page.limit, page.offset)),
        store::load_visit(&app.db, caller.user_id),
    )?;
    let PostCounts {
        states,
        names_you,
        unread,
        waiting,
    } = counts;
    let total = states.total(query.states);
    let allowance_resets_at = match waiting {
        0 => None,
        _ => allowance::resets_at(&app.db, &app.clock, caller.user_id).await?,
    };
    let has_more = page.has_more(posts.count, total);
    Ok(axum::Json(PostListResponse {
        success: true,
        posts: posts.into_raw()?,
        total,
        states,
        has_more,
        offset: page.offset,
        limit: page.limit,
        waiting,
        names_you,
        unread,
        new_since: visit.and_then(|visit| visit.new_since).map(json_time),
        allowance_resets_at: allowance_resets_at.map(json_time),
        as_of: json_time(page.as_of.unwrap_or(now)),
        error: (),
    }))
}

/// Export the posts as CSV
///
/// All pages at once, for spreadsheets. Cells that look like formulas are marked as text.
#[utoipa::path(
    get, path = "/api/reddit-posts.csv", tag = "Posts", params(PostFilters, PageParams),
    responses(
        (status = 200, content_type = "text/csv", body = String),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody)
    )
)]
pub async fn export_posts(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(filters): Query<PostFilters>,
    Query(page): Query<PageParams>,
) -> ApiResult<Response> {
    let as_of = page.parse()?.as_of;
    let (query, order) = filters.parse(caller.user_id, app.clock.now(), as_of)?;
    refresh_filters::<FilterablePost>(&app.db, caller.user_id).await?;
    let page = |part| store::page(&app.db, &query, order, part);
    let table = csv::table(&COLUMNS, page).await?;
    Ok(csv::download("earshot-posts.csv", table))
}

const COLUMNS: [csv::Column; 23] = [
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
    ("names_brand", "/names_brand"),
    ("feedback", "/feedback"),
    ("rejected", "/rejected"),
    ("rejected_reason", "/rejected_reason"),
    ("state", "/state"),
    ("state_at", "/state_at"),
    ("note", "/note"),
    ("answer_url", "/answer_url"),
    ("found_at", "/found_at"),
    ("is_read", "/is_read"),
    ("permalink", "/permalink"),
    ("content", "/content"),
    ("source", "/source"),
];

/// Reject a post
///
/// Similar posts score lower in later discoveries.
#[utoipa::path(
    post, path = "/api/reddit-posts/{id}/reject", tag = "Posts", request_body = RejectionRequest,
    params(("id" = Uuid, Path, description = "The post's id.")),
    responses(
        (status = 200, body = ChangeResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn reject_post(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
    Json(request): Json<RejectionRequest>,
) -> ApiResult<axum::Json<ChangeResponse>> {
    POSTS.reject(&app, caller.user_id, id, &request).await
}

/// Restore a rejected post
///
/// It returns to its previous state.
#[utoipa::path(
    post, path = "/api/reddit-posts/{id}/restore", tag = "Posts",
    params(("id" = Uuid, Path, description = "The post's id.")),
    responses(
        (status = 200, body = ChangeResponse),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn restore_post(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
    _: NoBody,
) -> ApiResult<axum::Json<ChangeResponse>> {
    POSTS.restore(&app, caller.user_id, id).await
}

/// Move a post to another state
///
/// Answered, won and rejected posts leave the default list. Posts similar to a rejected one score lower in later discoveries.
#[utoipa::path(
    patch, path = "/api/reddit-posts/{id}/state", tag = "Posts", request_body = StateRequest,
    params(("id" = Uuid, Path, description = "The post's id.")),
    responses(
        (status = 200, body = PostStateResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn change_post_state(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
    Json(request): Json<StateRequest>,
) -> ApiResult<axum::Json<PostStateResponse>> {
    let post = POSTS.change_state(&app, (caller.user_id, id), &request);
    Ok(axum::Json(PostStateResponse {
        success: true,
        post: post.await?,
        error: (),
    }))
}

/// Move several posts to other states
///
/// Changes all of them or none; rows that no longer exist are skipped. To undo, send the previous states.
#[utoipa::path(
    patch, path = "/api/reddit-posts/states", tag = "Posts", request_body = StatesRequest,
    responses(
        (status = 200, body = StatesResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "None of them belongs to the caller.")
    )
)]
pub async fn change_post_states(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(request): Json<StatesRequest>,
) -> ApiResult<axum::Json<StatesResponse>> {
    POSTS.change_states(&app, caller.user_id, &request).await
}

pub(super) const POSTS: FoundRows = FoundRows {
    rows: &REDDIT_POSTS,
    shown: store::SHOWN,
    noun: "post",
};
