//! Checking known posts: by Reddit's ids, whoever's posts they are.

use chrono::{DateTime, Utc};

use platform::db::{Db, DbResult, Tx, args};

pub(crate) const SELECT_UNCHECKED: &str = "select reddit_id from (
         select reddit_id, checked_at from reddit_posts where checked_at <= $1
         union all
         select reddit_id, checked_at from waiting_posts where checked_at <= $1
     ) as stale
     group by reddit_id order by min(checked_at), reddit_id limit $2";

pub(crate) const MARK_CHECKED: &str =
    "update reddit_posts set checked_at = $2 where reddit_id = $1";

pub(crate) const DELETE_UNSEEN: &str =
    "delete from reddit_posts where last_seen_at < $1 returning user_id, id";

/// Deletes the post `$1` from all lists.
pub(crate) const DELETE_GONE: &str =
    "delete from reddit_posts where reddit_id = $1 returning user_id, id";

/// Stores how a post is now, for everybody who has it.
pub(crate) async fn checked(
    tx: &mut Tx,
    reddit_id: &str,
    (score, comments): (i64, i64),
    at: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "update reddit_posts set score = $2, comments = $3, checked_at = $4 where reddit_id = $1",
        args![reddit_id, score, comments, at],
    )
    .await?;
    tx.run(
        "update waiting_posts set checked_at = $2 where reddit_id = $1",
        args![reddit_id, at],
    )
    .await
    .map(drop)
}

/// Clears ranks that were not seen since then.
pub(crate) async fn drop_old_ranks(db: &Db, since: DateTime<Utc>) -> DbResult<u64> {
    db.run(
        "update reddit_posts set google_ranking = null, ranked_at = null
         where google_ranking is not null and coalesce(ranked_at, found_at) < $1",
        args![since],
    )
    .await
}
