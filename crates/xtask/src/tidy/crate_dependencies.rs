//! A crate depends on the workspace crates that `arrows.toml` lists for it, and on no others.

use std::collections::BTreeSet;

use super::rules::{ARROWS, TidyRules, problem_in};
use super::rust_paths::{self, NamedPath};
use super::source_text::SourceLanguage;
use super::source_tree::TreeFile;
use super::{SourceTree, TidyProblem};

pub(super) fn check(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let listed = &rules.arrows.crates;
    let existing = tree.folders("crates/");
    let mut problems = missing_crates(tree, rules, &existing);
    for name in &existing {
        let Some(allowed) = listed.get(*name) else {
            problems.extend(unlisted(tree, name));
            continue;
        };
        let is_foreign =
            |other: &&str| other != name && !allowed.iter().any(|known| known == other);
        let foreign: Vec<&str> = existing.iter().copied().filter(is_foreign).collect();
        let manifest = tree.get(&format!("crates/{name}/Cargo.toml"));
        if let Some(manifest) = manifest {
            problems.extend(forbidden_dependencies(manifest, name, &foreign));
            problems.extend(unused_arrows(tree, manifest, name, allowed));
        }
        // A macro names the crates of the code that it writes, not its own.
        if !manifest.is_some_and(|manifest| manifest.text.contains("proc-macro = true")) {
            problems.extend(forbidden_paths(tree, name, &foreign));
        }
    }
    problems
}

fn unlisted(tree: &SourceTree, name: &str) -> Option<TidyProblem> {
    let file = tree.under(&format!("crates/{name}/")).next()?;
    let message = format!(
        "the crate `{name}` has no line in {ARROWS}; list the workspace crates it may use there."
    );
    Some(file.problem(1, message))
}

/// Names in `arrows.toml` of crates that do not exist.
fn missing_crates(
    tree: &SourceTree,
    rules: &TidyRules,
    existing: &BTreeSet<&str>,
) -> Vec<TidyProblem> {
    let is_missing = |name: &&String| !existing.contains(name.as_str());
    let listed = rules.arrows.crates.keys().filter(is_missing);
    let lines = listed.map(|name| {
        let message = format!("there is no crate `{name}`; remove its line.");
        problem_in(tree, ARROWS, &format!("{name} = "), message)
    });
    let others = rules.arrows.product.other_crates.iter().filter(is_missing);
    let names = others.map(|name| {
        let message = format!("there is no crate `{name}`; remove it here.");
        problem_in(tree, ARROWS, "other_crates", message)
    });
    lines.chain(names).collect()
}

fn forbidden_dependencies(manifest: &TreeFile, name: &str, foreign: &[&str]) -> Vec<TidyProblem> {
    dependencies(manifest)
        .filter(|(_, key)| foreign.contains(key))
        .map(|(number, key)| manifest.problem(number, not_allowed(name, key)))
        .collect()
}

/// Arrows that the manifest does not need: a list that allows too much protects nothing.
fn unused_arrows(
    tree: &SourceTree,
    manifest: &TreeFile,
    name: &str,
    allowed: &[String],
) -> Vec<TidyProblem> {
    let used: BTreeSet<&str> = dependencies(manifest).map(|(_, key)| key).collect();
    let unused = allowed.iter().filter(|one| !used.contains(one.as_str()));
    unused
        .map(|other| {
            let message =
                format!("the crate `{name}` does not depend on `{other}`; remove it here.");
            problem_in(tree, ARROWS, &format!("{name} = "), message)
        })
        .collect()
}

/// The dependencies of a manifest, of every kind, with their lines.
fn dependencies(manifest: &TreeFile) -> impl Iterator<Item = (usize, &str)> {
    let mut in_dependencies = false;
    manifest.numbered_lines().filter_map(move |(number, line)| {
        if line.starts_with('[') {
            in_dependencies = line.contains("dependencies");
            return None;
        }
        let key = line.split(['.', '=', ' ']).next().unwrap_or_default();
        (in_dependencies && !key.is_empty()).then_some((number, key))
    })
}

fn forbidden_paths(tree: &SourceTree, name: &str, foreign: &[&str]) -> Vec<TidyProblem> {
    let judge = |path: &NamedPath| {
        let first = path.segments.first()?;
        foreign
            .contains(&first.as_str())
            .then(|| not_allowed(name, first))
    };
    tree.sources(&format!("crates/{name}/"), SourceLanguage::Rust)
        .flat_map(|(file, _)| file.problems_at(rust_paths::judged(file.named_paths(), judge)))
        .collect()
}

fn not_allowed(name: &str, other: &str) -> String {
    format!(
        "the crate `{name}` may not know `{other}`; let the caller pass what it needs, \
         or add the arrow in {ARROWS} and say why in docs/why.md."
    )
}
