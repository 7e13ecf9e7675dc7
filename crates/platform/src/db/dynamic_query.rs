//! Statements that are put together while running, and rows that leave as JSON.
//!
//! Everywhere else a statement is one text of the program. The table access of the Supabase client
//! cannot be: which columns, conditions and orders it has is the client's choice.

use chrono::{DateTime, SecondsFormat, Utc};
use futures::TryStreamExt;
use futures::stream::BoxStream;
use serde::Serialize;
use serde_json::value::RawValue;
use sqlx::{AssertSqlSafe, ColumnIndex, Decode, Postgres, Row, Sqlite, Type};
use uuid::Uuid;

use super::sql_value::bound;
use super::{Db, DbResult, Json, Pools, SqlRow, Tx, Value, tx};

/// What a column holds, in PostgreSQL's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Uuid,
    Text,
    Bool,
    Int8,
    Float8,
    Timestamptz,
    Jsonb,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Uuid => "uuid",
            Kind::Text => "text",
            Kind::Bool => "bool",
            Kind::Int8 => "int8",
            Kind::Float8 => "float8",
            Kind::Timestamptz => "timestamptz",
            Kind::Jsonb => "jsonb",
        }
    }
}

/// A statement in the making. Its text can only grow by words of the program and by placeholders;
/// whatever a stranger sent can only be bound.
#[derive(Debug, Default)]
pub struct DynamicQuery {
    sql: String,
    args: Vec<Value>,
}

impl DynamicQuery {
    pub fn push(&mut self, words: &'static str) {
        self.sql.push_str(words);
    }

    /// Binds a value and writes the placeholder for it.
    pub fn bind(&mut self, value: impl Into<Value>) {
        self.args.push(value.into());
        self.sql.push('$');
        self.sql.push_str(&self.args.len().to_string());
    }

    /// Narrows to rows whose text, kept in lower case in the column `folded`, holds all the words.
    pub fn push_words(&mut self, words: &[String]) {
        for word in words {
            self.push(" and folded like ");
            self.bind(format!("%{}%", plain(word)));
            self.push(" escape '\\'");
        }
    }

    /// The names of the columns, separated by commas.
    pub fn push_columns(&mut self, columns: &[Shown]) {
        for (at, (name, _)) in columns.iter().enumerate() {
            self.push(if at == 0 { "" } else { ", " });
            self.push(name);
        }
    }

    /// Narrows to rows in which the column, named just before, has one of the values.
    pub fn push_any_of<V: Into<Value>>(&mut self, values: impl IntoIterator<Item = V>) {
        self.push(" in (");
        for (at, value) in values.into_iter().enumerate() {
            self.push(if at == 0 { "" } else { ", " });
            self.bind(value);
        }
        self.push(")");
    }

    /// One more row of an insertion: `(a, b)`, after a comma if it is not the first.
    pub fn push_row(&mut self, is_first: bool, values: Vec<Value>) {
        self.push(if is_first { "(" } else { ", (" });
        for (at, value) in values.into_iter().enumerate() {
            self.push(if at == 0 { "" } else { ", " });
            self.bind(value);
        }
        self.push(")");
    }

    /// At most `limit` rows, after the first `offset`.
    pub fn push_page(&mut self, (limit, offset): (i64, i64)) {
        self.push(" limit ");
        self.bind(limit);
        self.push(" offset ");
        self.bind(offset);
    }

    pub fn sql(&self) -> &str {
        &self.sql
    }

    /// The one place where a text that was put together reaches the driver. It is safe because
    /// [`DynamicQuery::push`] takes only texts that are part of the program.
    fn into_parts(self) -> (AssertSqlSafe<String>, Vec<Value>) {
        (AssertSqlSafe(self.sql), self.args)
    }
}

/// A word in which nothing stands for something else.
fn plain(word: &str) -> String {
    word.replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_")
}

/// Rows as the text of a JSON array of objects.
#[derive(Debug)]
pub struct JsonRows {
    text: Vec<u8>,
    pub count: usize,
}

impl JsonRows {
    pub fn into_array(self) -> Vec<u8> {
        self.text
    }

    /// The rows as a part of an answer, which nobody reads again on the way.
    pub fn into_raw(self) -> anyhow::Result<Box<RawValue>> {
        let text = String::from_utf8(self.text)?;
        Ok(RawValue::from_string(text)?)
    }

    /// The only row; none if there are more or fewer.
    pub fn into_object(mut self) -> Option<Vec<u8>> {
        if self.count != 1 {
            return None;
        }
        self.text.pop();
        self.text.remove(0);
        Some(self.text)
    }
}

/// A time as JSON shows it: ISO 8601 with its zone.
pub fn json_time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, false)
}

impl Db {
    /// The rows of a reading statement that selects these columns in this order.
    pub async fn json_rows(
        &self,
        statement: DynamicQuery,
        columns: &[Shown],
    ) -> DbResult<JsonRows> {
        let (sql, args) = statement.into_parts();
        match &self.pools {
            Pools::Sqlite { readers, .. } => {
                let query = sqlx::query_with(sql, bound::<Sqlite>(args)?);
                collected(query.fetch(readers), columns).await
            }
            Pools::Postgres { pool } => {
                let query = sqlx::query_with(sql, bound::<Postgres>(args)?);
                collected(query.fetch(pool), columns).await
            }
        }
    }

