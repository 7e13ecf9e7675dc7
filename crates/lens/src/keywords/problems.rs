//! The problems that a site says it solves, as people would put them: a verb with its object.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::phrases::{is_describing, is_generality, is_verb};
use crate::taxonomy::is_wish_verb;
use crate::text::{Word, entries, folded, is_stopword, stem, words};
use crate::website::{is_people, word_list};

/// The problems in a sentence: "reduce churn", "failed payments".
pub(crate) fn problems(sentence: &str) -> Vec<String> {
    let all: Vec<Word<'_>> = words(sentence).collect();
    let folded = folded(sentence);
    let mut found = Vec::new();
    for at in 0..all.len() {
        let word = folded[at].as_str();
        let is_written = at == 0
            || all[at].text.starts_with(char::is_lowercase)
                && is_verb_place(&sentence[all[at - 1].end..all[at].start], &folded[at - 1]);
        if is_written
            && (LIST.verbs.contains(word) || is_wish(word, &folded, at))
            && let Some(object) = object_after(sentence, &all, &folded, at)
            && is_telling(&object)
        {
            found.push(format!("{} {}", base(word), object.join(" ")));
        }
        if LIST.marks.contains(word)
            && let Some(object) = object_after(sentence, &all, &folded, at)
        {
            found.push(format!("{word} {}", object.join(" ")));
        }
        if LIST.nouns.contains(word) {
            found.push(with_modifier(sentence, &all, &folded, at));
        }
    }
    found
}

/// Whether a verb can follow a word: "damage repair contractors" has no verb.
fn is_verb_place(gap: &str, before: &str) -> bool {
    gap.trim() != ""
        || is_stopword(before)
        || is_verb(before)
        || is_people(before)
        || word_list("saying").contains(&before)
}

/// Whether a verb says what somebody can do: it begins the line, follows "to" or another such verb.
fn is_wish(verb: &str, folded: &[String], at: usize) -> bool {
    let is_base = is_verb(verb)
        && !["ing", "ed", "es", "s"]
            .iter()
            .any(|end| verb.ends_with(end));
    let before = at.checked_sub(1).map(|before| folded[before].as_str());
    (is_base || is_wish_verb(verb))
        && !LIGHT.contains(&verb)
        && matches!(
            before,
            None | Some("to" | "and" | "you" | "can" | "people" | "teams")
        )
}

/// Verbs that say nothing without the rest of their sentence.
const LIGHT: [&str; 16] = [
    "keep", "get", "make", "let", "give", "take", "see", "know", "need", "want", "come", "go",
    "help", "tell", "bring", "offer",
];

/// "chasing" is the problem; people search for how to stop it.
fn base(verb: &str) -> &str {
    if verb == "chasing" {
        "stop chasing"
    } else {
        verb
    }
}

/// The noun phrase of one to three words after a word.
fn object_after(
    sentence: &str,
    all: &[Word<'_>],
    folded: &[String],
    at: usize,
) -> Option<Vec<String>> {
    const LONGEST: usize = 3;
    let mut object: Vec<String> = Vec::new();
    for next in at + 1..all.len() {
        let gap = &sentence[all[next - 1].end..all[next].start];
        let word = folded[next].as_str();
        let is_joined = gap.chars().all(|c| matches!(c, ' ' | '-'));
        if object.is_empty() && is_joined && matches!(word, "your" | "the" | "their" | "our") {
            continue;
        }
        if object.is_empty() && is_joined && matches!(word, "a" | "an") {
            object.push(word.to_owned());
            continue;
        }
        let is_loose = is_stopword(word) || is_verb(word) && !word.ends_with("ed");
        let is_said = word.bytes().any(|byte| byte.is_ascii_alphabetic());
        let is_name = all[next].text.starts_with(char::is_uppercase) && word.len() > 4;
        if !is_joined || is_name || is_loose || !is_said || word.ends_with("ly") {
            break;
        }
        object.push(word.to_owned());
        if object.len() > LONGEST {
            return None;
        }
    }
    let is_loose = |last: &String| {
        is_describing(last)
            || is_stopword(last)
            || ["ous", "ful", "ible", "able", "ive"]
                .iter()
                .any(|ending| last.ends_with(ending))
    };
    while object.last().is_some_and(is_loose) {
        object.pop();
    }
    (!object.is_empty()).then_some(object)
}

/// Whether an object states the problem: "churn" does, "time" and "the team" do not.
fn is_telling(object: &[String]) -> bool {
    object
        .iter()
        .any(|word| !is_generality(&stem(word)) && !is_describing(word) && word.len() > 3)
}

/// Adds the word before a problem: "back pain", "involuntary churn".
fn with_modifier(sentence: &str, all: &[Word<'_>], folded: &[String], at: usize) -> String {
    let noun = folded[at].clone();
    let Some(before) = at.checked_sub(1) else {
        return noun;
    };
    let gap = &sentence[all[before].end..all[at].start];
    let word = folded[before].as_str();
    let belongs = gap == " "
        && word.bytes().all(|byte| byte.is_ascii_lowercase())
        && (!is_stopword(word) || word == "back" && noun == "pain")
        && !is_verb(word)
        && !is_describing(word)
        && !word.ends_with("ly")
        && (!word.ends_with('s') || word.ends_with("ss"))
        && !LIST.verbs.contains(word)
        && !matches!(
            word,
            "spot" | "detect" | "track" | "catch" | "manage" | "treat" | "less"
        );
    if belongs {
        format!("{word} {noun}")
    } else {
        noun
    }
}

struct ProblemWords {
    verbs: HashSet<&'static str>,
    nouns: HashSet<&'static str>,
    marks: HashSet<&'static str>,
}

static LIST: LazyLock<ProblemWords> = LazyLock::new(|| {
    let of_kind = |kind: &str| {
        entries(include_str!("../words/troubles.txt"))
            .filter_map(|line| line.split_once(": "))
            .filter(|(known, _)| *known == kind)
            .map(|(_, word)| word)
            .collect()
    };
    ProblemWords {
        verbs: of_kind("verb"),
        nouns: of_kind("noun"),
        marks: of_kind("mark"),
    }
});
