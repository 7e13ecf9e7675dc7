//! SQL of the listener: up to where it has read, and the numbers it still asks for.

use chrono::{DateTime, Utc};

use super::number_walk::NumberGap;
use platform::db::{Db, DbResult, FromRow, Tx, args};

/// Up to where the posts were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub(super) struct WalkRow {
    /// The highest number that was read or is in a gap.
    pub(super) position: i64,
    /// Everything that was listed before this moment is read.
    pub(super) heard_until: DateTime<Utc>,
}

#[derive(FromRow)]
struct GapRow {
    first_number: i64,
    last_number: i64,
    asks: i64,
    ask_at: DateTime<Utc>,
    unheard_since: Option<DateTime<Utc>>,
}

pub(super) async fn walk(db: &Db) -> DbResult<Option<WalkRow>> {
    let sql = "select position, heard_until from stream_walks where kind = 'post'";
    db.maybe(sql, args![]).await
}

/// Begins at a position; another process may have been quicker.
pub(super) async fn begin_walk(tx: &mut Tx, walk: WalkRow) -> DbResult<()> {
    tx.run(
        "insert into stream_walks (kind, position, heard_until) values ('post', $1, $2)
         on conflict (kind) do nothing",
        args![walk.position, walk.heard_until],
    )
    .await
    .map(drop)
}

/// Moves on from a position; false if another process has.
pub(super) async fn advance(tx: &mut Tx, from: i64, to: WalkRow) -> DbResult<bool> {
    let moved = tx
        .run(
            "update stream_walks set position = $2, heard_until = $3
             where kind = 'post' and position = $1",
            args![from, to.position, to.heard_until],
        )
        .await?;
    Ok(moved == 1)
}

/// The gaps to ask for now, those that nobody has covered first, the oldest of them first.
pub(super) async fn due_gaps(db: &Db, now: DateTime<Utc>, most: i64) -> DbResult<Vec<NumberGap>> {
    let rows: Vec<GapRow> = db
        .all(
            "select first_number, last_number, asks, ask_at, unheard_since from stream_gaps
             where kind = 'post' and ask_at <= $1
             order by case when unheard_since is null then 1 else 0 end, first_number limit $2",
            args![now, most],
        )
        .await?;
    Ok(rows.into_iter().map(NumberGap::from).collect())
}

/// Since when posts are waiting that no listing has covered; none while there are none.
pub(super) async fn unheard_since(db: &Db) -> DbResult<Option<DateTime<Utc>>> {
    let row: (Option<DateTime<Utc>>,) = db
        .one(
            "select min(unheard_since) from stream_gaps where kind = 'post'",
            args![],
        )
        .await?;
    Ok(row.0)
}

pub(super) async fn add_gap(tx: &mut Tx, gap: &NumberGap) -> DbResult<()> {
    tx.run(
        "insert into stream_gaps (kind, first_number, last_number, asks, ask_at, unheard_since)
         values ('post', $1, $2, $3, $4, $5)",
        args![gap.first, gap.last, gap.asks, gap.ask_at, gap.unheard_since],
    )
    .await
    .map(drop)
}

/// Removes a gap that was asked for; false if another process has.
pub(super) async fn remove_gap(tx: &mut Tx, first: i64) -> DbResult<bool> {
    let sql = "delete from stream_gaps where kind = 'post' and first_number = $1";
    Ok(tx.run(sql, args![first]).await? == 1)
}

impl From<GapRow> for NumberGap {
    fn from(row: GapRow) -> Self {
        Self {
            first: row.first_number,
            last: row.last_number,
            asks: row.asks,
            ask_at: row.ask_at,
            unheard_since: row.unheard_since,
        }
    }
}
