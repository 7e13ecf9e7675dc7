//! The text of a comment: its words, its sentences, and how alike two of them are.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::LazyLock;

use lens::text;
use regex::Regex;

/// Words as people count them.
pub(super) fn count_words(text: &str) -> usize {
    text.split_whitespace()
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .count()
}

/// The sentences of a line, with list markers before them.
pub(super) fn sentences(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for stop in STOPS.find_iter(line) {
        // "1. Send it" is one sentence.
        let is_number = line[start..stop.end()]
            .trim()
            .trim_end_matches('.')
            .parse::<u32>()
            .is_ok();
        if !is_number {
            found.push(line[start..stop.end()].trim());
            start = stop.end();
        }
    }
    found.push(line[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

static STOPS: LazyLock<Regex> = LazyLock::new(|| {
    let stops = r#"[.!?]["'”’)]*(\s+|$)"#;
    Regex::new(stops).expect("the pattern is one")
});

/// The runs of words of a comment: people who answer often must not sound like a machine that does.
#[derive(Debug)]
pub(super) struct WordRuns(HashSet<u64>);

/// So many words in the same order are a phrase and no chance.
const RUN: usize = 5;

impl WordRuns {
    pub(super) fn of(text: &str) -> Self {
        Self::of_length(text, RUN)
    }

    pub(super) fn of_length(text: &str, length: usize) -> Self {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let words = text::folded(text);
        let runs = words.windows(length).map(|run| hasher.hash_one(run));
        Self(runs.collect())
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// How many runs both have.
    pub(super) fn shared(&self, other: &Self) -> usize {
        self.0.intersection(&other.0).count()
    }

    /// The share of the shorter one's runs that the other has too.
    pub(super) fn likeness(&self, other: &Self) -> f64 {
        let count = |number: usize| u32::try_from(number).map_or(f64::MAX, f64::from);
        count(self.shared(other)) / count(self.count().min(other.count()).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_as_alike_as_the_runs_they_share() {
        let likeness = |one: &str, other: &str| WordRuns::of(one).likeness(&WordRuns::of(other));
        let whole = "Put the due date in bold on the first page.";

        assert!(likeness(whole, &whole.to_uppercase()) > 0.99);
        assert!(likeness(whole, "Ask for a third before you start.") < 0.01);
        // One of its three runs.
        let share = likeness(whole, "They put the due date in red.");
        assert!((share - 1.0 / 3.0).abs() < 0.01, "{share}");
        assert!(likeness("Too short.", whole) < 0.01);
    }

    #[test]
    fn a_number_before_a_list_item_is_no_sentence() {
        assert_eq!(
            sentences("1. Send it. Then wait (a day.) Done?"),
            ["1. Send it.", "Then wait (a day.)", "Done?"]
        );
    }
}
