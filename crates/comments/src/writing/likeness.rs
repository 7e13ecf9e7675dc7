//! How alike two comments are: people who answer often must not sound like a machine that does.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use lens::text;

/// The runs of words of a comment.
#[derive(Debug)]
pub(super) struct Runs(HashSet<u64>);

/// So many words in the same order are a phrase and no chance.
const RUN: usize = 5;

impl Runs {
    pub(super) fn of(comment: &str) -> Self {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let words = text::folded(comment);
        Self(words.windows(RUN).map(|run| hasher.hash_one(run)).collect())
    }

    /// The share of the shorter one's runs that the other has too.
    pub(super) fn likeness(&self, other: &Self) -> f64 {
        let count = |number: usize| u32::try_from(number).map_or(f64::MAX, f64::from);
        let both = self.0.intersection(&other.0).count();
        count(both) / count(self.0.len().min(other.0.len()).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_as_alike_as_the_runs_they_share() {
        let likeness = |one: &str, other: &str| Runs::of(one).likeness(&Runs::of(other));
        let whole = "Put the due date in bold on the first page.";

        assert!(likeness(whole, &whole.to_uppercase()) > 0.99);
        assert!(likeness(whole, "Ask for a third before you start.") < 0.01);
        // One of its three runs.
        let share = likeness(whole, "They put the due date in red.");
        assert!((share - 1.0 / 3.0).abs() < 0.01, "{share}");
        assert!(likeness("Too short.", whole) < 0.01);
    }
}
