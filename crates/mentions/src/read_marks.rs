//! Marks mentions as read.

use uuid::Uuid;

use super::store;
use platform::clock::Clock;
use platform::db::Db;

/// The most ids in a request: more than a page ever shows at once.
pub(super) const MOST: usize = 1_000;
/// Open pages get this many changed rows; for the rest they reload the list.
const MOST_TOLD: usize = 50;

/// Marks some mentions; how many were unread, or none if none of them is the user's.
pub(super) async fn mark(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
    ids: &[Uuid],
) -> anyhow::Result<Option<u64>> {
    let mut tx = db.begin().await?;
    if !store::has_any(&mut tx, user_id, ids).await? {
        return Ok(None);
    }
    let marked = store::mark_read(&mut tx, user_id, ids, clock.now()).await?;
    for id in marked.iter().take(MOST_TOLD) {
        super::tell_of_change(&mut tx, clock, user_id, *id).await?;
    }
    tx.commit().await?;
    Ok(Some(u64::try_from(marked.len())?))
}

/// Marks all mentions that are neither rejected nor hidden; how many were unread.
pub(super) async fn mark_all(db: &Db, clock: &Clock, user_id: Uuid) -> anyhow::Result<u64> {
    let mut tx = db.begin().await?;
    let marked = store::mark_all_read(&mut tx, user_id, clock.now()).await?;
    tx.commit().await?;
    Ok(marked)
}
