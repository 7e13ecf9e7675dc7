//! What the payment provider tells by itself.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::webhooks;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::request::read_body;

/// An event of the provider's is a few kilobytes.
const LONGEST: usize = 256 * 1024;

#[derive(Debug, Serialize, ToSchema)]
pub struct EventHeard {
    /// Always true.
    #[schema(example = true)]
    received: bool,
}

/// An event of the payment provider's
///
/// Signed over its raw bytes. It is written down and answered at once; what it means is asked of
/// the provider later. The route exists only with a secret by which forgeries can be told.
#[utoipa::path(
    post, path = "/api/stripe-webhook", tag = "Subscription",
    responses(
        (status = 200, body = EventHeard),
        (status = 400, body = ErrorBody, description = "The signature is missing, wrong or old."),
        (status = 413, body = ErrorBody),
        (status = 503, body = ErrorBody, description = "Please send it again.")
    )
)]
pub async fn hear_event(
    State(app): State<App>,
    request: Request,
) -> ApiResult<axum::Json<EventHeard>> {
    let headers = request.headers().clone();
    let raw = read_body(request).await?;
    if raw.len() > LONGEST {
        return Err(ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "This is more than the server takes at once.",
        ));
    }
    let verified = app
        .payments
        .verify_webhook(&raw, &headers, app.clock.real());
    verified.map_err(|_forged| ApiError::bad_request("The signature does not fit."))?;
    let event = app.payments.parse_event(&raw);
    let event = event.map_err(|_nonsense| ApiError::bad_request("This is no event."))?;
    webhooks::take(&app, &event).await?;
    Ok(axum::Json(EventHeard { received: true }))
}
