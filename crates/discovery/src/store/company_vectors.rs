//! What the reader made of companies.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use platform::db::{Db, DbResult, Tx, args};

/// The vectors of a company, if this reader made them of this text.
pub(crate) async fn company_vectors(
    db: &Db,
    company_id: Uuid,
    (text_hash, reader): (i64, i64),
) -> DbResult<Option<Vec<u8>>> {
    let sql = "select vectors from company_vectors
               where company_id = $1 and text_hash = $2 and reader = $3";
    let row: Option<(Vec<u8>,)> = db.maybe(sql, args![company_id, text_hash, reader]).await?;
    Ok(row.map(|(vectors,)| vectors))
}

pub(crate) async fn store_company_vectors(
    tx: &mut Tx,
    company_id: Uuid,
    (text_hash, reader): (i64, i64),
    vectors: Vec<u8>,
    at: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "insert into company_vectors (company_id, text_hash, reader, vectors, read_at)
         values ($1, $2, $3, $4, $5)
         on conflict (company_id) do update set text_hash = excluded.text_hash, reader = excluded.reader,
             vectors = excluded.vectors, read_at = excluded.read_at",
        args![company_id, text_hash, reader, vectors, at],
    )
    .await
    .map(drop)
}
