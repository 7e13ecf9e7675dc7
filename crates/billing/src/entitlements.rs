//! What a plan allows. Every other room asks here.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::store::{self, BillingAccount, usage};
use super::subscription_state::SubscriptionState;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::product::{Filtering, Plan};

/// What a user may use right now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Whether paid work is done for them.
    pub is_live: bool,
    /// The plan whose limits apply; the smallest plan without a live subscription.
    pub plan: Plan,
    /// Whether it is the free time before the first charge, cancelled or not.
    pub is_trial: bool,
    /// When a trial that was not cancelled ends and the first charge comes.
    pub trial_ends_at: Option<DateTime<Utc>>,
}

/// Something that needs a subscription or a certain plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entitlement {
    /// Anything that costs us money: discovery, scans, drafts.
    PaidWork,
    /// One more keyword beside those that are active.
    Keyword {
        active: u64,
    },
    Filtering(Filtering),
}

/// Why an [`Entitlement`] is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAllowed {
    #[error("An active subscription is required.")]
    NoSubscription,
    #[error(
        "You've reached your limit of {limit} keywords on the {plan} plan. Upgrade to add more keywords."
    )]
    KeywordLimit { limit: i64, plan: &'static str },
    #[error("Your plan does not include this. Upgrade to use it.")]
    NotInPlan,
}

/// What a user may use right now.
pub async fn access_of(db: &Db, clock: &Clock, user_id: Uuid) -> DbResult<Access> {
    let account = store::load_account(db, user_id).await?;
    Ok(Access::of(&account, clock.now()))
}

/// The plan whose limits apply to a user, read in the transaction that depends on it; the smallest
/// plan without a live subscription. The stored status is always up to date.
pub async fn plan_of(tx: &mut Tx, user_id: Uuid) -> DbResult<Plan> {
    let account = store::load_account_in(tx, user_id).await?;
    let live = account.state().filter(|it| it.status.is_live());
    Ok(live.map_or(Plan::Starter, |it| it.plan))
}

/// The same outside a transaction, for readers that decide nothing.
pub async fn stored_plan(db: &Db, user_id: Uuid) -> DbResult<Plan> {
    let account = store::load_account(db, user_id).await?;
    let live = account.state().filter(|it| it.status.is_live());
    Ok(live.map_or(Plan::Starter, |it| it.plan))
}

/// Whether a user is entitled to this. A caller that counts something must lock what it counts in
/// the same transaction, so that concurrent requests are counted one after the other.
pub async fn check_entitlement(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    entitlement: Entitlement,
) -> DbResult<Result<Access, NotAllowed>> {
    let account = store::load_account_in(tx, user_id).await?;
    Ok(Access::of(&account, clock.now()).check(entitlement))
}

/// Takes up to `wanted` posts from what is left of this billing month's allowance and returns how
/// many it took. Posts above the allowance wait for the next month. The row is locked until the
/// transaction ends; a rollback returns the posts.
pub async fn take_posts(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    wanted: u64,
) -> DbResult<Result<u64, NotAllowed>> {
    let account = store::load_account_in(tx, user_id).await?;
    let access = match Access::of(&account, clock.now()).check(Entitlement::PaidWork) {
        Ok(access) => access,
        Err(refused) => return Ok(Err(refused)),
    };
    let Some(month_start) = billing_month_start(&account, clock.now()) else {
        return Ok(Err(NotAllowed::NoSubscription));
    };
    let used = usage::lock_used_posts(tx, user_id, month_start).await?;
    let left = access.plan.terms().posts_per_month.left_of(used);
    let taken = wanted.min(left);
    let added = i64::try_from(taken).unwrap_or(i64::MAX);
    usage::add_used_posts(tx, user_id, month_start, added).await?;
    Ok(Ok(taken))
}

/// Gives back posts that were taken this billing month and then removed.
pub async fn give_back_posts(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    count: u64,
) -> DbResult<()> {
    let account = store::load_account_in(tx, user_id).await?;
    let Some(month_start) = billing_month_start(&account, clock.now()) else {
        return Ok(());
    };
    let used = usage::lock_used_posts(tx, user_id, month_start).await?;
    let returned = i64::try_from(count).unwrap_or(i64::MAX).min(used);
    usage::add_used_posts(tx, user_id, month_start, -returned).await
}

/// How many posts were taken in this billing month; none without a subscription.
pub async fn used_posts(db: &Db, clock: &Clock, user_id: Uuid) -> DbResult<i64> {
    let account = store::load_account(db, user_id).await?;
    match billing_month_start(&account, clock.now()) {
        Some(month_start) => usage::used_posts(db, user_id, month_start).await,
        None => Ok(0),
    }
}

/// When the billing month ends in which posts are counted; none without a live subscription or a
/// limit.
pub async fn posts_reset_at(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
) -> DbResult<Option<DateTime<Utc>>> {
    let (account, now) = (store::load_account(db, user_id).await?, clock.now());
    let access = Access::of(&account, now);
    let is_limited = access.plan.terms().posts_per_month.left_of(0) < u64::MAX;
    if !access.is_live || !is_limited {
        return Ok(None);
    }
    let provider = account.state().and_then(|state| state.period_end);
    let own = billing_month_start(&account, now).map(|start| start + MONTH);
    Ok(provider.or(own))
}

impl Access {
    fn of(account: &BillingAccount, now: DateTime<Utc>) -> Self {
        let state = account.state().cloned().map(|it| it.advanced_to(now));
        let live = state.filter(|it| it.has_access(now));
        Self {
            is_live: live.is_some(),
            is_trial: live.as_ref().is_some_and(SubscriptionState::is_trial),
            trial_ends_at: live
                .as_ref()
                .filter(|it| it.is_trial() && !it.is_cancelled_trial)
                .and_then(|it| it.trial_ends_at),
            plan: live.map_or(Plan::Starter, |it| it.plan),
        }
    }

    fn check(self, entitlement: Entitlement) -> Result<Self, NotAllowed> {
        let terms = self.plan.terms();
        let is_allowed = match entitlement {
            Entitlement::PaidWork => return self.if_live(),
            Entitlement::Keyword { active } if terms.keywords.allows_another(active) => true,
            Entitlement::Keyword { .. } => {
                return Err(NotAllowed::KeywordLimit {
                    limit: terms.keywords.number(),
                    plan: terms.name,
                });
            }
            Entitlement::Filtering(level) => level <= terms.ai_filtering,
        };
        is_allowed.then_some(self).ok_or(NotAllowed::NotInPlan)
    }

    fn if_live(self) -> Result<Self, NotAllowed> {
        self.is_live
            .then_some(self)
            .ok_or(NotAllowed::NoSubscription)
    }
}

/// The billing month of subscriptions that no provider renews.
const MONTH: TimeDelta = TimeDelta::days(30);

/// When the billing month began in which posts are counted. It is the provider's period, so
/// cancelling and coming back gives no second allowance without a second payment.
pub(super) fn billing_month_start(
    account: &BillingAccount,
    now: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    let subscription = account.subscription.as_ref()?;
    if let Some(start) = subscription.state.period_start {
        return Some(start);
    }
    let months = (now - subscription.created_at).num_seconds() / MONTH.num_seconds();
    Some(subscription.created_at + MONTH * i32::try_from(months).unwrap_or(0))
}
