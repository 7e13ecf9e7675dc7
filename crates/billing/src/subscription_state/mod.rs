//! The state machine: derives a user's subscription state from what the provider says and what is
//! stored here.
//!
//! It is a pure function of its arguments, so it does not matter which event arrived, how often, or
//! in which order: every event leads to asking the provider for everything and calling
//! [`next_state`].

use chrono::{DateTime, TimeDelta, Utc};
use providers::payments::{Checkout, CheckoutStatus, ProviderStatus, Subscription};

use super::Status;
use platform::product::Plan;

/// How long access continues after a renewal has failed.
pub(super) const GRACE: TimeDelta = TimeDelta::days(3);

/// A user's subscription: the one row that decides about access.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are independent of each other, and the table has a column for each"
)]
pub(super) struct SubscriptionState {
    pub(super) status: Status,
    /// The plan whose limits apply.
    pub(super) plan: Plan,
    /// What `plan` becomes at `plan_until`.
    pub(super) next_plan: Option<Plan>,
    pub(super) plan_until: Option<DateTime<Utc>>,
    pub(super) subscription_id: Option<String>,
    pub(super) period_start: Option<DateTime<Utc>>,
    pub(super) period_end: Option<DateTime<Utc>>,
    pub(super) trial_ends_at: Option<DateTime<Utc>>,
    /// When access ends unless something changes: a cancelled trial, a failed renewal.
    pub(super) access_until: Option<DateTime<Utc>>,
    /// When the open checkout expires.
    pub(super) pending_until: Option<DateTime<Utc>>,
    /// When it ends, or has ended.
    pub(super) cancel_at: Option<DateTime<Utc>>,
    /// It ends with the period; until then the cancellation can be undone.
    pub(super) is_cancelling: bool,
    pub(super) is_cancelled_trial: bool,
    pub(super) is_past_due: bool,
    /// Set by an operator; the provider knows nothing of it.
    pub(super) is_given: bool,
}

/// What is stored here and nowhere else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LocalState {
    pub(super) state: Option<SubscriptionState>,
    pub(super) hold: Option<PlanHold>,
}

/// After a downgrade the provider already has the new price; the larger plan applies until `until`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlanHold {
    pub(super) plan: Plan,
    pub(super) subscription_id: String,
    pub(super) until: DateTime<Utc>,
}

/// Everything the provider has about one customer at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ProviderSnapshot {
    pub(super) subscriptions: Vec<Subscription>,
    /// Newest first.
    pub(super) checkouts: Vec<Checkout>,
}

impl ProviderSnapshot {
    /// Leaves out a subscription that gives nothing here, whatever its status, and its checkout.
    pub(super) fn leave_out(&mut self, subscription: &str) {
        self.subscriptions.retain(|it| it.id != subscription);
        let is_other = |it: &Checkout| it.subscription.as_deref() != Some(subscription);
        self.checkouts.retain(is_other);
    }
}

impl SubscriptionState {
    pub(super) fn of(status: Status, plan: Plan) -> Self {
        Self {
            status,
            plan,
            next_plan: None,
            plan_until: None,
            subscription_id: None,
            period_start: None,
            period_end: None,
            trial_ends_at: None,
            access_until: None,
            pending_until: None,
            cancel_at: None,
            is_cancelling: false,
            is_cancelled_trial: false,
            is_past_due: false,
            is_given: false,
        }
    }

    /// Whether paid work is done for them right now.
    pub(super) fn has_access(&self, now: DateTime<Utc>) -> bool {
        self.status.is_live() && self.access_until.is_none_or(|until| now < until)
    }

    /// Whether the provider charges for it, now or later.
    pub(super) fn is_live_at_provider(&self) -> bool {
        self.status.is_live() && !self.is_given && !self.is_cancelled_trial
    }

    /// Whether nothing has been charged yet, cancelled or not.
    pub(super) fn is_trial(&self) -> bool {
        self.status == Status::Trialing
    }

    /// Whether it is a trial that has not been cancelled.
    pub(super) fn is_in_trial(&self) -> bool {
        self.status == Status::Trialing && !self.is_cancelled_trial
    }

    /// The state at a later time if the provider reports nothing new.
    pub(super) fn advanced_to(mut self, now: DateTime<Utc>) -> Self {
        let has_passed = |moment: Option<DateTime<Utc>>| moment.is_some_and(|at| at <= now);
        if has_passed(self.plan_until) {
            self.plan = self.next_plan.take().unwrap_or(self.plan);
            self.plan_until = None;
        }
        if self.status.is_live() && has_passed(self.access_until) {
            self.status = if self.is_past_due {
                Status::PaymentFailed
            } else {
                Status::Cancelled
            };
            self.is_cancelled_trial = false;
        }
        if self.status.is_live() && self.is_cancelling && has_passed(self.cancel_at) {
            self.status = Status::Cancelled;
            self.is_cancelling = false;
        }
        self
    }

