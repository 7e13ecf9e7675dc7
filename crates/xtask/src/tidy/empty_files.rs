//! No empty file, and no room without a `mod.rs` or without code.

use super::rules::TidyRules;
use super::source_text::SourceLanguage;
use super::{SourceTree, TidyProblem};

const SRC: &str = "crates/earshot/src/";

pub(super) fn check(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let mut problems = empty_files(tree);
    let rooms = rules.arrows.rooms.keys();
    problems.extend(rooms.filter_map(|room| empty_room(tree, room)));
    problems
}

fn empty_files(tree: &SourceTree) -> Vec<TidyProblem> {
    tree.files()
        .filter(|file| file.source.is_some() || file.ending() == "sql")
        .filter(|file| file.text.trim().is_empty())
        .map(|file| file.problem(1, "the file is empty; write it, or remove it."))
        .collect()
}

fn empty_room(tree: &SourceTree, room: &str) -> Option<TidyProblem> {
    let folder = format!("{SRC}{room}/");
    let first = tree.under(&folder).next()?;
    if tree.get(&format!("{folder}mod.rs")).is_none() {
        return Some(first.problem(1, format!("the room {room} has no door; give it a mod.rs.")));
    }
    let has_code = tree
        .sources(&folder, SourceLanguage::Rust)
        .any(|(_, source)| !source.code.trim().is_empty());
    (!has_code).then(|| {
        first.problem(
            1,
            format!("the room {room} is empty; write it, or remove it."),
        )
    })
}
