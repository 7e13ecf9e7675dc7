//! Changing the plan, cancelling, and undoing a cancellation.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::checkout::{checkout_user, parse_plan};
use super::require_own_account;
use super::subscription_status::TrialStatus;
use crate::billing_mail::format_day;
use crate::store;
use crate::subscription_changes::{self, Reactivated};
use crate::subscription_state::SubscriptionState;
use identity::SignedIn;
use platform::api_error::{ApiResult, ErrorBody};
use platform::app::App;
use platform::product::KeywordChoice;
use platform::request::Json;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePlanRequest {
    current_subscription_id: String,
    /// `starter` or `pro`.
    #[schema(example = "pro")]
    new_plan_id: String,
    user_email: Option<String>,
    metadata: Option<ChangePlanMetadata>,
    /// Keywords to pause if a smaller plan does not allow all of them.
    #[serde(default)]
    paused_keywords: Vec<String>,
    /// Keywords to keep first on a smaller plan.
    #[serde(default)]
    keep_keywords: Vec<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangePlanMetadata {
    /// The caller's own id.
    user_id: Option<String>,
    /// Ignored: the server knows the current plan.
    #[schema(value_type = Option<String>, example = "starter")]
    #[expect(dead_code, reason = "it is accepted, documented and ignored")]
    current_plan: Option<Value>,
}

/// The subscription after a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubscriptionChangeResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// A message for the user.
    message: String,
    data: TrialStatus,
    /// Where to pay, if a new checkout is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_link: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<String>,
    /// With a `payment_link`: there is no trial left, so the card is charged at checkout.
    #[serde(skip_serializing_if = "Option::is_none")]
    bills_at_once: Option<bool>,
}

/// Change the plan
///
/// An upgrade applies right away; during a trial it ends the trial and is billed now. A downgrade applies right away during a trial, otherwise from the next period.
#[utoipa::path(
    post, path = "/api/subscription/change-plan", tag = "Subscription", request_body = ChangePlanRequest,
    responses(
        (status = 200, body = SubscriptionChangeResponse),
        (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 402, body = ErrorBody, description = "There is no active subscription, or the card was declined."),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody),
        (status = 503, body = ErrorBody)
    )
)]
pub async fn change_plan(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(request): Json<ChangePlanRequest>,
) -> ApiResult<axum::Json<SubscriptionChangeResponse>> {
    let user_id = request
        .metadata
        .as_ref()
        .and_then(|it| it.user_id.as_deref());
    require_own_account(&caller, request.user_email.as_deref(), user_id)?;
    let plan = parse_plan(&app, &request.new_plan_id)?;
    let choice = KeywordChoice {
        pause: request.paused_keywords,
        keep: request.keep_keywords,
    };
    let id = &request.current_subscription_id;
    let changed = subscription_changes::change_plan(&app, caller.user_id, id, plan, &choice).await;
    let changed =
        changed.map_err(|it| it.into_api_error("Failed to change plan. Please try again."))?;
    let verb = if changed.is_upgrade {
        "updated"
    } else {
        "changed"
    };
    let message = format!("Successfully {verb} to {} plan!", plan.terms().name);
    Ok(changed_response(&app, message, &changed.state))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelSubscriptionRequest {
    subscription_id: String,
    #[serde(default)]
    reason: String,
    /// Accepted but ignored: the server decides.
    #[expect(
        dead_code,
        reason = "the client sends it; a trial ends at once, nothing else does"
    )]
    cancel_immediately: Option<bool>,
    user_email: Option<String>,
}

/// The longest reason that is stored.
const LONGEST_REASON: usize = 1000;

/// Cancel
///
/// A trial is cancelled right away and keeps access until its last day. Any other subscription runs until the end of the period.
#[utoipa::path(
    post, path = "/api/subscription/cancel", tag = "Subscription", request_body = CancelSubscriptionRequest,
    responses(
        (status = 200, body = SubscriptionChangeResponse),
        (status = 401, body = ErrorBody),
        (status = 402, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody),
        (status = 503, body = ErrorBody)
    )
)]
pub async fn cancel_subscription(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(request): Json<CancelSubscriptionRequest>,
) -> ApiResult<axum::Json<SubscriptionChangeResponse>> {
    require_own_account(&caller, request.user_email.as_deref(), None)?;
    let reason: String = request.reason.trim().chars().take(LONGEST_REASON).collect();
    let id = &request.subscription_id;
    let cancelled = subscription_changes::cancel(&app, caller.user_id, id, &reason).await;
    let state = cancelled
        .map_err(|it| it.into_api_error("Failed to cancel subscription. Please try again."))?;
    Ok(changed_response(&app, cancelled_message(&state), &state))
}

fn cancelled_message(state: &SubscriptionState) -> String {
    if state.is_cancelled_trial {
        let end = format_day(state.access_until);
        return format!("Your trial is cancelled. You keep access until {end}.");
    }
    if state.is_cancelling {
        let end = format_day(state.cancel_at);
        return format!("Your subscription ends on {end}. You will not be charged again.");
    }
    "Your subscription is cancelled. You will not be charged again.".to_owned()
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReactivateSubscriptionRequest {
    subscription_id: String,
    user_email: Option<String>,
}

/// Undo a cancellation
///
/// A cancelled trial has already ended at the provider: the response then has a `payment_link`.
#[utoipa::path(
    post, path = "/api/subscription/reactivate-existing", tag = "Subscription", request_body = ReactivateSubscriptionRequest,
    responses(
        (status = 200, body = SubscriptionChangeResponse),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody),
        (status = 503, body = ErrorBody)
    )
)]
pub async fn reactivate_subscription(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Json(request): Json<ReactivateSubscriptionRequest>,
) -> ApiResult<axum::Json<SubscriptionChangeResponse>> {
    require_own_account(&caller, request.user_email.as_deref(), None)?;
    let reactivated =
        subscription_changes::reactivate(&app, checkout_user(&caller), &request.subscription_id)
            .await;
    let reactivated = reactivated
        .map_err(|it| it.into_api_error("Failed to reactivate subscription. Please try again."))?;
    match reactivated {
        Reactivated::Resumed(state) => {
            let message = "Subscription reactivated successfully!".to_owned();
            Ok(changed_response(&app, message, &state))
        }
        Reactivated::NeedsCheckout(started) => {
            let stored = store::load_account(&app.db, caller.user_id).await?;
            let message = if started.bills_at_once {
                "Your trial is nearly over, so you are billed at checkout."
            } else {
                "Confirm your card to continue your trial."
            };
            Ok(axum::Json(SubscriptionChangeResponse {
                success: true,
                message: message.to_owned(),
                data: TrialStatus::of(stored.state(), app.clock.now()),
                payment_link: Some(started.link),
                session_id: Some(started.session_id),
                bills_at_once: Some(started.bills_at_once),
            }))
        }
    }
}

fn changed_response(
    app: &App,
    message: String,
    state: &SubscriptionState,
) -> axum::Json<SubscriptionChangeResponse> {
    axum::Json(SubscriptionChangeResponse {
        success: true,
        message,
        data: TrialStatus::of(Some(state), app.clock.now()),
        payment_link: None,
        session_id: None,
        bills_at_once: None,
    })
}
