//! What a plan allows: the one place that other rooms ask.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::store::{self, Account, usage};
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::product::{Filtering, Frequency, Plan};

/// What somebody may use at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Whether paid work is done for them.
    pub is_live: bool,
    /// Whose limits hold; the smallest plan's for those who have none.
    pub plan: Plan,
}

/// What a room wants to do for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Anything that costs us: discovery, scans, drafts.
    PaidWork,
    /// One keyword more beside those that are listened for.
    Keyword {
        there: u64,
    },
    Filtering(Filtering),
    Notifications(Frequency),
}

/// Why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAllowed {
    #[error("An active subscription is required.")]
    NoSubscription,
    #[error(
        "You've reached your limit of {limit} keywords on the {plan} plan. Upgrade to add more keywords."
    )]
    KeywordLimit { limit: i64, plan: &'static str },
    #[error("Your plan does not have this. Upgrade to use it.")]
    NotInPlan,
}

/// What somebody may use at this moment.
pub async fn access_of(db: &Db, clock: &Clock, user_id: Uuid) -> DbResult<Access> {
    let account = store::account(db, user_id).await?;
    Ok(Access::of(&account, clock.now()))
}

/// The plan whose limits hold for a person, in the transaction that reads what depends on it; the
/// smallest for those who have none. The stored status is always the true one.
pub async fn plan_of(tx: &mut Tx, user_id: Uuid) -> DbResult<Plan> {
    let account = store::account_in(tx, user_id).await?;
    let living = account.standing().filter(|it| it.status.is_live());
    Ok(living.map_or(Plan::Starter, |it| it.plan))
}

/// Whether somebody may do this. Whoever counts something holds what it counts against everybody
/// else in the same transaction, so that thirty at once are counted one after the other.
pub async fn allows(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    what: What,
) -> DbResult<Result<Access, NotAllowed>> {
    let account = store::account_in(tx, user_id).await?;
    Ok(Access::of(&account, clock.now()).allows(what))
}

/// Takes as many posts as there are left of this billing month's allowance, `wanted` at most, and
/// answers how many. What comes above it waits for the next month. The row is held until the
/// transaction ends; undone with it, nothing was taken.
pub async fn take_posts(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    wanted: u64,
) -> DbResult<Result<u64, NotAllowed>> {
    let account = store::account_in(tx, user_id).await?;
    let access = match Access::of(&account, clock.now()).allows(What::PaidWork) {
        Ok(access) => access,
        Err(refused) => return Ok(Err(refused)),
    };
    let Some(window) = window_of(&account, clock.now()) else {
        return Ok(Err(NotAllowed::NoSubscription));
    };
    let used = usage::hold_used_posts(tx, user_id, window).await?;
    let left = access.plan.terms().posts_per_month.left_of(used);
    let taken = wanted.min(left);
    let more = i64::try_from(taken).unwrap_or(i64::MAX);
    usage::use_posts(tx, user_id, window, more).await?;
    Ok(Ok(taken))
}

impl Access {
    pub(super) fn of(account: &Account, now: DateTime<Utc>) -> Self {
        let standing = account.standing().cloned().map(|it| it.aged(now));
        let living = standing.filter(|it| it.has_access(now));
        Self {
            is_live: living.is_some(),
            plan: living.map_or(Plan::Starter, |it| it.plan),
        }
    }

    fn allows(self, what: What) -> Result<Self, NotAllowed> {
        let terms = self.plan.terms();
        let is_allowed = match what {
            What::PaidWork => return self.if_live(),
            What::Keyword { there } if terms.keywords.allows_another(there) => true,
            What::Keyword { .. } => {
                return Err(NotAllowed::KeywordLimit {
                    limit: terms.keywords.number(),
                    plan: terms.name,
                });
            }
            What::Filtering(level) => level <= terms.ai_filtering,
            What::Notifications(asked) => asked <= terms.notification_frequency,
        };
        is_allowed.then_some(self).ok_or(NotAllowed::NotInPlan)
    }

    fn if_live(self) -> Result<Self, NotAllowed> {
        self.is_live
            .then_some(self)
            .ok_or(NotAllowed::NoSubscription)
    }
}

/// A month for subscriptions that no provider renews.
const MONTH: TimeDelta = TimeDelta::days(30);

/// When the billing month began in which posts are counted. It is the provider's period, so that
/// cancelling and coming back brings no second allowance without a second payment.
fn window_of(account: &Account, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let row = account.row.as_ref()?;
    if let Some(start) = row.standing.period_start {
        return Some(start);
    }
    let months = (now - row.created_at).num_seconds() / MONTH.num_seconds();
    Some(row.created_at + MONTH * i32::try_from(months).unwrap_or(0))
}
