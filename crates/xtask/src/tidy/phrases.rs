//! Texts for people are plain English: no phrase of `phrases.toml` is in a text that is shown.
//!
//! Shown are the literals of the product's crates, the texts of the web app, the templates of pages
//! and mails, and the API's description, which holds the doc comments of handlers and wire types.

use std::ops::Range;

use super::rules::TidyRules;
use super::source_text::{SourceLanguage, SourceText};
use super::source_tree::TreeFile;
use super::{SourceTree, TidyProblem};

const API: &str = "openapi.json";
/// Code before a literal that only programmers read.
const INTERNAL: [&str; 2] = ["expect(", "reason ="];

pub(super) fn check(tree: &SourceTree, rules: &TidyRules) -> Vec<TidyProblem> {
    let phrases: Vec<(Vec<String>, &String)> = rules
        .phrases
        .phrases
        .iter()
        .map(|(phrase, better)| (words(phrase).map(|word| word.text).collect(), better))
        .collect();
    tree.files()
        .filter(|file| !file.is_test())
        .flat_map(|file| {
            let shown = shown_texts(file, rules);
            let found = shown
                .iter()
                .flat_map(|(start, text)| {
                    in_text(text, &phrases).map(move |(at, why)| (start + at, why))
                })
                .collect();
            file.problems_at(found)
        })
        .collect()
}

/// What people see of a file: each text and its byte offset.
fn shown_texts(file: &TreeFile, rules: &TidyRules) -> Vec<(usize, String)> {
    if file.path == API {
        return vec![(0, file.text.replace("\\n", "  "))];
    }
    match &file.source {
        Some(source) if file.path.starts_with("web/src/") && !file.path.contains("/testing/") => {
            vec![(0, without_comments(file, source))]
        }
        Some(source) if rules.arrows.product.includes(file) && file.is_in_src() => {
            shipped_literals(source)
        }
        None if file.path.contains("/templates/") => vec![(0, file.text.clone())],
        _ => Vec::new(),
    }
}

/// Text between tags is code to the scanner, so only comments are taken out of the web's sources.
fn without_comments(file: &TreeFile, source: &SourceText) -> String {
    let mut text = file.text.clone();
    for comment in &source.comments {
        let range = comment.start..comment.start + comment.text.len();
        text.replace_range(range.clone(), &" ".repeat(range.len()));
    }
    text
}

fn shipped_literals(source: &SourceText) -> Vec<(usize, String)> {
    if source.language != SourceLanguage::Rust {
        return Vec::new();
    }
    let internal: Vec<usize> = source
        .literals_after(&INTERNAL)
        .map(|literal| literal.start)
        .collect();
    let shipped = source
        .literals
        .iter()
        .filter(|literal| !source.is_test(literal.start) && !internal.contains(&literal.start));
    // A single word is a name for programs.
    shipped
        .filter(|literal| literal.text.contains(' '))
        .map(|literal| (literal.start, literal.text.clone()))
        .collect()
}

/// The phrases in a text, in any case and across line breaks, with what to say instead.
fn in_text(
    text: &str,
    phrases: &[(Vec<String>, &String)],
) -> impl Iterator<Item = (usize, String)> {
    let said: Vec<ShownWord> = words(text).collect();
    let mut found = Vec::new();
    for (first, word) in said.iter().enumerate() {
        for (phrase, better) in phrases {
            let window = &said[first..(first + phrase.len()).min(said.len())];
            if window.iter().map(|word| &word.text).eq(phrase) && is_one_piece(text, window) {
                let phrase = phrase.join(" ");
                let advice = format!("nobody says \"{phrase}\" at work; better: {better}");
                found.push((word.place.start, advice));
            }
        }
    }
    found.into_iter()
}

struct ShownWord {
    text: String,
    place: Range<usize>,
}

/// The words of a text in lower case; apostrophes, hyphens and underscores belong to a word.
fn words(text: &str) -> impl Iterator<Item = ShownWord> {
    let is_part =
        |character: char| character.is_alphanumeric() || matches!(character, '\'' | '-' | '_');
    text.split(move |character| !is_part(character))
        .filter(|word| !word.is_empty())
        .map(|word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            ShownWord {
                text: word.trim_matches('\'').to_lowercase(),
                place: start..start + word.len(),
            }
        })
}

/// Whether only space, or a line that is continued, is between the words.
fn is_one_piece(text: &str, window: &[ShownWord]) -> bool {
    window.windows(2).all(|pair| {
        let between = &text[pair[0].place.end..pair[1].place.start];
        between
            .chars()
            .all(|gap| gap.is_whitespace() || gap == '\\')
    })
}
