//! SQL stands in a room's store, in platform, and in the table reader of the Supabase edge.

use super::rules::Rules;
use super::source::is_word;
use super::tree::File;
use super::{Problem, Tree};

pub(super) fn check(tree: &Tree, _: &Rules) -> Vec<Problem> {
    let message =
        "SQL outside of a store; move the statement to the room's store.rs or to platform.";
    tree.crate_sources()
        .filter(|(file, _)| !may_hold_sql(file))
        .flat_map(|(file, source)| {
            let shipped = source
                .literals
                .iter()
                .filter(|literal| !source.is_test(literal.start));
            let statements = shipped.filter(|literal| is_sql(&literal.text));
            statements.map(|literal| file.problem_at(literal.start, message))
        })
        .collect()
}

fn may_hold_sql(file: &File) -> bool {
    file.name() == "store.rs"
        || file.path.contains("/store/")
        || file.path.starts_with("crates/earshot/src/platform/")
        || file
            .path
            .starts_with("crates/earshot/src/edge/supabase/rest")
}

/// Does this literal begin as a statement does? Sentences for people such as "Select a plan
/// from the list" begin with one capital; statements are written in small or in large letters.
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
