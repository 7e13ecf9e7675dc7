//! What is new since a user's last visit.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::store::{self, PostVisit};
use platform::clock::Clock;
use platform::db::{Db, DbResult};

/// Whoever was not seen for longer comes back for another visit.
const VISIT_GAP: TimeDelta = TimeDelta::minutes(30);

/// What a page says about new posts, wherever it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnreadPosts {
    pub(super) unread: i64,
    pub(super) new_since: Option<DateTime<Utc>>,
}

/// What is new for a user; looking changes nothing.
pub(super) async fn unread(db: &Db, user_id: Uuid) -> DbResult<UnreadPosts> {
    let visit = store::load_visit(db, user_id).await?;
    Ok(UnreadPosts {
        unread: store::count_unread(db, user_id).await?,
        new_since: visit.and_then(|visit| visit.new_since),
    })
}

/// The user is here. After a pause this begins another visit: what was found up to the end of the last
/// one is not new any more.
pub(super) async fn visit(db: &Db, clock: &Clock, user_id: Uuid) -> DbResult<UnreadPosts> {
    let now = clock.now();
    let mut tx = db.begin().await?;
    let before = store::lock_or_begin_visit(&mut tx, user_id, now).await?;
    let is_another = now - before.last_seen_at > VISIT_GAP;
    if is_another {
        store::end_new(&mut tx, user_id, before.last_seen_at, now).await?;
    }
    let visit = PostVisit {
        last_seen_at: now,
        new_since: if is_another {
            Some(before.last_seen_at)
        } else {
            before.new_since
        },
    };
    store::save_visit(&mut tx, user_id, visit).await?;
    tx.commit().await?;
    unread(db, user_id).await
}
