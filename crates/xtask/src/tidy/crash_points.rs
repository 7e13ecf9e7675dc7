//! Tests kill the process before and after every call to the payment provider. So each call is
//! wrapped in `calling!("name", …)`, whose two crash points are listed.

use super::rules::TidyRules;
use super::source_text::{SourceLanguage, SourceText, is_word, whole_words};
use super::source_tree::TreeFile;
use super::{SourceTree, TidyProblem};

/// The asynchronous functions of this trait are the calls.
const PAYMENTS: &str = "crates/providers/src/payments/mod.rs";
const WRAPPER: &str = "calling!(";

pub(super) fn check(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let product = &rules.arrows.product;
    let calls = tree.get(PAYMENTS).and_then(|file| file.source.as_ref());
    let calls: Vec<&str> = calls.map(asynchronous).unwrap_or_default();
    let list = product.in_platform("crash.rs");
    tree.sources("crates/", SourceLanguage::Rust)
        .filter(|(file, _)| product.includes(file) && file.is_in_src())
        .flat_map(|(file, source)| wrong_calls(file, source, &calls, tree.get(&list)))
        .collect()
}

fn asynchronous(source: &SourceText) -> Vec<&str> {
    source
        .finds("async fn")
        .map(|start| word_after(&source.code[start + "async fn".len()..]))
        .collect()
}

fn wrong_calls(
    file: &TreeFile,
    source: &SourceText,
    calls: &[&str],
    points: Option<&TreeFile>,
) -> Vec<TidyProblem> {
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
                let list = points.map_or("platform/crash.rs", |file| &file.path);
                format!("the points of `{name}` are missing from {list}; list both.")
            }
            Some(_) => return None,
        };
        Some(file.problem_at(start, message))
    })
    .collect()
}

/// The name that `calling!` gives to the call at this position.
fn name_around(source: &SourceText, start: usize) -> Option<&str> {
    let receiver = source.code[..start]
        .trim_end_matches(|it: char| is_word(it) || it == '.' || it.is_whitespace());
    let literal = receiver.strip_suffix(',')?.trim_end().strip_suffix('"')?;
    let opening = literal.trim_end_matches(' ').strip_suffix('"')?;
    opening.trim_end().strip_suffix(WRAPPER)?;
    let inside = source.literals.iter().rev().find(|it| it.start < start)?;
    Some(&inside.text)
}

fn is_listed(name: &str, points: Option<&TreeFile>) -> bool {
    let listed = points.map_or("", |file| &file.text);
    ["before_call", "after_call"]
        .iter()
        .all(|moment| listed.contains(&format!("\"billing.{name}.{moment}\"")))
}

fn word_after(code: &str) -> &str {
    let code = code.trim_start();
    let end = code.find(|it: char| !is_word(it)).unwrap_or(code.len());
    &code[..end]
}
