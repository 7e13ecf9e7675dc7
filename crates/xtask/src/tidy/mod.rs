//! Tidy: the rules that a review should not have to repeat, checked on every test run.
//!
//! Each check is one file with one function over the files of the checkout. `arrows.toml` says what
//! may call what, `tidy.toml` lists exceptions with their reasons, `phrases.toml` what nobody says.

mod crash_points;
mod crate_dependencies;
mod doc_paths;
mod empty_files;
mod file_sizes;
mod invariants;
mod literal_scanner;
mod lock_files;
mod migrations;
mod phrases;
mod rules;
mod rust_paths;
mod settings;
mod source_text;
mod source_tree;
mod sql;
mod test_rules;
mod type_names;
mod unsafe_code;
mod web_imports;

use std::fmt;
use std::path::Path;

pub use source_tree::SourceTree;

use rules::TidyRules;

/// A problem: where it is, and what to do instead.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TidyProblem {
    pub path: String,
    pub line: usize,
    pub message: String,
}

/// Every problem of the checkout at `root`, in the order of the files.
pub fn check(root: &Path) -> Vec<TidyProblem> {
    problems(&SourceTree::read(root))
}

/// Every problem of a checkout that was already read.
pub fn problems(tree: &SourceTree) -> Vec<TidyProblem> {
    let rules = match TidyRules::read(tree) {
        Ok(rules) => rules,
        Err(unreadable) => return vec![unreadable],
    };
    let mut problems: Vec<TidyProblem> = CHECKS
        .iter()
        .flat_map(|(_, check)| check(tree, &rules))
        .collect();
    problems.sort();
    problems.dedup();
    problems
}

/// The message when there is no problem.
pub fn all_clear(tree: &SourceTree) -> String {
    let names: Vec<&str> = CHECKS.iter().map(|(name, _)| *name).collect();
    format!(
        "tidy: {} files are in order ({})",
        tree.files().count(),
        names.join(", ")
    )
}

impl fmt::Display for TidyProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.path, self.line, self.message)
    }
}

type TidyCheck = fn(&SourceTree, &TidyRules) -> Vec<TidyProblem>;

const CHECKS: [(&str, TidyCheck); 15] = [
    ("arrows between crates", crate_dependencies::check),
    ("arrows in the browser", web_imports::check),
    ("invariants", invariants::check),
    ("crash points", crash_points::check),
    ("SQL", sql::check),
    ("type names", type_names::check),
    ("unsafe code", unsafe_code::check),
    ("migrations", migrations::check),
    ("file sizes", file_sizes::check),
    ("docs", doc_paths::check),
    ("plain English", phrases::check),
    ("settings", settings::check),
    ("lock files", lock_files::check),
    ("test habits", test_rules::check),
    ("empty files", empty_files::check),
];
