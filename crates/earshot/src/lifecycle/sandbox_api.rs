//! A subscription without the checkout's page, for tests and for people who try things out.

use axum::Extension;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use identity::SignedIn;
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::product::InvalidPlanId;
use platform::request::Json;
use sandbox::SandboxAddresses;

#[derive(Debug, Deserialize, ToSchema)]
pub struct SandboxSubscriptionRequest {
    /// `starter` or `pro`.
    #[schema(example = "starter")]
    plan: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SandboxSubscriptionResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    #[schema(example = "trialing")]
    status: &'static str,
}

/// Subscribe without the checkout page
///
/// Gives the caller a trialing subscription through the payment sandbox, paid with a test card. Exists only while payments are sandboxed.
#[utoipa::path(
    post, path = "/sandbox/subscribe", tag = "Sandbox", request_body = SandboxSubscriptionRequest,
    responses(
        (status = 200, body = SandboxSubscriptionResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 409, body = ErrorBody)
    )
)]
pub async fn subscribe_in_sandbox(
    State(app): State<App>,
    Extension(sandboxes): Extension<SandboxAddresses>,
    SignedIn(caller): SignedIn,
    Json(request): Json<SandboxSubscriptionRequest>,
) -> ApiResult<axum::Json<SandboxSubscriptionResponse>> {
    let headline = "Failed to create subscription";
    let plan = app.settings.offer.sold(&request.plan);
    let plan = plan.ok_or_else(|| ApiError::bad_request(InvalidPlanId.to_string()))?;
    let who = (caller.user_id, caller.email.as_str());
    let checkout = billing::start_checkout(&app, who, plan).await;
    let checkout = checkout.map_err(|failed| failed.into_api_error(headline))?;
    sandbox::pay_checkout(&sandboxes, &checkout).await?;
    let status = billing::refresh_subscription(&app, caller.user_id).await;
    let status = status.map_err(|failed| failed.into_api_error(headline))?;
    Ok(axum::Json(SandboxSubscriptionResponse {
        success: true,
        status: status.map_or("none", billing::Status::name),
    }))
}
