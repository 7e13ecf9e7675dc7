//! `order=created_at.desc,title.asc.nullsfirst`.

use super::{Column, Refusal, Table, column, is_name, unreadable};
use platform::db::Kind;

const MOST_TERMS: usize = 20;

/// One column to sort by.
#[derive(Debug, PartialEq)]
pub(in super::super) struct Term {
    pub(in super::super) column: &'static Column,
    pub(in super::super) is_descending: bool,
    pub(in super::super) nulls: Nulls,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Nulls {
    First,
    Last,
}

pub(super) fn parse(table: &'static Table, text: &str) -> Result<Vec<Term>, Refusal> {
    let mut terms = Vec::new();
    for (at, item) in text.split(',').enumerate() {
        if at == MOST_TERMS {
            return Err(unreadable("order", text, 1).details("too many columns to sort by"));
        }
        terms.push(term(table, item.trim()).unwrap_or_else(|| Err(unreadable("order", text, 1)))?);
    }
    Ok(terms)
}

/// None where the text is not in the grammar.
fn term(table: &'static Table, text: &str) -> Option<Result<Term, Refusal>> {
    let mut words = text.split('.').peekable();
    let name = words.next().filter(|name| is_name(name))?;
    let direction = words.next_if(|word| matches!(*word, "asc" | "desc"));
    let is_descending = direction == Some("desc");
    let nulls = match words.next() {
        Some("nullsfirst") => Nulls::First,
        Some("nullslast") => Nulls::Last,
        Some(_) => return None,
        // PostgreSQL holds a null for the largest of all.
        None if is_descending => Nulls::First,
        None => Nulls::Last,
    };
    if words.next().is_some() {
        return None;
    }
    Some(sortable(table, name).map(|column| Term {
        column,
        is_descending,
        nulls,
    }))
}

fn sortable(table: &'static Table, name: &str) -> Result<&'static Column, Refusal> {
    let column = column(table, name)?;
    // The engines would sort JSON differently, and nobody can mean either.
    if column.kind == Kind::Jsonb {
        let message = "could not identify an ordering operator for type jsonb";
        return Err(Refusal::bad("42883", message));
    }
    Ok(column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rest::tables::table;

    fn read(text: &str) -> Vec<(&'static str, bool, Nulls)> {
        let terms = parse(table("reddit_posts").unwrap(), text).unwrap();
        terms
            .iter()
            .map(|term| (term.column.name, term.is_descending, term.nulls))
            .collect()
    }

    #[test]
    fn nulls_go_where_postgresql_puts_them_unless_told() {
        assert_eq!(read("score"), [("score", false, Nulls::Last)]);
        assert_eq!(read("score.desc"), [("score", true, Nulls::First)]);
        assert_eq!(
            read("score.nullsfirst,title.desc.nullslast"),
            [("score", false, Nulls::First), ("title", true, Nulls::Last)]
        );
    }

    #[test]
    fn everything_else_is_refused() {
        let many = vec!["id"; 21].join(",");
        for (text, code) in [
            ("nope.asc", "42703"),
            ("keywords_matched", "42883"),
            ("", "PGRST100"),
            ("score,", "PGRST100"),
            ("score.up", "PGRST100"),
            ("score.asc.desc", "PGRST100"),
            ("score.asc.nullsfirst.x", "PGRST100"),
            ("companies(company_name)", "PGRST100"),
            ("content->a", "PGRST100"),
            (&many, "PGRST100"),
        ] {
            let refusal = parse(table("reddit_posts").unwrap(), text).unwrap_err();
            assert!(format!("{refusal:?}").contains(code), "{text}: {refusal:?}");
        }
    }
}
