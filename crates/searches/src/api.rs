//! The endpoints for searches and communities.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use uuid::Uuid;

use super::COUNTED;
use super::api_types::{
    AddCommunityRequest, Community, CommunityListResponse, CommunityRemoved, CommunityResponse,
    Search, SearchListResponse, SearchResponse, SwitchRequest,
};
use super::community::{CommunityRules, MOST};
use super::store;
use identity::SignedIn;
use listening::{Listening, SubredditName, Urgency, Why};
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::{Json, NoBody, Path};

/// List the searches and their results
///
/// Your keywords, and searches derived from your company, which do not count as keywords.
#[utoipa::path(
    get, path = "/api/searches", tag = "Searches",
    responses((status = 200, body = SearchListResponse), (status = 401, body = ErrorBody))
)]
pub async fn list_searches(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<SearchListResponse>> {
    Ok(axum::Json(SearchListResponse {
        success: true,
        searches: searches(&app, caller.user_id).await?,
        last_scan_at: store::last_scan_at(&app.db, caller.user_id).await?,
    }))
}

/// Switch a search on or off
#[utoipa::path(
    put, path = "/api/searches/{id}", tag = "Searches", request_body = SwitchRequest,
    params(("id" = Uuid, Path, description = "The search's id.")),
    responses(
        (status = 200, body = SearchResponse),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn switch_search(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
    Json(request): Json<SwitchRequest>,
) -> ApiResult<axum::Json<SearchResponse>> {
    store::switch(&app.db, caller.user_id, id, request.is_on).await?;
    let all = searches(&app, caller.user_id).await?;
    let search = all.into_iter().find(|search| search.id == id);
    Ok(axum::Json(SearchResponse {
        success: true,
        search: search.ok_or_else(ApiError::not_found)?,
    }))
}

async fn searches(app: &App, user_id: Uuid) -> ApiResult<Vec<Search>> {
    let since = app.clock.now() - COUNTED;
    let (rows, silent) = store::list(&app.db, user_id, since).await?;
    let searches = rows.into_iter().map(|row| {
        let is_silent = silent.contains(&row.id);
        Search::new(row, is_silent)
    });
    let mut searches: Vec<Search> = searches.collect();
    searches.sort_by_key(|it| (!it.is_on || it.is_silent, -it.leads, -it.found));
    Ok(searches)
}

/// List the communities
#[utoipa::path(
    get, path = "/api/communities", tag = "Searches",
    responses((status = 200, body = CommunityListResponse), (status = 401, body = ErrorBody))
)]
pub async fn list_communities(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<CommunityListResponse>> {
    Ok(axum::Json(CommunityListResponse {
        success: true,
        communities: communities(&app, caller.user_id).await?,
    }))
}

/// Add a community
#[utoipa::path(
    post, path = "/api/communities", tag = "Searches", request_body = AddCommunityRequest,
    responses(
        (status = 200, body = CommunityResponse),
        (status = 400, body = ErrorBody, description = "Not a valid name."),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "The list already has 30 communities."),
        (status = 404, body = ErrorBody, description = "The community does not exist on Reddit."),
        (status = 409, body = ErrorBody, description = "The community is already in the list."),
        (status = 503, body = ErrorBody, description = "Reddit is unavailable.")
    )
)]
pub async fn add_community(
    State(app): State<App>,
    Extension(listening): Extension<Listening>,
    SignedIn(caller): SignedIn,
    Json(request): Json<AddCommunityRequest>,
) -> ApiResult<axum::Json<CommunityResponse>> {
    let user_id = caller.user_id;
    let typed = request.name.trim().trim_start_matches('/');
    let typed = typed.strip_prefix("r/").unwrap_or(typed);
    let name = SubredditName::parse(typed)
        .map_err(|_| ApiError::bad_request("This is not a valid community name."))?;
    let known = communities(&app, user_id).await?;
    if known.iter().any(|it| it.name.eq_ignore_ascii_case(typed)) {
        return Err(duplicate());
    }
    let (rules, members) = asked_of_reddit(&listening, user_id, &name).await?;
    let mut tx = app.db.begin().await?;
    if store::count_communities(&mut tx, user_id).await? >= MOST {
        let words = format!("You can have at most {MOST} communities. Remove one first.");
        return Err(ApiError::new(StatusCode::FORBIDDEN, words));
    }
    let asked = (&rules, members);
    if !store::add_own(&mut tx, user_id, app.clock.now(), asked).await? {
        return Err(duplicate());
    }
    tx.commit().await?;
    shown(&app, user_id, &rules.name).await
}

