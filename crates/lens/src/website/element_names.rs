//! What the class, id and role of an element say about its purpose.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::html::HtmlNode;
use super::word_lists::word_list;
use crate::text::entries;

/// The words of an element's class and id, in lower case: "articleBody" and "article-body" are
/// both "article" and "body".
pub(super) fn name_words(node: &HtmlNode<'_>) -> Vec<String> {
    let mut words = Vec::new();
    for name in [
        "class",
        "id",
        "role",
        "itemprop",
        "data-testid",
        "data-component",
    ] {
        split_words(node.attribute(name), &mut words);
    }
    words
}

fn split_words(value: &str, words: &mut Vec<String>) {
    // A longer value was not written by a person.
    const LONGEST: usize = 300;
    let mut word = String::new();
    let mut was_lower = false;
    for character in value.chars().take(LONGEST) {
        let is_border = !character.is_ascii_alphanumeric();
        if (is_border || (character.is_ascii_uppercase() && was_lower)) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if !is_border {
            word.push(character.to_ascii_lowercase());
        }
        was_lower = character.is_ascii_lowercase();
    }
    if !word.is_empty() {
        words.push(word);
    }
}

/// Whether the words mark boilerplate: menus, comments, notices.
pub(super) fn is_boilerplate(words: &[String]) -> bool {
    words.iter().any(|word| BOILERPLATE.contains(word.as_str()))
        || words.windows(2).any(|pair| {
            BOILERPLATE_PAIRS
                .iter()
                .any(|(first, second)| pair[0] == *first && pair[1] == *second)
        })
}

/// Whether the words mark what is on every page of a site: menus, notices, the footer.
pub(super) fn is_furniture(words: &[String]) -> bool {
    words
        .iter()
        .any(|word| word_list("furniture").contains(&word.as_str()))
}

static BOILERPLATE: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| entries(include_str!("../words/boilerplate.txt")).collect());

const BOILERPLATE_PAIRS: &[(&str, &str)] = &[
    ("article", "tags"),
    ("post", "tags"),
    ("tag", "list"),
    ("tags", "list"),
    ("post", "footer"),
    ("entry", "footer"),
    ("post", "meta"),
    ("entry", "meta"),
    ("article", "meta"),
    ("author", "box"),
    ("author", "bio"),
    ("about", "author"),
    ("author", "info"),
    ("read", "more"),
    ("read", "next"),
    ("up", "next"),
    ("more", "stories"),
    ("more", "from"),
    ("also", "like"),
    ("see", "also"),
    ("site", "header"),
    ("page", "header"),
    ("page", "footer"),
    ("sign", "up"),
    ("sign", "in"),
    ("call", "to"),
    ("opt", "in"),
    ("mailing", "list"),
    ("image", "credit"),
    ("photo", "credit"),
    ("edit", "section"),
    ("nav", "box"),
    ("most", "read"),
    ("most", "viewed"),
    ("fact", "box"),
    ("visually", "hidden"),
    ("screen", "reader"),
    ("sr", "only"),
];
