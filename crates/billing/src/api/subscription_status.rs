//! The status of a subscription and its trial.

use axum::extract::State;
use chrono::{DateTime, TimeDelta, Utc};
use providers::payments::Trial;
use serde::Serialize;
use utoipa::ToSchema;

use super::require_own_account;
use crate::store::BillingAccount;
use crate::subscription_state::SubscriptionState;
use crate::{Status, checkout, provider_sync, store, used_trials};
use identity::SignedIn;
use platform::api_error::{ApiResult, ErrorBody};
use platform::app::App;
use platform::product::Plan;
use platform::request::Path;

#[derive(Debug, Serialize, ToSchema)]
pub struct SubscriptionStatusResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    /// `active`, `trialing`, `pending`, `pending_activation`, `payment_failed`, `cancelled`,
    /// `inactive` or `none`.
    #[schema(example = "trialing")]
    status: &'static str,
    /// The plan whose limits apply.
    plan_id: Option<&'static str>,
    subscription_id: Option<String>,
    current_period_end: Option<DateTime<Utc>>,
}

/// Get the current subscription status from the payment provider
///
/// The answer is saved. If the provider cannot be reached, the response is a 503.
#[utoipa::path(
    get, path = "/api/subscription/status", tag = "Subscription",
    responses(
        (status = 200, body = SubscriptionStatusResponse),
        (status = 401, body = ErrorBody),
        (status = 503, body = ErrorBody)
    )
)]
pub async fn check_subscription(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
) -> ApiResult<axum::Json<SubscriptionStatusResponse>> {
    let synced = provider_sync::sync_account(&app, caller.user_id).await;
    let (account, _) =
        synced.map_err(|it| it.into_api_error("Failed to check subscription status"))?;
    let state = account.state();
    Ok(axum::Json(SubscriptionStatusResponse {
        success: true,
        status: state.map_or("none", |it| it.status.name()),
        plan_id: state.map(|it| it.plan.id()),
        subscription_id: state.and_then(|it| it.subscription_id.clone()),
        current_period_end: state.and_then(|it| it.period_end),
    }))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TrialStatusResponse {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    data: TrialStatus,
}

/// The subscription and its trial, as the card in Settings shows them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the wire has them")]
pub struct TrialStatus {
    has_subscription: bool,
    subscription_id: Option<String>,
    /// The plan whose limits apply.
    current_plan: Option<&'static str>,
    #[schema(example = "trialing")]
    status: &'static str,
    is_in_trial: bool,
    /// Part of a day counts as a whole day.
    days_left_in_trial: i64,
    /// Cancelled, with access until the day it would have ended.
    is_cancelled_trial: bool,
    cancel_at_period_end: bool,
    /// When it ends, or ended.
    cancellation_date: Option<DateTime<Utc>>,
    trial_ends_at: Option<DateTime<Utc>>,
    current_period_end: Option<DateTime<Utc>>,
    can_cancel: bool,
    /// The plan that follows at `planUntil`, after a downgrade.
    next_plan: Option<&'static str>,
    plan_until: Option<DateTime<Utc>>,
    /// A renewal payment failed; access continues until `accessUntil`.
    is_past_due: bool,
    access_until: Option<DateTime<Utc>>,
    /// Why a checkout comes without a free trial; null if it has one.
    no_trial: Option<NoTrial>,
}

/// Why there is no free trial; each person gets one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NoTrial {
    /// This account has had one.
    Account,
    /// An account that is deleted had one, with the same address.
    Address,
    /// The same with the same card: the trial was ended, and nothing was charged.
    Card,
}

/// Get the subscription and its trial
#[utoipa::path(
    get, path = "/api/subscription/trial-status/{userId}", tag = "Subscription",
    params(("userId" = String, Path, description = "The caller's own id.")),
    responses(
        (status = 200, body = TrialStatusResponse),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)
    )
)]
pub async fn show_trial_status(
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    Path(user_id): Path<String>,
) -> ApiResult<axum::Json<TrialStatusResponse>> {
    require_own_account(&caller, None, Some(&user_id))?;
    let account = store::load_account(&app.db, caller.user_id).await?;
    let now = app.clock.now();
    let state = account.state().cloned().map(|it| it.advanced_to(now));
    let is_known = used_trials::is_known_address(&app.db, &caller.email).await?;
    Ok(axum::Json(TrialStatusResponse {
        success: true,
        data: TrialStatus {
            no_trial: no_trial(&account, is_known, (app.settings.offer.trial_days, now)),
            ..TrialStatus::of(state.as_ref(), now)
        },
    }))
}

fn no_trial(
    account: &BillingAccount,
    is_known: bool,
    days_and_now: (u32, DateTime<Utc>),
) -> Option<NoTrial> {
    if checkout::trial_for(account, is_known, days_and_now) != Trial::None {
        return None;
    }
    if account.refused_trial.is_some() {
        return Some(NoTrial::Card);
    }
    if account.trial_used_at.is_some() {
        return Some(NoTrial::Account);
    }
    Some(NoTrial::Address)
}

impl TrialStatus {
    pub(super) fn of(state: Option<&SubscriptionState>, now: DateTime<Utc>) -> Self {
        let trial = state.filter(|it| it.status == Status::Trialing);
        let trial_end = trial.and_then(|it| it.access_until.or(it.trial_ends_at));
        let can_cancel = state.is_some_and(|it| it.is_live_at_provider() && !it.is_cancelling);
        Self {
            has_subscription: state
                .is_some_and(|it| it.status.is_live() || it.subscription_id.is_some()),
            subscription_id: state.and_then(|it| it.subscription_id.clone()),
            current_plan: state.map(|it| it.plan.id()),
            status: state.map_or("none", |it| it.status.name()),
            is_in_trial: trial.is_some(),
            days_left_in_trial: trial_end.map_or(0, |end| days_left(end - now)),
            is_cancelled_trial: state.is_some_and(|it| it.is_cancelled_trial),
            cancel_at_period_end: state.is_some_and(|it| it.is_cancelling),
            cancellation_date: state.and_then(|it| it.cancel_at),
            trial_ends_at: state.and_then(|it| it.trial_ends_at),
            current_period_end: state.and_then(|it| it.period_end),
            can_cancel,
            next_plan: state.and_then(|it| it.next_plan).map(Plan::id),
            plan_until: state.and_then(|it| it.plan_until),
            is_past_due: state.is_some_and(|it| it.is_past_due && it.status.is_live()),
            access_until: state.and_then(|it| it.access_until),
            no_trial: None,
        }
    }
}

fn days_left(left: TimeDelta) -> i64 {
    let day = TimeDelta::days(1).num_seconds();
    (left.num_seconds().max(0) + day - 1) / day
}
