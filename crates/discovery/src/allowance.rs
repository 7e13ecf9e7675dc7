//! What a user's subscription allows: all calls of this crate to `billing`.

use chrono::{DateTime, Utc};
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::product::{Filtering, Plan};
use uuid::Uuid;

/// What a user with a live subscription may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DiscoveryAccess {
    plan: Plan,
}

/// What a user may use; none without a live subscription.
pub(super) async fn access_of(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
) -> anyhow::Result<Option<DiscoveryAccess>> {
    let access = billing::access_of(db, clock, user_id).await?;
    Ok(access
        .is_live
        .then_some(DiscoveryAccess { plan: access.plan }))
}

impl DiscoveryAccess {
    /// Whether the plan includes advanced filtering.
    pub(super) fn has_advanced_filtering(self) -> bool {
        self.plan.terms().ai_filtering == Filtering::Advanced
    }

    /// Whether posts that the listener heard are shown at once; on plans whose scans are further apart
    /// the next scan shows them.
    pub(super) fn shows_heard_at_once(self) -> bool {
        const A_DAY: u32 = 24;
        self.plan.terms().cadence_hours <= A_DAY
    }
}

/// Takes up to `wanted` posts from what is left of the month's allowance and returns how many: none
/// once the subscription has ended. A rollback gives them back.
pub(super) async fn take_posts(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    wanted: usize,
) -> DbResult<usize> {
    let wanted = u64::try_from(wanted).unwrap_or(u64::MAX);
    let taken = billing::take_posts(tx, clock, user_id, wanted).await?;
    Ok(taken.map_or(0, |taken| usize::try_from(taken).unwrap_or(usize::MAX)))
}

/// Gives back posts that were taken and then removed.
pub(super) async fn give_back_posts(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    count: usize,
) -> DbResult<()> {
    let count = u64::try_from(count).unwrap_or_default();
    billing::give_back_posts(tx, clock, user_id, count).await
}

/// When the month's allowance begins anew; none without a live subscription or a limit.
pub(super) async fn resets_at(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
) -> DbResult<Option<DateTime<Utc>>> {
    billing::posts_reset_at(db, clock, user_id).await
}
