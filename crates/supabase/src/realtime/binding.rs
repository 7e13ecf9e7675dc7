//! One wish of a page: which changes of which table's rows it wants to hear of.

use serde_json::{Map, Value as Json, json};

use super::filter::RealtimeFilter;
use crate::rest::tables::{self, TABLES, Table};
use platform::live::ChangedRow;

#[derive(Debug)]
pub(super) struct Binding {
    pub(super) id: u32,
    /// None for every kind of change.
    kind: Option<Kind>,
    /// None for every table there is.
    table: Option<&'static Table>,
    filter: Option<RealtimeFilter>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Insert,
    Update,
    Delete,
}

impl Binding {
    /// Reads a binding as it was sent; the error is what the client is told.
    pub(super) fn parse(id: u32, sent: &Map<String, Json>) -> Result<Self, String> {
        let kind = match text(sent, "event")? {
            Some("*") => None,
            Some("INSERT") => Some(Kind::Insert),
            Some("UPDATE") => Some(Kind::Update),
            Some("DELETE") => Some(Kind::Delete),
            _ => return Err("a binding names no event that there is".to_owned()),
        };
        match text(sent, "schema")? {
            Some("public" | "*") => {}
            other => return Err(format!("Invalid schema: {}", other.unwrap_or_default())),
        }
        let table = match text(sent, "table")? {
            None | Some("*") => None,
            Some(name) => Some(tables::table(name).ok_or_else(|| no_such_table(name))?),
        };
        let filter = text(sent, "filter")?.map(|filter| {
            let all = || TABLES.iter().collect();
            RealtimeFilter::parse(filter, &table.map_or_else(all, |table| vec![table]))
        });
        Ok(Self {
            id,
            kind,
            table,
            filter: filter.transpose()?,
        })
    }

    /// Whether the page wants to hear of this change of a row of its own.
    pub(super) fn wants(&self, table: &Table, kind: Kind, row: &Map<String, Json>) -> bool {
        self.kind.is_none_or(|wanted| wanted == kind)
            && self.table.is_none_or(|wanted| wanted.name == table.name)
            && self.filter.as_ref().is_none_or(|filter| filter.admits(row))
    }
}

/// The same words again, with the number: the client compares them one by one, and what was absent
/// must stay absent.
pub(super) fn echo(id: u32, mut sent: Map<String, Json>) -> Json {
    sent.retain(|name, _| matches!(name.as_str(), "event" | "schema" | "table" | "filter"));
    sent.insert("id".to_owned(), json!(id));
    sent.into()
}

impl Kind {
    pub(super) fn of(change: &ChangedRow) -> Option<Self> {
        match (&change.new, &change.old) {
            (Some(_), None) => Some(Self::Insert),
            (Some(_), Some(_)) => Some(Self::Update),
            (None, Some(_)) => Some(Self::Delete),
            (None, None) => None,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Insert => "INSERT",
            Self::Update => "UPDATE",
            Self::Delete => "DELETE",
        }
    }
}

/// A member that is a text, absent or null.
fn text<'a>(sent: &'a Map<String, Json>, name: &str) -> Result<Option<&'a str>, String> {
    match sent.get(name) {
        None | Some(Json::Null) => Ok(None),
        Some(Json::String(text)) => Ok(Some(text)),
        Some(_) => Err(format!("the {name} of a binding is no text")),
    }
}

fn no_such_table(name: &str) -> String {
    format!("Could not find the table 'public.{name}' in the schema cache")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(json: &Json) -> Map<String, Json> {
        json.as_object().unwrap().clone()
    }

    #[test]
    fn a_binding_is_echoed_as_it_was_sent() {
        let binding = json!({
            "event": "*", "schema": "public", "table": "subscriptions", "filter": "user_id=eq. \u{e9}",
        });
        let mut expected = binding.clone();
        expected["id"] = json!(7);
        assert_eq!(echo(7, sent(&binding)), expected);

        let bare = json!({ "event": "*", "schema": "public", "filter": null, "select": "x" });
        let expected = json!({ "id": 8, "event": "*", "schema": "public", "filter": null });
        assert_eq!(echo(8, sent(&bare)), expected);
    }

    #[test]
    fn only_listed_tables_and_known_words_can_be_asked_for() {
        for (event, schema, table) in [
            ("TRUNCATE", "public", "subscriptions"),
            ("insert", "public", "subscriptions"),
            ("*", "auth", "subscriptions"),
            ("*", "public", "users"),
            ("*", "public", "sessions"),
            ("*", "public", "live_events"),
            ("*", "public", "public.subscriptions"),
        ] {
            let binding = json!({ "event": event, "schema": schema, "table": table });
            let refused = Binding::parse(1, &sent(&binding));
            assert!(refused.is_err(), "{event} {schema} {table}");
        }
        for odd in [
            json!({}),
            json!({ "event": 1, "schema": "public" }),
            json!({ "event": "*", "schema": "public", "table": ["subscriptions"] }),
        ] {
            assert!(Binding::parse(1, &sent(&odd)).is_err(), "{odd}");
        }
    }
}
