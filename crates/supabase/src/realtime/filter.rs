//! Which rows a page wants to hear of: `column=operator.value`.
//!
//! A filter narrows what its own rows' owner is told. It never widens it.

use std::cmp::Ordering;

use chrono::{DateTime, Utc};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use crate::rest::tables::Table;
use platform::db::Kind;

/// Longer ones are refused: a socket's memory is not for its client to choose.
const LONGEST: usize = 1024;
/// As many values as one `in` may name.
const MOST_VALUES: usize = 100;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct RealtimeFilter {
    column: &'static str,
    operator: Operator,
    /// One, or for `in` any number.
    operands: Vec<Operand>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
    In,
}

/// A value of the filter, in the type of its column.
#[derive(Clone, Debug, PartialEq)]
enum Operand {
    Text(String),
    Id(Uuid),
    Bool(bool),
    Integer(i64),
    Real(f64),
    Time(DateTime<Utc>),
}

impl RealtimeFilter {
    /// Reads a filter on any of these tables; the error is what the client is told.
    pub(super) fn parse(text: &str, tables: &[&'static Table]) -> Result<Self, String> {
        if text.len() > LONGEST {
            return Err("the filter is too long".to_owned());
        }
        let (name, condition) = text.split_once('=').ok_or_else(|| not_a_filter(text))?;
        let (operator, value) = condition
            .split_once('.')
            .ok_or_else(|| not_a_filter(text))?;
        let operator = Operator::parse(operator).ok_or_else(|| not_a_filter(text))?;
        let column = tables.iter().find_map(|table| table.column(name));
        let column = column.ok_or_else(|| format!("column {name} does not exist"))?;
        let operands: Result<Vec<Operand>, String> = match operator {
            Operator::In => listed(value)
                .ok_or_else(|| not_a_filter(text))?
                .map(|value| Operand::parse(column.kind, value))
                .collect(),
            _ => Operand::parse(column.kind, value).map(|operand| vec![operand]),
        };
        Ok(Self {
            column: column.name,
            operator,
            operands: operands?,
        })
    }

    /// Whether the row is one of those. A column that is absent or null is in no relation to
    /// anything, as in SQL.
    pub(super) fn admits(&self, row: &Map<String, Json>) -> bool {
        let Some(value) = row.get(self.column) else {
            return false;
        };
        let mut relations = self.operands.iter().map(|operand| operand.relation(value));
        relations.any(|relation| relation.is_some_and(|found| self.operator.holds_for(found)))
    }
}

impl Operator {
    fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "eq" => Self::Equal,
            "neq" => Self::NotEqual,
            "gt" => Self::Greater,
            "gte" => Self::GreaterOrEqual,
            "lt" => Self::Less,
            "lte" => Self::LessOrEqual,
            "in" => Self::In,
            _ => return None,
        })
    }

    /// Whether it holds between a row's value and an operand that are in this relation.
    fn holds_for(self, relation: Ordering) -> bool {
        match self {
            Self::Equal | Self::In => relation.is_eq(),
            Self::NotEqual => relation.is_ne(),
            Self::Greater => relation.is_gt(),
            Self::GreaterOrEqual => relation.is_ge(),
            Self::Less => relation.is_lt(),
            Self::LessOrEqual => relation.is_le(),
        }
    }
}

impl Operand {
    fn parse(kind: Kind, text: &str) -> Result<Self, String> {
        let parsed = match kind {
            Kind::Text => Some(Self::Text(text.to_owned())),
            Kind::Uuid => text.parse().ok().map(Self::Id),
            Kind::Bool => text.parse().ok().map(Self::Bool),
            Kind::Int8 => text.parse().ok().map(Self::Integer),
            Kind::Float8 => text.parse().ok().map(Self::Real),
            Kind::Timestamptz => text.parse().ok().map(Self::Time),
            Kind::Jsonb => None,
        };
        let kind = kind.name();
        parsed.ok_or_else(|| format!("invalid input syntax for type {kind}: \"{text}\""))
    }

    /// How the row's value stands to this one; none if they cannot be compared.
    fn relation(&self, value: &Json) -> Option<Ordering> {
        match self {
            Self::Text(text) => Some(value.as_str()?.cmp(text)),
            Self::Id(id) => Some(value.as_str()?.parse::<Uuid>().ok()?.cmp(id)),
            Self::Bool(flag) => Some(value.as_bool()?.cmp(flag)),
            Self::Integer(number) => Some(value.as_i64()?.cmp(number)),
            Self::Real(number) => value.as_f64()?.partial_cmp(number),
            Self::Time(time) => Some(value.as_str()?.parse::<DateTime<Utc>>().ok()?.cmp(time)),
        }
    }
}

/// The values of `(a,b,c)`.
fn listed(text: &str) -> Option<impl Iterator<Item = &str>> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    let is_bounded = inside.split(',').count() <= MOST_VALUES;
    is_bounded.then(|| inside.split(','))
}

fn not_a_filter(text: &str) -> String {
    format!("failed to parse filter \"{text}\"")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::rest::tables::{TABLES, table};

    fn posts() -> [&'static Table; 1] {
        [table("reddit_posts").unwrap()]
    }

    #[test]
    fn a_filter_admits_the_rows_it_names() {
        let row = json!({
            "id": "0198c0de-0000-7000-8000-00000000000a", "subreddit": "rust", "score": 10,
            "rejected": false, "created_at": "2026-11-15T12:00:00+00:00", "content": null,
        });
        for (filter, expected) in [
            ("subreddit=eq.rust", true),
            ("subreddit=eq.Rust", false),
            ("subreddit=neq.go", true),
            ("subreddit=neq.rust", false),
            ("subreddit=in.(go,rust)", true),
            ("subreddit=in.(go,c)", false),
            ("id=eq.0198C0DE-0000-7000-8000-00000000000A", true),
            ("score=gt.9", true),
            ("score=gt.10", false),
            ("score=gte.10", true),
            ("score=lt.100", true),
            ("score=lte.9", false),
            ("rejected=eq.false", true),
            ("created_at=gte.2026-11-15T13:00:00+01:00", true),
            ("created_at=lt.2026-11-15T12:00:00Z", false),
            ("content=neq.anything", false),
            ("title=eq.absent", false),
        ] {
            let parsed = RealtimeFilter::parse(filter, &posts()).unwrap();
            assert_eq!(
                parsed.admits(row.as_object().unwrap()),
                expected,
                "{filter}"
            );
        }
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        let long = format!("title=eq.{}", "x".repeat(LONGEST));
        let many = format!("score=in.({})", vec!["1"; MOST_VALUES + 1].join(","));
        for filter in [
            "",
            "title",
            "title=rust",
            "title=like.r*",
            "title=not.eq.rust",
            "nope=eq.1",
            "reddit_id=eq.t3_1",
            "score=eq.ten",
            "id=eq.1",
            "rejected=eq.maybe",
            "score=in.1,2",
            "created_at=gt.today",
            "keywords_matched=eq.a",
            &long,
            &many,
        ] {
            assert!(RealtimeFilter::parse(filter, &posts()).is_err(), "{filter}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_filter_or_refused(text in "[a-z_]{0,8}=?[a-z]{0,4}[.]?.{0,20}") {
            let all: Vec<&Table> = TABLES.iter().collect();
            let _ = RealtimeFilter::parse(&text, &all);
        }
    }
}
