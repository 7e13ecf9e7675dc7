//! Mentions on the wire.

pub mod terms;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use uuid::Uuid;

use super::asking::{self, NotSearched};
use super::listing::{Asked, Filters};
use super::wire::{
    CHANGED, MentionChanged, MentionList, MentionRejection, MentionStatsShown, MentionsRead,
    MentionsSearched, OpenedMentions,
};
use super::{filtering, opening, stats, store};
use identity::SignedIn;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::csv;
use platform::db::json_time;
use platform::rejection;
use platform::request::{Json, Path, Query};

/// Where people speak of the company
#[utoipa::path(
    get, path = "/api/mentions", tag = "Mentions", params(Filters),
    responses(
        (status = 200, body = MentionList),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody)
    )
)]
pub async fn list_mentions(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(filters): Query<Filters>,
) -> ApiResult<axum::Json<MentionList>> {
    let asked = read(&filters, caller.user_id)?;
    filtering::bring_up_to_date(&app.db, caller.user_id).await?;
    let Asked {
        which,
        order,
        limit,
        offset,
    } = asked;
    let as_of = which.as_of.unwrap_or_else(|| app.clock.now());
    let ((total, unread), mentions) = tokio::try_join!(
        store::count(&app.db, &which),
        store::page(&app.db, &which, order, (limit, offset)),
    )?;
    let seen = offset + i64::try_from(mentions.count).unwrap_or(0);
    Ok(axum::Json(MentionList {
        success: true,
        mentions: mentions.into_raw()?,
        total,
        unread,
        has_more: seen < total,
        offset,
        limit,
        as_of: json_time(as_of),
        error: (),
    }))
}

/// The mentions as a table
///
/// All pages at once, for spreadsheets. Cells that would be taken for formulas are marked as text.
#[utoipa::path(
    get, path = "/api/mentions.csv", tag = "Mentions", params(Filters),
    responses(
        (status = 200, content_type = "text/csv", body = String),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody)
    )
)]
pub async fn export_mentions(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(filters): Query<Filters>,
) -> ApiResult<Response> {
    let asked = read(&filters, caller.user_id)?;
    filtering::bring_up_to_date(&app.db, caller.user_id).await?;
    let page = |part| store::page(&app.db, &asked.which, asked.order, part);
    let table = csv::table(&COLUMNS, page).await?;
    Ok(csv::download("earshot-mentions.csv", table))
}

const COLUMNS: [csv::Column; 18] = [
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
    ("ai_analysis_reason", "/ai_analysis_reason"),
    ("intent", "/intent"),
    ("is_read", "/is_read"),
    ("rejected", "/rejected"),
    ("rejected_reason", "/rejected_reason"),
    ("post_url", "/post_url"),
    ("post_content", "/post_content"),
];

/// How many mentions there are, of which kind, day by day
#[utoipa::path(
    get, path = "/api/mentions/stats", tag = "Mentions",
    responses((status = 200, body = MentionStatsShown), (status = 401, body = ErrorBody))
)]
pub async fn show_mention_stats(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<MentionStatsShown>> {
    filtering::bring_up_to_date(&app.db, caller.user_id).await?;
    let stats = stats::of(&app.db, &app.clock, caller.user_id).await?;
    Ok(axum::Json(MentionStatsShown {
        success: true,
        stats,
    }))
}

/// Mark mentions as read
///
/// Some by their ids, or all with `all`.
#[utoipa::path(
    post, path = "/api/mentions/mark-read", tag = "Mentions", request_body = OpenedMentions,
    responses(
        (status = 200, body = MentionsRead),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "None of them is the caller's.")
    )
)]
pub async fn mark_mentions_read(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(opened): Json<OpenedMentions>,
) -> ApiResult<axum::Json<MentionsRead>> {
    let ids = &opened.mention_ids;
    if ids.is_empty() && !opened.all {
        return Err(ApiError::bad_request(
            "mentionIds or all says what was read.",
        ));
    }
    if ids.len() > opening::MOST {
        return Err(ApiError::bad_request(
            "There are at most 1,000 mentionIds at a time.",
        ));
    }
    let marked = if opened.all {
        Some(opening::mark_all(&app.db, &app.clock, caller.user_id).await?)
    } else {
        opening::mark(&app.db, &app.clock, caller.user_id, ids).await?
    };
    Ok(axum::Json(MentionsRead {
        success: true,
        marked: marked.ok_or_else(no_such_mention)?,
        error: (),
    }))
}

/// Look for new mentions
///
/// Answers when the search is done; asking again meanwhile joins it. How far it is arrives live on
/// the channel `progress_{userId}`, and from /api/jobs/current.
#[utoipa::path(
    post, path = "/api/mentions/search-now", tag = "Mentions",
    responses(
        (status = 200, body = MentionsSearched),
        (status = 400, body = ErrorBody, description = "There is no company yet."),
        (status = 401, body = ErrorBody),
        (status = 402, body = ErrorBody, description = "There is no active subscription."),
        (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody, description = "Reddit does not answer.")
    )
)]
pub async fn search_mentions_now(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<MentionsSearched>> {
    let found = asking::search(&app, caller.user_id).await;
    let found = found.map_err(refusal)?;
    Ok(axum::Json(MentionsSearched {
        success: true,
        new_mentions_count: found.new_mentions,
        failures: found.failures,
        error: (),
    }))
}

fn refusal(refused: NotSearched) -> ApiError {
    let text = refused.to_string();
    match refused {
        NotSearched::NoSubscription => ApiError::new(StatusCode::PAYMENT_REQUIRED, text),
        NotSearched::NoCompany | NotSearched::NoTerms => ApiError::bad_request(text),
        NotSearched::Unheard => ApiError::unavailable(text),
        NotSearched::TooMany(empty) => {
            ApiError::new(StatusCode::TOO_MANY_REQUESTS, text).retry_after(empty.wait_s)
        }
        NotSearched::Failed => ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, text),
        NotSearched::Unforeseen(error) => error.into(),
    }
}

/// Send a mention away
#[utoipa::path(
    post, path = "/api/mentions/{id}/reject", tag = "Mentions", request_body = MentionRejection,
    params(("id" = Uuid, Path, description = "The mention's id.")),
    responses(
        (status = 200, body = MentionChanged),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn reject_mention(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
    Json(rejection): Json<MentionRejection>,
) -> ApiResult<axum::Json<MentionChanged>> {
    let reason = rejection::reason(&rejection.reason, "mention")?;
    let mut tx = app.db.begin().await?;
    let is_theirs = super::reject(&mut tx, &app.clock, caller.user_id, id, reason).await?;
    tx.commit().await?;
    is_theirs
        .then_some(axum::Json(CHANGED))
        .ok_or_else(no_such_mention)
}

/// Take a mention back
#[utoipa::path(
    post, path = "/api/mentions/{id}/restore", tag = "Mentions",
    params(("id" = Uuid, Path, description = "The mention's id.")),
    responses(
        (status = 200, body = MentionChanged),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn restore_mention(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<axum::Json<MentionChanged>> {
    let mut tx = app.db.begin().await?;
    let is_theirs = super::restore(&mut tx, &app.clock, caller.user_id, id).await?;
    tx.commit().await?;
    is_theirs
        .then_some(axum::Json(CHANGED))
        .ok_or_else(no_such_mention)
}

fn read(filters: &Filters, user_id: Uuid) -> ApiResult<Asked> {
    let asked = filters.read(user_id);
    asked.map_err(|bad| ApiError::bad_request(bad.to_string()))
}

fn no_such_mention() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "There is no such mention.")
}
