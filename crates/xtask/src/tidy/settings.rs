//! Every setting is documented for operators.

use std::collections::BTreeMap;

use super::rules::{EXCEPTIONS, TidyRules, problem_in};
use super::source_text::{is_word, whole_words};
use super::source_tree::TreeFile;
use super::{SourceTree, TidyProblem};

const PAGE: &str = "docs/configuration.md";
const PREFIX: &str = "EARSHOT_";
/// Only the test kit uses these; operators do not set them.
const TEST_KIT: &str = "EARSHOT_TEST_";
const DATABASE: &str = "DATABASE_URL";

pub(super) fn check(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let page = tree.get(PAGE).map_or("", |file| &file.text);
    let excused = &rules.exceptions.unexplained_settings;
    let is_explained =
        |name: &str| excused.contains_key(name) || whole_words(page, name).next().is_some();
    let mut problems = stale(tree, excused.keys());
    for file in tree.files().filter(|file| may_read_settings(file)) {
        problems.extend(unexplained(file, is_explained));
    }
    problems
}

fn stale<'name>(
    tree: &SourceTree,
    excused: impl Iterator<Item = &'name String>,
) -> Vec<TidyProblem> {
    let is_mentioned = |name: &str| {
        let mut readers = tree.files().filter(|file| may_read_settings(file));
        readers.any(|file| whole_words(&file.text, name).next().is_some())
    };
    excused
        .filter(|name| !is_mentioned(name))
        .map(|name| {
            let message = format!("nothing mentions {name}; remove its reason.");
            problem_in(tree, EXCEPTIONS, &format!("{name} = "), message)
        })
        .collect()
}

fn may_read_settings(file: &TreeFile) -> bool {
    let folders: Vec<&str> = file.path.split('/').collect();
    match folders[..] {
        // The tests of xtask use invented settings.
        ["crates", "xtask", ..] | [] => false,
        ["crates", _, folder, ..] => ["src", "tests"].contains(&folder),
        [first, ..] => ["Makefile", "scripts", "tools", "e2e"].contains(&first),
    }
}

/// Once for each name.
fn unexplained(file: &TreeFile, is_explained: impl Fn(&str) -> bool) -> Vec<TidyProblem> {
    let mut first_lines = BTreeMap::new();
    for (number, line) in file.numbered_lines() {
        for name in settings(line) {
            first_lines.entry(name).or_insert(number);
        }
    }
    first_lines
        .into_iter()
        .filter(|(name, _)| !is_explained(name))
        .map(|(name, number)| {
            let message = format!("{name} is not explained; say in {PAGE} what it does.");
            file.problem(number, message)
        })
        .collect()
}

fn settings(line: &str) -> impl Iterator<Item = &str> {
    line.split(|character| !is_word(character)).filter(|name| {
        *name == DATABASE
            || (name.starts_with(PREFIX) && !name.starts_with(TEST_KIT) && !name.ends_with('_'))
    })
}
