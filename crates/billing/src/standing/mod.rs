//! The state machine: from what the provider says and what is known here to how somebody stands.
//!
//! It is a plain function of its arguments, so that it does not matter which event brought the
//! news, how often, or in which order: whoever hears anything asks the provider for everything and
//! comes here.

use chrono::{DateTime, TimeDelta, Utc};
use providers::payments::{Checkout, CheckoutStatus, ProviderStatus, Subscription};

use super::Status;
use platform::product::Plan;

/// How long access goes on after a renewal has failed.
pub(super) const GRACE: TimeDelta = TimeDelta::days(3);

/// How somebody stands: the one row that decides about access.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are independent of each other, and the table has a column for each"
)]
pub(super) struct Standing {
    pub(super) status: Status,
    /// Whose limits hold.
    pub(super) plan: Plan,
    /// What `plan` becomes at `plan_until`.
    pub(super) next_plan: Option<Plan>,
    pub(super) plan_until: Option<DateTime<Utc>>,
    pub(super) subscription_id: Option<String>,
    pub(super) period_start: Option<DateTime<Utc>>,
    pub(super) period_end: Option<DateTime<Utc>>,
    pub(super) trial_ends_at: Option<DateTime<Utc>>,
    /// When access ends without another word: a cancelled trial, a renewal that failed.
    pub(super) access_until: Option<DateTime<Utc>>,
    /// When the open checkout closes by itself.
    pub(super) pending_until: Option<DateTime<Utc>>,
    /// When it ends, or has ended.
    pub(super) cancel_at: Option<DateTime<Utc>>,
    /// It ends with the period and can be taken back until then.
    pub(super) is_cancelling: bool,
    pub(super) is_cancelled_trial: bool,
    pub(super) is_past_due: bool,
    /// By an operator: no provider knows of it.
    pub(super) is_given: bool,
}

/// What is known here and nowhere else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) standing: Option<Standing>,
    pub(super) hold: Option<Hold>,
}

/// A downgrade has changed the price at the provider already; the larger plan holds on until then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hold {
    pub(super) plan: Plan,
    pub(super) subscription_id: String,
    pub(super) until: DateTime<Utc>,
}

/// Everything the provider says about one customer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Heard {
    pub(super) subscriptions: Vec<Subscription>,
    /// Newest first.
    pub(super) checkouts: Vec<Checkout>,
}

impl Standing {
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

    /// Whether paid work is done for them at this moment.
    pub(super) fn has_access(&self, now: DateTime<Utc>) -> bool {
        self.status.is_live() && self.access_until.is_none_or(|until| now < until)
    }

    /// The provider goes on charging for it, now or later.
    pub(super) fn is_bought_and_lives(&self) -> bool {
        self.status.is_live() && !self.is_given && !self.is_cancelled_trial
    }

    /// A trial that goes on by itself.
    pub(super) fn is_in_trial(&self) -> bool {
        self.status == Status::Trialing && !self.is_cancelled_trial
    }

