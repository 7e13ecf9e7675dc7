//! One value of one row, on its way between the engines.

use anyhow::{Context, bail};
use chrono::DateTime;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::db::Value;

/// What kind of value a column holds: SQLite's four storage classes say too little, so PostgreSQL's
/// type decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    Boolean,
    Integer,
    Real,
    Text,
    Bytes,
    Id,
    Time,
    Json,
}

impl CellKind {
    /// By the name of PostgreSQL's type.
    pub(super) fn of_postgres(name: &str) -> Option<Self> {
        Some(match name {
            "bool" => Self::Boolean,
            "int2" | "int4" | "int8" => Self::Integer,
            "float8" => Self::Real,
            "text" | "varchar" => Self::Text,
            "bytea" => Self::Bytes,
            "uuid" => Self::Id,
            "timestamptz" => Self::Time,
            "json" | "jsonb" => Self::Json,
            _ => return None,
        })
    }

    /// The type that SQLite's column has for it.
    pub(super) fn in_sqlite(self) -> &'static str {
        match self {
            Self::Boolean | Self::Integer => "INTEGER",
            Self::Real => "REAL",
            Self::Text | Self::Time | Self::Json => "TEXT",
            Self::Bytes | Self::Id => "BLOB",
        }
    }
}

/// A value as neither engine spells it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Cell {
    Null,
    Boolean(bool),
    Integer(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
    Id(Uuid),
    /// In microseconds since 1970, which is what both engines keep.
    Time(i64),
    /// As the engine it comes from spells it.
    Json(String),
}

pub(super) type MoveRow = Vec<Cell>;

impl Cell {
    /// For a statement; JSON goes as text, so it is for SQLite and for keys only.
    pub(super) fn bound(&self) -> anyhow::Result<Value> {
        Ok(match self {
            Self::Null => Value::Text(None),
            Self::Boolean(value) => (*value).into(),
            Self::Integer(value) => (*value).into(),
            Self::Real(value) => (*value).into(),
            Self::Text(value) | Self::Json(value) => value.into(),
            Self::Bytes(value) => value.clone().into(),
            Self::Id(value) => (*value).into(),
            Self::Time(microseconds) => {
                let time = DateTime::from_timestamp_micros(*microseconds);
                time.context("a time that no calendar has")?.into()
            }
        })
    }

    /// Appends it to a line of PostgreSQL's `COPY … FROM STDIN`, text format.
    pub(super) fn write_copy_text(&self, line: &mut Vec<u8>) -> anyhow::Result<()> {
        use std::io::Write;
        match self {
            Self::Null => line.extend_from_slice(b"\\N"),
            Self::Boolean(value) => line.push(if *value { b't' } else { b'f' }),
            Self::Integer(value) => write!(line, "{value}")?,
            // The shortest digits that read back as the same bits, with an exponent.
            Self::Real(value) => write!(line, "{value:e}")?,
            Self::Text(text) | Self::Json(text) => write_escaped(text, line)?,
            Self::Bytes(bytes) => {
                line.extend_from_slice(b"\\\\x");
                for byte in bytes {
                    write!(line, "{byte:02x}")?;
                }
            }
            Self::Id(id) => write!(line, "{id}")?,
            Self::Time(microseconds) => {
                let time = DateTime::from_timestamp_micros(*microseconds);
                let time = time.context("a time that no calendar has")?;
                write!(line, "{}", time.format("%Y-%m-%d %H:%M:%S%.6f+00"))?;
            }
        }
        Ok(())
    }

    /// About how many bytes it takes beside its place in the row.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Text(text) | Self::Json(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
            _ => 0,
        }
    }

    /// Names the row for people.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Boolean(value) => value.to_string(),
            Self::Integer(value) => value.to_string(),
            Self::Real(value) => value.to_string(),
            Self::Text(text) | Self::Json(text) => text.clone(),
            Self::Bytes(bytes) => crate::db::migrations::hex(bytes),
            Self::Id(id) => id.to_string(),
            Self::Time(microseconds) => DateTime::from_timestamp_micros(*microseconds)
                .map_or_else(|| microseconds.to_string(), |time| time.to_rfc3339()),
        }
    }
}

fn write_escaped(text: &str, line: &mut Vec<u8>) -> anyhow::Result<()> {
    for byte in text.bytes() {
        match byte {
            0 => bail!("it holds a NUL character, which PostgreSQL cannot keep"),
            b'\\' => line.extend_from_slice(b"\\\\"),
            b'\n' => line.extend_from_slice(b"\\n"),
            b'\r' => line.extend_from_slice(b"\\r"),
            b'\t' => line.extend_from_slice(b"\\t"),
            other => line.push(other),
        }
    }
    Ok(())
}
