//! A crate depends on the crates of ours that it lists, and speaks of no other.

use std::collections::BTreeSet;

use super::paths::{self, NamedPath};
use super::rules::{ARROWS, Lines, Rules, problem_in};
use super::source::Language;
use super::{Problem, Tree};

pub(super) fn check(tree: &Tree, rules: &Rules) -> Vec<Problem> {
    let listed = &rules.arrows.crates;
    let existing = tree.folders("crates/");
    let mut problems = listed_but_gone(tree, listed, &existing);
    for name in &existing {
        let Some(allowed) = listed.get(*name) else {
            problems.extend(unlisted(tree, name));
            continue;
        };
        let is_foreign =
            |other: &&str| other != name && !allowed.iter().any(|known| known == other);
        let foreign: Vec<&str> = existing.iter().copied().filter(is_foreign).collect();
        problems.extend(dependencies(tree, name, &foreign));
        problems.extend(mentions(tree, name, &foreign));
    }
    problems
}

fn unlisted(tree: &Tree, name: &str) -> Option<Problem> {
    let file = tree.under(&format!("crates/{name}/")).next()?;
    let message = format!(
        "the crate `{name}` has no line in {ARROWS}; write there which crates of ours it may use."
    );
    Some(file.problem(1, message))
}

fn listed_but_gone(tree: &Tree, listed: &Lines, existing: &BTreeSet<&str>) -> Vec<Problem> {
    let gone = listed
        .keys()
        .filter(|name| !existing.contains(name.as_str()));
    gone.map(|name| {
        let message = format!("there is no crate `{name}`; remove its line.");
        problem_in(tree, ARROWS, &format!("{name} = "), message)
    })
    .collect()
}

fn dependencies(tree: &Tree, name: &str, foreign: &[&str]) -> Vec<Problem> {
    let Some(manifest) = tree.get(&format!("crates/{name}/Cargo.toml")) else {
        return vec![];
    };
    let mut in_dependencies = false;
    let mut problems = Vec::new();
    for (number, line) in manifest.numbered_lines() {
        if line.starts_with('[') {
            in_dependencies = line.contains("dependencies");
        }
        let key = line.split(['.', '=', ' ']).next().unwrap_or_default();
        if in_dependencies && foreign.contains(&key) {
            problems.push(manifest.problem(number, not_allowed(name, key)));
        }
    }
    problems
}

fn mentions(tree: &Tree, name: &str, foreign: &[&str]) -> Vec<Problem> {
    let judge = |path: &NamedPath| {
        let first = path.segments.first()?;
        foreign
            .contains(&first.as_str())
            .then(|| not_allowed(name, first))
    };
    tree.sources(&format!("crates/{name}/"), Language::Rust)
        .flat_map(|(file, source)| {
            file.problems_at(paths::judged(paths::named(source, &[]), judge))
        })
        .collect()
}

fn not_allowed(name: &str, other: &str) -> String {
    format!(
        "the crate `{name}` may not know `{other}`; let the caller pass what it needs, \
         or draw the arrow in {ARROWS} and say why in docs/why.md."
    )
}
