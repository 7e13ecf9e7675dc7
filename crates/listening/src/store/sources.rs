//! SQL of where each company is listened for.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use platform::db::{Db, DbResult, Kind, OwnedRows, Tx, args};

pub(crate) const LISTENING_SOURCES: OwnedRows = OwnedRows {
    table: "listening_sources",
    owner: "user_id",
    order: "source",
    columns: &[
        ("user_id", Kind::Uuid),
        ("source", Kind::Text),
        ("is_heard", Kind::Bool),
        ("updated_at", Kind::Timestamptz),
    ],
};

/// A user's choices: the source and whether it is heard.
pub(crate) async fn of(db: &Db, user_id: Uuid) -> DbResult<Vec<(String, bool)>> {
    let sql = "select source, is_heard from listening_sources where user_id = $1";
    db.all(sql, args![user_id]).await
}

/// Everybody's choices.
pub(crate) async fn of_all(db: &Db) -> DbResult<Vec<(Uuid, String, bool)>> {
    let sql = "select user_id, source, is_heard from listening_sources";
    db.all(sql, args![]).await
}

/// Whether anybody has switched a source on.
pub(crate) async fn is_chosen(db: &Db, source: &str) -> DbResult<bool> {
    let sql = "select count(*) from (select 1 as one from listening_sources where source = $1 and is_heard = $2 limit 1) as found";
    let (count,): (i64,) = db.one(sql, args![source, true]).await?;
    Ok(count > 0)
}

pub(crate) async fn choose(
    tx: &mut Tx,
    (user_id, source): (Uuid, &str),
    is_heard: bool,
    now: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "insert into listening_sources (user_id, source, is_heard, updated_at)
         values ($1, $2, $3, $4)
         on conflict (user_id, source) do update set is_heard = excluded.is_heard,
                                                     updated_at = excluded.updated_at",
        args![user_id, source, is_heard, now],
    )
    .await
    .map(drop)
}

pub(crate) async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    let sql = "delete from listening_sources where user_id = $1";
    tx.run(sql, args![user_id]).await.map(drop)
}
