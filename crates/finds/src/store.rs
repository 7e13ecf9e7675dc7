//! SQL that is the same for both tables but for their names.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use platform::db::{DbResult, DynamicQuery, Kind, OwnedRows, Tx};

/// Writes why and when a row was rejected, or with none that it is not; false if its owner has no
/// such row.
pub(super) async fn set_rejection(
    tx: &mut Tx,
    rows: &OwnedRows,
    (user_id, id): (Uuid, Uuid),
    rejection: Option<(&str, DateTime<Utc>)>,
) -> DbResult<bool> {
    let mut statement = DynamicQuery::default();
    statement.push("update ");
    statement.push(rows.table);
    statement.push(" set rejected = ");
    statement.bind(rejection.is_some());
    statement.push(", rejected_reason = ");
    statement.bind(rejection.map(|(reason, _)| reason));
    statement.push(", rejected_at = ");
    statement.bind(rejection.map(|(_, at)| at));
    statement.push(" where ");
    statement.push(rows.owner);
    statement.push(" = ");
    statement.bind(user_id);
    statement.push(" and id = ");
    statement.bind(id);
    statement.push(" returning id");
    let changed = tx.json_rows(statement, &[("id", Kind::Uuid)]).await?;
    Ok(changed.count == 1)
}