    /// When to check again, because time alone changes something or a webhook may have been lost.
    pub(super) fn next_recheck_at(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        if self.status == Status::PendingActivation {
            return Some(now + RECHECK_FOR_SUBSCRIPTION);
        }
        let trial_end = self.trial_ends_at.filter(|_| self.is_in_trial());
        let period_end = self.period_end.filter(|_| self.is_live_at_provider());
        let moments = [
            trial_end.map(|end| end - REMIND_BEFORE),
            trial_end,
            period_end,
            self.access_until,
            self.plan_until,
            self.pending_until,
            self.cancel_at.filter(|_| self.is_cancelling),
        ];
        let ahead = moments.into_iter().flatten().filter(|at| *at > now).min();
        // The provider may be late with the renewal.
        let overdue = period_end.filter(|end| *end <= now);
        ahead.or_else(|| overdue.map(|_| now + RECHECK_FOR_RENEWAL))
    }

    /// Whether the trial is about to end, so that the user should be reminded.
    pub(super) fn is_near_trial_end(&self, now: DateTime<Utc>) -> bool {
        // Who has cancelled is not charged at its end, so there is nothing to be reminded of.
        let is_charged = self.is_in_trial() && !self.is_cancelling;
        let end = self.trial_ends_at.filter(|_| is_charged);
        end.is_some_and(|end| end - REMIND_BEFORE <= now && now < end)
    }
}

const REMIND_BEFORE: TimeDelta = TimeDelta::days(1);
const RECHECK_FOR_SUBSCRIPTION: TimeDelta = TimeDelta::minutes(5);
const RECHECK_FOR_RENEWAL: TimeDelta = TimeDelta::hours(1);

/// The state after the provider has been asked; `None` without any subscription or checkout.
pub(super) fn next_state(
    local: &LocalState,
    snapshot: &ProviderSnapshot,
    now: DateTime<Utc>,
) -> Option<SubscriptionState> {
    let bought = best_subscription(&snapshot.subscriptions, now)
        .map(|best| state_of_subscription(best, local.hold.as_ref(), now));
    if let Some(live) = bought.as_ref().filter(|it| it.status.is_live()) {
        return Some(live.clone());
    }
    let stored = local.state.clone().map(|stored| stored.advanced_to(now));
    if let Some(kept) = stored
        .as_ref()
        .filter(|it| is_still_promised(it, snapshot, now))
    {
        return Some(kept.clone());
    }
    let waiting = snapshot
        .checkouts
        .first()
        .and_then(|it| state_of_checkout(it, snapshot, now));
    let given = stored.filter(|it| it.is_given);
    waiting.or(bought).or(given)
}

/// Live subscriptions beside the best one, for which the user would pay a second time.
pub(super) fn surplus_subscriptions(
    snapshot: &ProviderSnapshot,
    now: DateTime<Utc>,
) -> Vec<&Subscription> {
    let is_live = |it: &&Subscription| {
        use ProviderStatus::{Active, PastDue, Trialing};
        matches!(it.status, Active | Trialing | PastDue)
    };
    let chosen = best_subscription(&snapshot.subscriptions, now).filter(is_live);
    let others = snapshot.subscriptions.iter().filter(is_live);
    others
        .filter(|other| chosen.is_some_and(|chosen| chosen.id != other.id))
        .collect()
}

/// Whether access that was promised here still holds although the provider no longer lists its
/// reason.
fn is_still_promised(
    stored: &SubscriptionState,
    snapshot: &ProviderSnapshot,
    now: DateTime<Utc>,
) -> bool {
    if !stored.has_access(now) {
        return false;
    }
    let is_listed = snapshot
        .subscriptions
        .iter()
        .any(|it| Some(&it.id) == stored.subscription_id.as_ref());
    let is_paid = stored.period_end.is_some_and(|end| now < end);
    stored.is_given || stored.is_cancelled_trial || (!is_listed && is_paid)
}

fn best_subscription(all: &[Subscription], now: DateTime<Utc>) -> Option<&Subscription> {
    all.iter()
        .max_by_key(|it| (rank(it, now), it.created, &it.id))
}

