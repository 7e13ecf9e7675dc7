//! SQL of the listener: up to where it has read, the numbers it still asks for, and who listens.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::number_walk::NumberGap;
use platform::db::{Db, DbResult, FromRow, Tx, args};

/// What is read in an order of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WalkKind {
    RedditPosts,
    /// Of tracked communities.
    RedditComments,
    /// Its position is the number of an item.
    HackerNews,
    /// Its position is a time in microseconds.
    Bluesky,
}

impl WalkKind {
    fn id(self) -> &'static str {
        match self {
            WalkKind::RedditPosts => "post",
            WalkKind::RedditComments => "comment",
            WalkKind::HackerNews => "hacker_news",
            WalkKind::Bluesky => "bluesky",
        }
    }
}

/// Up to where something was read.
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

pub(super) async fn walk(db: &Db, kind: WalkKind) -> DbResult<Option<WalkRow>> {
    let sql = "select position, heard_until from stream_walks where kind = $1";
    db.maybe(sql, args![kind.id()]).await
}

/// Begins at a position; another process may have been quicker.
pub(super) async fn begin_walk(tx: &mut Tx, kind: WalkKind, walk: WalkRow) -> DbResult<()> {
    tx.run(
        "insert into stream_walks (kind, position, heard_until) values ($1, $2, $3)
         on conflict (kind) do nothing",
        args![kind.id(), walk.position, walk.heard_until],
    )
    .await
    .map(drop)
}

/// Moves on from a position; false if another process has.
pub(super) async fn advance(tx: &mut Tx, kind: WalkKind, from: i64, to: WalkRow) -> DbResult<bool> {
    let moved = tx
        .run(
            "update stream_walks set position = $3, heard_until = $4
             where kind = $1 and position = $2",
            args![kind.id(), from, to.position, to.heard_until],
        )
        .await?;
    Ok(moved == 1)
}

/// Ends a walk that nobody needs; a later one begins anew.
pub(super) async fn end_walk(db: &Db, kind: WalkKind) -> DbResult<()> {
    if walk(db, kind).await?.is_none() {
        return Ok(());
    }
    let mut tx = db.begin().await?;
    for sql in [
        "delete from stream_walks where kind = $1",
        "delete from stream_gaps where kind = $1",
    ] {
        tx.run(sql, args![kind.id()]).await?;
    }
    tx.commit().await
}

/// The gaps to ask for now, those that nobody has covered first, the oldest of them first.
pub(super) async fn due_gaps(
    db: &Db,
    kind: WalkKind,
    now: DateTime<Utc>,
    most: i64,
) -> DbResult<Vec<NumberGap>> {
    let rows: Vec<GapRow> = db
        .all(
            "select first_number, last_number, asks, ask_at, unheard_since from stream_gaps
             where kind = $1 and ask_at <= $2
             order by case when unheard_since is null then 1 else 0 end, first_number limit $3",
            args![kind.id(), now, most],
        )
        .await?;
    Ok(rows.into_iter().map(NumberGap::from).collect())
}

/// Since when posts are waiting that no listing has covered; none while there are none.
pub(super) async fn unheard_since(db: &Db, kind: WalkKind) -> DbResult<Option<DateTime<Utc>>> {
    let sql = "select min(unheard_since) from stream_gaps where kind = $1";
    let (since,): (Option<DateTime<Utc>>,) = db.one(sql, args![kind.id()]).await?;
    Ok(since)
}

pub(super) async fn add_gap(tx: &mut Tx, kind: WalkKind, gap: &NumberGap) -> DbResult<()> {
    tx.run(
        "insert into stream_gaps (kind, first_number, last_number, asks, ask_at, unheard_since)
         values ($1, $2, $3, $4, $5, $6)",
        args![
            kind.id(),
            gap.first,
            gap.last,
            gap.asks,
            gap.ask_at,
            gap.unheard_since
        ],
    )
    .await
    .map(drop)
}

/// Removes a gap that was asked for; false if another process has.
pub(super) async fn remove_gap(tx: &mut Tx, kind: WalkKind, first: i64) -> DbResult<bool> {
    let sql = "delete from stream_gaps where kind = $1 and first_number = $2";
    Ok(tx.run(sql, args![kind.id(), first]).await? == 1)
}

/// Takes or renews the lease; false if another process holds it.
pub(super) async fn take_lease(
    db: &Db,
    holder: Uuid,
    (now, until): (DateTime<Utc>, DateTime<Utc>),
) -> DbResult<bool> {
    let taken = db
        .run(
            "insert into stream_leases (name, holder, until) values ('listener', $1, $3)
             on conflict (name) do update set holder = excluded.holder, until = excluded.until
             where stream_leases.holder = excluded.holder or stream_leases.until < $2",
            args![holder, now, until],
        )
        .await?;
    Ok(taken == 1)
}

/// Lets the lease go, so that another process need not wait for its end.
pub(super) async fn drop_lease(db: &Db, holder: Uuid) -> DbResult<()> {
    let sql = "delete from stream_leases where name = 'listener' and holder = $1";
    db.run(sql, args![holder]).await.map(drop)
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
