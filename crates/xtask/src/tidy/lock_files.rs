//! A checkout builds anywhere: lock files name public registries, and no file contains a path of
//! this machine.

use super::rules::TidyRules;
use super::source_tree::TreeFile;
use super::{SourceTree, TidyProblem};

const CRATES_IO: &str = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";

pub(super) fn check(tree: &SourceTree, _: &TidyRules) -> Vec<TidyProblem> {
    tree.files()
        .flat_map(|file| match file.name() {
            "package-lock.json" => addresses(file),
            "Cargo.lock" => strange_sources(file),
            _ => machine_paths(tree, file),
        })
        .collect()
}

fn addresses(file: &TreeFile) -> Vec<TidyProblem> {
    let message = "names the address which a package came from; \
         set omit-lockfile-registry-resolved=true in .npmrc and write the lock file again.";
    file.numbered_lines()
        .filter(|(_, line)| line.contains("\"resolved\": \"http"))
        .map(|(number, _)| file.problem(number, message))
        .collect()
}

fn strange_sources(file: &TreeFile) -> Vec<TidyProblem> {
    file.numbered_lines()
        .filter(|(_, line)| line.starts_with("source = ") && *line != CRATES_IO)
        .map(|(number, line)| {
            file.problem(
                number,
                format!("`{line}` is not crates.io; take the crate from there."),
            )
        })
        .collect()
}

/// Paths next to this checkout. Only existing ones count: a checkout may be in a folder such as
/// `/app`, which is also a common prefix of other paths.
fn machine_paths(tree: &SourceTree, file: &TreeFile) -> Vec<TidyProblem> {
    let Some(parent) = tree.root().parent().and_then(|parent| parent.to_str()) else {
        return Vec::new();
    };
    let prefix = format!("{}/", parent.trim_end_matches('/'));
    let is_neighbour = |start: usize| {
        let name = file.text[start + prefix.len()..]
            .split(|next| !is_in_name(next))
            .next();
        let is_whole = !file.text[..start].ends_with(|before| is_in_name(before) || before == '/');
        is_whole && name.is_some_and(|name| exists_beside(tree, name.trim_end_matches('.')))
    };
    let message = "names a path of this machine; write it relative to the repository.";
    file.text
        .match_indices(&prefix)
        .filter(|(start, _)| is_neighbour(*start))
        .map(|(start, _)| file.problem_at(start, message))
        .collect()
}

fn exists_beside(tree: &SourceTree, name: &str) -> bool {
    !name.is_empty() && tree.root().with_file_name(name).exists()
}

fn is_in_name(character: char) -> bool {
    character.is_alphanumeric() || "_-.@~".contains(character)
}
