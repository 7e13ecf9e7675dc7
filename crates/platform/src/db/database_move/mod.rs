//! From SQLite to PostgreSQL and back, with a proof that both sides hold the same.
//!
//! **Promises** that the old database is never changed, that a move can be killed at any moment and
//! goes on from there, that no server starts on a half-filled database, and that the move ends only
//! when the rows and digests of every table agree. **Knows no table**: names, columns, keys and
//! types come from the catalogues of both sides, so a new migration changes nothing here.
//!
//! While a move runs it holds the source against every writer. The target gets its schema from the
//! migrations; then its indexes, foreign keys and triggers are put aside, the rows come in batches
//! in the order of the primary key, each in one transaction with the note of how far it is
//! (`state`), and what was put aside comes back (`put_aside`).

mod canonical_json;
mod catalogue;
mod cell;
mod comparison;
mod copy;
mod postgres_side;
mod put_aside;
mod row_digest;
mod row_reader;
mod side;
mod sqlite_side;
mod state;
mod target;

use std::time::Duration;

use anyhow::{Context, ensure};

use super::{DatabaseLocation, Tx};
use crate::crash;
pub use cell::CellKind;
pub use comparison::{SidesDiffer, TableComparison};
pub use row_digest::TableDigest;
use side::MoveSide;
use state::MoveState;

/// What a move does at this moment, for whoever watches.
#[derive(Debug)]
pub enum MoveStep<'a> {
    /// So many rows of a table are in the target; `copied_now` of them since this run began, in `took`.
    Copying {
        table: &'a str,
        copied: u64,
        total: u64,
        copied_now: u64,
        took: Duration,
    },
    /// Indexes, foreign keys and triggers come back.
    Rebuilding,
    /// Both sides are read and compared.
    Checking,
}

/// What would be moved.
#[derive(Clone, Copy, Debug)]
pub struct MoveEstimate {
    pub tables: usize,
    pub rows: u64,
    pub bytes: u64,
}

/// What was moved.
#[derive(Debug)]
pub struct MoveReport {
    pub tables: Vec<TableComparison>,
    /// It had begun earlier and went on.
    pub was_resumed: bool,
}

impl MoveReport {
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.source.rows).sum()
    }
}

impl MoveEstimate {
    /// About how long a move takes, with the check: a cautious guess, because it depends on disks and
    /// network. The figure `move` of `make bench` measures it.
    pub fn duration(&self) -> Duration {
        const ROWS_PER_SECOND: u64 = 10_000;
        const BYTES_PER_SECOND: u64 = 10_000_000;
        const START_AND_END_S: u64 = 5;
        let rows = self.rows / ROWS_PER_SECOND;
        let bytes = self.bytes / BYTES_PER_SECOND;
        Duration::from_secs(rows.max(bytes) + START_AND_END_S)
    }
}

/// Counts what `from` holds; works beside a running server and changes nothing.
pub async fn estimate(from: &DatabaseLocation) -> anyhow::Result<MoveEstimate> {
    let mut source = MoveSide::reader(from)
        .await
        .context("opening the database")?;
    let counts = source.counts().await?;
    let estimate = MoveEstimate {
        tables: counts.len(),
        rows: counts.values().sum(),
        bytes: source.size().await?,
    };
    source.close().await?;
    Ok(estimate)
}

/// Compares every table of both sides, and changes neither.
pub async fn compare(
    from: &DatabaseLocation,
    to: &DatabaseLocation,
) -> anyhow::Result<Vec<TableComparison>> {
    refuse_same_engine(from, to)?;
    let mut source = open_source(from).await?;
    let mut target = MoveSide::reader(to).await.context("opening the target")?;
    let tables = catalogue::shared(&mut source, &mut target).await?;
    let compared = comparison::of(&tables, &mut source, &mut target).await?;
    target.close().await?;
    source.close().await?;
    Ok(compared)
}

/// Moves everything, or goes on where an earlier run was interrupted. `start_over` throws away what
/// that one brought into the target.
pub async fn run(
    from: &DatabaseLocation,
    to: &DatabaseLocation,
    start_over: bool,
    tell: &mut (dyn FnMut(MoveStep<'_>) + Send),
) -> anyhow::Result<MoveReport> {
    refuse_same_engine(from, to)?;
    let mut source = open_source(from).await?;
    catalogue::refuse_other_schema(&mut source)
        .await
        .context("reading the source")?;
    let (mut target, was_resumed) = target::prepared(to, &mut source, start_over).await?;
    let tables = catalogue::shared(&mut source, &mut target).await?;
    copy::all(&tables, &mut source, &mut target, tell).await?;
    tell(MoveStep::Rebuilding);
    crash::point("move.before_rebuild");
    put_aside::restore(&mut target).await?;
    copy::counters(&mut source, &mut target).await?;
    tell(MoveStep::Checking);
    let compared = comparison::of(&tables, &mut source, &mut target).await?;
    comparison::demand_same(&compared)?;
    target.finish().await?;
    crash::point("move.before_end");
    MoveState::remove(&mut target).await?;
    target.close().await?;
    source.close().await?;
    Ok(MoveReport {
        tables: compared,
        was_resumed,
    })
}

/// A database that a move has not finished belongs to that move alone.
pub(super) async fn refuse_half_moved(tx: &mut Tx) -> anyhow::Result<()> {
    let sql = state::EXISTS.on(tx.engine());
    let found: Option<(String,)> = tx.maybe(sql, crate::db::args![]).await?;
    ensure!(
        found.is_none(),
        "this database is half-filled by `earshot move`; run the move again to finish it"
    );
    Ok(())
}

async fn open_source(from: &DatabaseLocation) -> anyhow::Result<MoveSide> {
    MoveSide::source(from).await.context("opening the source")
}

fn refuse_same_engine(from: &DatabaseLocation, to: &DatabaseLocation) -> anyhow::Result<()> {
    ensure!(
        from.engine() != to.engine(),
        "both databases are {}; `earshot backup` and `earshot restore` copy between them",
        from.engine().label()
    );
    Ok(())
}
