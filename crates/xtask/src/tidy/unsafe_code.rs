//! `unsafe` only where `tidy.toml` gives a reason.

use super::rules::{EXCEPTIONS, TidyRules, problem_in};
use super::source_text::SourceLanguage;
use super::{SourceTree, TidyProblem};

pub(super) fn check(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let mut problems = without_reason(tree, rules);
    problems.extend(stale(tree, rules));
    problems
}

fn without_reason(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let message = format!(
        "`unsafe` without a reason; write it safely, or argue for this file in {EXCEPTIONS}."
    );
    tree.sources("", SourceLanguage::Rust)
        .filter(|(file, _)| !rules.exceptions.unsafe_code.contains_key(&file.path))
        .flat_map(|(file, source)| {
            source
                .finds("unsafe")
                .map(|start| file.problem_at(start, &message))
        })
        .collect()
}

fn stale(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
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
