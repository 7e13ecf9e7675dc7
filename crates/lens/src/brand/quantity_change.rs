//! Quantities that went up or down: "from 38 days to about 19" says more than any adjective.

use super::clauses::{Clause, Clauses};

/// What a changed quantity says for or against the brand, and the tokens that state it.
pub(super) fn quantity_change(clauses: &Clauses, clause: &Clause) -> Option<(f32, usize, usize)> {
    if clause.is_question || !clauses.words(clause).any(|word| MOVING.contains(&word)) {
        return None;
    }
    let words: Vec<&str> = clauses.words(clause).collect();
    let from = words.iter().position(|word| *word == "from")?;
    let (first, before) = quantity(&words, from + 1)?;
    let to = first + words[first..].iter().position(|word| *word == "to")?;
    let (last, after) = quantity(&words, to + 1)?;
    let (before, after) = comparable(before, after);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    let value = match (after > before, has(WANTED)) {
        _ if (after - before).abs() < f32::EPSILON => return None,
        (true, true) | (false, false) => MUCH,
        (false, true) => -MUCH,
        // An increase is bad news only if nobody wants more of it.
        (true, false) if has(UNWANTED) => -MUCH,
        (true, false) => return None,
    };
    Some((value, clause.from + from, clause.from + last + 1))
}

const MUCH: f32 = 0.6;
/// How many words may precede a figure: "from about".
const REACH: usize = 3;
/// Without one of these, "from 8 to 5" is a time of day.
const MOVING: &[&str] = &[
    "went",
    "gone",
    "goes",
    "dropped",
    "drops",
    "fell",
    "fallen",
    "cut",
    "cuts",
    "reduced",
    "shrank",
    "down",
    "up",
    "rose",
    "grew",
    "jumped",
    "increased",
    "climbed",
    "doubled",
    "halved",
];
/// People want more of these and less of everything else.
const WANTED: &[&str] = &[
    "sales",
    "revenue",
    "turnover",
    "customers",
    "clients",
    "bookings",
    "orders",
    "subscribers",
    "followers",
    "visitors",
    "visits",
    "traffic",
    "members",
    "conversion",
    "rating",
    "score",
    "profit",
    "income",
    "takings",
    "signups",
    "footfall",
];

const UNWANTED: &[&str] = &[
    "late",
    "overdue",
    "unpaid",
    "unanswered",
    "complaints",
    "errors",
    "faults",
    "returns",
    "refunds",
    "price",
    "prices",
    "cost",
    "costs",
    "fee",
    "fees",
    "bill",
    "wait",
    "waiting",
    "queue",
    "days",
    "hours",
    "minutes",
    "seconds",
];

/// A figure and its unit, in minutes if it is a duration.
#[derive(Clone, Copy, Debug)]
struct Quantity {
    value: f32,
    unit: Option<f32>,
}

/// A figure without a unit has the unit of the other.
fn comparable(before: Quantity, after: Quantity) -> (f32, f32) {
    let unit = before.unit.or(after.unit).unwrap_or(1.0);
    (
        before.value * before.unit.unwrap_or(unit),
        after.value * after.unit.unwrap_or(unit),
    )
}

/// The first figure from here on, and the position of its last word.
fn quantity(words: &[&str], from: usize) -> Option<(usize, Quantity)> {
    let end = words.len().min(from + REACH);
    let at = (from..end).find(|at| number(words[*at]).is_some())?;
    let value = number(words[at])?;
    let unit = words.get(at + 1).and_then(|word| minutes(word));
    let last = at + usize::from(unit.is_some());
    Some((last, Quantity { value, unit }))
}

fn number(word: &str) -> Option<f32> {
    let digits = word.trim_start_matches('$').trim_end_matches(['%', 'k']);
    let thousand = if word.ends_with('k') { 1_000.0 } else { 1.0 };
    if let Ok(value) = digits.parse::<f32>() {
        return Some(value * thousand).filter(|value| value.is_finite());
    }
    let written = |list: &[(&str, f32)]| list.iter().find(|(name, _)| *name == word).map(|it| it.1);
    written(NUMBERS)
}

const NUMBERS: &[(&str, f32)] = &[
    ("a", 1.0),
    ("an", 1.0),
    ("zero", 0.0),
    ("nothing", 0.0),
    ("one", 1.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("fifteen", 15.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("ninety", 90.0),
    ("hundred", 100.0),
];

fn minutes(word: &str) -> Option<f32> {
    Some(match word.trim_end_matches('s') {
        "minute" | "min" => 1.0,
        "hour" => 60.0,
        "morning" | "afternoon" | "evening" => 300.0,
        "day" => 1_440.0,
        "week" => 10_080.0,
        "month" => 43_200.0,
        "year" => 525_600.0,
        _ => return None,
    })
}
