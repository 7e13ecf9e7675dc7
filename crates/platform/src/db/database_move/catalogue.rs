//! What is to be moved, as the catalogues of both sides have it: tables, columns, kinds, keys.

use std::collections::BTreeMap;

use anyhow::{Context, ensure};

use super::cell::{Cell, CellKind, MoveRow};
use super::side::{MoveSide, quoted};
use crate::db::dialect::Dialect;
use crate::db::{Engine, migrations};

/// A table that both sides have, with the same columns.
#[derive(Debug)]
pub(super) struct MoveTable {
    pub(super) name: String,
    pub(super) columns: Vec<MoveColumn>,
    /// The places of the primary key's columns among `columns`, in the key's order.
    pub(super) key: Vec<usize>,
}

#[derive(Debug)]
pub(super) struct MoveColumn {
    pub(super) name: String,
    pub(super) kind: CellKind,
}

impl MoveTable {
    pub(super) fn key_of(&self, row: &MoveRow) -> Vec<Cell> {
        self.key.iter().map(|place| row[*place].clone()).collect()
    }

    /// The columns of the primary key, as a statement lists them.
    pub(super) fn key_list(&self) -> String {
        let names = self.key.iter().map(|place| &self.columns[*place].name);
        names
            .map(|name| quoted(name))
            .collect::<Vec<_>>()
            .join(", ")
    }

    pub(super) fn column_list(&self) -> String {
        let names = self.columns.iter().map(|column| quoted(&column.name));
        names.collect::<Vec<_>>().join(", ")
    }

    /// `select` with these columns, from after a key on if `is_after`.
    pub(super) fn select(&self, columns: &str, is_after: bool, limit: usize) -> String {
        let (table, key) = (quoted(&self.name), self.key_list());
        let after = if is_after {
            let places: Vec<String> = (1..=self.key.len())
                .map(|place| format!("${place}"))
                .collect();
            format!(" where ({key}) > ({})", places.join(", "))
        } else {
            String::new()
        };
        format!("select {columns} from {table}{after} order by {key} limit {limit}")
    }

    /// Names a row for people.
    pub(super) fn row_name(&self, row: &MoveRow) -> String {
        let key: Vec<String> = self.key_of(row).iter().map(Cell::shown).collect();
        format!("row {}", key.join(", "))
    }
}

/// All tables, once both sides are found to have the same schema.
pub(super) async fn shared(
    source: &mut MoveSide,
    target: &mut MoveSide,
) -> anyhow::Result<Vec<MoveTable>> {
    let (here, there) = (
        applied_migrations(source)
            .await
            .context("reading the source")?,
        applied_migrations(target)
            .await
            .context("reading the target")?,
    );
    ensure!(
        here == there,
        "the two databases are of different versions of Earshot; run `earshot migrate` on the older one"
    );
    let key_places = key_places(source).await?;
    let (here, there) = (columns(source).await?, columns(target).await?);
    let (in_sqlite, in_postgres) = match source.engine() {
        Engine::Sqlite => (here, there),
        Engine::Postgres => (there, here),
    };
    let names: Vec<&String> = in_sqlite.keys().chain(in_postgres.keys()).collect();
    for name in names {
        ensure!(
            in_sqlite.contains_key(name) && in_postgres.contains_key(name),
            "table {name} is in one of the two databases only"
        );
    }
    in_postgres
        .iter()
        .map(|(name, types)| {
            let table = table(name, types, &in_sqlite[name], key_places.get(name));
            table.with_context(|| format!("table {name} cannot be moved"))
        })
        .collect()
}

/// The one table that is known by its name: what it holds tells databases apart.
pub(super) fn server_keys() -> MoveTable {
    let text = |name: &str| MoveColumn {
        name: name.to_owned(),
        kind: CellKind::Text,
    };
    MoveTable {
        name: "server_keys".to_owned(),
        columns: vec![text("name"), text("value")],
        key: vec![0],
    }
}

