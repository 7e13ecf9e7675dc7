//! No file is empty.

use super::rules::TidyRules;
use super::{SourceTree, TidyProblem};

pub(super) fn check(tree: &SourceTree, _rules: &TidyRules) -> Vec<TidyProblem> {
    tree.files()
        .filter(|file| file.source.is_some() || file.ending() == "sql")
        .filter(|file| file.text.trim().is_empty())
        .map(|file| file.problem(1, "the file is empty; write it, or remove it."))
        .collect()
}
