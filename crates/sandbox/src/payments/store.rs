//! The payment sandbox's SQL.

use sandboxes::payments::{LedgerQuery, LedgerRecord};
use serde_json::Value;

use platform::db::{Db, DbResult, FromRow, Tx, args};

/// How many things a list holds at most.
const LONGEST_LIST: i64 = 1000;

#[derive(Debug, FromRow)]
struct Row {
    id: String,
    kind: String,
    customer: Option<String>,
    lookup: Option<String>,
    due_at: Option<i64>,
    body: Value,
}

impl From<Row> for LedgerRecord {
    fn from(row: Row) -> Self {
        LedgerRecord {
            id: row.id,
            kind: row.kind,
            customer: row.customer,
            lookup: row.lookup,
            due: row.due_at,
            body: row.body,
        }
    }
}

pub(super) async fn record(db: &Db, id: &str) -> DbResult<Option<LedgerRecord>> {
    let row: Option<Row> = db
        .maybe(
            "select id, kind, customer, lookup, due_at, body from sandbox_payments where id = $1",
            args![id],
        )
        .await?;
    Ok(row.map(LedgerRecord::from))
}

/// The one that is due next, if anything is due.
pub(super) async fn due(db: &Db, until: i64) -> DbResult<Option<LedgerRecord>> {
    let row: Option<Row> = db
        .maybe(
            "select id, kind, customer, lookup, due_at, body from sandbox_payments
             where due_at <= $1 order by due_at, place limit 1",
            args![until],
        )
        .await?;
    Ok(row.map(LedgerRecord::from))
}

pub(super) async fn list(db: &Db, query: &LedgerQuery<'_>) -> DbResult<Vec<LedgerRecord>> {
    let rows: Vec<Row> = db
        .all(
            "select id, kind, customer, lookup, due_at, body from sandbox_payments
             where kind = $1 and ($2 = '' or customer = $2) and ($3 = '' or lookup = $3)
             order by place desc limit $4",
            args![
                query.kind,
                query.customer.unwrap_or_default(),
                query.lookup.unwrap_or_default(),
                LONGEST_LIST,
            ],
        )
        .await?;
    Ok(rows.into_iter().map(LedgerRecord::from).collect())
}

/// A known record keeps its place. Only the process that hosts the sandbox writes here, one
/// request at a time, so the next place is nobody else's.
pub(super) async fn save(tx: &mut Tx, record: &LedgerRecord) -> DbResult<()> {
    tx.run(
        "insert into sandbox_payments (id, place, kind, customer, lookup, due_at, body)
         values ($1, (select coalesce(max(place), 0) + 1 from sandbox_payments), $2, $3, $4, $5, $6)
         on conflict (id) do update set customer = excluded.customer, lookup = excluded.lookup,
                                        due_at = excluded.due_at, body = excluded.body",
        args![
            &record.id,
            &record.kind,
            record.customer.clone(),
            record.lookup.clone(),
            record.due,
            record.body.clone(),
        ],
    )
    .await
    .map(drop)
}

pub(super) async fn remove(tx: &mut Tx, id: &str) -> DbResult<()> {
    let sql = "delete from sandbox_payments where id = $1";
    tx.run(sql, args![id]).await.map(drop)
}

/// Everything that names this text, and everything of the customers who do. `named` is in small
/// letters, with `%`, `_` and `\` escaped.
pub(super) async fn records_naming(tx: &mut Tx, named: &str) -> DbResult<Vec<LedgerRecord>> {
    let rows: Vec<Row> = tx
        .all(
            "with named as (
                 select id, customer from sandbox_payments
                 where lower(cast(body as text)) like $1 escape '\\'
             )
             select id, kind, customer, lookup, due_at, body from sandbox_payments
             where id in (select id from named)
                or id in (select customer from named)
                or customer in (select customer from named)
                or customer in (select id from named)",
            // As a whole text of the document: another address may end like this one.
            args![format!("%\"{named}\"%")],
        )
        .await?;
    Ok(rows.into_iter().map(LedgerRecord::from).collect())
}

pub(super) async fn hold(tx: &mut Tx, event_id: &str) -> DbResult<()> {
    tx.run(
        "insert into sandbox_held_webhooks (event_id, place)
         values ($1, (select coalesce(max(place), 0) + 1 from sandbox_held_webhooks))
         on conflict (event_id) do nothing",
        args![event_id],
    )
    .await
    .map(drop)
}

/// Lets go of all that is held, in the order in which it came.
pub(super) async fn release(tx: &mut Tx) -> DbResult<Vec<String>> {
    let mut held: Vec<(i64, String)> = tx
        .all(
            "delete from sandbox_held_webhooks returning place, event_id",
            args![],
        )
        .await?;
    held.sort();
    Ok(held.into_iter().map(|(_, event_id)| event_id).collect())
}

pub(super) async fn held(db: &Db) -> DbResult<i64> {
    let sql = "select cast(count(*) as bigint) from sandbox_held_webhooks";
    let (count,): (i64,) = db.one(sql, args![]).await?;
    Ok(count)
}
