//! Starting a checkout.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::require_own_account;
use crate::checkout::{self, CheckoutUser, StartedCheckout};
use identity::{Caller, SignedIn};
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::product::{InvalidPlanId, Plan};
use platform::request::Json;

/// What to buy. The server sets the price, product and customer and ignores what the body says about them.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartCheckoutRequest {
    /// `starter` or `pro`.
    #[schema(example = "starter")]
    plan_id: String,
    /// The caller's own email address.
    user_email: Option<String>,
    /// Accepted but ignored.
    #[expect(
        dead_code,
        reason = "the client sends it; the provider asks for the name"
    )]
    user_name: Option<String>,
    metadata: Option<CheckoutMetadata>,
}

/// What the client notes about the checkout (spec §7). Only `user_id` is checked; the server ignores the rest and uses its own plans and data.
#[derive(Debug, Deserialize, ToSchema)]
#[expect(dead_code, reason = "they are accepted, documented and ignored")]
pub struct CheckoutMetadata {
    /// The caller's own id.
    user_id: Option<String>,
    /// Ignored: `planId` says which plan.
    #[schema(value_type = Option<String>, example = "starter")]
    plan_id: Option<Value>,
    /// Ignored, like `plan_id`.
    #[schema(value_type = Option<String>, example = "Starter")]
    plan_name: Option<Value>,
    /// Ignored: the plan sets the price.
    #[schema(value_type = Option<f64>, example = 10)]
    price: Option<Value>,
    /// Ignored: the plan sets the product.
    #[schema(value_type = Option<String>)]
    stripe_product_id: Option<Value>,
    /// Ignored: the server knows about earlier subscriptions.
    #[schema(value_type = Option<bool>)]
    reactivation: Option<Value>,
    /// Ignored, like `reactivation`.
    #[schema(value_type = Option<bool>)]
    previous_cancellation: Option<Value>,
    /// Ignored.
    #[schema(value_type = Option<String>, example = "Earshot")]
    app_name: Option<Value>,
}

#[derive(Debug, Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "the wire has them")]
pub struct StartCheckoutResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Where to pay.
    payment_link: String,
    session_id: String,
    /// Always true: the pending subscription is stored.
    subscription_saved: bool,
    /// Whether payments are sandboxed and no money moves.
    demo: bool,
    /// There is no trial left, so the card is charged at checkout.
    bills_at_once: bool,
}

/// Start a checkout
///
/// An open checkout is reused, or replaced by one for another plan. Every user gets one trial.
#[utoipa::path(
    post, path = "/api/stripe-payments", tag = "Subscription", request_body = StartCheckoutRequest,
    responses(
        (status = 200, body = StartCheckoutResponse),
        (status = 400, body = ErrorBody, description = "Invalid plan ID."),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "The request names another account."),
        (status = 409, body = ErrorBody,
         description = "`error` is `processing` while a payment is being processed, `already_subscribed` with a live subscription."),
        (status = 503, body = ErrorBody)
    )
)]
pub async fn start_payment(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(request): Json<StartCheckoutRequest>,
) -> ApiResult<axum::Json<StartCheckoutResponse>> {
    let user_id = request
        .metadata
        .as_ref()
        .and_then(|it| it.user_id.as_deref());
    require_own_account(&caller, request.user_email.as_deref(), user_id)?;
    let plan = parse_plan(&app, &request.plan_id)?;
    let started = checkout::start(&app, checkout_user(&caller), plan).await;
    let started = started.map_err(|it| it.into_api_error("Failed to create subscription"))?;
    Ok(axum::Json(StartCheckoutResponse::new(&app, started)))
}

impl StartCheckoutResponse {
    fn new(app: &App, started: StartedCheckout) -> Self {
        Self {
            success: true,
            payment_link: started.link,
            session_id: started.session_id,
            subscription_saved: true,
            demo: app.settings.sandboxes().contains(&"payments"),
            bills_at_once: started.bills_at_once,
        }
    }
}

pub(super) fn parse_plan(app: &App, plan_id: &str) -> ApiResult<Plan> {
    let plan = app.settings.offer.sold(plan_id);
    plan.ok_or_else(|| ApiError::bad_request(InvalidPlanId.to_string()))
}

pub(super) fn checkout_user(caller: &Caller) -> CheckoutUser<'_> {
    CheckoutUser {
        user_id: caller.user_id,
        email: &caller.email,
    }
}
