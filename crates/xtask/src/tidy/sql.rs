//! SQL is only in the stores of the rooms, in platform, and where `arrows.toml` allows it.

use super::rules::{ARROWS, ProductRules, TidyRules, problem_in};
use super::source_text::is_word;
use super::source_tree::TreeFile;
use super::{SourceTree, TidyProblem};

pub(super) fn check(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let product = &rules.arrows.product;
    let mut problems = missing_paths(tree, product);
    let message =
        "SQL outside of a store; move the statement to the room's store.rs or to platform.";
    let outside = tree
        .crate_sources()
        .filter(|(file, _)| !may_hold_sql(product, file));
    problems.extend(outside.flat_map(|(file, source)| {
        let shipped = source
            .literals
            .iter()
            .filter(|literal| !source.is_test(literal.start));
        let statements = shipped.filter(|literal| is_sql(&literal.text));
        statements.map(|literal| file.problem_at(literal.start, message))
    }));
    problems
}

/// A path that no longer exists would switch a rule off without a word.
fn missing_paths(tree: &SourceTree, product: &ProductRules) -> Vec<TidyProblem> {
    let exists = |path: &str| tree.under(path).next().is_some();
    let platform = [("platform = \"", &product.platform)];
    let sql = product.sql.iter().map(|path| ("sql = [", path));
    let missing = platform
        .into_iter()
        .chain(sql)
        .filter(|(_, path)| !exists(path));
    missing
        .map(|(key, path)| {
            let message = format!("there is no {path}; write where it is now.");
            problem_in(tree, ARROWS, key, message)
        })
        .collect()
}

fn may_hold_sql(product: &ProductRules, file: &TreeFile) -> bool {
    let allowed = product.sql.iter().chain([&product.platform]);
    file.name() == "store.rs"
        || file.path.contains("/store/")
        || allowed.into_iter().any(|path| file.path.starts_with(path))
}

/// Does this literal start like a statement? Sentences for people such as "Select a plan from the
/// list" start with a capital; statements are all in lower case or all in upper case.
fn is_sql(literal: &str) -> bool {
    let text = literal.replace("\\n", " ").replace("\\\n", " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((verb, rest)) = words.split_first() else {
        return false;
    };
    if verb.starts_with(char::is_uppercase) && verb.contains(char::is_lowercase) {
        return false;
    }
    let rest: Vec<String> = rest.iter().map(|word| word.to_lowercase()).collect();
    let word = |index: usize| rest.get(index).map_or("", String::as_str);
    match verb.to_lowercase().as_str() {
        "select" => rest.iter().any(|word| word == "from") || is_value(word(0)),
        "insert" => ["into", "or"].contains(&word(0)),
        "update" => (1..=3).any(|index| word(index) == "set"),
        "delete" => word(0) == "from",
        "with" => word(0) == "recursive" || (word(1) == "as" && word(2).starts_with('(')),
        "create" | "alter" | "drop" => rest.iter().take(3).any(|word| is_thing(word)),
        "pragma" => rest.len() == 1 || word(1) == "=",
        _ => false,
    }
}

/// `select 1`, `select $1`, `select count(*)` need no table.
fn is_value(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit() || first == '$') || word.contains('(')
}

fn is_thing(word: &str) -> bool {
    let things = [
        "table",
        "index",
        "view",
        "trigger",
        "schema",
        "type",
        "function",
        "extension",
    ];
    things.contains(&word.trim_end_matches(|last| !is_word(last)))
}
