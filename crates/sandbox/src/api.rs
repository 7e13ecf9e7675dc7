//! The doors of the sandbox on the main port. They exist only while a provider is a sandbox.

use std::collections::BTreeMap;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse, Response};
use chrono::{DateTime, TimeDelta, Utc};
use sandboxes::website::SITES;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::payments::{WebhookMode, set_mode};
use super::store::MailRow;
use super::{SandboxAddresses, clock, mailbox_page, store};
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::{Json, Path, Query};

/// The furthest the clock moves in one step: ten years.
const LONGEST_STEP_S: i64 = 10 * 366 * 24 * 3600;

#[derive(Debug, Deserialize, IntoParams)]
pub struct MailboxQuery {
    /// Only mails to this address, as JSON.
    to: Option<String>,
}

/// The mails that the sandbox has kept, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct MailboxResponse {
    messages: Vec<MailboxMessage>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MailboxMessage {
    to: String,
    subject: String,
    html: String,
    text: String,
    sent_at: DateTime<Utc>,
    /// Every http and https link of the mail, in order.
    links: Vec<String>,
}

impl From<MailRow> for MailboxMessage {
    fn from(mail: MailRow) -> Self {
        Self {
            to: mail.recipient,
            subject: mail.subject,
            html: mail.html.unwrap_or_default(),
            text: mail.text.unwrap_or_default(),
            sent_at: mail.sent_at,
            links: mail.links.0,
        }
    }
}

/// Open the sandbox mailbox
///
/// A web page; JSON if `to` is set or the client accepts only JSON.
#[utoipa::path(
    get, path = "/sandbox/mailbox", tag = "Sandbox", params(MailboxQuery),
    responses((status = 200, body = MailboxResponse))
)]
pub async fn show_mailbox(
    State(app): State<App>,
    Query(query): Query<MailboxQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let mails = store::mails(&app.db, query.to.as_deref()).await?;
    if query.to.is_some() || wants_json(&headers) {
        let messages = mails.into_iter().map(MailboxMessage::from).collect();
        return Ok(axum::Json(MailboxResponse { messages }).into_response());
    }
    Ok(mailbox_page::mailbox(&mails)?.into_response())
}

/// Show one email as the recipient sees it
#[utoipa::path(
    get, path = "/sandbox/mailbox/{id}", tag = "Sandbox", params(("id" = Uuid, Path)),
    responses((status = 200, body = String, content_type = "text/html"), (status = 404, body = ErrorBody))
)]
pub async fn show_mail(State(app): State<App>, Path(id): Path<Uuid>) -> ApiResult<Response> {
    let mail = store::mail(&app.db, id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let html = mail
        .html
        .or_else(|| mail.text.as_deref().map(mailbox_page::as_html))
        .unwrap_or_default();
    Ok((
        [(header::CONTENT_SECURITY_POLICY, mailbox_page::MAIL_POLICY)],
        Html(mailbox_page::with_outward_links(&html)),
    )
        .into_response())
}

fn wants_json(headers: &HeaderMap) -> bool {
    let accept = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    accept.contains("application/json") && !accept.contains("text/html")
}

/// What a script needs to use this server and its sandboxes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxSettings {
    site_url: String,
    auth_url: String,
    anon_key: String,
    /// The address of each sandbox, by provider.
    sandboxes: BTreeMap<String, String>,
    /// Names of sample websites that exist only in the sandbox.
    sample_sites: Vec<&'static str>,
}

/// Get the sandbox's addresses and keys
#[utoipa::path(get, path = "/sandbox/settings", tag = "Sandbox", responses((status = 200, body = SandboxSettings)))]
pub async fn show_sandbox_settings(
    State(app): State<App>,
    Extension(addresses): Extension<SandboxAddresses>,
) -> axum::Json<SandboxSettings> {
    let address = |provider: &str, before: &str, after: &str| {
        let address = addresses.address(provider)?;
        Some((provider.to_owned(), format!("{before}{address}{after}")))
    };
    let all = [
        address("mail", "smtp://", ""),
        address("llm", "http://", "/v1"),
        address("reddit", "http://", ""),
        address("rank", "http://", ""),
        address("google", "http://", ""),
        address("website", "http://", ""),
        address("payments", "http://", ""),
    ];
    axum::Json(SandboxSettings {
        site_url: app.site_url.as_str().trim_end_matches('/').to_owned(),
        auth_url: app.auth.url.clone(),
        anon_key: app.auth.key.clone(),
        sandboxes: all.into_iter().flatten().collect(),
        sample_sites: SITES.to_vec(),
    })
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveClockRequest {
    /// How many seconds to move the product's time forward.
    advance_seconds: i64,
}

/// The product's time and the real time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClockResponse {
    now: DateTime<Utc>,
    real: DateTime<Utc>,
    moved_seconds: i64,
}

/// Get the product's clock
#[utoipa::path(get, path = "/sandbox/clock", tag = "Sandbox", responses((status = 200, body = ClockResponse)))]
pub async fn show_clock(State(app): State<App>) -> axum::Json<ClockResponse> {
    axum::Json(reading(&app))
}

/// Move the product's clock forward
///
/// Billing, access, schedules and digests follow it. Tokens, mail links, leases, back-off and rate limits use real time.
#[utoipa::path(
    post, path = "/sandbox/clock", tag = "Sandbox", request_body = MoveClockRequest,
    responses((status = 200, body = ClockResponse), (status = 400, body = ErrorBody))
)]
pub async fn move_clock(
    State(app): State<App>,
    Json(step): Json<MoveClockRequest>,
) -> ApiResult<axum::Json<ClockResponse>> {
    if !(0..=LONGEST_STEP_S).contains(&step.advance_seconds) {
        return Err(ApiError::bad_request(
            "The clock only moves forward, by at most ten years.",
        ));
    }
    clock::advance(
        &app.db,
        &app.clock,
        TimeDelta::seconds(step.advance_seconds),
    )
    .await?;
    Ok(axum::Json(reading(&app)))
}

fn reading(app: &App) -> ClockResponse {
    ClockResponse {
        now: app.clock.now(),
        real: app.clock.real(),
        moved_seconds: app.clock.moved().num_seconds(),
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct WebhookModeRequest {
    mode: WebhookMode,
}

/// What happens to the payment sandbox's webhooks.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookModeResponse {
    mode: WebhookMode,
    /// How many are held.
    held: i64,
}

/// Hold, duplicate, reorder or drop the payment sandbox's webhooks
///
/// Held webhooks follow the mode chosen next.
#[utoipa::path(
    post, path = "/sandbox/payments/webhooks", tag = "Sandbox", request_body = WebhookModeRequest,
    responses((status = 200, body = WebhookModeResponse), (status = 422, body = ErrorBody))
)]
pub async fn choose_webhooks(
    State(app): State<App>,
    Json(choice): Json<WebhookModeRequest>,
) -> ApiResult<axum::Json<WebhookModeResponse>> {
    let mode = choice.mode;
    let held = set_mode(&app.db, &app.clock, mode).await?;
    Ok(axum::Json(WebhookModeResponse { mode, held }))
}
