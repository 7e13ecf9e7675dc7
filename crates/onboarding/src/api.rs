//! The HTTP API of websites and companies.

use axum::extract::State;
use axum::http::StatusCode;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::analysis::{self, AnalysisError, WebsiteAnalysis};
use super::company::{Company, CompanyCorrection};
use super::own_sentence::OwnSentence;
use super::unreadable_site::UnreadableReason;
use super::{CorrectCompanyError, website_preview};
use identity::SignedIn;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::rate_limit::{Limit, take};
use platform::request::{Json, Path, Query};

#[derive(Debug, Deserialize, ToSchema)]
pub struct AnalyzeWebsiteRequest {
    /// As users type it; https is added if there is no scheme.
    #[schema(example = "paperlark.example")]
    url: String,
    /// What the company sells, in the user's words. The website is then not read.
    #[schema(example = "Invoicing for freelancers", max_length = 500)]
    sentence: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
pub struct WebsitePreviewQuery {
    /// As users type it.
    url: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct WebsitePreviewResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Whether the site responds.
    found: bool,
    /// Whether an analysis could understand the site, as far as its home page tells.
    readable: Readable,
    /// Why it could not.
    reason: Option<UnreadableReason>,
    #[schema(example = "paperlark.example")]
    host: String,
    /// The site's icon as a data URL.
    icon: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Readable {
    Yes,
    No,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CompanyListResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// At most one.
    companies: Vec<Company>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CorrectCompanyResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    company: Company,
}

/// Analyse a company's website
///
/// Responds when the analysis is done; a second request meanwhile joins it. Progress is sent live
/// on the channel `progress_{userId}`. The same site again updates the company. If a site cannot be
/// read, send a `sentence` about the company with the same address.
#[utoipa::path(
    post, path = "/api/analyze-website", tag = "Company", request_body = AnalyzeWebsiteRequest,
    responses(
        (status = 200, body = WebsiteAnalysis),
        (status = 400, body = ErrorBody, description = "Not the address of a website, or not a sentence."),
        (status = 401, body = ErrorBody),
        (status = 422, body = ErrorBody, description = "The website cannot be understood. `reason` is \
            `unreachable`, `blocked`, `empty`, `not_english` or `not_a_page`; with a `sentence` the \
            same address works."),
        (status = 429, body = ErrorBody)
    )
)]
pub async fn analyze_website(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(request): Json<AnalyzeWebsiteRequest>,
) -> ApiResult<axum::Json<WebsiteAnalysis>> {
    let sentence = request.sentence.as_deref().map(OwnSentence::parse);
    let sentence = sentence.transpose();
    let sentence = sentence.map_err(|invalid| ApiError::bad_request(invalid.to_string()))?;
    let analysed = analysis::analyse(&app, caller.user_id, &request.url, sentence).await;
    analysed.map(axum::Json).map_err(into_api_error)
}

/// Check whether a website responds and can be read, and get its icon
///
/// The server sends the icon so that the page contacts no third party.
#[utoipa::path(
    get, path = "/api/website-preview", tag = "Company", params(WebsitePreviewQuery),
    responses(
        (status = 200, body = WebsitePreviewResponse),
        (status = 400, body = ErrorBody, description = "Not the address of a website."),
        (status = 401, body = ErrorBody),
        (status = 429, body = ErrorBody)
    )
)]
pub async fn preview_website(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Query(query): Query<WebsitePreviewQuery>,
) -> ApiResult<axum::Json<WebsitePreviewResponse>> {
    let address = analysis::parse_address(&query.url).map_err(into_api_error)?;
    count_preview(&app, caller.user_id).await?;
    let seen = website_preview::load_preview(&app, &query.url).await?;
    let is_readable = seen.unreadable.is_none();
    Ok(axum::Json(WebsitePreviewResponse {
        success: true,
        found: seen.unreadable != Some(UnreadableReason::Unreachable),
        readable: if is_readable {
            Readable::Yes
        } else {
            Readable::No
        },
        reason: seen.unreadable,
        host: address.host_str().unwrap_or_default().to_owned(),
        icon: seen.icon,
    }))
}

/// Users type an address letter by letter, and each pause sends one request.
const PREVIEW_LIMIT: Limit = Limit::new(60, TimeDelta::minutes(5));

async fn count_preview(app: &App, user_id: Uuid) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    let name = format!("website preview of {user_id}");
    let taken = take(&mut tx, &name, PREVIEW_LIMIT, app.clock.real()).await?;
    tx.commit().await?;
    taken.map_err(|exceeded| too_many().retry_after(exceeded.wait_s))
}

/// List the account's company
#[utoipa::path(
    get, path = "/api/companies", tag = "Company",
    responses((status = 200, body = CompanyListResponse), (status = 401, body = ErrorBody))
)]
pub async fn list_companies(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<CompanyListResponse>> {
    let company = super::company_of(&app.db, caller.user_id).await?;
    Ok(axum::Json(CompanyListResponse {
        success: true,
        companies: company.into_iter().collect(),
    }))
}

/// Correct the company's details
///
/// A later analysis does not overwrite corrections.
#[utoipa::path(
    patch, path = "/api/companies/{id}", tag = "Company", request_body = CompanyCorrection,
    params(("id" = Uuid, Path, description = "The company's id.")),
    responses(
        (status = 200, body = CorrectCompanyResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)
    )
)]
pub async fn correct_company(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(id): Path<Uuid>,
    Json(correction): Json<CompanyCorrection>,
) -> ApiResult<axum::Json<CorrectCompanyResponse>> {
    let mut tx = app.db.begin().await?;
    let corrected = super::correct(&mut tx, &app.clock, caller.user_id, id, correction).await;
    let company = corrected.map_err(|refused| match refused {
        CorrectCompanyError::NoCompany => ApiError::new(StatusCode::NOT_FOUND, refused.to_string()),
        CorrectCompanyError::Invalid(bad) => ApiError::bad_request(bad.to_string()),
        CorrectCompanyError::Unforeseen(error) => error.into(),
    })?;
    tx.commit().await?;
    Ok(axum::Json(CorrectCompanyResponse {
        success: true,
        company,
    }))
}

fn into_api_error(refused: AnalysisError) -> ApiError {
    let text = refused.to_string();
    match refused {
        AnalysisError::InvalidUrl => ApiError::bad_request(text).headline("Invalid URL"),
        AnalysisError::Unreadable(site) => ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, text)
            .headline("Website analysis failed")
            .reason(site.reason.id()),
        AnalysisError::TooMany(exceeded) => too_many().retry_after(exceeded.wait_s),
        AnalysisError::Failed => ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, text),
        AnalysisError::Unforeseen(error) => error.into(),
    }
}

fn too_many() -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "Too many requests. Please wait a moment and try again.",
    )
}