/// A source that is older or newer than this program would fill a schema that is not its own.
pub(super) async fn refuse_other_schema(source: &mut MoveSide) -> anyhow::Result<()> {
    let applied = applied_migrations(source).await?;
    ensure!(
        applied.iter().map(String::as_str).eq(migrations::names()),
        "its schema is not that of this version of Earshot; run `earshot migrate` with this version first"
    );
    Ok(())
}

/// Column names with the engine's name for their types, in the order of the names.
type ColumnTypes = BTreeMap<String, String>;

fn table(
    name: &str,
    in_postgres: &ColumnTypes,
    in_sqlite: &ColumnTypes,
    key: Option<&Vec<String>>,
) -> anyhow::Result<MoveTable> {
    ensure!(
        in_postgres.keys().eq(in_sqlite.keys()),
        "its columns differ between the two databases"
    );
    let mut columns = Vec::new();
    for (column, postgres_type) in in_postgres {
        let kind = CellKind::of_postgres(postgres_type);
        let kind = kind.with_context(|| {
            format!("column {column} has the type {postgres_type}, which has no counterpart")
        })?;
        let sqlite_type = &in_sqlite[column];
        ensure!(
            sqlite_type.eq_ignore_ascii_case(kind.in_sqlite()),
            "column {column} is {postgres_type} in PostgreSQL and {sqlite_type} in SQLite"
        );
        columns.push(MoveColumn {
            name: column.clone(),
            kind,
        });
    }
    let key = key.context("it has no primary key")?;
    let place = |name: &String| columns.iter().position(|column| column.name == *name);
    let key = key.iter().map(place).collect::<Option<Vec<usize>>>();
    Ok(MoveTable {
        name: name.to_owned(),
        key: key.context("a column of its primary key is missing")?,
        columns,
    })
}

async fn applied_migrations(side: &mut MoveSide) -> anyhow::Result<Vec<String>> {
    let rows = side
        .texts("select name from schema_migrations order by name")
        .await
        .context("it has no schema of Earshot")?;
    Ok(rows.into_iter().flatten().collect())
}

/// Generated columns are left out: each engine computes its own.
async fn columns(side: &mut MoveSide) -> anyhow::Result<BTreeMap<String, ColumnTypes>> {
    let sql = Dialect {
        sqlite: "select list.name, info.name, info.type from pragma_table_list list
             join pragma_table_info(list.name) info
             where list.schema = 'main' and list.type = 'table'",
        postgres: "select table_name::text, column_name::text, udt_name::text
             from information_schema.columns
             where table_schema = current_schema() and is_generated = 'NEVER'",
    };
    let names = side.table_names().await?;
    let mut tables: BTreeMap<String, ColumnTypes> = names
        .into_iter()
        .map(|name| (name, ColumnTypes::new()))
        .collect();
    for row in side.texts_of(sql).await.context("listing the columns")? {
        let [table, column, kind] = row.try_into().expect("three columns were asked for");
        if let Some(columns) = tables.get_mut(&table) {
            columns.insert(column, kind);
        }
    }
    Ok(tables)
}

async fn key_places(side: &mut MoveSide) -> anyhow::Result<BTreeMap<String, Vec<String>>> {
    let sql = Dialect {
        sqlite: "select list.name, info.name from pragma_table_list list
             join pragma_table_info(list.name) info
             where list.schema = 'main' and list.type = 'table' and info.pk > 0
             order by list.name, info.pk",
        postgres: "select pg_class.relname::text, pg_attribute.attname::text
             from pg_index
             join pg_class on pg_class.oid = pg_index.indrelid
             cross join unnest(pg_index.indkey::int2[]) with ordinality as part (attnum, place)
             join pg_attribute on pg_attribute.attrelid = pg_index.indrelid
                 and pg_attribute.attnum = part.attnum
             where pg_index.indisprimary
                 and pg_class.relnamespace = current_schema()::regnamespace
             order by pg_class.relname, part.place",
    };
    let mut keys: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in side
        .texts_of(sql)
        .await
        .context("listing the primary keys")?
    {
        let [table, column] = row.try_into().expect("two columns were asked for");
        keys.entry(table).or_default().push(column);
    }
    Ok(keys)
}
