//! Both engines have the same migrations, numbered without gaps, and the program knows each.

use super::rules::Rules;
use super::tree::File;
use super::{Problem, Tree};

const SQLITE: &str = "crates/earshot/migrations/sqlite/";
const POSTGRES: &str = "crates/earshot/migrations/postgres/";
const REGISTER: &str = "crates/earshot/src/platform/db/migrations.rs";

pub(super) fn check(tree: &Tree, _: &Rules) -> Vec<Problem> {
    let mut problems = without_twin(tree, SQLITE, POSTGRES);
    problems.extend(without_twin(tree, POSTGRES, SQLITE));
    problems.extend(out_of_order(tree, SQLITE));
    problems.extend(out_of_order(tree, POSTGRES));
    problems.extend(unregistered(tree));
    problems
}

fn without_twin(tree: &Tree, ours: &str, others: &str) -> Vec<Problem> {
    let message = format!("has no twin in {others}; each change is written for both engines.");
    tree.under(ours)
        .filter(|file| tree.get(&format!("{others}{}", file.name())).is_none())
        .map(|file| file.problem(1, &message))
        .collect()
}

fn out_of_order(tree: &Tree, folder: &str) -> Vec<Problem> {
    let numbered = tree
        .under(folder)
        .enumerate()
        .map(|(index, file)| (index + 1, file));
    numbered
        .filter(|(number, file)| !is_numbered(file, *number))
        .map(|(number, file)| {
            let message = format!(
                "should be called {number:04}_what_it_does.sql; migrations are numbered gapless."
            );
            file.problem(1, message)
        })
        .collect()
}

fn is_numbered(file: &File, number: usize) -> bool {
    let name = file.name().strip_prefix(&format!("{number:04}_"));
    name.and_then(|name| name.strip_suffix(".sql"))
        .is_some_and(|name| !name.is_empty())
}

fn unregistered(tree: &Tree) -> Vec<Problem> {
    let register = tree.get(REGISTER).map_or("", |file| &file.text);
    let message = format!("is not named in {REGISTER}, so it would never run; add it there.");
    tree.under(SQLITE)
        .filter(|file| !register.contains(file.name().trim_end_matches(".sql")))
        .map(|file| file.problem(1, &message))
        .collect()
}
