//! SQL for read marks, the same for both tables but for their names.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use platform::db::{DbResult, DynamicQuery, OwnedRows, Tx};

/// Whether any of these is the user's.
pub(crate) async fn has_any(
    tx: &mut Tx,
    rows: &OwnedRows,
    user_id: Uuid,
    ids: &[Uuid],
) -> DbResult<bool> {
    let mut statement = DynamicQuery::default();
    statement.push("select id from ");
    statement.push(rows.table);
    push_owner(&mut statement, rows, user_id);
    statement.push(" and id");
    statement.push_any_of(ids.iter().copied());
    statement.push(" limit 1");
    let found: Vec<(Uuid,)> = tx.all_built(statement).await?;
    Ok(!found.is_empty())
}

/// Marks these as read; which of them were unread.
pub(crate) async fn mark_read(
    tx: &mut Tx,
    rows: &OwnedRows,
    (user_id, ids): (Uuid, &[Uuid]),
    at: DateTime<Utc>,
) -> DbResult<Vec<Uuid>> {
    let mut statement = mark_unread(rows, user_id, at);
    statement.push(" and id");
    statement.push_any_of(ids.iter().copied());
    returning_ids(tx, statement).await
}

/// Marks all as read that are neither rejected nor hidden, or only those of them that were found until
/// then; which were unread.
pub(crate) async fn mark_all_read(
    tx: &mut Tx,
    rows: &OwnedRows,
    (user_id, found_until): (Uuid, Option<DateTime<Utc>>),
    at: DateTime<Utc>,
) -> DbResult<Vec<Uuid>> {
    let mut statement = mark_unread(rows, user_id, at);
    for column in [" and rejected = ", " and excluded = "] {
        statement.push(column);
        statement.bind(false);
    }
    if let Some(until) = found_until {
        statement.push(" and found_at <= ");
        statement.bind(until);
    }
    returning_ids(tx, statement).await
}

fn mark_unread(rows: &OwnedRows, user_id: Uuid, at: DateTime<Utc>) -> DynamicQuery {
    let mut statement = DynamicQuery::default();
    statement.push("update ");
    statement.push(rows.table);
    statement.push(" set is_read = ");
    statement.bind(true);
    statement.push(", read_at = ");
    statement.bind(at);
    push_owner(&mut statement, rows, user_id);
    statement.push(" and is_read = ");
    statement.bind(false);
    statement
}

fn push_owner(statement: &mut DynamicQuery, rows: &OwnedRows, user_id: Uuid) {
    statement.push(" where ");
    statement.push(rows.owner);
    statement.push(" = ");
    statement.bind(user_id);
}

async fn returning_ids(tx: &mut Tx, mut statement: DynamicQuery) -> DbResult<Vec<Uuid>> {
    statement.push(" returning id");
    let rows: Vec<(Uuid,)> = tx.all_built(statement).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
