//! SQL for the paid invoices that a user was told of, each stored once.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use platform::db::{Db, DbResult, Kind, OwnedRows, Tx, args};

/// The columns of a data export.
pub(crate) const PAID_INVOICES: OwnedRows = OwnedRows {
    table: "paid_invoices",
    owner: "user_id",
    order: "paid_at, invoice_id",
    columns: &[("invoice_id", Kind::Text), ("paid_at", Kind::Timestamptz)],
};

pub(crate) async fn ids_of(db: &Db, user_id: Uuid) -> DbResult<BTreeSet<String>> {
    let sql = "select invoice_id from paid_invoices where user_id = $1";
    let rows: Vec<(String,)> = db.all(sql, args![user_id]).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Stores an invoice; false if it is already stored.
pub(crate) async fn add(
    tx: &mut Tx,
    user_id: Uuid,
    (invoice_id, paid_at): (&str, DateTime<Utc>),
) -> DbResult<bool> {
    let sql = "insert into paid_invoices (invoice_id, user_id, paid_at) values ($1, $2, $3)
               on conflict (invoice_id) do nothing";
    Ok(tx.run(sql, args![invoice_id, user_id, paid_at]).await? == 1)
}

pub(crate) async fn forget_all_of(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    let sql = "delete from paid_invoices where user_id = $1";
    tx.run(sql, args![user_id]).await.map(drop)
}
