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

/// List the brand terms
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

/// Create the company's brand terms
///
/// Uses its name, domain, products and handle. Product names that often mean something else become suggestions, which stay off until you add them. Existing terms stay, and removed terms stay removed.
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

/// Add a brand term
///
/// Either a new term or a suggestion.
#[utoipa::path(
    post, path = "/api/mentions/brand-terms", tag = "Mentions", request_body = AddBrandTermRequest,
    responses(
        (status = 200, body = AddBrandTermResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The brand term already exists.")
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
        return Err(ApiError::bad_request(
            "You can have at most 25 brand terms.",
        ));
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

/// Remove a brand term
///
/// Its mentions stay. If it was a suggestion, it is not suggested again.
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
    let now = app.clock.now();
    let was_there = finds::remove_brand_term(&mut tx, caller.user_id, &folded, now).await?;
    tx.commit().await?;
    if !was_there {
        let text = "This brand term does not exist.";
        return Err(ApiError::new(StatusCode::NOT_FOUND, text));
    }
    Ok(axum::Json(ChangeResponse::SUCCESS))
}
