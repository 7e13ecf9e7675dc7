//! What a client asks for, from the text behind the question mark.
//!
//! Names are looked up in the fixed list of the table and never kept as text; values stay text here
//! and are bound later, by the type of their column. Whatever is not in the grammar of the contract
//! is refused.

mod cursor;
mod filters;
mod order;
mod pattern;
mod select;
mod tree;
pub(super) mod values;

use url::form_urlencoded;

use super::rest_response::{Refusal, cut};
use super::tables::{Column, Table};

pub(super) use order::{Nulls, Term};
pub(super) use pattern::Pattern;
pub(super) use tree::{Check, Comparison, Filter, Is, Joint};

/// More rows than this leave at once only page by page, as with upstream's default.
pub(super) const MOST_ROWS: i64 = 1000;
const MOST_PARAMETERS: usize = 100;

/// The parameters of a request, understood.
#[derive(Debug)]
pub(super) struct Query {
    pub(super) columns: Vec<&'static Column>,
    /// All of them must hold.
    pub(super) filters: Vec<Filter>,
    pub(super) order: Vec<Term>,
    pub(super) limit: i64,
    /// None was asked for, which is not the same as the first page of several.
    pub(super) offset: Option<i64>,
}

impl Query {
    pub(super) fn parse(table: &'static Table, text: &str) -> Result<Self, Refusal> {
        let mut query = Self {
            columns: Vec::new(),
            filters: Vec::new(),
            order: Vec::new(),
            limit: MOST_ROWS,
            offset: None,
        };
        let mut budget = filters::Budget::default();
        let mut seen = Vec::new();
        for (count, (name, value)) in form_urlencoded::parse(text.as_bytes()).enumerate() {
            if count == MOST_PARAMETERS {
                return Err(unreadable("parameters", "", 1).details("too many of them"));
            }
            refuse_twice(&mut seen, &name)?;
            match &*name {
                "select" => query.columns = select::parse(table, &value)?,
                "order" => query.order = order::parse(table, &value)?,
                "limit" => query.limit = number("limit", &value)?.min(MOST_ROWS),
                "offset" => query.offset = Some(number("offset", &value)?),
                _ => query
                    .filters
                    .push(filters::parse(table, &name, &value, &mut budget)?),
            }
        }
        if query.columns.is_empty() {
            query.columns = table.columns.iter().collect();
        }
        Ok(query)
    }
}

/// Filters may come twice and then both hold. For these a second one would have to win or lose.
fn refuse_twice(seen: &mut Vec<String>, name: &str) -> Result<(), Refusal> {
    if !matches!(name, "select" | "order" | "limit" | "offset") {
        return Ok(());
    }
    if seen.iter().any(|earlier| earlier == name) {
        return Err(unreadable(name, "", 1).details("given more than once"));
    }
    seen.push(name.to_owned());
    Ok(())
}

fn number(what: &str, text: &str) -> Result<i64, Refusal> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // More digits than fit are still a number, and no table reaches that far.
    is_plain
        .then(|| text.parse().unwrap_or(i64::MAX))
        .ok_or_else(|| unreadable(what, text, 1))
}

/// `column` counts characters from 1, as in upstream's messages.
fn unreadable(what: &str, text: &str, column: usize) -> Refusal {
    let message = format!(
        "\"failed to parse {what} ({})\" (line 1, column {column})",
        cut(text)
    );
    Refusal::bad("PGRST100", message)
}

/// Whether this could be the name of a column; whether it is one, the table knows.
fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn column(table: &'static Table, name: &str) -> Result<&'static Column, Refusal> {
    table
        .column(name)
        .ok_or_else(|| Refusal::no_column(table, name))
}

#[cfg(test)]
mod properties;
