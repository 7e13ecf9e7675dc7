//! SQL of the brand terms, and what is the same for both tables but for their names.

mod brand_terms;
mod read_marks;
mod row_states;

use uuid::Uuid;

pub use brand_terms::{
    BRAND_TERMS, brand_terms, brand_terms_of_all, count_brand_terms, forget_brand_terms,
    has_brand_terms, remove_brand_term, revive_brand_term, suggested_brand_terms,
};
pub(super) use brand_terms::{add_brand_term, sort_product, unsorted_products};
pub(super) use read_marks::{has_any, mark_all_read, mark_read};
pub(super) use row_states::{StateNotes, StateWrite, write_state};

use platform::db::{DbResult, DynamicQuery, Kind, OwnedRows, Tx};

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
