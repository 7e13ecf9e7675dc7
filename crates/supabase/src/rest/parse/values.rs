//! Texts and JSON on their way into a column of a known type.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, Utc};
use serde_json::Value as Json;
use uuid::Uuid;

use super::super::rest_response::Refusal;
use super::super::tables::{Column, Table};
use platform::db::{Kind, Value};

/// A client's text for a profile is shown in menus and sent to open pages; a novel is neither.
const LONGEST_TEXT: usize = 10_000;

/// What a filter compares a column with.
pub(in super::super) fn from_text(column: &Column, text: &str) -> Result<Value, Refusal> {
    refuse_nul(text)?;
    let wrong = || Refusal::wrong_value(column, text);
    Ok(match column.kind {
        Kind::Uuid => Uuid::try_parse(text).map_err(|_| wrong())?.into(),
        Kind::Text => text.into(),
        Kind::Bool => boolean(text).ok_or_else(wrong)?.into(),
        Kind::Int8 => integer(text).ok_or_else(wrong)?.into(),
        Kind::Float8 => real(text).ok_or_else(wrong)?.into(),
        Kind::Timestamptz => time(text).ok_or_else(wrong)?.into(),
        Kind::Jsonb => return Err(Refusal::no_operator(column, "=")),
    })
}

/// What a body writes into a column.
pub(in super::super) fn from_json(
    table: &Table,
    column: &Column,
    json: &Json,
) -> Result<Value, Refusal> {
    let value = match (json, column.kind) {
        (Json::Null, _) if column.is_nullable => absent(column.kind),
        (Json::Null, _) => return Err(null_refused(table, column)),
        (Json::String(text), _) => from_text(column, text)?,
        (Json::Bool(value), Kind::Bool) => Value::from(*value),
        (Json::Number(_), Kind::Int8 | Kind::Float8) => from_text(column, &json.to_string())?,
        (Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_), _) => {
            return Err(Refusal::wrong_value(column, &json.to_string()));
        }
    };
    match &value {
        Value::Text(Some(text)) if text.chars().count() > LONGEST_TEXT => Err(Refusal::bad(
            "22001",
            format!("value too long for type character varying({LONGEST_TEXT})"),
        )),
        _ => Ok(value),
    }
}

/// PostgreSQL wants to know the type of a null.
fn absent(kind: Kind) -> Value {
    match kind {
        Kind::Uuid => Value::Id(None),
        Kind::Text => Value::Text(None),
        Kind::Bool => Value::Bool(None),
        Kind::Int8 => Value::Integer(None),
        Kind::Float8 => Value::Real(None),
        Kind::Timestamptz => Value::Time(None),
        Kind::Jsonb => Value::Json(None),
    }
}

fn null_refused(table: &Table, column: &Column) -> Refusal {
    let message = format!(
        "null value in column \"{}\" of relation \"{}\" violates not-null constraint",
        column.name, table.name
    );
    Refusal::bad("23502", message)
}

/// SQLite would keep it and PostgreSQL would not.
fn refuse_nul(text: &str) -> Result<(), Refusal> {
    if text.contains('\0') {
        let message = "invalid byte sequence for encoding \"UTF8\": 0x00";
        return Err(Refusal::bad("22021", message));
    }
    Ok(())
}

fn boolean(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "t" | "yes" | "y" | "on" | "1" => Some(true),
        "false" | "f" | "no" | "n" | "off" | "0" => Some(false),
        _ => None,
    }
}

fn integer(text: &str) -> Option<i64> {
    text.trim().parse().ok()
}

fn real(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

/// With its zone, or without one as UTC; a day is its midnight. Cut to the microsecond, as every
/// time is that we keep.
fn time(text: &str) -> Option<DateTime<Utc>> {
    let text = text.trim();
    let zoned = DateTime::parse_from_rfc3339(text)
        .or_else(|_| DateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S%.f%#z"))
        .or_else(|_| DateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f%#z"))
        .map(|time| time.to_utc());
    let time = zoned
        .or_else(|_| {
            NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").map(|time| time.and_utc())
        })
        .or_else(|_| {
            NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S%.f").map(|time| time.and_utc())
        })
        .or_else(|_| {
            text.parse::<NaiveDate>()
                .map(|day| day.and_time(chrono::NaiveTime::MIN).and_utc())
        });
    let time = DateTime::from_timestamp_micros(time.ok()?.timestamp_micros())?;
    // SQLite keeps times as text, which sorts as they passed only while years have four digits.
    (1..=9999).contains(&time.year()).then_some(time)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::rest::tables::table;
    use platform::db::json_time;

    #[test]
    fn times_are_understood_as_people_and_programs_write_them() {
        for (text, expected) in [
            ("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00+00:00"),
            ("2026-01-01T02:00:00+02:00", "2026-01-01T00:00:00+00:00"),
            ("2026-01-01 00:00:00+00", "2026-01-01T00:00:00+00:00"),
            ("2026-01-01 00:00:00.5", "2026-01-01T00:00:00.500+00:00"),
            (
                "2026-01-01T00:00:00.1234567",
                "2026-01-01T00:00:00.123456+00:00",
            ),
            ("2026-01-01", "2026-01-01T00:00:00+00:00"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00+00:00"),
        ] {
            assert_eq!(
                time(text).map(json_time).as_deref(),
                Some(expected),
                "{text}"
            );
        }
        for text in [
            "",
            "now",
            "2026-13-01",
            "0000-01-01",
            "+12026-01-01T00:00:00Z",
            "1767225600",
        ] {
            assert_eq!(time(text), None, "{text}");
        }
    }

    #[test]
    fn a_body_has_the_types_of_its_columns() {
        let profiles = table("profiles").unwrap();
        let write = |name, json| {
            let column = profiles.column(name).unwrap();
            from_json(profiles, column, &json).map_err(|refusal| format!("{refusal:?}"))
        };

        for (name, right) in [
            ("full_name", json!("Ada")),
            ("full_name", json!(null)),
            ("onboarding_completed", json!(true)),
            ("onboarding_step", json!(2)),
            ("onboarding_step", json!("2")),
            ("updated_at", json!("2026-01-01T00:00:00.000Z")),
        ] {
            assert!(write(name, right.clone()).is_ok(), "{name} {right}");
        }
        for (name, wrong, code) in [
            ("full_name", json!(5), "22P02"),
            ("full_name", json!({}), "22P02"),
            ("full_name", json!("a\0b"), "22021"),
            ("full_name", json!("a".repeat(10_001)), "22001"),
            ("onboarding_completed", json!(1), "22P02"),
            ("onboarding_step", json!(2.5), "22P02"),
            ("onboarding_step", json!(1e30), "22P02"),
            ("onboarding_step", json!(null), "23502"),
            ("updated_at", json!(1), "22P02"),
        ] {
            assert!(
                write(name, wrong.clone()).unwrap_err().contains(code),
                "{name} {wrong}"
            );
        }
    }
}
