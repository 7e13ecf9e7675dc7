//! Both engines have the same migrations, numbered without gaps and all registered.

use super::rules::TidyRules;
use super::source_tree::TreeFile;
use super::{SourceTree, TidyProblem};

pub(super) fn check(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let product = &rules.arrows.product;
    let sqlite = format!("{}sqlite/", product.migrations);
    let postgres = format!("{}postgres/", product.migrations);
    let mut problems = without_twin(tree, &sqlite, &postgres);
    problems.extend(without_twin(tree, &postgres, &sqlite));
    problems.extend(out_of_order(tree, &sqlite));
    problems.extend(out_of_order(tree, &postgres));
    problems.extend(unregistered(
        tree,
        &sqlite,
        &product.in_platform("db/migrations.rs"),
    ));
    problems
}

fn without_twin(tree: &SourceTree, ours: &str, others: &str) -> Vec<TidyProblem> {
    let message = format!("has no twin in {others}; each change is written for both engines.");
    tree.under(ours)
        .filter(|file| tree.get(&format!("{others}{}", file.name())).is_none())
        .map(|file| file.problem(1, &message))
        .collect()
}

fn out_of_order(tree: &SourceTree, folder: &str) -> Vec<TidyProblem> {
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

fn is_numbered(file: &TreeFile, number: usize) -> bool {
    let name = file.name().strip_prefix(&format!("{number:04}_"));
    name.and_then(|name| name.strip_suffix(".sql"))
        .is_some_and(|name| !name.is_empty())
}

fn unregistered(tree: &SourceTree, folder: &str, list: &str) -> Vec<TidyProblem> {
    let register = tree.get(list).map_or("", |file| &file.text);
    let message = format!("is not named in {list}, so it would never run; add it there.");
    tree.under(folder)
        .filter(|file| !register.contains(file.name().trim_end_matches(".sql")))
        .map(|file| file.problem(1, &message))
        .collect()
}
