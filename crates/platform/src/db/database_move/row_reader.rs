//! A table from one end to the other, in batches of a size that memory can hold.

use super::catalogue::MoveTable;
use super::cell::{Cell, MoveRow};
use super::side::MoveSide;

/// In the order of the primary key, so that it can begin after any row.
#[derive(Debug)]
pub(super) struct RowReader<'a> {
    table: &'a MoveTable,
    after: Option<Vec<Cell>>,
    limit: usize,
    is_over: bool,
}

/// Tells how large the rows are.
const FIRST_ROWS: usize = 100;
const MOST_ROWS: usize = 4_000;
/// Some tables hold a page of Reddit in each row: as many of them as are small ones would fill the memory.
const MOST_BYTES: usize = 16_000_000;

impl<'a> RowReader<'a> {
    pub(super) fn new(table: &'a MoveTable, after: Option<Vec<Cell>>) -> Self {
        Self {
            table,
            after,
            limit: FIRST_ROWS,
            is_over: false,
        }
    }

    /// The next rows, or none at the end.
    pub(super) async fn next(
        &mut self,
        side: &mut MoveSide,
    ) -> anyhow::Result<Option<Vec<MoveRow>>> {
        if self.is_over {
            return Ok(None);
        }
        let after = self.after.as_deref();
        let rows = side.read(self.table, after, self.limit).await?;
        self.is_over = rows.len() < self.limit;
        let Some(last) = rows.last() else {
            return Ok(None);
        };
        self.after = Some(self.table.key_of(last));
        self.limit = next_limit(&rows);
        Ok(Some(rows))
    }
}

fn next_limit(rows: &[MoveRow]) -> usize {
    let bytes: usize = rows.iter().flatten().map(Cell::size).sum();
    let of_each = (bytes / rows.len().max(1)).max(1);
    (MOST_BYTES / of_each).clamp(1, MOST_ROWS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_rows_come_a_few_at_a_time() {
        let rows_of = |bytes: usize| vec![vec![Cell::Bytes(vec![0; bytes])]; 3];
        assert_eq!(next_limit(&rows_of(10)), MOST_ROWS);
        assert_eq!(next_limit(&rows_of(160_000)), 100);
        assert_eq!(next_limit(&rows_of(MOST_BYTES * 2)), 1);
    }
}
