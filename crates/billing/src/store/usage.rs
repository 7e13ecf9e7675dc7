//! SQL for the provider's events, each stored once, and for the posts used in a billing month.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use platform::db::{Db, DbResult, Tx, args};

/// Stores an event; false if it is already stored.
pub(crate) async fn add_event(
    tx: &mut Tx,
    id: &str,
    kind: &str,
    real: DateTime<Utc>,
) -> DbResult<bool> {
    let sql = "insert into payment_events (id, kind, heard_at) values ($1, $2, $3)
               on conflict (id) do nothing";
    Ok(tx.run(sql, args![id, kind, real]).await? == 1)
}

pub(crate) async fn delete_events_before(db: &Db, real: DateTime<Utc>) -> DbResult<u64> {
    let sql = "delete from payment_events where id in
               (select id from payment_events where heard_at < $1 limit $2)";
    db.run_in_pieces(sql, args![real]).await
}

pub(crate) async fn delete_allowances_before(db: &Db, now: DateTime<Utc>) -> DbResult<u64> {
    let sql = "delete from post_allowances where (user_id, window_start) in
               (select user_id, window_start from post_allowances where window_start < $1 limit $2)";
    db.run_in_pieces(sql, args![now]).await
}

/// How many posts were taken in this window, for those who only look.
pub(crate) async fn used_posts(
    db: &Db,
    user_id: Uuid,
    window_start: DateTime<Utc>,
) -> DbResult<i64> {
    let sql = "select used from post_allowances where user_id = $1 and window_start = $2";
    let row: Option<(i64,)> = db.maybe(sql, args![user_id, window_start]).await?;
    Ok(row.map_or(0, |(used,)| used))
}

/// How many posts were taken in this window; the row is locked until the transaction ends.
pub(crate) async fn lock_used_posts(
    tx: &mut Tx,
    user_id: Uuid,
    window_start: DateTime<Utc>,
) -> DbResult<i64> {
    let (used,): (i64,) = tx
        .one(
            "insert into post_allowances (user_id, window_start, used) values ($1, $2, 0)
             on conflict (user_id, window_start) do update set used = post_allowances.used
             returning used",
            args![user_id, window_start],
        )
        .await?;
    Ok(used)
}

pub(crate) async fn add_used_posts(
    tx: &mut Tx,
    user_id: Uuid,
    window_start: DateTime<Utc>,
    more: i64,
) -> DbResult<()> {
    let sql =
        "update post_allowances set used = used + $3 where user_id = $1 and window_start = $2";
    tx.run(sql, args![user_id, window_start, more])
        .await
        .map(drop)
}
