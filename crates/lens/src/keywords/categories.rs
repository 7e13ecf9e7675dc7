//! The generic name of a product or company: "subscription billing software".

use super::phrases::{is_describing, is_generality, is_pair, is_verb};
use crate::text::{Word, fold, folded, is_stopword, stem, words};
use crate::website::{is_kind, word_list};

/// The categories in a sentence: a kind of product with its modifiers.
pub(crate) fn categories(sentence: &str) -> Vec<String> {
    let all: Vec<Word<'_>> = words(sentence).collect();
    let folded = folded(sentence);
    let mut found = Vec::new();
    for at in 0..all.len() {
        let is_kind = is_tail(&folded[at]) && !is_empty_kind(&folded[at]);
        let goes_on = folded
            .get(at + 1)
            .is_some_and(|next| is_tail(next) && &sentence[all[at].end..all[at + 1].start] == " ");
        if !is_kind || goes_on {
            continue;
        }
        let modifiers = modifiers(sentence, &all, &folded, at);
        if modifiers.is_empty() {
            if is_telling_alone(&folded[at]) {
                found.push(folded[at].clone());
            }
            continue;
        }
        found.push(joined(&modifiers, &folded[at]));
        found.extend(other_of_pair(sentence, &all, &folded, at, modifiers.len()));
    }
    found
}

/// The category at the start of a company's one-liner: "electronic health record" of "Electronic
/// health record for therapists".
pub(crate) fn leading(line: &str) -> Option<String> {
    const LONGEST: usize = 5;
    let mut found: Vec<Word<'_>> = Vec::new();
    let mut all = words(line).peekable();
    while let Some(word) = all.next() {
        let folded = fold(word.text);
        let gap = found.last().map(|last| &line[last.end..word.start]);
        if gap.is_some_and(|gap| !matches!(gap, " " | "-")) || is_stopword(&folded) {
            break;
        }
        let is_first = found.is_empty();
        // "Open-source" is one word.
        let is_bound = all.peek().is_some_and(|next| {
            line[word.end..next.start] == *"-" || is_pair(&folded, &fold(next.text))
        });
        if is_first && !is_bound && (is_describing(&folded) || is_vague(&folded)) {
            continue;
        }
        let is_acting = is_verb(&folded) || word_list("saying").contains(&folded.as_ref());
        if is_acting || is_first && (folded.ends_with("ing") || folded.ends_with("ed")) {
            return None;
        }
        found.push(word);
    }
    let (first, last) = (found.first()?, found.last()?);
    let is_telling = |word: &Word<'_>| {
        let folded = fold(word.text);
        !is_generality(&stem(&folded)) && !is_kind(&folded)
    };
    let end = fold(last.text);
    let is_open = is_describing(&end) || is_empty_kind(&end) || is_generality(&stem(&end));
    let is_fit = (2..=LONGEST).contains(&found.len()) && found.iter().any(is_telling) && !is_open;
    is_fit.then(|| line[first.start..last.end].to_lowercase())
}

/// Whether a folded word can end the name of a category.
pub(super) fn is_tail(word: &str) -> bool {
    is_kind(word) || word_list("tail").contains(&word)
}

/// Kinds that say nothing even with modifiers.
fn is_empty_kind(word: &str) -> bool {
    word_list("empty kind").contains(&word)
}

/// Kinds of places that people search for without a modifier.
fn is_telling_alone(word: &str) -> bool {
    word_list("telling kind").contains(&word)
}

/// The modifiers of a kind, at most three.
fn modifiers(sentence: &str, all: &[Word<'_>], folded: &[String], at: usize) -> Vec<String> {
    const MOST: usize = 3;
    let mut found: Vec<String> = Vec::new();
    for before in (0..at).rev() {
        let gap = &sentence[all[before].end..all[before + 1].start];
        let word = folded[before].as_str();
        let is_joined = matches!(gap, " " | "-" | "\u{A0}");
        let is_word = word.chars().any(char::is_alphabetic) && !word.starts_with(['$', '£', '€']);
        let is_acting = before > 0 && word_list("acting").contains(&folded[before - 1].as_str());
        let is_loose = is_stopword(word) || is_verb(word) || is_acting || word.ends_with("ly");
        if !is_joined || !is_word || is_loose || found.len() == MOST {
            break;
        }
        found.push(word.to_owned());
    }
    found.reverse();
    while found
        .first()
        .is_some_and(|first| is_describing(first) || is_vague(first))
        && !found
            .get(1)
            .is_some_and(|second| is_pair(&found[0], second))
    {
        found.remove(0);
    }
    found
}

/// Modifiers that say how something is offered, not what it is.
fn is_vague(word: &str) -> bool {
    word_list("vague").contains(&word)
}

/// "yoga studio" of "yoga and pilates studio".
fn other_of_pair(
    sentence: &str,
    all: &[Word<'_>],
    folded: &[String],
    at: usize,
    modifiers: usize,
) -> Option<String> {
    let and = at.checked_sub(modifiers + 1)?;
    let before = and.checked_sub(1)?;
    let is_pair = matches!(folded[and].as_str(), "and" | "or")
        && &sentence[all[before].end..all[and].start] == " "
        && modifiers == 1;
    let word = folded[before].as_str();
    let is_fit = !is_stopword(word) && !is_verb(word) && !is_describing(word) && !is_kind(word);
    let is_fit = is_fit && !word.ends_with('s');
    (is_pair && is_fit).then(|| joined(&[word.to_owned()], &folded[at]))
}

fn joined(modifiers: &[String], kind: &str) -> String {
    format!("{} {kind}", modifiers.join(" "))
}