/// Of several subscriptions the one that gives most counts; of those that give nothing, the newest.
fn rank(subscription: &Subscription, now: DateTime<Utc>) -> u8 {
    match subscription.status {
        ProviderStatus::Active => 5,
        ProviderStatus::Trialing => 4,
        ProviderStatus::PastDue if now < grace_end(subscription) => 3,
        ProviderStatus::Canceled
            if cancelled_trial_end(subscription).is_some_and(|end| now < end) =>
        {
            2
        }
        ProviderStatus::Incomplete => 1,
        _ => 0,
    }
}

/// Translates one subscription of the provider into our state.
fn state_of_subscription(
    subscription: &Subscription,
    hold: Option<&PlanHold>,
    now: DateTime<Utc>,
) -> SubscriptionState {
    let plan = subscription.plan.as_deref().and_then(Plan::named);
    let mut state = SubscriptionState {
        subscription_id: Some(subscription.id.clone()),
        period_start: subscription.current_period_start,
        period_end: subscription.current_period_end,
        trial_ends_at: subscription.trial_end,
        ..SubscriptionState::of(Status::Active, plan.unwrap_or(Plan::Starter))
    };
    match subscription.status {
        ProviderStatus::Active => {}
        ProviderStatus::Trialing => state.status = Status::Trialing,
        ProviderStatus::Incomplete => state.status = Status::Pending,
        ProviderStatus::PastDue => {
            state.is_past_due = true;
            state.access_until = Some(grace_end(subscription));
        }
        ProviderStatus::Unpaid | ProviderStatus::IncompleteExpired => {
            state.status = Status::PaymentFailed;
        }
        ProviderStatus::Canceled => apply_cancellation(&mut state, subscription),
        ProviderStatus::Paused => state.status = Status::Inactive,
    }
    if let Some(end) = subscription.ends_at().filter(|_| state.status.is_live()) {
        state.is_cancelling = true;
        state.cancel_at = Some(end);
    }
    apply_plan_hold(state, hold, now).advanced_to(now)
}

fn apply_cancellation(state: &mut SubscriptionState, subscription: &Subscription) {
    state.cancel_at = subscription.ended_at.or(subscription.canceled_at);
    state.status = Status::Cancelled;
    if let Some(trial_end) = cancelled_trial_end(subscription) {
        // It has ended at the provider but continues here until the promised day.
        state.status = Status::Trialing;
        state.is_cancelled_trial = true;
        state.access_until = Some(trial_end);
    }
}

/// When a trial would have ended that was cancelled before its end.
fn cancelled_trial_end(subscription: &Subscription) -> Option<DateTime<Utc>> {
    let ended = subscription.ended_at.or(subscription.canceled_at)?;
    subscription.trial_end.filter(|end| ended < *end)
}

/// The provider starts the new period even if the charge failed.
fn grace_end(subscription: &Subscription) -> DateTime<Utc> {
    let failed = subscription.current_period_start;
    failed.unwrap_or(subscription.created) + GRACE
}

fn apply_plan_hold(
    mut state: SubscriptionState,
    hold: Option<&PlanHold>,
    now: DateTime<Utc>,
) -> SubscriptionState {
    let hold = hold.filter(|hold| {
        let is_of_this = state.subscription_id.as_ref() == Some(&hold.subscription_id);
        is_of_this && now < hold.until && state.plan < hold.plan && state.status.is_live()
    });
    if let Some(hold) = hold {
        state.next_plan = Some(state.plan);
        state.plan = hold.plan;
        state.plan_until = Some(hold.until);
    }
    state
}

/// The state of a user at the checkout, or after paying while the subscription is not there yet.
fn state_of_checkout(
    checkout: &Checkout,
    snapshot: &ProviderSnapshot,
    now: DateTime<Utc>,
) -> Option<SubscriptionState> {
    let plan = checkout.metadata.get("plan_id").map(String::as_str);
    let plan = plan.and_then(Plan::named).unwrap_or(Plan::Starter);
    match checkout.status {
        CheckoutStatus::Open if checkout.expires_at.is_none_or(|end| now < end) => {
            Some(SubscriptionState {
                pending_until: checkout.expires_at,
                ..SubscriptionState::of(Status::Pending, plan)
            })
        }
        CheckoutStatus::Complete if is_awaiting_subscription(checkout, snapshot) => {
            Some(SubscriptionState::of(Status::PendingActivation, plan))
        }
        _ => None,
    }
}

/// Whether a checkout is complete and its subscription is not there yet.
pub(super) fn is_awaiting_subscription(checkout: &Checkout, snapshot: &ProviderSnapshot) -> bool {
    let created = checkout.subscription.as_ref();
    checkout.status == CheckoutStatus::Complete
        && !snapshot
            .subscriptions
            .iter()
            .any(|it| Some(&it.id) == created)
}

#[cfg(test)]
mod event_order_tests;
#[cfg(test)]
mod tests;
