//! A process may die before and after every call to whoever takes the money, and tests make it so:
//! each call stands in `calling!("name", …)`, whose two points are listed.

use super::rules::Rules;
use super::source::{Language, Source, is_word, whole_words};
use super::tree::File;
use super::{Problem, Tree};

const HOUSE: &str = "crates/earshot/src/";
/// Its asynchronous functions are the calls.
const PAYMENTS: &str = "crates/providers/src/payments/mod.rs";
const POINTS: &str = "crates/earshot/src/platform/crash.rs";
const WRAPPER: &str = "calling!(";

pub(super) fn check(tree: &Tree, _: &Rules) -> Vec<Problem> {
    let calls = tree.get(PAYMENTS).and_then(|file| file.source.as_ref());
    let calls: Vec<&str> = calls.map(asynchronous).unwrap_or_default();
    let points = tree.get(POINTS).map_or("", |file| &file.text);
    tree.sources(HOUSE, Language::Rust)
        .flat_map(|(file, source)| wrong_calls(file, source, &calls, points))
        .collect()
}

fn asynchronous(source: &Source) -> Vec<&str> {
    source
        .finds("async fn")
        .map(|start| word_after(&source.code[start + "async fn".len()..]))
        .collect()
}

fn wrong_calls(file: &File, source: &Source, calls: &[&str], points: &str) -> Vec<Problem> {
    let made = whole_words(&source.code, "payments").filter(|start| {
        let after = source.code[start + "payments".len()..].trim_start();
        let method = after.strip_prefix('.').map(word_after);
        method.is_some_and(|method| calls.contains(&method)) && !source.is_test(*start)
    });
    made.filter_map(|start| {
        let message = match name_around(source, start) {
            None => {
                format!("a payment call without crash points; write it as {WRAPPER}\"name\", …).")
            }
            Some(name) if !is_listed(name, points) => {
                format!("the points of `{name}` are missing from {POINTS}; list both.")
            }
            Some(_) => return None,
        };
        Some(file.problem_at(start, message))
    })
    .collect()
}

/// The name that `calling!` gives to the call at this place.
fn name_around(source: &Source, start: usize) -> Option<&str> {
    let receiver = source.code[..start]
        .trim_end_matches(|it: char| is_word(it) || it == '.' || it.is_whitespace());
    let literal = receiver.strip_suffix(',')?.trim_end().strip_suffix('"')?;
    let opening = literal.trim_end_matches(' ').strip_suffix('"')?;
    opening.trim_end().strip_suffix(WRAPPER)?;
    let inside = source.literals.iter().rev().find(|it| it.start < start)?;
    Some(&inside.text)
}

fn is_listed(name: &str, points: &str) -> bool {
    ["before_call", "after_call"]
        .iter()
        .all(|moment| points.contains(&format!("\"billing.{name}.{moment}\"")))
}

fn word_after(code: &str) -> &str {
    let code = code.trim_start();
    let end = code.find(|it: char| !is_word(it)).unwrap_or(code.len());
    &code[..end]
}
