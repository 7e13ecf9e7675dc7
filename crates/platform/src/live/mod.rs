//! What open pages are told: changes of rows and broadcasts, across all processes.
//!
//! A change is written in the transaction that makes it, so that nothing is told that was not
//! committed and nothing committed goes untold. Every process reads the log from where it was when
//! the bus wakes it ([`Live::follow`]), and hands what it finds to those who listen in it. Whoever
//! was away reads its rows anew: events are not replayed.

mod committed_events;
mod hub;
mod log_cursor;
mod log_reader;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::changes::Topic;
use super::clock::Clock;
use super::db::{self, Db, DbResult, OwnedRows, Tx, args};

pub use committed_events::Committed;
pub use hub::{Listener, Live};

/// Under this topic the log keeps changes of rows; every other one is the name of a broadcast.
const ROWS: &str = "rows";
/// How long anything is kept. Whoever reads the log is behind by seconds.
const KEPT: TimeDelta = TimeDelta::minutes(10);
/// How long the newest broadcast of a topic is kept, for pages that join.
const LAST_KEPT: TimeDelta = TimeDelta::days(1);
/// How many events of one owner are told apart by their ids; older ones were read long ago.
const MOST_COMMITTED: i64 = 1000;

/// One row of a table was inserted, updated or deleted.
#[derive(Clone, Debug)]
pub struct RowChange {
    pub table: &'static str,
    /// Whose row it is; nobody else is told.
    pub owner_id: Uuid,
    /// The whole row after the change, as /rest/v1 shows it; none after a delete.
    pub new: Option<Json>,
    /// The key of the row before it; none after an insert.
    pub old: Option<Json>,
}

/// Something committed that the pages of its owner may be told.
#[derive(Clone, Debug)]
pub struct Event {
    /// Grows with every event; two transactions at once may be committed in another order.
    pub id: i64,
    pub owner_id: Uuid,
    /// Wall time.
    pub at: DateTime<Utc>,
    pub news: LiveEvent,
}

#[derive(Clone, Debug)]
pub enum LiveEvent {
    Row(ChangedRow),
    Broadcast { topic: String, payload: Json },
}

/// A [`RowChange`] as it comes back from the log.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ChangedRow {
    pub table: String,
    pub new: Option<Json>,
    pub old: Option<Json>,
}

/// Tells open pages of a changed row once the transaction is committed. Called after the statement
/// that changes the row, so that its lock keeps two changes of one row in order.
pub async fn record(tx: &mut Tx, clock: &Clock, change: RowChange) -> DbResult<()> {
    let payload = json!({ "table": change.table, "new": change.new, "old": change.old });
    write(tx, clock, change.owner_id, ROWS, payload).await
}

/// Tells open pages of a row that was just written; what of it a page may know, the edge decides.
pub async fn record_written(
    tx: &mut Tx,
    clock: &Clock,
    owner_id: Uuid,
    rows: &OwnedRows,
    (id, written): (Uuid, RowWrite),
) -> anyhow::Result<()> {
    let change = RowChange {
        table: rows.table,
        owner_id,
        old: (written == RowWrite::Changed).then(|| json!({ "id": id })),
        new: Some(rows.written(tx, id).await?),
    };
    Ok(record(tx, clock, change).await?)
}

/// Tells open pages that a row is gone.
pub async fn record_gone(
    tx: &mut Tx,
    clock: &Clock,
    owner_id: Uuid,
    rows: &OwnedRows,
    id: Uuid,
) -> DbResult<()> {
    let mut old = json!({ "id": id });
    old[rows.owner] = json!(owner_id);
    let gone = RowChange {
        table: rows.table,
        owner_id,
        new: None,
        old: Some(old),
    };
    record(tx, clock, gone).await
}

/// What happened to a row that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowWrite {
    Added,
    Changed,
}

/// Sends a broadcast to the pages of one user once the transaction is committed; the last one of a
/// topic is what a page gets when it joins.
pub async fn broadcast(
    tx: &mut Tx,
    clock: &Clock,
    owner_id: Uuid,
    topic: &str,
    payload: Json,
) -> DbResult<()> {
    debug_assert_ne!(topic, ROWS, "changes of rows are recorded, not broadcast");
    write(tx, clock, owner_id, topic, payload).await
}

/// The newest broadcast of a topic: its id, and what it said.
pub async fn last_broadcast(
    db: &Db,
    clock: &Clock,
    owner_id: Uuid,
    topic: &str,
) -> DbResult<Option<(i64, Json)>> {
    let row: Option<(i64, db::Json<Json>)> = db
        .maybe(
            "select id, payload from live_events
             where owner_id = $1 and topic = $2 and created_at > $3 order by id desc limit 1",
            args![owner_id, topic, clock.real() - LAST_KEPT],
        )
        .await?;
    Ok(row.map(|(id, db::Json(payload))| (id, payload)))
}

/// The events of an owner that are committed already, as far as a process may still have to read
/// them: whoever begins to listen now is not told of these.
pub async fn committed(db: &Db, owner_id: Uuid) -> DbResult<Committed> {
    let rows: Vec<(i64,)> = db
        .all(
            "select id from live_events where owner_id = $1 order by id desc limit $2",
            args![owner_id, MOST_COMMITTED],
        )
        .await?;
    Ok(Committed::of(rows.into_iter().map(|(id,)| id).collect()))
}

/// Removes what every process has read long ago, but keeps the newest broadcast of a topic a day.
pub async fn forget_old(db: &Db, clock: &Clock) -> DbResult<u64> {
    let real = clock.real();
    db.run_in_pieces(
        "delete from live_events where id in (
             select id from live_events where created_at < $1 and (created_at < $2 or topic = $3 or exists
             (select 1 from live_events newer where newer.owner_id = live_events.owner_id
              and newer.topic = live_events.topic and newer.id > live_events.id)) limit $4)",
        args![real - KEPT, real - LAST_KEPT, ROWS],
    )
    .await
}

/// Forgets what was ever told to the pages of one owner.
pub async fn forget(tx: &mut Tx, owner_id: Uuid) -> DbResult<()> {
    let sql = "delete from live_events where owner_id = $1";
    tx.run(sql, args![owner_id]).await.map(drop)
}

async fn write(
    tx: &mut Tx,
    clock: &Clock,
    owner_id: Uuid,
    topic: &str,
    payload: Json,
) -> DbResult<()> {
    tx.run(
        "insert into live_events (owner_id, topic, payload, created_at) values ($1, $2, $3, $4)",
        args![owner_id, topic, payload, clock.real()],
    )
    .await?;
    tx.announce(Topic::Live);
    Ok(())
}
