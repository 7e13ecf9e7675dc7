//! What visitors were shown in the last day.

use chrono::{DateTime, Utc};
use serde_json::Value;

use platform::db::{Db, DbResult, Tx, args};

pub(crate) async fn company_preview(
    db: &Db,
    question: i64,
    since: DateTime<Utc>,
) -> DbResult<Option<Value>> {
    let sql = "select preview from company_previews where question = $1 and made_at > $2";
    let row: Option<(Value,)> = db.maybe(sql, args![question, since]).await?;
    Ok(row.map(|(preview,)| preview))
}

pub(crate) async fn store_company_preview(
    tx: &mut Tx,
    question: i64,
    preview: &Value,
    at: DateTime<Utc>,
) -> DbResult<()> {
    let sql = "insert into company_previews (question, preview, made_at) values ($1, $2, $3)
               on conflict (question) do update set preview = excluded.preview, made_at = excluded.made_at";
    tx.run(sql, args![question, preview.clone(), at])
        .await
        .map(drop)
}

pub(crate) async fn delete_company_previews(db: &Db, before: DateTime<Utc>) -> DbResult<u64> {
    db.run_in_pieces(
        "delete from company_previews where question in (
             select question from company_previews where made_at <= $1 limit $2)",
        args![before],
    )
    .await
}
