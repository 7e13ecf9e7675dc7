//! The binder: values of the product on their way into a statement of either engine.

use chrono::{DateTime, Utc};
use serde_json::Value as JsonValue;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::types::Json;
use sqlx::{Arguments, Database, Encode, FromRow, Type};
use uuid::Uuid;

/// One bound value. Every arm can be absent, because PostgreSQL wants to know the type of a null.
#[derive(Clone, Debug)]
pub enum Value {
    Bool(Option<bool>),
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
    Id(Option<Uuid>),
    Time(Option<DateTime<Utc>>),
    Json(Option<JsonValue>),
}

/// A row type that can be read from both engines; `#[derive(FromRow)]` and tuples are.
pub trait SqlRow:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<T> SqlRow for T where
    T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

/// The arguments of a statement, in order: `args![user_id, "text", None::<i64>]`.
#[macro_export]
macro_rules! args {
    ($($value:expr),* $(,)?) => { vec![$($crate::db::Value::from($value)),*] };
}
pub use crate::args;

/// Turns the values into what the engine's driver takes.
pub(super) fn bound<DB: Database>(values: Vec<Value>) -> Result<DB::Arguments, sqlx::Error>
where
    for<'q> Option<bool>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<i64>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<f64>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<String>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<Vec<u8>>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<Uuid>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<DateTime<Utc>>: Encode<'q, DB> + Type<DB>,
    for<'q> Option<Json<JsonValue>>: Encode<'q, DB> + Type<DB>,
{
    let mut arguments = DB::Arguments::default();
    for value in values {
        let added = match value {
            Value::Bool(value) => arguments.add(value),
            Value::Integer(value) => arguments.add(value),
            Value::Real(value) => arguments.add(value),
            Value::Text(value) => arguments.add(value),
            Value::Bytes(value) => arguments.add(value),
            Value::Id(value) => arguments.add(value),
            Value::Time(value) => arguments.add(value),
            Value::Json(value) => arguments.add(value.map(Json)),
        };
        added.map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

macro_rules! from_present_and_absent {
    ($($arm:ident: $type:ty),* $(,)?) => { $(
        impl From<$type> for Value {
            fn from(value: $type) -> Self { Value::$arm(Some(value)) }
        }
        impl From<Option<$type>> for Value {
            fn from(value: Option<$type>) -> Self { Value::$arm(value) }
        }
    )* };
}

from_present_and_absent! {
    Bool: bool, Integer: i64, Real: f64, Text: String, Bytes: Vec<u8>, Id: Uuid, Time: DateTime<Utc>, Json: JsonValue,
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Value::Text(Some(value.to_owned()))
    }
}

impl From<&String> for Value {
    fn from(value: &String) -> Self {
        Value::Text(Some(value.clone()))
    }
}

impl From<Option<&str>> for Value {
    fn from(value: Option<&str>) -> Self {
        Value::Text(value.map(str::to_owned))
    }
}
