//! Conditions: `score=gte.5`, `rejected=not.is.true`, `or=(id.eq.1,and(a.gt.2,b.in.(3,4)))`.
//!
//! Groups nest, and a stranger decides how deeply. They are read with a stack of our own, never by
//! a function that calls itself: three thousand parentheses would end the process.

use super::cursor::Cursor;
use super::tree::{Check, Comparison, Filter, Is, Joint};
use super::{Refusal, Table, column, is_name, unreadable};

const DEEPEST: usize = 20;

/// How much one request may still ask for, over all its parameters.
#[derive(Debug)]
pub(super) struct Budget {
    conditions: usize,
    values: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            conditions: 100,
            values: 1000,
        }
    }
}

/// Why a text is no condition.
enum Fault {
    /// What stands under the cursor does not belong there.
    Unexpected,
    TooMuch(&'static str),
    Refused(Refusal),
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// One parameter: a column and what is asked of it, or a group.
pub(super) fn parse(
    table: &'static Table,
    name: &str,
    value: &str,
    budget: &mut Budget,
) -> Result<Filter, Refusal> {
    let mut cursor = Cursor::new(value);
    let (what, read) = match name {
        "and" => (
            "logic tree",
            group(table, &mut cursor, Joint::And, false, budget),
        ),
        "or" => (
            "logic tree",
            group(table, &mut cursor, Joint::Or, false, budget),
        ),
        "not.and" => (
            "logic tree",
            group(table, &mut cursor, Joint::And, true, budget),
        ),
        "not.or" => (
            "logic tree",
            group(table, &mut cursor, Joint::Or, true, budget),
        ),
        _ => ("filter", alone(table, name, &mut cursor, budget)),
    };
    read.map_err(|fault| match fault {
        Fault::Unexpected => unreadable(what, value, cursor.column()).details(cursor.surprise()),
        Fault::TooMuch(details) => unreadable(what, value, cursor.column()).details(details),
        Fault::Refused(refusal) => refusal,
    })
}

fn alone(
    table: &'static Table,
    name: &str,
    cursor: &mut Cursor,
    budget: &mut Budget,
) -> Result<Filter, Fault> {
    if !is_name(name) {
        return Err(Fault::Unexpected);
    }
    let (is_negated, check) = question(cursor, Place::Alone, budget)?;
    if !cursor.is_at_end() {
        return Err(Fault::Unexpected);
    }
    Ok(Filter::Test {
        column: column(table, name)?,
        is_negated,
        check,
    })
}

/// A group whose end has not come yet.
struct Open {
    is_negated: bool,
    joint: Joint,
    members: Vec<Filter>,
}

fn group(
    table: &'static Table,
    cursor: &mut Cursor,
    joint: Joint,
    is_negated: bool,
    budget: &mut Budget,
) -> Result<Filter, Fault> {
    if !cursor.eat("(") {
        return Err(Fault::Unexpected);
    }
    let members = Vec::new();
    let mut stack = vec![Open {
        is_negated,
        joint,
        members,
    }];
    loop {
        cursor.skip_blanks();
        if let Some(open) = opening(cursor) {
            if stack.len() == DEEPEST {
                return Err(Fault::TooMuch("nested too deeply"));
            }
            stack.push(open);
            continue;
        }
        let member = member(table, cursor, budget)?;
        if let Some(whole) = close(&mut stack, member, cursor)? {
            return Ok(whole);
        }
    }
}

/// What is complete belongs to the group around it, which may be complete with it, and so on; the
/// outermost group is the whole, and nothing may follow it.
fn close(
    stack: &mut Vec<Open>,
    mut complete: Filter,
    cursor: &mut Cursor,
) -> Result<Option<Filter>, Fault> {
    while let Some(mut open) = stack.pop() {
        open.members.push(complete);
        cursor.skip_blanks();
        if cursor.eat(",") {
            stack.push(open);
            return Ok(None);
        }
        if !cursor.eat(")") {
            return Err(Fault::Unexpected);
        }
        let Open {
            is_negated,
            joint,
            members,
        } = open;
        complete = Filter::Group {
            is_negated,
            joint,
            members,
        };
    }
    if !cursor.is_at_end() {
        return Err(Fault::Unexpected);
    }
    Ok(Some(complete))
}

fn opening(cursor: &mut Cursor) -> Option<Open> {
    let openings = [
        ("and(", Joint::And, false),
        ("or(", Joint::Or, false),
        ("not.and(", Joint::And, true),
        ("not.or(", Joint::Or, true),
    ];
    let found = openings.into_iter().find(|(words, ..)| cursor.eat(words));
    found.map(|(_, joint, is_negated)| Open {
        is_negated,
        joint,
        members: Vec::new(),
    })
}

fn member(
    table: &'static Table,
    cursor: &mut Cursor,
    budget: &mut Budget,
) -> Result<Filter, Fault> {
    let name = cursor.word();
    if !is_name(name) || !cursor.eat(".") {
        return Err(Fault::Unexpected);
    }
    let (is_negated, check) = question(cursor, Place::InGroup, budget)?;
    Ok(Filter::Test {
        column: column(table, name)?,
        is_negated,
        check,
    })
}

/// Where a value stands decides where it ends.
#[derive(Clone, Copy)]
enum Place {
    Alone,
    InGroup,
}

fn question(
    cursor: &mut Cursor,
    place: Place,
    budget: &mut Budget,
) -> Result<(bool, Check), Fault> {
    spend(&mut budget.conditions, 1)?;
    let is_negated = cursor.eat("not.");
    let start = cursor.mark();
    let operator = cursor.word();
    if !cursor.eat(".") {
        cursor.back_to(start);
        return Err(Fault::Unexpected);
    }
    let check = match operator {
        "eq" => Check::Compare(Comparison::Eq, value(cursor, place)),
        "neq" => Check::Compare(Comparison::Neq, value(cursor, place)),
        "gt" => Check::Compare(Comparison::Gt, value(cursor, place)),
        "gte" => Check::Compare(Comparison::Gte, value(cursor, place)),
        "lt" => Check::Compare(Comparison::Lt, value(cursor, place)),
        "lte" => Check::Compare(Comparison::Lte, value(cursor, place)),
        "like" => Check::Like {
            ignores_case: false,
            pattern: value(cursor, place),
        },
        "ilike" => Check::Like {
            ignores_case: true,
            pattern: value(cursor, place),
        },
        "is" => Check::Is(is(cursor)?),
        "in" => Check::In(list(cursor, budget)?),
        _unknown => {
            cursor.back_to(start);
            return Err(Fault::Unexpected);
        }
    };
    Ok((is_negated, check))
}

fn value(cursor: &mut Cursor, place: Place) -> String {
    match place {
        Place::Alone => cursor.take_rest().to_owned(),
        Place::InGroup => cursor.element(),
    }
}

fn is(cursor: &mut Cursor) -> Result<Is, Fault> {
    let start = cursor.mark();
    match cursor.word().to_ascii_lowercase().as_str() {
        "null" => Ok(Is::Null),
        "true" => Ok(Is::True),
        "false" => Ok(Is::False),
        _ => {
            cursor.back_to(start);
            Err(Fault::Unexpected)
        }
    }
}

fn list(cursor: &mut Cursor, budget: &mut Budget) -> Result<Vec<String>, Fault> {
    if !cursor.eat("(") {
        return Err(Fault::Unexpected);
    }
    let mut values = Vec::new();
    if cursor.eat(")") {
        return Ok(values);
    }
    loop {
        spend(&mut budget.values, 1)?;
        values.push(cursor.element());
        if cursor.eat(")") {
            return Ok(values);
        }
        if !cursor.eat(",") {
            return Err(Fault::Unexpected);
        }
    }
}

fn spend(budget: &mut usize, amount: usize) -> Result<(), Fault> {
    *budget = budget
        .checked_sub(amount)
        .ok_or(Fault::TooMuch("too many conditions or values"))?;
    Ok(())
}
