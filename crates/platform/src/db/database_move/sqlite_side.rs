//! SQLite's half of a move.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row as _, Sqlite, SqliteConnection};
use uuid::Uuid;

use super::catalogue::MoveTable;
use super::cell::{Cell, CellKind, MoveRow};
use super::side::quoted;
use crate::db::Value;
use crate::db::data_dir_lock::DataDirLock;
use crate::db::sql_value::{args, bound};
use crate::db::sqlite::{create_private, create_private_folder, file_in, options};

#[derive(Debug)]
pub(super) struct SqliteSide {
    connection: SqliteConnection,
    _lock: Option<DataDirLock>,
}

/// A statement takes no more arguments than this (`SQLITE_MAX_VARIABLE_NUMBER`).
const MOST_ARGUMENTS: usize = 32_766;
/// More rows than this in one statement gain nothing.
const ROWS_PER_STATEMENT: usize = 200;

impl SqliteSide {
    /// No server runs, none starts, and no command beside it writes.
    pub(super) async fn source(data_dir: &Path) -> anyhow::Result<Self> {
        demand_file(data_dir)?;
        let lock = DataDirLock::take(data_dir)?;
        let mut side = Self::open(data_dir, Some(lock)).await?;
        side.run("begin immediate")
            .await
            .context("holding the database against other writers")?;
        Ok(side)
    }

    pub(super) async fn target(data_dir: &Path) -> anyhow::Result<Self> {
        create_private_folder(data_dir)?;
        let lock = DataDirLock::take(data_dir)?;
        create_private(&file_in(data_dir))?;
        Self::open(data_dir, Some(lock)).await
    }

    pub(super) async fn reader(data_dir: &Path) -> anyhow::Result<Self> {
        demand_file(data_dir)?;
        Self::open(data_dir, None).await
    }

    /// Foreign keys are not looked at row by row: a row may come before the one that it names.
    async fn open(data_dir: &Path, lock: Option<DataDirLock>) -> anyhow::Result<Self> {
        let options = options(&file_in(data_dir)).foreign_keys(false);
        let connection = options.connect().await?;
        Ok(Self {
            connection,
            _lock: lock,
        })
    }

    pub(super) async fn texts(&mut self, sql: &str) -> anyhow::Result<Vec<Vec<String>>> {
        let rows = sqlx::query(AssertSqlSafe(sql.to_owned()))
            .fetch_all(&mut self.connection)
            .await?;
        let texts = rows.iter().map(|row| {
            let places = 0..row.len();
            places
                .map(|place| row.try_get(place))
                .collect::<Result<_, _>>()
        });
        Ok(texts.collect::<Result<_, _>>()?)
    }

    pub(super) async fn run(&mut self, sql: &str) -> anyhow::Result<()> {
        sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
            .execute(&mut self.connection)
            .await?;
        Ok(())
    }

    pub(super) async fn run_with(
        &mut self,
        sql: &'static str,
        args: Vec<Value>,
    ) -> anyhow::Result<()> {
        sqlx::query_with(sql, bound::<Sqlite>(args)?)
            .execute(&mut self.connection)
            .await?;
        Ok(())
    }

    pub(super) async fn read(
        &mut self,
        table: &MoveTable,
        after: Option<&[Cell]>,
        limit: usize,
    ) -> anyhow::Result<Vec<MoveRow>> {
        let sql = table.select(&table.column_list(), after.is_some(), limit);
        let rows = sqlx::query_with(AssertSqlSafe(sql), arguments(after.unwrap_or_default())?)
            .fetch_all(&mut self.connection)
            .await?;
        rows.iter().map(|row| read_row(table, row)).collect()
    }

    pub(super) async fn write(
        &mut self,
        table: &MoveTable,
        rows: &[MoveRow],
    ) -> anyhow::Result<()> {
        let columns = table.columns.len();
        let most = (MOST_ARGUMENTS / columns).clamp(1, ROWS_PER_STATEMENT);
        for part in rows.chunks(most) {
            sqlx::query_with(
                AssertSqlSafe(insert(table, part.len())),
                arguments(part.iter().flatten())?,
            )
            .execute(&mut self.connection)
            .await?;
        }
        Ok(())
    }

    pub(super) async fn counters(&mut self) -> anyhow::Result<BTreeMap<String, i64>> {
        let rows = self
            .texts("select name, cast(seq as text) from sqlite_sequence")
            .await?;
        rows.into_iter()
            .map(|row| {
                let [table, reached] = row.try_into().expect("two columns were asked for");
                Ok((table, reached.parse()?))
            })
            .collect()
    }

    pub(super) async fn set_counter(&mut self, table: &str, reached: i64) -> anyhow::Result<()> {
        let forget = "delete from sqlite_sequence where name = $1";
        self.run_with(forget, args![table]).await?;
        let keep = "insert into sqlite_sequence (name, seq) values ($1, $2)";
        self.run_with(keep, args![table, reached]).await
    }

    /// They were not looked at while the rows came.
    pub(super) async fn demand_whole_references(&mut self) -> anyhow::Result<()> {
        let broken = self
            .texts("select distinct \"table\" from pragma_foreign_key_check")
            .await?;
        let broken: Vec<String> = broken.into_iter().flatten().collect();
        ensure!(
            broken.is_empty(),
            "rows of these tables name others that do not exist: {}",
            broken.join(", ")
        );
        Ok(())
    }

    pub(super) async fn close(self) -> anyhow::Result<()> {
        Ok(self.connection.close().await?)
    }
}

fn demand_file(data_dir: &Path) -> anyhow::Result<()> {
    let file = file_in(data_dir);
    ensure!(file.exists(), "there is no database at {}", file.display());
    Ok(())
}

fn insert(table: &MoveTable, rows: usize) -> String {
    let row = format!("({})", vec!["?"; table.columns.len()].join(", "));
    format!(
        "insert into {} ({}) values {}",
        quoted(&table.name),
        table.column_list(),
        vec![row; rows].join(", ")
    )
}

fn arguments<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> anyhow::Result<SqliteArguments> {
    let values: anyhow::Result<Vec<Value>> = cells.into_iter().map(Cell::bound).collect();
    Ok(bound::<Sqlite>(values?)?)
}

fn read_row(table: &MoveTable, row: &SqliteRow) -> anyhow::Result<MoveRow> {
    let columns = table.columns.iter().enumerate();
    columns
        .map(|(place, column)| {
            let cell = read_cell(row, place, column.kind);
            cell.with_context(|| format!("reading column {}", column.name))
        })
        .collect()
}

fn read_cell(row: &SqliteRow, place: usize, kind: CellKind) -> Result<Cell, sqlx::Error> {
    let cell = match kind {
        CellKind::Boolean => row.try_get::<Option<bool>, _>(place)?.map(Cell::Boolean),
        CellKind::Integer => row.try_get::<Option<i64>, _>(place)?.map(Cell::Integer),
        CellKind::Real => row.try_get::<Option<f64>, _>(place)?.map(Cell::Real),
        CellKind::Text => row.try_get::<Option<String>, _>(place)?.map(Cell::Text),
        CellKind::Bytes => row.try_get::<Option<Vec<u8>>, _>(place)?.map(Cell::Bytes),
        CellKind::Id => row.try_get::<Option<Uuid>, _>(place)?.map(Cell::Id),
        CellKind::Time => row
            .try_get::<Option<DateTime<Utc>>, _>(place)?
            .map(|time| Cell::Time(time.timestamp_micros())),
        CellKind::Json => row.try_get::<Option<String>, _>(place)?.map(Cell::Json),
    };
    Ok(cell.unwrap_or(Cell::Null))
}
