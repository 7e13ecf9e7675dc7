//! SQL for visits, and for what is new since the last one.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use platform::db::{Db, DbResult, FromRow, Kind, OwnedRows, Tx, args};

pub(crate) const POST_VISITS: OwnedRows = OwnedRows {
    table: "post_visits",
    owner: "user_id",
    order: "user_id",
    columns: &[
        ("user_id", Kind::Uuid),
        ("last_seen_at", Kind::Timestamptz),
        ("new_since", Kind::Timestamptz),
    ],
};

/// When a user was last seen, and when the visit before this one ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub(crate) struct PostVisit {
    pub(crate) last_seen_at: DateTime<Utc>,
    pub(crate) new_since: Option<DateTime<Utc>>,
}

pub(crate) async fn load_visit(db: &Db, user_id: Uuid) -> DbResult<Option<PostVisit>> {
    let sql = "select last_seen_at, new_since from post_visits where user_id = $1";
    db.maybe(sql, args![user_id]).await
}

/// The visit, locked until the transaction ends; the first one begins now.
pub(crate) async fn lock_or_begin_visit(
    tx: &mut Tx,
    user_id: Uuid,
    now: DateTime<Utc>,
) -> DbResult<PostVisit> {
    tx.one(
        "insert into post_visits (user_id, last_seen_at, new_since) values ($1, $2, null)
         on conflict (user_id) do update set last_seen_at = post_visits.last_seen_at
         returning last_seen_at, new_since",
        args![user_id, now],
    )
    .await
}

pub(crate) async fn save_visit(tx: &mut Tx, user_id: Uuid, visit: PostVisit) -> DbResult<()> {
    let sql = "update post_visits set last_seen_at = $2, new_since = $3 where user_id = $1";
    tx.run(sql, args![user_id, visit.last_seen_at, visit.new_since])
        .await
        .map(drop)
}

/// What was found up to this moment is not new any more, and counts as read.
pub(crate) async fn end_new(
    tx: &mut Tx,
    user_id: Uuid,
    found_until: DateTime<Utc>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "update reddit_posts set is_new = $4, is_read = $5, read_at = coalesce(read_at, $3)
         where user_id = $1 and is_new = true and found_at <= $2",
        args![user_id, found_until, now, false, true],
    )
    .await
    .map(drop)
}

/// How many posts that wait for an answer are new and unread.
pub(crate) async fn count_unread(db: &Db, user_id: Uuid) -> DbResult<i64> {
    let sql = "select cast(count(*) as bigint) from reddit_posts
               where user_id = $1 and is_new = true and is_read = $2 and excluded = $2
                     and state in ('open', 'saved')";
    let (count,): (i64,) = db.one(sql, args![user_id, false]).await?;
    Ok(count)
}
