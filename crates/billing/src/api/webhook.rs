//! The webhook of the payment provider.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::payment_events;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::read_body;

/// An event is usually a few kilobytes.
const MAX_BODY_BYTES: usize = 256 * 1024;

#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookResponse {
    /// Always true.
    #[schema(example = true)]
    received: bool,
}

/// Receive an event from the payment provider
///
/// The signature covers the raw bytes. The event is stored and acknowledged at once; a job asks the
/// provider what changed. The route exists only if a webhook secret is configured.
#[utoipa::path(
    post, path = "/api/stripe-webhook", tag = "Subscription",
    responses(
        (status = 200, body = WebhookResponse),
        (status = 400, body = ErrorBody, description = "The signature is missing, invalid or too old."),
        (status = 413, body = ErrorBody),
        (status = 503, body = ErrorBody, description = "Send the event again later.")
    )
)]
pub async fn receive_payment_event(
    State(app): State<App>,
    request: Request,
) -> ApiResult<axum::Json<WebhookResponse>> {
    let headers = request.headers().clone();
    let raw = read_body(request).await?;
    if raw.len() > MAX_BODY_BYTES {
        return Err(ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "The request is too large.",
        ));
    }
    let verified = app
        .payments
        .verify_webhook(&raw, &headers, app.clock.real());
    verified.map_err(|_forged| refused("invalid_signature", "Invalid signature."))?;
    let event = app.payments.parse_event(&raw);
    let event =
        event.map_err(|_malformed| refused("malformed", "The body is not a Stripe event."))?;
    let recorded = payment_events::record_event(&app, &event).await;
    count(match &recorded {
        Ok(true) => "accepted",
        Ok(false) => "repeated",
        Err(_) => "not_stored",
    });
    recorded?;
    Ok(axum::Json(WebhookResponse { received: true }))
}

fn refused(outcome: &'static str, words: &'static str) -> ApiError {
    count(outcome);
    ApiError::bad_request(words)
}

fn count(outcome: &'static str) {
    metrics::counter!("earshot_payment_webhooks_total", "outcome" => outcome).increment(1);
}
