//! Documents name files that exist.

use super::rules::TidyRules;
use super::source_tree::{self, TreeFile};
use super::{SourceTree, TidyProblem};

/// Extensions by which a bare name in backticks counts as a file of the repository.
const OURS: [&str; 5] = ["md", "rs", "toml", "ts", "tsx"];

pub(super) fn check(tree: &SourceTree, _: &TidyRules) -> Vec<TidyProblem> {
    tree.files()
        .filter(|file| is_document(file))
        .flat_map(|file| wrong_names(tree, file))
        .collect()
}

fn is_document(file: &TreeFile) -> bool {
    let is_known_folder = !file.path.contains('/') || file.path.starts_with("docs/");
    is_known_folder && file.ending() == "md"
}

fn wrong_names(tree: &SourceTree, file: &TreeFile) -> Vec<TidyProblem> {
    let mut problems = Vec::new();
    let mut is_fenced = false;
    for (number, line) in file.numbered_lines() {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        } else if !is_fenced {
            let named = line.split('`').skip(1).step_by(2);
            let missing = named.filter(|span| is_missing(tree, span)).map(|span| {
                format!("`{span}` does not exist; name what does, or drop the sentence.")
            });
            let broken = links(line)
                .filter(|link| is_broken(tree, file, link))
                .map(|link| {
                    format!("the link to {link} leads nowhere; point it to a file that exists.")
                });
            problems.extend(
                missing
                    .chain(broken)
                    .map(|message| file.problem(number, message)),
            );
        }
    }
    problems
}

fn is_missing(tree: &SourceTree, span: &str) -> bool {
    let path = span.trim_start_matches("./").trim_end_matches('/');
    let is_pattern = path.contains(|c: char| c.is_whitespace() || "<>{}*…$:()".contains(c));
    if is_pattern {
        return false;
    }
    match path.split_once('/') {
        Some((top, _)) => tree.holds(top) && !tree.holds(path) && !is_produced(tree, path),
        None => looks_like_ours(path) && !tree.files().any(|file| file.name() == path),
    }
}

fn looks_like_ours(name: &str) -> bool {
    let parts = name.rsplit_once('.');
    parts.is_some_and(|(stem, ending)| !stem.is_empty() && OURS.contains(&ending))
}

/// A path that git ignores may be named although it does not exist yet.
fn is_produced(tree: &SourceTree, path: &str) -> bool {
    let ignored = tree.get(".gitignore").map_or("", |file| &file.text);
    let mut folders = ignored.lines().map(|line| line.trim_matches('/'));
    folders
        .any(|ignored| !ignored.is_empty() && format!("/{path}/").contains(&format!("/{ignored}/")))
}

fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', ' ']).next())
}

fn is_broken(tree: &SourceTree, file: &TreeFile, link: &str) -> bool {
    let path = link.split('#').next().unwrap_or_default();
    if path.is_empty() || link.contains(':') {
        return false;
    }
    match source_tree::resolve(&file.path, path) {
        Some(path) => !path.is_empty() && !tree.holds(&path),
        None => true,
    }
}
