//! Changing the plan, cancelling, and undoing a cancellation. Only one change runs at a time, and
//! each starts from what the provider says now.

use chrono::{DateTime, TimeDelta, Utc};
use providers::payments::{
    PaymentsError, PaymentsResult, PlanChangeBilling, PlanChangeRequest, Subscription,
};
use uuid::Uuid;

use super::billing_error::BillingError;
use super::checkout::{self, CheckoutUser, StartedCheckout};
use super::provider_sync::sync_account;
use super::store::accounts;
use super::subscription_state::{PlanHold, SubscriptionState};
use super::{Status, stripe_calls};
use platform::app::App;
use platform::product::KeywordChoice;
use platform::product::Plan;

/// The result of a plan change.
#[derive(Debug)]
pub(super) struct PlanChanged {
    pub(super) is_upgrade: bool,
    pub(super) state: SubscriptionState,
}

/// The result of a reactivation.
#[derive(Debug)]
pub(super) enum Reactivated {
    Resumed(SubscriptionState),
    /// A cancelled trial has ended at the provider, so a new checkout is needed.
    NeedsCheckout(StartedCheckout),
}

pub(super) async fn change_plan(
    app: &App,
    user_id: Uuid,
    subscription_id: &str,
    plan: Plan,
    choice: &KeywordChoice,
) -> Result<PlanChanged, BillingError> {
    let state = find_state(app, user_id, subscription_id).await?;
    if !state.is_live_at_provider() {
        return Err(BillingError::NotLive);
    }
    let is_upgrade = plan > state.plan;
    if plan == state.next_plan.unwrap_or(state.plan) {
        return Ok(PlanChanged { is_upgrade, state });
    }
    let (how, hold) = plan_change_terms(&state, subscription_id, plan, app.clock.now());
    let revision = begin(app, user_id, Some((hold.as_ref(), choice)), None).await?;
    let change = PlanChangeRequest {
        subscription: subscription_id.to_owned(),
        plan: plan.id().to_owned(),
        how,
    };
    let key = format!("change:{subscription_id}:{revision}");
    let called = stripe_calls::change_plan(app, &change, &key).await;
    let is_changed = |it: &SubscriptionState| it.next_plan.unwrap_or(it.plan) == plan;
    let state = finish(app, user_id, called, is_changed).await?;
    Ok(PlanChanged { is_upgrade, state })
}

/// During a trial a smaller plan applies at once, and a larger one ends the trial. After it, a
/// larger plan is billed now and a smaller one applies from the next period: the provider already
/// has the new price, and we keep the larger plan until then.
fn plan_change_terms(
    state: &SubscriptionState,
    subscription_id: &str,
    plan: Plan,
    now: DateTime<Utc>,
) -> (PlanChangeBilling, Option<PlanHold>) {
    if state.is_in_trial() {
        let how = if plan > state.plan {
            PlanChangeBilling::EndingTrial
        } else {
            PlanChangeBilling::FromNextInvoice
        };
        return (how, None);
    }
    if plan > state.plan {
        return (PlanChangeBilling::AtOnce, None);
    }
    let hold = PlanHold {
        plan: state.plan,
        subscription_id: subscription_id.to_owned(),
        until: state.period_end.unwrap_or(now),
    };
    (PlanChangeBilling::FromNextInvoice, Some(hold))
}

/// The server decides how: a trial ends at once at the provider and keeps its access here; a paid
/// subscription runs until the end of its period; an unpaid one is not charged again.
pub(super) async fn cancel(
    app: &App,
    user_id: Uuid,
    subscription_id: &str,
    reason: &str,
) -> Result<SubscriptionState, BillingError> {
    let state = find_state(app, user_id, subscription_id).await?;
    if state.is_cancelling || state.is_cancelled_trial {
        return Ok(state);
    }
    let is_unpaid = state.status == Status::PaymentFailed;
    if !state.is_live_at_provider() && !is_unpaid {
        return Err(BillingError::NotLive);
    }
    let revision = begin(app, user_id, None, Some(reason)).await?;
    let called = if state.is_in_trial() || state.is_past_due || is_unpaid {
        stripe_calls::cancel_now(app, subscription_id).await
    } else {
        let key = format!("end:{subscription_id}:{revision}");
        stripe_calls::cancel_at_period_end(app, subscription_id, &key).await
    };
    let is_ending = |it: &SubscriptionState| it.cancel_at.is_some();
    finish(app, user_id, called, is_ending).await
}