fn duplicate() -> ApiError {
    ApiError::new(
        StatusCode::CONFLICT,
        "This community is already in your list.",
    )
}

/// What its rules say about promotion, and how many members it has.
async fn asked_of_reddit(
    listening: &Listening,
    user_id: Uuid,
    name: &SubredditName,
) -> ApiResult<(CommunityRules, i64)> {
    let ears = listening.for_user(user_id, Urgency::Interactive);
    let heard = ears.rules(name).await;
    let Some(rules) = heard.found else {
        let is_gone = |why: Why| matches!(why, Why::NotFound | Why::Forbidden);
        return Err(if heard.missed.iter().any(|missed| is_gone(missed.why)) {
            ApiError::new(
                StatusCode::NOT_FOUND,
                "This community does not exist on Reddit.",
            )
        } else {
            let words = "Reddit is unavailable right now. Please try again later.";
            ApiError::unavailable(words.to_owned())
        });
    };
    let newest = ears.newest(std::slice::from_ref(name), 1).await.found;
    let newest = newest.first();
    let members = newest.map_or(0, |post| post.subscribers);
    // As the community itself writes its name.
    let written = newest.map_or(name.as_str(), |post| post.subreddit.as_str());
    Ok((CommunityRules::of(written, &rules), members))
}

/// Switch a community on or off
#[utoipa::path(
    put, path = "/api/communities/{name}", tag = "Searches", request_body = SwitchRequest,
    params(("name" = String, Path, description = "The community's name, without r/.")),
    responses(
        (status = 200, body = CommunityResponse),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn switch_community(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(name): Path<String>,
    Json(request): Json<SwitchRequest>,
) -> ApiResult<axum::Json<CommunityResponse>> {
    store::switch_community(&app.db, caller.user_id, &name, request.is_on).await?;
    shown(&app, caller.user_id, &name).await
}

/// Remove a community
///
/// It is not suggested again until you add it.
#[utoipa::path(
    delete, path = "/api/communities/{name}", tag = "Searches",
    params(("name" = String, Path, description = "The community's name, without r/.")),
    responses(
        (status = 200, body = CommunityRemoved),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn remove_community(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(name): Path<String>,
    _: NoBody,
) -> ApiResult<axum::Json<CommunityRemoved>> {
    let now = app.clock.now();
    if !store::remove_community(&app.db, caller.user_id, &name, now).await? {
        return Err(ApiError::not_found());
    }
    Ok(axum::Json(CommunityRemoved { success: true }))
}

async fn communities(app: &App, user_id: Uuid) -> ApiResult<Vec<Community>> {
    let since = app.clock.now() - COUNTED;
    let rows = store::list_communities(&app.db, user_id, since).await?;
    Ok(rows.into_iter().map(Community::from).collect())
}

async fn shown(app: &App, user_id: Uuid, name: &str) -> ApiResult<axum::Json<CommunityResponse>> {
    let all = communities(app, user_id).await?;
    let community = all
        .into_iter()
        .find(|it| it.name.eq_ignore_ascii_case(name));
    Ok(axum::Json(CommunityResponse {
        success: true,
        community: community.ok_or_else(ApiError::not_found)?,
    }))
}
