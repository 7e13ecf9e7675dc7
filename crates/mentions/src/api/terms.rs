//! The endpoints for brand terms.

use axum::extract::State;
use axum::http::StatusCode;

use super::super::api_types::{
    AddBrandTermRequest, AddBrandTermResponse, BrandTermListResponse, InitializeTermsResponse,
    InitializedTerms, RemoveBrandTermParams,
};
use finds::{BrandTerm, ChangeResponse, MOST_BRAND_TERMS};
use identity::SignedIn;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::{Json, NoBody, Query};

/// By which names the company is looked for
#[utoipa::path(
    get, path = "/api/mentions/brand-terms", tag = "Mentions",
    responses((status = 200, body = BrandTermListResponse), (status = 401, body = ErrorBody))
)]
pub async fn list_brand_terms(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<BrandTermListResponse>> {
    let terms = finds::brand_terms(&app.db, caller.user_id).await?;
    Ok(axum::Json(BrandTermListResponse {
        success: true,
        terms,
        suggestions: finds::suggested_brand_terms(&app.db, caller.user_id).await?,
    }))
}

/// Make the brand terms of the company
///
/// From its name, domain, products and handle. Products whose names are likely to mean something else
/// become suggestions, which are off until somebody adds them. What is there stays, and what was taken
/// away stays away.
#[utoipa::path(
    post, path = "/api/mentions/initialize-terms", tag = "Mentions",
    responses(
        (status = 200, body = InitializeTermsResponse),
        (status = 400, body = ErrorBody, description = "There is no company yet."),
        (status = 401, body = ErrorBody)
    )
)]
pub async fn initialize_terms(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    _: NoBody,
) -> ApiResult<axum::Json<InitializeTermsResponse>> {
    let company = onboarding::company_of(&app.db, caller.user_id).await?;
    let company =
        company.ok_or_else(|| ApiError::bad_request("Please analyse your website first."))?;
    let mut tx = app.db.begin().await?;
    let added =
        finds::initialise_brand_terms(&mut tx, &app.clock, &company, caller.user_id).await?;
    tx.commit().await?;
    let terms = finds::brand_terms(&app.db, caller.user_id).await?;
    Ok(axum::Json(InitializeTermsResponse {
        success: true,
        result: InitializedTerms {
            added,
            terms,
            suggestions: finds::suggested_brand_terms(&app.db, caller.user_id).await?,
        },
    }))
}

/// Look for one more name
///
/// A new one or a suggestion.
#[utoipa::path(
    post, path = "/api/mentions/brand-terms", tag = "Mentions", request_body = AddBrandTermRequest,
    responses(
        (status = 200, body = AddBrandTermResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "It is there already.")
    )
)]
pub async fn add_brand_term(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(new): Json<AddBrandTermRequest>,
) -> ApiResult<axum::Json<AddBrandTermResponse>> {
    let parsed = BrandTerm::parse(&new.term);
    let mut term = parsed.map_err(|no| ApiError::bad_request(no.to_string()))?;
    let suggestions = finds::suggested_brand_terms(&app.db, caller.user_id).await?;
    // What was suggested has been judged as a product, of which more words are everyday ones.
    let is_chosen = |it: &BrandTerm| it.folded() == term.folded();
    let suggested = suggestions.iter().find(|it| is_chosen(it));
    let usual = suggested.map_or(term.needs_context, |it| it.needs_context);
    term.needs_context = new.needs_context.unwrap_or(usual);
    let mut tx = app.db.begin().await?;
    if finds::count_brand_terms(&mut tx, caller.user_id).await? >= MOST_BRAND_TERMS {
        return Err(ApiError::bad_request("There are at most 25 brand terms."));
    }
    let is_new =
        finds::revive_brand_term(&mut tx, caller.user_id, &mut term, app.clock.now()).await?;
    tx.commit().await?;
    if !is_new {
        let text = "This brand term already exists in your list.";
        return Err(ApiError::new(StatusCode::CONFLICT, text));
    }
    Ok(axum::Json(AddBrandTermResponse {
        success: true,
        term,
    }))
}

/// Look for a name no longer
///
/// Mentions that were found by it stay. A suggestion is not made again.
#[utoipa::path(
    delete, path = "/api/mentions/brand-terms", tag = "Mentions", params(RemoveBrandTermParams),
    responses(
        (status = 200, body = ChangeResponse),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn remove_brand_term(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(given): Query<RemoveBrandTermParams>,
) -> ApiResult<axum::Json<ChangeResponse>> {
    let folded = given.term.trim().to_lowercase();
    let mut tx = app.db.begin().await?;
    let was_there = finds::remove_brand_term(&mut tx, caller.user_id, &folded).await?;
    tx.commit().await?;
    if !was_there {
        let text = "There is no such brand term.";
        return Err(ApiError::new(StatusCode::NOT_FOUND, text));
    }
    Ok(axum::Json(ChangeResponse::SUCCESS))
}