    /// What time alone makes of it, for when nobody can be asked.
    pub(super) fn aged(mut self, now: DateTime<Utc>) -> Self {
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

    /// When somebody has to look again, because time alone changes something or a webhook may
    /// have been lost.
    pub(super) fn next_look(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        if self.status == Status::PendingActivation {
            return Some(now + LOOK_FOR_SUBSCRIPTION);
        }
        let trial_end = self.trial_ends_at.filter(|_| self.is_in_trial());
        let period_end = self.period_end.filter(|_| self.is_bought_and_lives());
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
        // The provider may take its time to renew.
        let overdue = period_end.filter(|end| *end <= now);
        ahead.or_else(|| overdue.map(|_| now + LOOK_FOR_RENEWAL))
    }

    /// Whether the trial is about to end and its owner wants to know.
    pub(super) fn is_near_trial_end(&self, now: DateTime<Utc>) -> bool {
        let end = self.trial_ends_at.filter(|_| self.is_in_trial());
        end.is_some_and(|end| end - REMIND_BEFORE <= now && now < end)
    }
}

const REMIND_BEFORE: TimeDelta = TimeDelta::days(1);
const LOOK_FOR_SUBSCRIPTION: TimeDelta = TimeDelta::minutes(5);
const LOOK_FOR_RENEWAL: TimeDelta = TimeDelta::hours(1);

/// How somebody stands after the provider has been asked; none without anything.
pub(super) fn hear(known: &Known, heard: &Heard, now: DateTime<Utc>) -> Option<Standing> {
    let bought = best(&heard.subscriptions, now).map(|best| said(best, known.hold.as_ref(), now));
    if let Some(living) = bought.as_ref().filter(|it| it.status.is_live()) {
        return Some(living.clone());
    }
    let stored = known.standing.clone().map(|stored| stored.aged(now));
    if let Some(kept) = stored.as_ref().filter(|it| outlives(it, heard, now)) {
        return Some(kept.clone());
    }
    let waiting = heard
        .checkouts
        .first()
        .and_then(|it| checking_out(it, heard, now));
    let given = stored.filter(|it| it.is_given);
    waiting.or(bought).or(given)
}

/// Those that live beside the best one: somebody would pay twice.
pub(super) fn surplus(heard: &Heard, now: DateTime<Utc>) -> Vec<&Subscription> {
    let lives = |it: &&Subscription| {
        use ProviderStatus::{Active, PastDue, Trialing};
        matches!(it.status, Active | Trialing | PastDue)
    };
    let chosen = best(&heard.subscriptions, now).filter(lives);
    let others = heard.subscriptions.iter().filter(lives);
    others
        .filter(|other| chosen.is_some_and(|chosen| chosen.id != other.id))
        .collect()
}

/// Access that was promised here is not taken away early because the provider forgot its reason.
fn outlives(stored: &Standing, heard: &Heard, now: DateTime<Utc>) -> bool {
    if !stored.has_access(now) {
        return false;
    }
    let is_listed = heard
        .subscriptions
        .iter()
        .any(|it| Some(&it.id) == stored.subscription_id.as_ref());
    let is_paid = stored.period_end.is_some_and(|end| now < end);
    stored.is_given || stored.is_cancelled_trial || (!is_listed && is_paid)
}

fn best(all: &[Subscription], now: DateTime<Utc>) -> Option<&Subscription> {
    all.iter()
        .max_by_key(|it| (worth(it, now), it.created, &it.id))
}

/// Of several subscriptions the one counts that gives most; of those that give nothing, the newest.
fn worth(subscription: &Subscription, now: DateTime<Utc>) -> u8 {
    match subscription.status {
        ProviderStatus::Active => 5,
        ProviderStatus::Trialing => 4,
        ProviderStatus::PastDue if now < grace_end(subscription) => 3,
        ProviderStatus::Canceled if cut_trial(subscription).is_some_and(|end| now < end) => 2,
        ProviderStatus::Incomplete => 1,
        _ => 0,
    }
}

/// The provider's word about one subscription in ours.
fn said(subscription: &Subscription, hold: Option<&Hold>, now: DateTime<Utc>) -> Standing {
    let plan = subscription.plan.as_deref().and_then(Plan::named);
    let mut standing = Standing {
        subscription_id: Some(subscription.id.clone()),
        period_start: subscription.current_period_start,
        period_end: subscription.current_period_end,
        trial_ends_at: subscription.trial_end,
        ..Standing::of(Status::Active, plan.unwrap_or(Plan::Starter))
    };
    match subscription.status {
        ProviderStatus::Active => {}
        ProviderStatus::Trialing => standing.status = Status::Trialing,
        ProviderStatus::Incomplete => standing.status = Status::Pending,
        ProviderStatus::PastDue => {
            standing.is_past_due = true;
            standing.access_until = Some(grace_end(subscription));
        }
        ProviderStatus::Unpaid | ProviderStatus::IncompleteExpired => {
            standing.status = Status::PaymentFailed;
        }
        ProviderStatus::Canceled => end(&mut standing, subscription),
        ProviderStatus::Paused => standing.status = Status::Inactive,
    }
    if standing.status.is_live() && subscription.cancel_at_period_end {
        standing.is_cancelling = true;
        standing.cancel_at = subscription.current_period_end;
    }
    held(standing, hold, now).aged(now)
}

fn end(standing: &mut Standing, subscription: &Subscription) {
    standing.cancel_at = subscription.ended_at.or(subscription.canceled_at);
    standing.status = Status::Cancelled;
    if let Some(trial_end) = cut_trial(subscription) {
        // It has ended at the provider and goes on here, to the day that was promised.
        standing.status = Status::Trialing;
        standing.is_cancelled_trial = true;
        standing.access_until = Some(trial_end);
    }
}

/// The end of a trial that was cancelled before it.
fn cut_trial(subscription: &Subscription) -> Option<DateTime<Utc>> {
    let ended = subscription.ended_at.or(subscription.canceled_at)?;
    subscription.trial_end.filter(|end| ended < *end)
}

/// The provider begins the new period even if it could not be charged.
fn grace_end(subscription: &Subscription) -> DateTime<Utc> {
    let failed = subscription.current_period_start;
    failed.unwrap_or(subscription.created) + GRACE
}

fn held(mut standing: Standing, hold: Option<&Hold>, now: DateTime<Utc>) -> Standing {
    let hold = hold.filter(|hold| {
        let is_of_this = standing.subscription_id.as_ref() == Some(&hold.subscription_id);
        is_of_this && now < hold.until && standing.plan < hold.plan && standing.status.is_live()
    });
    if let Some(hold) = hold {
        standing.next_plan = Some(standing.plan);
        standing.plan = hold.plan;
        standing.plan_until = Some(hold.until);
    }
    standing
}

/// Somebody is at the checkout, or has left it and waits for the subscription.
fn checking_out(checkout: &Checkout, heard: &Heard, now: DateTime<Utc>) -> Option<Standing> {
    let plan = checkout.metadata.get("plan_id").map(String::as_str);
    let plan = plan.and_then(Plan::named).unwrap_or(Plan::Starter);
    match checkout.status {
        CheckoutStatus::Open if checkout.expires_at.is_none_or(|end| now < end) => Some(Standing {
            pending_until: checkout.expires_at,
            ..Standing::of(Status::Pending, plan)
        }),
        CheckoutStatus::Complete if is_waiting(checkout, heard) => {
            Some(Standing::of(Status::PendingActivation, plan))
        }
        _ => None,
    }
}

/// Whether a completed checkout's subscription is not there yet.
pub(super) fn is_waiting(checkout: &Checkout, heard: &Heard) -> bool {
    let made = checkout.subscription.as_ref();
    checkout.status == CheckoutStatus::Complete
        && !heard.subscriptions.iter().any(|it| Some(&it.id) == made)
}

#[cfg(test)]
mod shuffles;
#[cfg(test)]
mod tests;
