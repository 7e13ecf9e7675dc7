//! Who may use what: plans and subscriptions.
//!
//! **Owns** the table `subscriptions`. **Promises** that a plan is decided by that table alone,
//! which no client can write. **Calls** nobody.

mod plan;
mod store;

use serde_json::Value;
use uuid::Uuid;

use crate::platform::clock::Clock;
use crate::platform::db::{Db, DbResult, Tx};
use crate::platform::live::{self, Written};

pub use plan::{Allowance, Filtering, Frequency, InvalidPlanId, Plan, Support, Terms};
pub use store::Status;

/// The plan whose limits hold for a person, in the transaction that is about to use them up.
/// Whoever has no subscription, or none any more, has the limits of the smallest plan.
pub async fn plan_of(tx: &mut Tx, user_id: Uuid) -> DbResult<Plan> {
    let stored = store::newest_plan(tx, user_id).await?;
    let known = stored.and_then(|name| Plan::named(&name));
    Ok(known.unwrap_or(Plan::Starter))
}

/// Gives a person's newest subscription this status, or a new one; its plan stays unless another
/// is named. `None` takes all subscriptions away. Open pages are told.
pub async fn set_subscription(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    status: Option<Status>,
    plan: Option<Plan>,
) -> anyhow::Result<()> {
    let Some(status) = status else {
        for id in store::remove_all(tx, user_id).await? {
            live::record_gone(tx, clock, user_id, &store::SUBSCRIPTIONS, id).await?;
        }
        return Ok(());
    };
    let changed = store::change_newest(tx, user_id, status, plan, clock.now()).await?;
    let written = if let Some(id) = changed {
        (id, Written::Changed)
    } else {
        let id = store::add(tx, user_id, status, plan, clock.now()).await?;
        (id, Written::Added)
    };
    live::record_written(tx, clock, user_id, &store::SUBSCRIPTIONS, written).await
}

/// Everything the room holds about a person.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    store::SUBSCRIPTIONS.of(db, user_id).await
}

/// Forgets a person.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::remove_all(tx, user_id).await.map(drop)
}
