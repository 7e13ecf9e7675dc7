//! Whether both sides hold the same, table by table.

use anyhow::Context;

use super::catalogue::{self, MoveTable};
use super::row_digest::TableDigest;
use super::row_reader::RowReader;
use super::side::MoveSide;

/// What both sides hold of one table.
#[derive(Clone, Debug)]
pub struct TableComparison {
    pub table: String,
    pub source: TableDigest,
    pub target: TableDigest,
}

impl TableComparison {
    pub fn is_same(&self) -> bool {
        self.source == self.target
    }
}

/// Both sides were read, and they are not the same.
#[derive(Debug, thiserror::Error)]
#[error("the two databases differ in: {}", .tables.join(", "))]
pub struct SidesDiffer {
    pub tables: Vec<String>,
}

pub(super) async fn of(
    tables: &[MoveTable],
    source: &mut MoveSide,
    target: &mut MoveSide,
) -> anyhow::Result<Vec<TableComparison>> {
    let mut compared = Vec::new();
    for table in tables {
        let (here, there) =
            tokio::try_join!(digest(table, source), digest(table, target)).context("comparing")?;
        compared.push(TableComparison {
            table: table.name.clone(),
            source: here,
            target: there,
        });
    }
    Ok(compared)
}

pub(super) fn demand_same(compared: &[TableComparison]) -> anyhow::Result<()> {
    let differing = compared.iter().filter(|table| !table.is_same());
    let tables: Vec<String> = differing.map(|it| it.table.clone()).collect();
    if tables.is_empty() {
        return Ok(());
    }
    Err(SidesDiffer { tables }.into())
}

/// Tells one database from another: the keys that its server made for itself when it first ran.
pub(super) async fn identity(side: &mut MoveSide) -> anyhow::Result<String> {
    let table = catalogue::server_keys();
    Ok(digest(&table, side).await?.to_string())
}

async fn digest(table: &MoveTable, side: &mut MoveSide) -> anyhow::Result<TableDigest> {
    let mut digest = TableDigest::default();
    let mut reader = RowReader::new(table, None);
    while let Some(rows) = reader.next(side).await? {
        for row in &rows {
            digest
                .add(row)
                .with_context(|| format!("table {}, {}", table.name, table.row_name(row)))?;
        }
    }
    Ok(digest)
}
