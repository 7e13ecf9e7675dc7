//! What somebody's subscription lets discovery do. Everything that asks `billing` stands here.

use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::product::{Filtering, Plan};
use uuid::Uuid;

/// What somebody may use at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Access {
    plan: Plan,
}

/// What somebody may use; none without a subscription that lives.
pub(super) async fn access_of(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
) -> anyhow::Result<Option<Access>> {
    let access = billing::access_of(db, clock, user_id).await?;
    Ok(access.is_live.then_some(Access { plan: access.plan }))
}

impl Access {
    /// Whether the plan has more than the plain filtering.
    pub(super) fn has_advanced_filtering(self) -> bool {
        self.plan.terms().ai_filtering == Filtering::Advanced
    }
}

/// Takes as many posts as there are left of the month's allowance, `wanted` at most, and answers
/// how many: none once the subscription has ended. What was taken comes back if the transaction is
/// undone.
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
