//! What a company does, in one line from its own sentences.

mod sentence_cut;

use std::collections::HashSet;
use std::sync::LazyLock;

use super::word_lists::word_list;
use crate::taxonomy::is_wish_verb;
use crate::text::{entries, fold, sentences, words};
use sentence_cut::{name_used, shortened};

/// One line that says what a company does, from its own text; empty if the text says nothing.
pub fn one_liner(name: &str, text: &str) -> String {
    let text = &text[..text.floor_char_boundary(READ)];
    let mut best: Option<(f64, &str)> = None;
    for (position, sentence) in sentences(text).into_iter().take(SENTENCES).enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "a handful of sentences")]
        let score = says_what(name, sentence) - position as f64 * 1.2;
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, sentence));
        }
    }
    best.map_or(String::new(), |(_, sentence)| shortened(name, sentence))
}

/// Only the beginning of a text introduces the company.
const READ: usize = 4000;
const SENTENCES: usize = 6;

/// How well a sentence says what the company does and for whom.
pub(super) fn says_what(name: &str, sentence: &str) -> f64 {
    let folded: Vec<String> = words(sentence).map(|w| fold(w.text).into_owned()).collect();
    let joined = format!(" {} ", folded.join(" "));
    let mut score = match folded.len() {
        0..=3 => -4.0,
        4..=6 => -1.0,
        7..=28 => 0.0,
        29..=40 => -0.5,
        _ => -1.5,
    };
    if names_itself(name_used(name, sentence), &joined) {
        score += 2.5;
    }
    if word_list("opening")
        .iter()
        .any(|opening| joined.contains(&format!(" {opening} ")))
    {
        score += 1.5;
    }
    if folded.iter().any(|word| is_kind(word)) {
        score += 1.0;
    }
    if joined.contains(" for ") || joined.contains(" helps ") || joined.contains(" help ") {
        score += 0.7;
    }
    score - noise(sentence, &joined)
}

/// Whether the company's name precedes "is", "helps" and the like.
fn names_itself(name: &str, joined: &str) -> bool {
    let name: Vec<String> = words(name)
        .map(|word| fold(word.text).into_owned())
        .collect();
    if name.is_empty() {
        return false;
    }
    let name = format!(" {} ", name.join(" "));
    let Some(at) = joined.find(&name) else {
        return false;
    };
    let after = &joined[at + name.len()..];
    let verb = after.split(' ').next().unwrap_or("");
    is_saying(verb) || verb.strip_suffix('s').is_some_and(is_wish_verb)
}

/// Whether a verb after a company's name introduces what the company does.
pub(super) fn is_saying(verb: &str) -> bool {
    word_list("saying").contains(&verb)
}

/// The penalty for a sentence that is no description: a call to action, a question, a quotation, a
/// legal line.
fn noise(sentence: &str, joined: &str) -> f64 {
    let mut noise = 0.0;
    if sentence.ends_with('?') {
        noise += 3.0;
    }
    if sentence.ends_with('!') {
        noise += 0.7;
    }
    if sentence.starts_with(['"', '\u{201C}', '\u{2018}', '>']) {
        noise += 4.0;
    }
    if [" i ", " i'm ", " my ", " me "]
        .iter()
        .any(|word| joined.contains(word))
    {
        noise += 2.0;
    }
    if word_list("legal")
        .iter()
        .any(|words| joined.contains(&format!(" {words} ")))
    {
        noise += 6.0;
    }
    if is_call(joined) {
        noise += 3.0;
    }
    // This says what others do.
    if joined.contains(" alternative to ") || joined.contains(" different from ") {
        noise += 2.5;
    }
    noise
}

/// Whether a line asks the reader to do something: "Get started", "Book a demo".
pub(crate) fn is_call(joined: &str) -> bool {
    word_list("call").iter().any(|call| {
        joined[1..]
            .strip_prefix(call)
            .is_some_and(|rest| rest.starts_with(' '))
    })
}

/// Whether a folded word names what a company or product can be.
pub(crate) fn is_kind(word: &str) -> bool {
    KINDS.contains(word)
}

static KINDS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| entries(include_str!("../words/kinds.txt")).collect());
