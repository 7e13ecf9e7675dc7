//! PostgreSQL's half of a move.

use std::collections::BTreeMap;

use anyhow::{Context, anyhow};
use sqlx::postgres::{PgArguments, PgDatabaseError, PgRow};
use sqlx::{AssertSqlSafe, Connection, PgConnection, Postgres, Row as _};
use uuid::Uuid;

use super::catalogue::MoveTable;
use super::cell::{Cell, CellKind, MoveRow};
use super::side::quoted;
use crate::db::Value;
use crate::db::postgres::{self, Address};
use crate::db::sql_value::{args, bound};

#[derive(Debug)]
pub(super) struct PostgresSide {
    connection: PgConnection,
}

impl PostgresSide {
    /// No server is connected, and until the transaction ends nobody writes.
    pub(super) async fn source(address: &Address) -> anyhow::Result<Self> {
        let mut side = Self::alone(address).await?;
        side.run("begin").await?;
        let tables = side
            .texts(
                "select quote_ident(tablename) from pg_tables where schemaname = current_schema()",
            )
            .await?;
        let tables: Vec<String> = tables.into_iter().flatten().collect();
        if !tables.is_empty() {
            side.run(&format!("lock table {} in share mode", tables.join(", ")))
                .await
                .context("holding the database against other writers")?;
        }
        Ok(side)
    }

    /// No server and no other move is connected.
    pub(super) async fn alone(address: &Address) -> anyhow::Result<Self> {
        let mut side = Self::reader(address).await?;
        postgres::refuse_while_others_work(&mut side.connection).await?;
        Ok(side)
    }

    pub(super) async fn reader(address: &Address) -> anyhow::Result<Self> {
        let connection = postgres::connect_for_long(address).await?;
        Ok(Self { connection })
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
            .await
            .map_err(with_details)?;
        Ok(())
    }

    pub(super) async fn run_with(
        &mut self,
        sql: &'static str,
        args: Vec<Value>,
    ) -> anyhow::Result<()> {
        sqlx::query_with(sql, bound::<Postgres>(args)?)
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
        let columns = table
            .columns
            .iter()
            .map(|column| readable(&quoted(&column.name), column.kind));
        let columns: Vec<String> = columns.collect();
        let sql = table.select(&columns.join(", "), after.is_some(), limit);
        let rows = sqlx::query_with(AssertSqlSafe(sql), arguments(after.unwrap_or_default())?)
            .fetch_all(&mut self.connection)
            .await?;
        rows.iter().map(|row| read_row(table, row)).collect()
    }

    /// `COPY`, which is the fastest way in and says every value as a text.
    pub(super) async fn write(
        &mut self,
        table: &MoveTable,
        rows: &[MoveRow],
    ) -> anyhow::Result<()> {
        let mut lines = Vec::with_capacity(rows.len() * 256);
        for row in rows {
            for (place, cell) in row.iter().enumerate() {
                if place > 0 {
                    lines.push(b'\t');
                }
                cell.write_copy_text(&mut lines).with_context(|| {
                    let column = &table.columns[place].name;
                    format!("{}, column {column}", table.row_name(row))
                })?;
            }
            lines.push(b'\n');
        }
        let statement = format!(
            "copy {} ({}) from stdin",
            quoted(&table.name),
            table.column_list()
        );
        let mut copy = self.connection.copy_in_raw(&statement).await?;
        copy.send(lines).await?;
        copy.finish().await.map_err(with_details)?;
        Ok(())
    }

    pub(super) async fn counters(&mut self) -> anyhow::Result<BTreeMap<String, i64>> {
        let mut counters = BTreeMap::new();
        for (table, sequence) in self.sequences().await? {
            // A sequence that was never used has reached nothing.
            let sql = format!(
                "select cast(case when is_called then last_value else last_value - 1 end as text)
                 from {sequence}"
            );
            let reached = self.texts(&sql).await?.into_iter().flatten().next();
            let reached = reached.with_context(|| format!("reading the sequence {sequence}"))?;
            counters.insert(table, reached.parse()?);
        }
        Ok(counters)
    }

