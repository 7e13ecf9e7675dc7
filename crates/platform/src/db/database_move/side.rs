//! One of the two databases of a move: what either engine can do, in the same words.

use std::collections::BTreeMap;

use anyhow::Context;

use super::catalogue::MoveTable;
use super::cell::{Cell, MoveRow};
use super::postgres_side::PostgresSide;
use super::sqlite_side::SqliteSide;
use crate::db::dialect::Dialect;
use crate::db::{DatabaseLocation, Engine, Value};

/// Each is one connection, so that what it locks and what it writes are in one session.
#[derive(Debug)]
pub(super) enum MoveSide {
    Sqlite(SqliteSide),
    Postgres(PostgresSide),
}

impl MoveSide {
    /// Where the rows come from, held against every writer until this is closed.
    pub(super) async fn source(place: &DatabaseLocation) -> anyhow::Result<Self> {
        Ok(match place {
            DatabaseLocation::Sqlite { data_dir } => {
                Self::Sqlite(SqliteSide::source(data_dir).await?)
            }
            DatabaseLocation::Postgres { address } => {
                Self::Postgres(PostgresSide::source(address).await?)
            }
        })
    }

    /// Where the rows go, with nobody else at work there.
    pub(super) async fn target(place: &DatabaseLocation) -> anyhow::Result<Self> {
        Ok(match place {
            DatabaseLocation::Sqlite { data_dir } => {
                Self::Sqlite(SqliteSide::target(data_dir).await?)
            }
            DatabaseLocation::Postgres { address } => {
                Self::Postgres(PostgresSide::alone(address).await?)
            }
        })
    }

    /// To look at, beside whoever else works there.
    pub(super) async fn reader(place: &DatabaseLocation) -> anyhow::Result<Self> {
        Ok(match place {
            DatabaseLocation::Sqlite { data_dir } => {
                Self::Sqlite(SqliteSide::reader(data_dir).await?)
            }
            DatabaseLocation::Postgres { address } => {
                Self::Postgres(PostgresSide::reader(address).await?)
            }
        })
    }

    pub(super) fn engine(&self) -> Engine {
        match self {
            Self::Sqlite(_) => Engine::Sqlite,
            Self::Postgres(_) => Engine::Postgres,
        }
    }

    /// The rows of a statement whose columns are all texts.
    pub(super) async fn texts(&mut self, sql: &str) -> anyhow::Result<Vec<Vec<String>>> {
        match self {
            Self::Sqlite(side) => side.texts(sql).await,
            Self::Postgres(side) => side.texts(sql).await,
        }
    }

    /// The same in the words of each engine.
    pub(super) async fn texts_of(&mut self, sql: Dialect) -> anyhow::Result<Vec<Vec<String>>> {
        self.texts(sql.on(self.engine())).await
    }

    /// Statements without arguments.
    pub(super) async fn run(&mut self, sql: &str) -> anyhow::Result<()> {
        match self {
            Self::Sqlite(side) => side.run(sql).await,
            Self::Postgres(side) => side.run(sql).await,
        }
    }

    pub(super) async fn run_with(
        &mut self,
        sql: &'static str,
        args: Vec<Value>,
    ) -> anyhow::Result<()> {
        match self {
            Self::Sqlite(side) => side.run_with(sql, args).await,
            Self::Postgres(side) => side.run_with(sql, args).await,
        }
    }

    pub(super) async fn begin(&mut self) -> anyhow::Result<()> {
        let begin = Dialect {
            sqlite: "begin immediate",
            postgres: "begin",
        };
        self.run(begin.on(self.engine())).await
    }

    pub(super) async fn commit(&mut self) -> anyhow::Result<()> {
        self.run("commit").await
    }

    /// Up to `limit` rows after the one with this key, in the order of the primary key.
    pub(super) async fn read(
        &mut self,
        table: &MoveTable,
        after: Option<&[Cell]>,
        limit: usize,
    ) -> anyhow::Result<Vec<MoveRow>> {
        let rows = match self {
            Self::Sqlite(side) => side.read(table, after, limit).await,
            Self::Postgres(side) => side.read(table, after, limit).await,
        };
        rows.with_context(|| format!("reading table {}", table.name))
    }

    /// Adds rows; whoever calls has a transaction open.
    pub(super) async fn write(
        &mut self,
        table: &MoveTable,
        rows: &[MoveRow],
    ) -> anyhow::Result<()> {
        let written = match self {
            Self::Sqlite(side) => side.write(table, rows).await,
            Self::Postgres(side) => side.write(table, rows).await,
        };
        written.with_context(|| format!("writing table {}", table.name))
    }

    /// How many rows each table of the product has.
    pub(super) async fn counts(&mut self) -> anyhow::Result<BTreeMap<String, u64>> {
        let mut counts = BTreeMap::new();
        for table in self.table_names().await? {
            let sql = format!("select cast(count(*) as text) from {}", quoted(&table));
            let count = self.number(&sql).await?;
            counts.insert(table, count);
        }
        Ok(counts)
    }

    /// How many bytes the product's data takes.
    pub(super) async fn size(&mut self) -> anyhow::Result<u64> {
        let sql = Dialect {
            sqlite: "select cast(page_count * page_size as text) from pragma_page_count, pragma_page_size",
            postgres:
                "select cast(coalesce(sum(pg_total_relation_size(oid)), 0) as text) from pg_class
                 where relkind = 'r' and relnamespace = current_schema()::regnamespace",
        };
        self.number(sql.on(self.engine())).await
    }

    /// What a primary key that counts by itself has reached, by table.
    pub(super) async fn counters(&mut self) -> anyhow::Result<BTreeMap<String, i64>> {
        match self {
            Self::Sqlite(side) => side.counters().await,
            Self::Postgres(side) => side.counters().await,
        }
    }

    pub(super) async fn set_counter(&mut self, table: &str, reached: i64) -> anyhow::Result<()> {
        match self {
            Self::Sqlite(side) => side.set_counter(table, reached).await,
            Self::Postgres(side) => side.set_counter(table, reached).await,
        }
    }

    /// What an engine wants once everything is there.
    pub(super) async fn finish(&mut self) -> anyhow::Result<()> {
        match self {
            Self::Sqlite(side) => side.demand_whole_references().await,
            // Without statistics the first queries would read whole tables.
            Self::Postgres(side) => side.run("analyze").await,
        }
    }

    pub(super) async fn close(self) -> anyhow::Result<()> {
        match self {
            Self::Sqlite(side) => side.close().await,
            Self::Postgres(side) => side.close().await,
        }
    }

    /// Every table that holds data of the product, in the order of their names.
    pub(super) async fn table_names(&mut self) -> anyhow::Result<Vec<String>> {
        let sql = Dialect {
            sqlite: "select name from pragma_table_list
                 where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name",
            postgres: "select tablename::text from pg_tables
                 where schemaname = current_schema() order by tablename collate \"C\"",
        };
        let names = self.texts_of(sql).await.context("listing the tables")?;
        let is_data = |name: &String| !OF_NO_DATA.contains(&name.as_str());
        Ok(names.into_iter().flatten().filter(is_data).collect())
    }

    async fn number(&mut self, sql: &str) -> anyhow::Result<u64> {
        let rows = self.texts(sql).await?;
        let number = rows.into_iter().flatten().next();
        Ok(number.context("counting gave no number")?.parse()?)
    }
}

/// The ledger of migrations is each engine's own, and the other is ours.
const OF_NO_DATA: [&str; 2] = ["schema_migrations", super::state::TABLE];

/// A name from the catalogue, as statements take it.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
