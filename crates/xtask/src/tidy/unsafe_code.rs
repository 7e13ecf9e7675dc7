//! `unsafe` only where `tidy.toml` argues for it.

use super::rules::{EXCEPTIONS, Rules, problem_in};
use super::source::Language;
use super::{Problem, Tree};

pub(super) fn check(tree: &Tree, rules: &Rules) -> Vec<Problem> {
    let mut problems = without_reason(tree, rules);
    problems.extend(stale(tree, rules));
    problems
}

fn without_reason(tree: &Tree, rules: &Rules) -> Vec<Problem> {
    let message = format!(
        "`unsafe` without a reason; write it safely, or argue for this file in {EXCEPTIONS}."
    );
    tree.sources("", Language::Rust)
        .filter(|(file, _)| !rules.exceptions.unsafe_code.contains_key(&file.path))
        .flat_map(|(file, source)| {
            source
                .finds("unsafe")
                .map(|start| file.problem_at(start, &message))
        })
        .collect()
}

fn stale(tree: &Tree, rules: &Rules) -> Vec<Problem> {
    let is_unsafe = |path: &str| {
        let source = tree.get(path).and_then(|file| file.source.as_ref());
        source.is_some_and(|source| source.finds("unsafe").next().is_some())
    };
    let reasons = rules.exceptions.unsafe_code.keys();
    reasons
        .filter(|path| !is_unsafe(path))
        .map(|path| {
            let message = format!("{path} holds no `unsafe`; remove its reason.");
            problem_in(tree, EXCEPTIONS, &format!("\"{path}\""), message)
        })
        .collect()
}
