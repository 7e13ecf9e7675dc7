//! No file without content, no room without a door or without anything in it.

use super::rules::Rules;
use super::source::Language;
use super::{Problem, Tree};

const SRC: &str = "crates/earshot/src/";

pub(super) fn check(tree: &Tree, rules: &Rules) -> Vec<Problem> {
    let mut problems = empty_files(tree);
    let rooms = rules.arrows.rooms.keys();
    problems.extend(rooms.filter_map(|room| empty_room(tree, room)));
    problems
}

fn empty_files(tree: &Tree) -> Vec<Problem> {
    tree.files()
        .filter(|file| file.source.is_some() || file.ending() == "sql")
        .filter(|file| file.text.trim().is_empty())
        .map(|file| file.problem(1, "the file is empty; write it, or remove it."))
        .collect()
}

fn empty_room(tree: &Tree, room: &str) -> Option<Problem> {
    let folder = format!("{SRC}{room}/");
    let first = tree.under(&folder).next()?;
    if tree.get(&format!("{folder}mod.rs")).is_none() {
        return Some(first.problem(1, format!("the room {room} has no door; give it a mod.rs.")));
    }
    let has_code = tree
        .sources(&folder, Language::Rust)
        .any(|(_, source)| !source.code.trim().is_empty());
    (!has_code).then(|| {
        first.problem(
            1,
            format!("the room {room} is empty; furnish it, or remove it."),
        )
    })
}
