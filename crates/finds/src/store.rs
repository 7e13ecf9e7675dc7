//! SQL of the brand terms, and what is the same for both tables but for their names.

mod brand_terms;

use chrono::{DateTime, Utc};
use uuid::Uuid;

pub(super) use brand_terms::add_brand_term;
pub use brand_terms::{
    BRAND_TERMS, brand_terms, count_brand_terms, forget_brand_terms, has_brand_terms,
    remove_brand_term, revive_brand_term,
};
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

/// Writes what a user said of a row; false if they have no such row.
pub(super) async fn set_feedback(
    tx: &mut Tx,
    rows: &OwnedRows,
    (user_id, id): (Uuid, Uuid),
    feedback: Option<&str>,
) -> DbResult<bool> {
    let mut statement = DynamicQuery::default();
    statement.push("update ");
    statement.push(rows.table);
    statement.push(" set feedback = ");
    statement.bind(feedback);
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
