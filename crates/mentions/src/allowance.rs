//! What somebody's subscription lets this room do. Everything that asks `billing` stands here.

use platform::clock::Clock;
use platform::db::Db;
use uuid::Uuid;

/// Whether somebody has a subscription that lives, without which no paid work is done.
pub(super) async fn has_access(db: &Db, clock: &Clock, user_id: Uuid) -> anyhow::Result<bool> {
    Ok(billing::access_of(db, clock, user_id).await?.is_live)
}
