//! The rows of one owner, whole, as JSON: for downloads of one's own data and for open pages.

use anyhow::Context;
use serde_json::Value as Json;
use uuid::Uuid;

use super::{Db, DynamicQuery, JsonRows, Shown, Tx};

/// What of a table its owner may see.
#[derive(Debug)]
pub struct OwnedRows {
    pub table: &'static str,
    /// The column that says whose row it is.
    pub owner: &'static str,
    /// The column by which the rows are ordered.
    pub order: &'static str,
    pub columns: &'static [Shown],
}

impl OwnedRows {
    pub async fn of(&self, db: &Db, owner_id: Uuid) -> anyhow::Result<Vec<Json>> {
        let mut statement = self.select(self.owner, owner_id);
        statement.push(" order by ");
        statement.push(self.order);
        parsed(db.json_rows(statement, self.columns).await?)
    }

    /// One row by its id, in the transaction that has just written it.
    pub async fn written(&self, tx: &mut Tx, id: Uuid) -> anyhow::Result<Json> {
        let rows = tx.json_rows(self.select("id", id), self.columns).await?;
        let row = parsed(rows)?.pop();
        row.with_context(|| format!("reading the row just written to {}", self.table))
    }

    fn select(&self, column: &'static str, id: Uuid) -> DynamicQuery {
        let mut statement = DynamicQuery::default();
        statement.push("select ");
        statement.push_columns(self.columns);
        statement.push(" from ");
        statement.push(self.table);
        statement.push(" where ");
        statement.push(column);
        statement.push(" = ");
        statement.bind(id);
        statement
    }
}

fn parsed(rows: JsonRows) -> anyhow::Result<Vec<Json>> {
    serde_json::from_slice(&rows.into_array()).context("reading rows as JSON")
}
