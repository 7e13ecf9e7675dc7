//! The order in which words, stems and terms lie in the tables.

use std::cmp::Reverse;

use super::builder::{IndexBuilder, TermKey, WordSet, number};

/// The final ids. Frequent words have small ones, so that what is read often lies together.
pub(super) struct TermNumbers {
    pub(super) words: Ranks,
    pub(super) stems: Ranks,
    /// By phrase as collected: its term. Those that also exist with symbols come first, then those
    /// of frequent words, which are found most often.
    pub(super) phrases: Vec<u32>,
    /// How many of them also exist with symbols.
    pub(super) with_variants: u32,
    /// Phrases by term.
    pub(super) phrase_order: Vec<u32>,
    /// Phrases with symbols in the order of their phrases.
    pub(super) variant_order: Vec<u32>,
    pub(super) variants: Vec<u32>,
    pub(super) plain_terms: u32,
}

/// Ids from 1 on, by frequency, and the order in which they were given.
pub(super) struct Ranks {
    pub(super) ids: Vec<u32>,
    pub(super) order: Vec<u32>,
}

impl Ranks {
    fn new(words: &WordSet) -> Self {
        let mut order: Vec<u32> = (0..number(words.len())).collect();
        order.sort_by_key(|word| Reverse(words.counts[*word as usize]));
        let mut ids = vec![0; order.len()];
        for (rank, word) in order.iter().enumerate() {
            ids[*word as usize] = number(rank + 1);
        }
        Self { ids, order }
    }
}

impl TermNumbers {
    pub(super) fn new(collected: &IndexBuilder) -> Self {
        let mut has_variants = vec![false; collected.phrases.len()];
        for (phrase, _) in &collected.variants {
            has_variants[*phrase as usize] = true;
        }
        let words = Ranks::new(&collected.words);
        let rarest_word = |phrase: u32| {
            let ids = collected.phrases.get(phrase).iter();
            ids.map(|word| words.ids[*word as usize]).max()
        };
        let keys = (0..).zip(&has_variants).map(|(phrase, has_variants)| {
            let rarest = rarest_word(phrase).filter(|_| !has_variants);
            rarest.unwrap_or_default()
        });
        let phrase_order = order_by_key(words.ids.len() + 1, &keys.collect::<Vec<u32>>());
        let phrases = inverse(&phrase_order);
        let mut variant_order: Vec<u32> = (0..number(collected.variants.len())).collect();
        variant_order
            .sort_by_key(|variant| phrases[collected.variants[*variant as usize].0 as usize]);
        Self {
            words,
            stems: Ranks::new(&collected.stems),
            phrases,
            with_variants: number(has_variants.iter().filter(|has| **has).count()),
            phrase_order,
            variants: inverse(&variant_order),
            variant_order,
            plain_terms: number(collected.phrases.len() + collected.groups.len()),
        }
    }

    pub(super) fn term(&self, key: TermKey) -> u32 {
        match key {
            TermKey::Phrase(phrase) => self.phrases[phrase as usize],
            TermKey::Group(group) => number(self.phrases.len()) + group,
            TermKey::Variant(variant) => self.plain_terms + self.variants[variant as usize],
        }
    }
}

/// Numbers from 0 on in the order of their keys, which are below a limit.
pub(super) fn order_by_key(limit: usize, keys: &[u32]) -> Vec<u32> {
    let mut places = starts(limit, keys.iter().copied());
    let mut order = vec![0; keys.len()];
    for (at, key) in (0..).zip(keys) {
        let place = &mut places[*key as usize];
        order[*place as usize] = at;
        *place += 1;
    }
    order
}

fn inverse(order: &[u32]) -> Vec<u32> {
    let mut places = vec![0; order.len()];
    for (place, at) in order.iter().enumerate() {
        places[*at as usize] = number(place);
    }
    places
}

/// Where the entries of each key start, when they are sorted by key.
pub(super) fn starts(keys: usize, entries: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut starts = vec![0; keys + 1];
    for key in entries {
        starts[key as usize + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    starts
}