pub(super) async fn reactivate(
    app: &App,
    user: CheckoutUser<'_>,
    subscription_id: &str,
) -> Result<Reactivated, BillingError> {
    let state = find_state(app, user.user_id, subscription_id).await?;
    if state.is_cancelled_trial {
        let started = checkout::start(app, user, state.plan).await?;
        return Ok(Reactivated::NeedsCheckout(started));
    }
    if !state.is_live_at_provider() {
        return Err(BillingError::NothingToReactivate);
    }
    if !state.is_cancelling {
        return Ok(Reactivated::Resumed(state));
    }
    let revision = begin(app, user.user_id, None, None).await?;
    let key = format!("undo:{subscription_id}:{revision}");
    let called = stripe_calls::undo_cancel(app, subscription_id, &key).await;
    let is_resumed = |it: &SubscriptionState| it.status.is_live() && !it.is_cancelling;
    let state = finish(app, user.user_id, called, is_resumed).await?;
    Ok(Reactivated::Resumed(state))
}

/// The current state of the user's subscription. Another user's subscription is not found.
async fn find_state(
    app: &App,
    user_id: Uuid,
    subscription_id: &str,
) -> Result<SubscriptionState, BillingError> {
    let (account, _) = sync_account(app, user_id).await?;
    let state = account.state().cloned();
    let own = state.filter(|it| it.subscription_id.as_deref() == Some(subscription_id));
    own.ok_or(BillingError::NoSuchSubscription)
}

type Downgrade<'a> = (Option<&'a PlanHold>, &'a KeywordChoice);

/// Reserves the account for one change at the provider, and saves first what only we know about
/// the change, so that a crash after the call does not lose it.
async fn begin(
    app: &App,
    user_id: Uuid,
    downgrade: Option<Downgrade<'_>>,
    reason: Option<&str>,
) -> Result<i64, BillingError> {
    let real = app.clock.real();
    let longest = TimeDelta::from_std(app.settings.job_lease).unwrap_or(TimeDelta::MAX);
    let mut tx = app.db.begin().await?;
    let revision = accounts::advance_revision(&mut tx, user_id).await?;
    if !accounts::begin_change(&mut tx, user_id, real, real + longest).await? {
        return Err(BillingError::Busy);
    }
    if let Some((hold, choice)) = downgrade {
        accounts::save_plan_hold(&mut tx, user_id, hold).await?;
        accounts::save_keyword_choice(&mut tx, user_id, choice).await?;
    }
    if let Some(reason) = reason {
        accounts::save_cancel_reason(&mut tx, user_id, reason).await?;
    }
    tx.commit().await?;
    Ok(revision)
}

/// Reads the result from the provider. A call whose response was lost may still have succeeded.
async fn finish(
    app: &App,
    user_id: Uuid,
    called: PaymentsResult<Subscription>,
    has_succeeded: impl Fn(&SubscriptionState) -> bool,
) -> Result<SubscriptionState, BillingError> {
    accounts::end_change(&app.db, user_id).await?;
    if let Err(PaymentsError::Refused(refusal)) = called {
        return Err(PaymentsError::Refused(refusal).into());
    }
    let (account, _) = sync_account(app, user_id).await?;
    let state = account.state().cloned();
    match (state, called) {
        (Some(state), _) if has_succeeded(&state) => Ok(state),
        (_, Err(failed)) => Err(failed.into()),
        (Some(state), Ok(_)) => Ok(state),
        (None, Ok(_)) => Err(BillingError::NoSuchSubscription),
    }
}
