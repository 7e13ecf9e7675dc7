//! The one statement that no room and no part of the floor can write alone.

use platform::db::{Db, DbResult, args};

/// Removes live events whose owner has no account any more.
pub(super) async fn forget_events_of_nobody(db: &Db) -> DbResult<u64> {
    db.run_in_pieces(
        "delete from live_events where id in (
             select id from live_events where not exists
             (select 1 from users where users.id = live_events.owner_id) limit $1)",
        args![],
    )
    .await
}
