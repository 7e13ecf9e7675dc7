//! What the query of a list is made of: texts as they come, read into what they mean.
//!
//! Filters arrive as texts, so that a wrong one is answered with what would be right and not with
//! a parser's words.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};

/// A text that says something; none for what was left out or left empty.
pub fn given(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

/// No where nothing was said; none for what is no yes and no no.
pub fn yes(text: Option<&String>) -> Option<bool> {
    match given(text) {
        None | Some("false" | "0") => Some(false),
        Some("true" | "1") => Some(true),
        Some(_) => None,
    }
}

/// `usual` where nothing was said; none for what is no number of the range.
pub fn number(text: Option<&String>, range: RangeInclusive<i64>, usual: i64) -> Option<i64> {
    let Some(text) = given(text) else {
        return Some(usual);
    };
    let number: i64 = text.parse().ok()?;
    range.contains(&number).then_some(number)
}

/// A time as an answer gave it.
pub fn time(text: Option<&String>) -> Result<Option<DateTime<Utc>>, chrono::ParseError> {
    given(text).map(str::parse).transpose()
}

/// The words of a text search. Ten say what is meant; the rest is left out.
pub fn words(typed: Option<&String>) -> Vec<String> {
    const MOST: usize = 10;
    let folded = typed.map(|typed| typed.to_lowercase()).unwrap_or_default();
    let words = folded.split_whitespace().take(MOST);
    words.map(str::to_owned).collect()
}
