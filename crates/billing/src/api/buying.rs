//! The way to the checkout.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::only_oneself;
use crate::checkout::{self, Started, Who};
use identity::{Caller, SignedIn};
use platform::api_error::{ApiError, ApiResult, ErrorBody};
use platform::app::App;
use platform::product::{InvalidPlanId, Plan};
use platform::request::Json;

/// What to buy. Price, product and customer are the server's business: what a body says about them
/// is not even read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPayment {
    /// `starter` or `pro`.
    #[schema(example = "starter")]
    plan_id: String,
    /// The caller's own address.
    user_email: Option<String>,
    /// Accepted and not used.
    #[expect(
        dead_code,
        reason = "the client sends it; the provider asks for the name"
    )]
    user_name: Option<String>,
    metadata: Option<PaymentMetadata>,
}

/// Of all that a client may say here only this is looked at.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PaymentMetadata {
    /// The caller's own id.
    user_id: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "the wire has them")]
pub struct PaymentStarted {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// Where to pay.
    payment_link: String,
    session_id: String,
    /// Whether the subscription waits for the payment now.
    subscription_saved: bool,
    /// Whether nobody really pays, because the payment provider is a sandbox.
    demo: bool,
    /// There is no trial left, so the card is charged when the checkout is completed.
    bills_at_once: bool,
}

/// Start a checkout
///
/// An open checkout is used again, or replaced by one for another plan. The trial is given once.
#[utoipa::path(
    post, path = "/api/stripe-payments", tag = "Subscription", request_body = NewPayment,
    responses(
        (status = 200, body = PaymentStarted),
        (status = 400, body = ErrorBody, description = "Invalid plan ID."),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "Another account is named."),
        (status = 409, body = ErrorBody,
         description = "`error` is `processing` while a payment is being processed, `already_subscribed` beside a subscription that lives."),
        (status = 503, body = ErrorBody)
    )
)]
pub async fn start_payment(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(wish): Json<NewPayment>,
) -> ApiResult<axum::Json<PaymentStarted>> {
    let user_id = wish.metadata.as_ref().and_then(|it| it.user_id.as_deref());
    only_oneself(&caller, wish.user_email.as_deref(), user_id)?;
    let plan = sold(&app, &wish.plan_id)?;
    let started = checkout::start(&app, who(&caller), plan).await;
    let started = started.map_err(|it| it.into_failure("Failed to create subscription"))?;
    Ok(axum::Json(PaymentStarted::new(&app, started)))
}

impl PaymentStarted {
    fn new(app: &App, started: Started) -> Self {
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

pub(super) fn sold(app: &App, plan_id: &str) -> ApiResult<Plan> {
    let plan = app.settings.offer.sold(plan_id);
    plan.ok_or_else(|| ApiError::bad_request(InvalidPlanId.to_string()))
}

pub(super) fn who(caller: &Caller) -> Who<'_> {
    Who {
        user_id: caller.user_id,
        email: &caller.email,
    }
}
