//! SQL for the hashes that are left of trials on deleted accounts.

use chrono::{DateTime, Utc};

use platform::db::{Db, DbResult, Tx, args};

pub(crate) async fn add(tx: &mut Tx, hash: &str, now: DateTime<Utc>) -> DbResult<()> {
    let sql = "insert into used_trials (hash, used_at) values ($1, $2)
               on conflict (hash) do update set used_at = excluded.used_at";
    tx.run(sql, args![hash, now]).await.map(drop)
}

pub(crate) async fn is_known(db: &Db, hash: &str) -> DbResult<bool> {
    let sql = "select hash from used_trials where hash = $1";
    let row: Option<(String,)> = db.maybe(sql, args![hash]).await?;
    Ok(row.is_some())
}

pub(crate) async fn forget_before(db: &Db, moment: DateTime<Utc>) -> DbResult<()> {
    let sql = "delete from used_trials where used_at < $1";
    db.run(sql, args![moment]).await.map(drop)
}
