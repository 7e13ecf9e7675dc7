//! Tidy: what nobody should have to say twice in a review, checked on every test run.
//!
//! Each check is one file and one function over the listing of the checkout, read once.
//! What may call what stands in `arrows.toml`, exceptions with their reasons in `tidy.toml`.

mod crash_points;
mod crate_arrows;
mod docs;
mod emptiness;
mod invariants;
mod locks;
mod migrations;
mod paths;
mod rules;
mod rust_arrows;
mod scanner;
mod settings;
mod sizes;
mod source;
mod sql;
mod test_habits;
mod tree;
mod unsafe_code;
mod web_arrows;

use std::fmt;
use std::path::Path;

pub use tree::Tree;

use rules::Rules;

/// Something to put right: where, and a sentence that says what to do instead.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    pub path: String,
    pub line: usize,
    pub message: String,
}

/// Every problem of the checkout at `root`, in the order of the files.
pub fn check(root: &Path) -> Vec<Problem> {
    problems(&Tree::read(root))
}

/// Every problem of a checkout that has been read already.
pub fn problems(tree: &Tree) -> Vec<Problem> {
    let rules = match Rules::read(tree) {
        Ok(rules) => rules,
        Err(unreadable) => return vec![unreadable],
    };
    let mut problems: Vec<Problem> = CHECKS
        .iter()
        .flat_map(|(_, check)| check(tree, &rules))
        .collect();
    problems.sort();
    problems.dedup();
    problems
}

/// What to say when there is nothing to say.
pub fn all_clear(tree: &Tree) -> String {
    let names: Vec<&str> = CHECKS.iter().map(|(name, _)| *name).collect();
    format!(
        "tidy: {} files are in order ({})",
        tree.files().count(),
        names.join(", ")
    )
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.path, self.line, self.message)
    }
}

type Check = fn(&Tree, &Rules) -> Vec<Problem>;

const CHECKS: [(&str, Check); 14] = [
    ("arrows between rooms", rust_arrows::check),
    ("arrows between crates", crate_arrows::check),
    ("arrows in the browser", web_arrows::check),
    ("invariants", invariants::check),
    ("crash points", crash_points::check),
    ("SQL", sql::check),
    ("unsafe code", unsafe_code::check),
    ("migrations", migrations::check),
    ("file sizes", sizes::check),
    ("docs", docs::check),
    ("settings", settings::check),
    ("lock files", locks::check),
    ("test habits", test_habits::check),
    ("empty files", emptiness::check),
];
