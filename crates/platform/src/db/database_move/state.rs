//! How far a move is, in a table of the target that is gone when the move has ended.

use std::collections::BTreeMap;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::cell::Cell;
use super::side::MoveSide;
use crate::db::args;
use crate::db::dialect::Dialect;

pub(super) const TABLE: &str = "move_state";

/// Names the table if it is there.
pub(super) const EXISTS: Dialect = Dialect {
    sqlite: "select name from sqlite_master where type = 'table' and name = 'move_state'",
    postgres: "select tablename::text from pg_tables
         where schemaname = current_schema() and tablename = 'move_state'",
};

/// The digest of the source, written when the target is ready for rows.
const SOURCE: &str = "source";
const OF_TABLE: &str = "table ";
const PUT_ASIDE: &str = "put aside ";

/// What is known of a move that has begun.
#[derive(Debug, Default)]
pub(super) struct MoveState {
    /// Absent if the target was not made ready yet.
    pub(super) source: Option<String>,
    pub(super) tables: BTreeMap<String, TableState>,
    /// Statements by their names, in their order.
    pub(super) put_aside: BTreeMap<String, String>,
}

/// How far a table is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct TableState {
    pub(super) rows: u64,
    pub(super) last_key: Option<Vec<Cell>>,
}

impl MoveState {
    pub(super) async fn create(target: &mut MoveSide) -> anyhow::Result<()> {
        target
            .run("create table move_state (name text primary key, value text not null)")
            .await
    }

    pub(super) async fn remove(target: &mut MoveSide) -> anyhow::Result<()> {
        target.run("drop table move_state").await
    }

    /// What an earlier run has left in the target, if there was one.
    pub(super) async fn of(target: &mut MoveSide) -> anyhow::Result<Option<Self>> {
        if target.texts_of(EXISTS).await?.is_empty() {
            return Ok(None);
        }
        let mut state = Self::default();
        let rows = target
            .texts("select name, value from move_state order by name")
            .await?;
        for row in rows {
            let [name, value] = row.try_into().expect("two columns were asked for");
            if name == SOURCE {
                state.source = Some(value);
            } else if let Some(table) = name.strip_prefix(OF_TABLE) {
                let table_state = serde_json::from_str(&value);
                let table_state =
                    table_state.with_context(|| format!("reading how far {table} is"))?;
                state.tables.insert(table.to_owned(), table_state);
            } else {
                state.put_aside.insert(name, value);
            }
        }
        Ok(Some(state))
    }

    pub(super) async fn note_source(target: &mut MoveSide, digest: String) -> anyhow::Result<()> {
        note(target, SOURCE.to_owned(), digest).await
    }

    pub(super) async fn note_put_aside(
        target: &mut MoveSide,
        place: usize,
        statement: String,
    ) -> anyhow::Result<()> {
        note(target, format!("{PUT_ASIDE}{place:06}"), statement).await
    }

    pub(super) async fn forget(target: &mut MoveSide, name: &str) -> anyhow::Result<()> {
        let sql = "delete from move_state where name = $1";
        target.run_with(sql, args![name]).await
    }
}

impl TableState {
    pub(super) async fn note(&self, target: &mut MoveSide, table: &str) -> anyhow::Result<()> {
        let value = serde_json::to_string(self)?;
        note(target, format!("{OF_TABLE}{table}"), value).await
    }
}

async fn note(target: &mut MoveSide, name: String, value: String) -> anyhow::Result<()> {
    let sql = "insert into move_state (name, value) values ($1, $2)
         on conflict (name) do update set value = excluded.value";
    target.run_with(sql, args![name, value]).await
}