    /// Every row of a reading statement that was put together.
    pub async fn all_built<T: SqlRow>(&self, statement: DynamicQuery) -> DbResult<Vec<T>> {
        let (sql, args) = statement.into_parts();
        match &self.pools {
            Pools::Sqlite { readers, .. } => {
                sqlx::query_as_with(sql, bound::<Sqlite>(args)?)
                    .fetch_all(readers)
                    .await
            }
            Pools::Postgres { pool } => {
                sqlx::query_as_with(sql, bound::<Postgres>(args)?)
                    .fetch_all(pool)
                    .await
            }
        }
    }

    /// The one row of a reading statement that was put together.
    pub async fn one_built<T: SqlRow>(&self, statement: DynamicQuery) -> DbResult<T> {
        let (sql, args) = statement.into_parts();
        match &self.pools {
            Pools::Sqlite { readers, .. } => {
                sqlx::query_as_with(sql, bound::<Sqlite>(args)?)
                    .fetch_one(readers)
                    .await
            }
            Pools::Postgres { pool } => {
                sqlx::query_as_with(sql, bound::<Postgres>(args)?)
                    .fetch_one(pool)
                    .await
            }
        }
    }
}

impl Tx {
    /// Runs a statement that was put together; how many rows it touched.
    pub async fn run_built(&mut self, statement: DynamicQuery) -> DbResult<u64> {
        self.refuse_if_undone()?;
        let (sql, args) = statement.into_parts();
        let touched = match &mut self.inner {
            tx::EngineTx::Sqlite(open) => sqlx::query_with(sql, bound::<Sqlite>(args)?)
                .execute(&mut **open)
                .await
                .map(|done| done.rows_affected()),
            tx::EngineTx::Postgres(open) => sqlx::query_with(sql, bound::<Postgres>(args)?)
                .execute(&mut **open)
                .await
                .map(|done| done.rows_affected()),
        };
        self.note(touched)
    }

    /// All rows of a statement.
    pub async fn all_built<T: SqlRow>(&mut self, statement: DynamicQuery) -> DbResult<Vec<T>> {
        let (sql, args) = statement.into_parts();
        match &mut self.inner {
            tx::EngineTx::Sqlite(open) => {
                sqlx::query_as_with(sql, bound::<Sqlite>(args)?)
                    .fetch_all(&mut **open)
                    .await
            }
            tx::EngineTx::Postgres(open) => {
                sqlx::query_as_with(sql, bound::<Postgres>(args)?)
                    .fetch_all(&mut **open)
                    .await
            }
        }
    }

    /// The rows that a writing statement returns, as JSON.
    pub async fn json_rows(
        &mut self,
        statement: DynamicQuery,
        columns: &[Shown],
    ) -> DbResult<JsonRows> {
        let (sql, args) = statement.into_parts();
        match &mut self.inner {
            tx::EngineTx::Sqlite(open) => {
                let query = sqlx::query_with(sql, bound::<Sqlite>(args)?);
                collected(query.fetch(&mut **open), columns).await
            }
            tx::EngineTx::Postgres(open) => {
                let query = sqlx::query_with(sql, bound::<Postgres>(args)?);
                collected(query.fetch(&mut **open), columns).await
            }
        }
    }
}

/// A column of the rows that leave: its name, which is plain enough to be a key of JSON, and kind.
pub type Shown = (&'static str, Kind);

async fn collected<R: Readable>(
    mut rows: BoxStream<'_, DbResult<R>>,
    columns: &[Shown],
) -> DbResult<JsonRows> {
    let mut text = vec![b'['];
    let mut count = 0;
    while let Some(row) = rows.try_next().await? {
        text.extend_from_slice(if count == 0 { b"{" } else { b",{" });
        for (at, (name, kind)) in columns.iter().enumerate() {
            text.extend_from_slice(if at == 0 { b"\"" } else { b",\"" });
            text.extend_from_slice(name.as_bytes());
            text.extend_from_slice(b"\":");
            row.write_value(at, *kind, &mut text)?;
        }
        text.push(b'}');
        count += 1;
    }
    text.push(b']');
    Ok(JsonRows { text, count })
}

/// A row whose columns can be written as JSON.
trait Readable: Send {
    fn write_value(&self, at: usize, kind: Kind, text: &mut Vec<u8>) -> DbResult<()>;
}

impl<R: Row> Readable for R
where
    usize: ColumnIndex<R>,
    for<'r> bool: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> i64: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> f64: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> &'r str: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> Uuid: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> DateTime<Utc>: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> Json<&'r RawValue>: Decode<'r, R::Database> + Type<R::Database>,
{
    fn write_value(&self, at: usize, kind: Kind, text: &mut Vec<u8>) -> DbResult<()> {
        match kind {
            Kind::Uuid => write_json(self.try_get::<Option<Uuid>, _>(at)?, text),
            Kind::Text => write_json(self.try_get::<Option<&str>, _>(at)?, text),
            Kind::Bool => write_json(self.try_get::<Option<bool>, _>(at)?, text),
            Kind::Int8 => write_json(self.try_get::<Option<i64>, _>(at)?, text),
            Kind::Float8 => write_json(self.try_get::<Option<f64>, _>(at)?, text),
            Kind::Timestamptz => {
                let time = self.try_get::<Option<DateTime<Utc>>, _>(at)?;
                write_json(time.map(json_time), text)
            }
            Kind::Jsonb => {
                let json = self.try_get::<Option<Json<&RawValue>>, _>(at)?;
                write_json(json.map(|Json(raw)| raw), text)
            }
        }
        .map_err(|error| sqlx::Error::Decode(error.into()))
    }
}

fn write_json(value: impl Serialize, text: &mut Vec<u8>) -> serde_json::Result<()> {
    serde_json::to_writer(text, &value)
}
