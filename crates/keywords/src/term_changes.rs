//! Whose keywords or brand terms changed, so that the listener follows within its next pass.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::store;
use platform::db::{Db, DbResult, Tx};

/// Stands for somebody whose access has ended or whose account was deleted. Of the latter nothing may be
/// kept, not even the id.
pub const SOMEBODY_LEFT: Uuid = Uuid::nil();

/// A user's terms, or whether they are listened for, changed in this transaction.
pub async fn terms_changed(tx: &mut Tx, user_id: Uuid, now: DateTime<Utc>) -> DbResult<()> {
    store::mark_changed(tx, user_id, now).await
}

/// When anybody's terms changed last.
pub async fn newest_term_change(db: &Db) -> DbResult<Option<DateTime<Utc>>> {
    store::newest_change(db).await
}

/// Whose terms changed after a moment, and when.
pub async fn term_changes_since(
    db: &Db,
    since: DateTime<Utc>,
) -> DbResult<Vec<(Uuid, DateTime<Utc>)>> {
    store::changed_since(db, since).await
}
