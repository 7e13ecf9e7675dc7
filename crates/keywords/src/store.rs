//! SQL for keywords.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Keyword, KeywordRow};
use platform::db::{Db, DbResult, Kind, OwnedRows, Tx, args};

pub(super) const KEYWORDS: OwnedRows = OwnedRows {
    table: "keywords",
    owner: "user_id",
    order: "created_at, id",
    columns: &[
        ("id", Kind::Uuid),
        ("user_id", Kind::Uuid),
        ("company_id", Kind::Uuid),
        ("keyword", Kind::Text),
        ("created_at", Kind::Timestamptz),
    ],
};

pub(super) const DISMISSED: OwnedRows = OwnedRows {
    table: "dismissed_keywords",
    owner: "user_id",
    order: "dismissed_at, folded",
    columns: &[
        ("user_id", Kind::Uuid),
        ("folded", Kind::Text),
        ("dismissed_at", Kind::Timestamptz),
    ],
};

const LIST_SQL: &str =
    "select id, keyword, paused from keywords where user_id = $1 order by created_at, id";

pub(super) async fn list_keywords(db: &Db, user_id: Uuid) -> DbResult<Vec<KeywordRow>> {
    db.all(LIST_SQL, args![user_id]).await
}

/// Everybody's keywords that are not paused, each user's the oldest first.
pub(super) async fn active_keywords_of_all(db: &Db) -> DbResult<Vec<(Uuid, String)>> {
    let sql = "select user_id, keyword from keywords where paused = $1
               order by user_id, created_at, id";
    db.all(sql, args![false]).await
}

/// The keywords of a user, inside a transaction.
pub(super) async fn list_keywords_in(tx: &mut Tx, user_id: Uuid) -> DbResult<Vec<KeywordRow>> {
    tx.all(LIST_SQL, args![user_id]).await
}

pub(super) async fn set_paused(tx: &mut Tx, id: Uuid, is_paused: bool) -> DbResult<()> {
    let sql = "update keywords set paused = $2 where id = $1";
    tx.run(sql, args![id, is_paused]).await.map(drop)
}

pub(super) async fn add_keyword(
    tx: &mut Tx,
    (user_id, company_id): (Uuid, Uuid),
    (keyword, is_paused): (&Keyword, bool),
    now: DateTime<Utc>,
) -> DbResult<Uuid> {
    let id = Uuid::now_v7();
    tx.run(
        "insert into keywords (id, user_id, company_id, keyword, folded, created_at, paused)
         values ($1, $2, $3, $4, $5, $6, $7)",
        args![
            id,
            user_id,
            company_id,
            keyword.as_str(),
            keyword.folded(),
            now,
            is_paused
        ],
    )
    .await?;
    Ok(id)
}

/// Deletes a keyword and returns its id, if it was there.
pub(super) async fn remove_keyword(
    tx: &mut Tx,
    user_id: Uuid,
    folded: &str,
) -> DbResult<Option<Uuid>> {
    let sql = "delete from keywords where user_id = $1 and folded = $2 returning id";
    let row: Option<(Uuid,)> = tx.maybe(sql, args![user_id, folded]).await?;
    Ok(row.map(|(id,)| id))
}

/// Remembers that a keyword is not to be suggested again.
pub(super) async fn dismiss_keyword(
    tx: &mut Tx,
    user_id: Uuid,
    folded: &str,
    now: DateTime<Utc>,
) -> DbResult<()> {
    let sql = "insert into dismissed_keywords (user_id, folded, dismissed_at) values ($1, $2, $3)
               on conflict (user_id, folded) do nothing";
    tx.run(sql, args![user_id, folded, now]).await.map(drop)
}

/// The keywords that are not to be suggested again, in lower case.
pub(super) async fn list_dismissed(db: &Db, user_id: Uuid) -> DbResult<Vec<String>> {
    let sql = "select folded from dismissed_keywords where user_id = $1";
    let rows: Vec<(String,)> = db.all(sql, args![user_id]).await?;
    Ok(rows.into_iter().map(|(folded,)| folded).collect())
}

/// Remembers that a user's terms have changed.
pub(super) async fn mark_changed(tx: &mut Tx, user_id: Uuid, now: DateTime<Utc>) -> DbResult<()> {
    let sql = "insert into term_changes (user_id, changed_at) values ($1, $2)
               on conflict (user_id) do update set changed_at = excluded.changed_at";
    tx.run(sql, args![user_id, now]).await.map(drop)
}

pub(super) async fn newest_change(db: &Db) -> DbResult<Option<DateTime<Utc>>> {
    let sql = "select max(changed_at) from term_changes";
    let row: (Option<DateTime<Utc>>,) = db.one(sql, args![]).await?;
    Ok(row.0)
}

pub(super) async fn changed_since(
    db: &Db,
    since: DateTime<Utc>,
) -> DbResult<Vec<(Uuid, DateTime<Utc>)>> {
    let sql = "select user_id, changed_at from term_changes where changed_at > $1";
    db.all(sql, args![since]).await
}

pub(super) async fn delete_keywords(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    for sql in [
        "delete from dismissed_keywords where user_id = $1",
        "delete from keywords where user_id = $1",
        "delete from term_changes where user_id = $1",
    ] {
        tx.run(sql, args![user_id]).await?;
    }
    Ok(())
}

pub(super) async fn delete_old_changes(db: &Db, before: DateTime<Utc>) -> DbResult<()> {
    let sql = "delete from term_changes where changed_at < $1";
    db.run(sql, args![before]).await.map(drop)
}
