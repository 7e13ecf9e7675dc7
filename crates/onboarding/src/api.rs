//! Websites and companies on the wire.

use axum::extract::State;
use axum::http::StatusCode;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::analysis::{self, Analysis, NotAnalysed};
use super::company::{Company, Correction};
use super::{NotCorrected, preview};
use identity::SignedIn;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::rate_limit::{Limit, take};
use platform::request::{Json, Path, Query};

#[derive(Debug, Deserialize, ToSchema)]
pub struct WebsiteToAnalyze {
    /// As people type it; https is added when there is no scheme.
    #[schema(example = "paperlark.example")]
    url: String,
}

#[derive(Debug, Deserialize, IntoParams)]
pub struct WebsiteToPreview {
    /// As people type it.
    url: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct WebsitePreview {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Whether the site answers.
    found: bool,
    #[schema(example = "paperlark.example")]
    host: String,
    /// The site's icon as a data URL.
    icon: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CompanyList {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// At most one.
    companies: Vec<Company>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CompanyCorrected {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    company: Company,
}

/// Work out what a company does from its website
///
/// Answers when the analysis is done; asking again meanwhile joins it. How far it is arrives live
/// on the channel `progress_{userId}`. The same site again updates the company.
#[utoipa::path(
    post, path = "/api/analyze-website", tag = "Company", request_body = WebsiteToAnalyze,
    responses(
        (status = 200, body = Analysis),
        (status = 400, body = ErrorBody, description = "Not the address of a website."),
        (status = 401, body = ErrorBody),
        (status = 422, body = ErrorBody, description = "The website cannot be read."),
        (status = 429, body = ErrorBody)
    )
)]
pub async fn analyze_website(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(wanted): Json<WebsiteToAnalyze>,
) -> ApiResult<axum::Json<Analysis>> {
    let analysed = analysis::analyse(&app, caller.user_id, &wanted.url).await;
    analysed.map(axum::Json).map_err(refusal)
}

/// Whether a website answers, and its icon
///
/// The icon comes from here so that the page asks nobody else for it.
#[utoipa::path(
    get, path = "/api/website-preview", tag = "Company", params(WebsiteToPreview),
    responses(
        (status = 200, body = WebsitePreview),
        (status = 400, body = ErrorBody, description = "Not the address of a website."),
        (status = 401, body = ErrorBody),
        (status = 429, body = ErrorBody)
    )
)]
pub async fn preview_website(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(wanted): Query<WebsiteToPreview>,
) -> ApiResult<axum::Json<WebsitePreview>> {
    let address = analysis::address(&wanted.url).map_err(refusal)?;
    count_preview(&app, caller.user_id).await?;
    let seen = preview::look(&app, &wanted.url).await;
    Ok(axum::Json(WebsitePreview {
        success: true,
        found: seen.is_found,
        host: address.host_str().unwrap_or_default().to_owned(),
        icon: seen.icon,
    }))
}

/// People type an address letter by letter, and each pause asks once.
const PREVIEWS: Limit = Limit::new(60, TimeDelta::minutes(5));

async fn count_preview(app: &App, user_id: Uuid) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    let name = format!("website preview of {user_id}");
    let taken = take(&mut tx, &name, PREVIEWS, app.clock.real()).await?;
    tx.commit().await?;
    taken.map_err(|empty| too_many().retry_after(empty.wait_s))
}

/// The company of the account
#[utoipa::path(
    get, path = "/api/companies", tag = "Company",
    responses((status = 200, body = CompanyList), (status = 401, body = ErrorBody))
)]
pub async fn list_companies(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<CompanyList>> {
    let company = super::company_of(&app.db, caller.user_id).await?;
    Ok(axum::Json(CompanyList {
        success: true,
        companies: company.into_iter().collect(),
    }))
}

/// Correct what Earshot says about the company
///
/// What is corrected stays so: a later analysis does not overwrite it.
#[utoipa::path(
    patch, path = "/api/companies/{id}", tag = "Company", request_body = Correction,
    params(("id" = Uuid, Path, description = "The company's id.")),
    responses(
        (status = 200, body = CompanyCorrected),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn correct_company(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
    Json(correction): Json<Correction>,
) -> ApiResult<axum::Json<CompanyCorrected>> {
    let mut tx = app.db.begin().await?;
    let corrected = super::correct(&mut tx, &app.clock, caller.user_id, id, correction).await;
    let company = corrected.map_err(|refused| match refused {
        NotCorrected::NoCompany => ApiError::new(StatusCode::NOT_FOUND, refused.to_string()),
        NotCorrected::Bad(bad) => ApiError::bad_request(bad.to_string()),
        NotCorrected::Unforeseen(error) => error.into(),
    })?;
    tx.commit().await?;
    Ok(axum::Json(CompanyCorrected {
        success: true,
        company,
    }))
}

fn refusal(refused: NotAnalysed) -> ApiError {
    let text = refused.to_string();
    match refused {
        NotAnalysed::InvalidUrl => ApiError::bad_request(text).headline("Invalid URL"),
        NotAnalysed::Unreadable(_) => ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, text)
            .headline("Website analysis failed"),
        NotAnalysed::TooMany(empty) => too_many().retry_after(empty.wait_s),
        NotAnalysed::Failed => ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, text),
        NotAnalysed::Unforeseen(error) => error.into(),
    }
}

fn too_many() -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "That was often. Please wait a moment and try again.",
    )
}
