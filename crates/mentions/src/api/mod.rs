//! The endpoints for mentions.

pub mod terms;

use axum::extract::State;
use axum::response::Response;
use uuid::Uuid;

use super::api_types::{
    MarkReadRequest, MentionListResponse, MentionStateResponse, MentionStatsResponse,
    MentionsSearched,
};
use super::list_filters::MentionFilters;
use super::store::{self, BRAND_MENTIONS, FilterableMention, MentionCounts};
use super::{search_start, stats};
use finds::{
    ChangeResponse, FeedbackRequest, FeedbackResponse, FoundRows, MarkReadResponse, PageParams,
    ReadTarget, RejectionRequest, SearchError, StateRequest, StatesRequest, StatesResponse,
    refresh_filters,
};
use identity::SignedIn;
use platform::api_error::{ApiResult, ErrorBody};
use platform::app::App;
use platform::csv;
use platform::db::json_time;
use platform::request::{Json, NoBody, Path, Query};

/// List the mentions of the company
#[utoipa::path(
    get, path = "/api/mentions", tag = "Mentions", params(MentionFilters, PageParams),
    responses(
        (status = 200, body = MentionListResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody)
    )
)]
pub async fn list_mentions(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(filters): Query<MentionFilters>,
    Query(page): Query<PageParams>,
) -> ApiResult<axum::Json<MentionListResponse>> {
    let page = page.parse()?;
    // Before the rows are read, so that what is found meanwhile counts as later.
    let now = app.clock.now();
    let (query, order) = filters.parse(caller.user_id, page.as_of)?;
    refresh_filters::<FilterableMention>(&app.db, caller.user_id).await?;
    let (counts, mentions) = tokio::try_join!(
        store::count(&app.db, &query),
        store::page(&app.db, &query, order, (page.limit, page.offset)),
    )?;
    let MentionCounts { states, unread } = counts;
    let total = states.total(query.states);
    let has_more = page.has_more(mentions.count, total);
    Ok(axum::Json(MentionListResponse {
        success: true,
        mentions: mentions.into_raw()?,
        total,
        states,
        unread,
        has_more,
        offset: page.offset,
        limit: page.limit,
        as_of: json_time(page.as_of.unwrap_or(now)),
        error: (),
    }))
}

/// Export the mentions as CSV
///
/// All pages at once, for spreadsheets. Cells that look like formulas are marked as text.
#[utoipa::path(
    get, path = "/api/mentions.csv", tag = "Mentions", params(MentionFilters, PageParams),
    responses(
        (status = 200, content_type = "text/csv", body = String),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody)
    )
)]
pub async fn export_mentions(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(filters): Query<MentionFilters>,
    Query(page): Query<PageParams>,
) -> ApiResult<Response> {
    let (query, order) = filters.parse(caller.user_id, page.parse()?.as_of)?;
    refresh_filters::<FilterableMention>(&app.db, caller.user_id).await?;
    let page = |part| store::page(&app.db, &query, order, part);
    let table = csv::table(&COLUMNS, page).await?;
    Ok(csv::download("earshot-mentions.csv", table))
}

const COLUMNS: [csv::Column; 24] = [
    ("post_title", "/post_title"),
    ("subreddit", "/subreddit"),
    ("author", "/author"),
    ("reddit_created_at", "/reddit_created_at"),
    ("post_score", "/post_score"),
    ("comment_count", "/comment_count"),
    ("mention_type", "/mention_type"),
    ("brand_term", "/brand_terms/term_value"),
    ("sentiment_score", "/sentiment_score"),
    ("is_positive", "/is_positive"),
    ("ai_summary", "/ai_summary"),
    ("summary_kind", "/summary_kind"),
    ("ai_analysis_reason", "/ai_analysis_reason"),
    ("intent", "/intent"),
    ("is_read", "/is_read"),
    ("rejected", "/rejected"),
    ("rejected_reason", "/rejected_reason"),
    ("state", "/state"),
    ("state_at", "/state_at"),
    ("note", "/note"),
    ("answer_url", "/answer_url"),
    ("post_url", "/post_url"),
    ("post_content", "/post_content"),
    ("source", "/source"),
];

