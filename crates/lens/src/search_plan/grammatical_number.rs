//! Singular and plural in one query.

/// A query for a phrase in the singular and in the plural. What its owner wrote with operators stays.
pub(super) fn either_number(phrase: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphabetic() || matches!(c, ' ' | '-' | '\'');
    let has_operator = phrase
        .split(' ')
        .any(|it| matches!(it, "OR" | "AND" | "NOT"));
    if !phrase.chars().all(is_plain) || has_operator {
        return phrase.to_owned();
    }
    let (before, last) = phrase.rsplit_once(' ').unwrap_or(("", phrase));
    match other_number(last) {
        Some(other) if before.is_empty() => format!("{phrase} OR {other}"),
        Some(other) => format!("({phrase}) OR ({before} {other})"),
        None => phrase.to_owned(),
    }
}

fn other_number(noun: &str) -> Option<String> {
    let word = noun.to_lowercase();
    let has_end = |ends: &[&str]| ends.iter().any(|end| word.ends_with(end));
    // "software" and "invoicing" have no plural, "basis" has an odd one.
    if word.len() < 4 || has_end(&["ware", "ing", "ss", "us", "is", "ed", "ly"]) {
        return None;
    }
    if let Some(rest) = word.strip_suffix("ies") {
        return Some(format!("{rest}y"));
    }
    if let Some(one) = word.strip_suffix('s') {
        return Some(one.to_owned());
    }
    let is_consonant_y = word.ends_with('y') && !has_end(&["ay", "ey", "oy", "uy"]);
    Some(match word.strip_suffix('y').filter(|_| is_consonant_y) {
        Some(rest) => format!("{rest}ies"),
        None if has_end(&["x", "ch", "sh", "z"]) => format!("{word}es"),
        None => format!("{word}s"),
    })
}
