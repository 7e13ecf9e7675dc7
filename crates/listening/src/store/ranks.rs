//! SQL of ranks: at which place a post stood, and when.

use chrono::{DateTime, Utc};

use platform::db::{Db, DbResult, FromRow, Tx, args};

#[derive(Debug, FromRow)]
pub(crate) struct RankRow {
    pub(crate) reddit_id: String,
    pub(crate) place: i64,
    pub(crate) seen_at: DateTime<Utc>,
}

pub(crate) async fn add(
    tx: &mut Tx,
    (query, country): (&str, &str),
    row: &RankRow,
) -> DbResult<()> {
    tx.run(
        "insert into rank_observations (query, country, reddit_id, place, seen_at) values ($1, $2, $3, $4, $5)
         on conflict (query, country, reddit_id, seen_at) do nothing",
        args![query, country, &row.reddit_id, row.place, row.seen_at],
    )
    .await
    .map(drop)
}

/// Everything that was seen for a query, newest first.
pub(crate) async fn of(db: &Db, query: &str, country: &str) -> DbResult<Vec<RankRow>> {
    let sql =
        "select reddit_id, place, seen_at from rank_observations where query = $1 and country = $2
               order by seen_at desc, place";
    db.all(sql, args![query, country]).await
}

pub(crate) async fn forget_before(db: &Db, oldest: DateTime<Utc>) -> DbResult<u64> {
    let sql = "delete from rank_observations where (query, country, reddit_id, seen_at) in
               (select query, country, reddit_id, seen_at from rank_observations where seen_at < $1 limit $2)";
    db.run_in_pieces(sql, args![oldest]).await
}
