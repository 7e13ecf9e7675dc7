//! Conditions as they were understood, and how they are written.

use std::fmt;

use super::Column;

/// A condition of the client's.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum Filter {
    Group {
        is_negated: bool,
        joint: Joint,
        members: Vec<Filter>,
    },
    Test {
        column: &'static Column,
        is_negated: bool,
        check: Check,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Joint {
    And,
    Or,
}

/// What is asked of a column. The texts become values of the column's type when they are bound.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum Check {
    Compare(Comparison, String),
    Like { ignores_case: bool, pattern: String },
    Is(Is),
    In(Vec<String>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Comparison {
    Eq,
    Neq,
    Gt,
    Gte,
    Lt,
    Lte,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Is {
    Null,
    True,
    False,
}

/// As a member of a group.
impl fmt::Display for Filter {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = |is_negated: bool| if is_negated { "not." } else { "" };
        match self {
            Filter::Group {
                is_negated,
                joint,
                members,
            } => {
                let joint = if *joint == Joint::And { "and" } else { "or" };
                write!(out, "{}{joint}", not(*is_negated))?;
                write_list(out, members.iter().map(ToString::to_string))
            }
            Filter::Test {
                column,
                is_negated,
                check,
            } => {
                write!(out, "{}.{}{check}", column.name, not(*is_negated))
            }
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Check::Compare(comparison, text) => {
                let operator = match comparison {
                    Comparison::Eq => "eq",
                    Comparison::Neq => "neq",
                    Comparison::Gt => "gt",
                    Comparison::Gte => "gte",
                    Comparison::Lt => "lt",
                    Comparison::Lte => "lte",
                };
                write!(out, "{operator}.{}", quoted(text))
            }
            Check::Like {
                ignores_case: false,
                pattern,
            } => write!(out, "like.{}", quoted(pattern)),
            Check::Like {
                ignores_case: true,
                pattern,
            } => write!(out, "ilike.{}", quoted(pattern)),
            Check::Is(Is::Null) => out.write_str("is.null"),
            Check::Is(Is::True) => out.write_str("is.true"),
            Check::Is(Is::False) => out.write_str("is.false"),
            Check::In(values) => {
                out.write_str("in.")?;
                write_list(out, values.iter().map(|value| quoted(value)))
            }
        }
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn write_list(out: &mut fmt::Formatter<'_>, items: impl Iterator<Item = String>) -> fmt::Result {
    write!(out, "({})", items.collect::<Vec<_>>().join(","))
}
