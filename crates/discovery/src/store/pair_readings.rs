//! What the reader made of companies and posts together.

use chrono::{DateTime, Utc};

use platform::db::{Db, DbResult, DynamicQuery, FromRow, Tx, args};

#[derive(Clone, Copy, Debug, FromRow)]
pub(crate) struct PairReading {
    pub(crate) pair_hash: i64,
    pub(crate) odds: f64,
}

pub(crate) async fn pair_readings(db: &Db, hashes: &[i64]) -> DbResult<Vec<PairReading>> {
    const AT_ONCE: usize = 1_000;
    let mut all = Vec::new();
    for some in hashes.chunks(AT_ONCE) {
        let mut statement = DynamicQuery::default();
        statement.push("select pair_hash, odds from pair_readings where pair_hash");
        statement.push_any_of(some.iter().copied());
        all.extend(db.all_built::<PairReading>(statement).await?);
    }
    Ok(all)
}

pub(crate) async fn store_pair_reading(
    tx: &mut Tx,
    reading: PairReading,
    at: DateTime<Utc>,
) -> DbResult<()> {
    let sql = "insert into pair_readings (pair_hash, odds, read_at) values ($1, $2, $3)
               on conflict (pair_hash) do nothing";
    let PairReading { pair_hash, odds } = reading;
    tx.run(sql, args![pair_hash, odds, at]).await.map(drop)
}

/// A post that is still searched after that time is read again.
pub(crate) async fn delete_old_pair_readings(db: &Db, before: DateTime<Utc>) -> DbResult<u64> {
    db.run_in_pieces(
        "delete from pair_readings where pair_hash in (
             select pair_hash from pair_readings where read_at < $1 limit $2)",
        args![before],
    )
    .await
}
