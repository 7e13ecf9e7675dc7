//! A file of more than 400 lines needs a reason.

use super::rules::{EXCEPTIONS, TidyRules, problem_in};
use super::source_tree::TreeFile;
use super::{SourceTree, TidyProblem};

const LIMIT: usize = 400;

pub(super) fn check(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let mut problems = too_long(tree, rules);
    problems.extend(stale(tree, rules));
    problems
}

fn too_long(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let message = format!(
        "the file goes on after {LIMIT} lines; find the second subject in it, \
         or give a reason in {EXCEPTIONS}."
    );
    tree.files()
        .filter(|file| is_long(file) && !rules.exceptions.long_files.contains_key(&file.path))
        .map(|file| file.problem(LIMIT + 1, &message))
        .collect()
}

fn stale(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let reasons = rules.exceptions.long_files.keys();
    reasons
        .filter(|path| !tree.get(path).is_some_and(is_long))
        .map(|path| {
            let message = format!("{path} is no file of over {LIMIT} lines; remove its reason.");
            problem_in(tree, EXCEPTIONS, &format!("\"{path}\""), message)
        })
        .collect()
}

fn is_long(file: &TreeFile) -> bool {
    file.source.is_some() && file.text.lines().count() > LIMIT
}