    pub(super) async fn set_counter(&mut self, table: &str, reached: i64) -> anyhow::Result<()> {
        let sequences = self.sequences().await?;
        let sequence = sequences.get(table);
        let sequence = sequence.with_context(|| format!("table {table} has no sequence"))?;
        let sql = "select setval(cast($1 as regclass), $2)";
        self.run_with(sql, args![sequence, reached]).await
    }

    /// The sequence that counts a table's primary key.
    async fn sequences(&mut self) -> anyhow::Result<BTreeMap<String, String>> {
        let rows = self
            .texts(
                "select table_name::text, pg_get_serial_sequence(quote_ident(table_name), column_name)
                 from information_schema.columns
                 where table_schema = current_schema()
                     and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null",
            )
            .await?;
        let pairs = rows.into_iter().map(|row| {
            let [table, sequence] = row.try_into().expect("two columns were asked for");
            (table, sequence)
        });
        Ok(pairs.collect())
    }

    pub(super) async fn close(self) -> anyhow::Result<()> {
        Ok(self.connection.close().await?)
    }
}

/// How a column is asked for, so that each kind comes in one type of the wire. A time is asked for in
/// microseconds, because PostgreSQL knows times that no other calendar has.
fn readable(column: &str, kind: CellKind) -> String {
    match kind {
        CellKind::Boolean | CellKind::Real | CellKind::Bytes | CellKind::Id => column.to_owned(),
        CellKind::Integer => format!("{column}::bigint"),
        CellKind::Text | CellKind::Json => format!("{column}::text"),
        CellKind::Time => format!("(extract(epoch from {column}) * 1000000)::bigint"),
    }
}

fn arguments(cells: &[Cell]) -> anyhow::Result<PgArguments> {
    let values: anyhow::Result<Vec<Value>> = cells.iter().map(Cell::bound).collect();
    Ok(bound::<Postgres>(values?)?)
}

fn read_row(table: &MoveTable, row: &PgRow) -> anyhow::Result<MoveRow> {
    let columns = table.columns.iter().enumerate();
    columns
        .map(|(place, column)| {
            let cell = read_cell(row, place, column.kind);
            cell.with_context(|| format!("reading column {}", column.name))
        })
        .collect()
}

fn read_cell(row: &PgRow, place: usize, kind: CellKind) -> Result<Cell, sqlx::Error> {
    let cell = match kind {
        CellKind::Boolean => row.try_get::<Option<bool>, _>(place)?.map(Cell::Boolean),
        CellKind::Integer => row.try_get::<Option<i64>, _>(place)?.map(Cell::Integer),
        CellKind::Real => row.try_get::<Option<f64>, _>(place)?.map(Cell::Real),
        CellKind::Text => row.try_get::<Option<String>, _>(place)?.map(Cell::Text),
        CellKind::Bytes => row.try_get::<Option<Vec<u8>>, _>(place)?.map(Cell::Bytes),
        CellKind::Id => row.try_get::<Option<Uuid>, _>(place)?.map(Cell::Id),
        CellKind::Time => row.try_get::<Option<i64>, _>(place)?.map(Cell::Time),
        CellKind::Json => row.try_get::<Option<String>, _>(place)?.map(Cell::Json),
    };
    Ok(cell.unwrap_or(Cell::Null))
}

/// PostgreSQL's sentence alone does not say which row or which constraint it is about.
fn with_details(error: sqlx::Error) -> anyhow::Error {
    let details = error
        .as_database_error()
        .and_then(|cause| cause.try_downcast_ref::<PgDatabaseError>())
        .and_then(|cause| cause.detail().or(cause.r#where()))
        .map(str::to_owned);
    match details {
        Some(details) => anyhow!(error).context(details),
        None => error.into(),
    }
}
