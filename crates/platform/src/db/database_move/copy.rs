//! The rows themselves, in batches, each with the note of how far its table is.

use std::time::Instant;

use tokio::sync::mpsc;

use super::MoveStep;
use super::catalogue::MoveTable;
use super::cell::{Cell, MoveRow};
use super::row_reader::RowReader;
use super::side::MoveSide;
use super::state::{MoveState, TableState};
use crate::crash;

/// While one batch is written the next is read.
const BATCHES_AHEAD: usize = 1;

type Tell<'a> = &'a mut (dyn FnMut(MoveStep<'_>) + Send);

pub(super) async fn all(
    tables: &[MoveTable],
    source: &mut MoveSide,
    target: &mut MoveSide,
    tell: Tell<'_>,
) -> anyhow::Result<()> {
    let mut states = MoveState::of(target).await?.unwrap_or_default().tables;
    let totals = source.counts().await?;
    for table in tables {
        let state = states.remove(&table.name).unwrap_or_default();
        let total = totals.get(&table.name).copied().unwrap_or(0);
        let progress = TableProgress::new(table, state, total);
        progress.copy(source, target, tell).await?;
    }
    Ok(())
}

/// Keys that count by themselves go on where the source's stopped, even if its last rows are gone.
pub(super) async fn counters(source: &mut MoveSide, target: &mut MoveSide) -> anyhow::Result<()> {
    for (table, reached) in source.counters().await? {
        if reached > 0 {
            target.set_counter(&table, reached).await?;
        }
    }
    Ok(())
}

/// One table on its way.
struct TableProgress<'a> {
    table: &'a MoveTable,
    state: TableState,
    total: u64,
    /// Rows of earlier runs.
    before: u64,
    began: Instant,
}

impl<'a> TableProgress<'a> {
    fn new(table: &'a MoveTable, state: TableState, total: u64) -> Self {
        Self {
            table,
            total,
            before: state.rows,
            state,
            began: Instant::now(),
        }
    }

    async fn copy(
        mut self,
        source: &mut MoveSide,
        target: &mut MoveSide,
        tell: Tell<'_>,
    ) -> anyhow::Result<()> {
        let (send, mut batches) = mpsc::channel(BATCHES_AHEAD);
        let (table, after) = (self.table, self.state.last_key.clone());
        let writing = async {
            while let Some(batch) = batches.recv().await {
                self.write(target, batch).await?;
                tell(self.step());
            }
            anyhow::Ok(())
        };
        tokio::try_join!(read(table, source, after, send), writing)?;
        Ok(())
    }

    async fn write(&mut self, target: &mut MoveSide, batch: Vec<MoveRow>) -> anyhow::Result<()> {
        self.state.rows += batch.len() as u64;
        if let Some(last) = batch.last() {
            self.state.last_key = Some(self.table.key_of(last));
        }
        target.begin().await?;
        target.write(self.table, &batch).await?;
        self.state.note(target, &self.table.name).await?;
        self.crash_point("move.before_commit");
        target.commit().await?;
        self.crash_point("move.after_commit");
        Ok(())
    }

    /// In the middle of a table, where it is the hardest to go on.
    fn crash_point(&self, name: &'static str) {
        if self.state.rows < self.total {
            crash::point(name);
        }
    }

    fn step(&self) -> MoveStep<'a> {
        MoveStep::Copying {
            table: &self.table.name,
            copied: self.state.rows,
            total: self.total,
            copied_now: self.state.rows - self.before,
            took: self.began.elapsed(),
        }
    }
}

async fn read(
    table: &MoveTable,
    source: &mut MoveSide,
    after: Option<Vec<Cell>>,
    send: mpsc::Sender<Vec<MoveRow>>,
) -> anyhow::Result<()> {
    let mut reader = RowReader::new(table, after);
    while let Some(batch) = reader.next(source).await? {
        // Whoever writes has failed and says so.
        if send.send(batch).await.is_err() {
            break;
        }
    }
    Ok(())
}