/// Count mentions by kind and day
#[utoipa::path(
    get, path = "/api/mentions/stats", tag = "Mentions",
    responses((status = 200, body = MentionStatsResponse), (status = 401, body = ErrorBody))
)]
pub async fn show_mention_stats(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<MentionStatsResponse>> {
    refresh_filters::<FilterableMention>(&app.db, caller.user_id).await?;
    let stats = stats::of(&app.db, &app.clock, caller.user_id).await?;
    Ok(axum::Json(MentionStatsResponse {
        success: true,
        stats,
    }))
}

/// Mark mentions as read
///
/// Pass some ids, or `all`.
#[utoipa::path(
    post, path = "/api/mentions/mark-read", tag = "Mentions", request_body = MarkReadRequest,
    responses(
        (status = 200, body = MarkReadResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "None of them belongs to the caller.")
    )
)]
pub async fn mark_mentions_read(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(request): Json<MarkReadRequest>,
) -> ApiResult<axum::Json<MarkReadResponse>> {
    let target = ReadTarget::parse(
        &request.mention_ids,
        (request.all, request.as_of),
        "mentionIds",
    )?;
    MENTIONS.mark_read(&app, caller.user_id, target).await
}

/// Search for new mentions
///
/// Responds when the search is done. A second request in the meantime joins the first. Progress is sent live on the channel `progress_{userId}` and is also available from /api/jobs/current.
#[utoipa::path(
    post, path = "/api/mentions/search-now", tag = "Mentions",
    responses(
        (status = 200, body = MentionsSearched),
        (status = 400, body = ErrorBody, description = "There is no company yet."),
        (status = 401, body = ErrorBody),
        (status = 402, body = ErrorBody, description = "There is no active subscription."),
        (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody, description = "Reddit is unavailable.")
    )
)]
pub async fn search_mentions_now(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    _: NoBody,
) -> ApiResult<axum::Json<MentionsSearched>> {
    let found = search_start::search(&app, caller.user_id).await;
    let (new_mentions_count, failures) = found.map_err(SearchError::into_api_error)?;
    Ok(axum::Json(MentionsSearched {
        success: true,
        new_mentions_count,
        failures,
        error: (),
    }))
}

/// Reject a mention
#[utoipa::path(
    post, path = "/api/mentions/{id}/reject", tag = "Mentions", request_body = RejectionRequest,
    params(("id" = Uuid, Path, description = "The mention's id.")),
    responses(
        (status = 200, body = ChangeResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn reject_mention(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
    Json(request): Json<RejectionRequest>,
) -> ApiResult<axum::Json<ChangeResponse>> {
    MENTIONS.reject(&app, caller.user_id, id, &request).await
}

/// Restore a rejected mention
///
/// It returns to its previous state.
#[utoipa::path(
    post, path = "/api/mentions/{id}/restore", tag = "Mentions",
    params(("id" = Uuid, Path, description = "The mention's id.")),
    responses(
        (status = 200, body = ChangeResponse),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn restore_mention(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
    _: NoBody,
) -> ApiResult<axum::Json<ChangeResponse>> {
    MENTIONS.restore(&app, caller.user_id, id).await
}

/// Move a mention to another state
///
/// Answered, won and rejected mentions leave the default list.
#[utoipa::path(
    patch, path = "/api/mentions/{id}/state", tag = "Mentions", request_body = StateRequest,
    params(("id" = Uuid, Path, description = "The mention's id.")),
    responses(
        (status = 200, body = MentionStateResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn change_mention_state(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
    Json(request): Json<StateRequest>,
) -> ApiResult<axum::Json<MentionStateResponse>> {
    let mention = MENTIONS.change_state(&app, (caller.user_id, id), &request);
    Ok(axum::Json(MentionStateResponse {
        success: true,
        mention: mention.await?,
        error: (),
    }))
}

/// Move several mentions to other states
///
/// Changes all of them or none; rows that no longer exist are skipped. To undo, send the previous states.
#[utoipa::path(
    patch, path = "/api/mentions/states", tag = "Mentions", request_body = StatesRequest,
    responses(
        (status = 200, body = StatesResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "None of them belongs to the caller.")
    )
)]
pub async fn change_mention_states(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(request): Json<StatesRequest>,
) -> ApiResult<axum::Json<StatesResponse>> {
    MENTIONS.change_states(&app, caller.user_id, &request).await
}

const MENTIONS: FoundRows = FoundRows {
    rows: &BRAND_MENTIONS,
    shown: store::SHOWN,
    noun: "mention",
};

/// Report a wrong sentiment, or withdraw the report
#[utoipa::path(
    put, path = "/api/mentions/{id}/feedback", tag = "Mentions", request_body = FeedbackRequest,
    params(("id" = Uuid, Path, description = "The mention's id.")),
    responses(
        (status = 200, body = FeedbackResponse),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn put_mention_feedback(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
    Json(request): Json<FeedbackRequest>,
) -> ApiResult<axum::Json<FeedbackResponse>> {
    MENTIONS
        .feedback(&app, (caller.user_id, id), "sentiment", &request)
        .await
}
