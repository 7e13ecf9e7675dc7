//! Collects queries: equal words, phrases and groups are kept once.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::layout::Index;
use crate::exact_phrase::ExactPhrase;
use crate::keyword_query::QueryTerms;
use crate::words::{fold_numbers, hash_word};

/// Queries on their way into an [`Index`].
#[derive(Debug, Default)]
pub(crate) struct IndexBuilder {
    pub(super) words: WordSet,
    pub(super) stems: WordSet,
    pub(super) phrases: SequenceSet,
    pub(super) groups: SequenceSet,
    /// Phrases with symbols: the phrase, and the symbols around its words.
    pub(super) variants: Vec<(u32, Box<str>)>,
    variant_numbers: HashMap<(u32, Box<str>), u32>,
    pub(super) queries: Vec<CollectedQuery>,
    pub(super) conditions: Vec<CollectedCondition>,
    sequence: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct CollectedQuery {
    pub(super) customer: u32,
    pub(super) subscription: u32,
    pub(super) first: TermKey,
    /// 0, or one more than the number of the condition.
    pub(super) condition: u32,
}

/// What a query asks for besides its first term.
#[derive(Debug)]
pub(super) struct CollectedCondition {
    pub(super) required: Vec<TermKey>,
    pub(super) excluded: Vec<TermKey>,
    pub(super) communities: Vec<u64>,
    pub(super) excluded_communities: Vec<u64>,
}

/// A term by its number in one of the sets of the builder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TermKey {
    Phrase(u32),
    Group(u32),
    Variant(u32),
}

impl IndexBuilder {
    pub(crate) fn add(&mut self, customer: u32, subscription: u32, terms: &QueryTerms) {
        let phrases = terms.phrases.iter();
        let mut required: Vec<TermKey> = phrases.map(|phrase| self.add_phrase(phrase)).collect();
        if !terms.stems.is_empty() {
            required.push(self.add_group(&terms.stems));
        }
        let Some(first) = required.first().copied() else {
            return;
        };
        let condition = CollectedCondition {
            excluded: self.add_excluded(terms),
            communities: terms.communities.clone(),
            excluded_communities: terms.excluded_communities.clone(),
            required,
        };
        let mut query = CollectedQuery {
            customer,
            subscription,
            first,
            condition: 0,
        };
        if !condition.is_empty() {
            self.conditions.push(condition);
            query.condition = number(self.conditions.len());
        }
        self.queries.push(query);
    }

    pub(crate) fn finish(self) -> Index {
        Index::new(&super::assembly::assemble(self))
    }

    fn add_excluded(&mut self, terms: &QueryTerms) -> Vec<TermKey> {
        let phrases = terms.excluded_phrases.iter();
        let mut excluded: Vec<TermKey> = phrases.map(|phrase| self.add_phrase(phrase)).collect();
        let stems = terms.excluded_stems.split_ascii_whitespace();
        excluded.extend(stems.map(|stem| self.add_group(stem)));
        excluded
    }

    fn add_phrase(&mut self, phrase: &ExactPhrase) -> TermKey {
        self.sequence.clear();
        for word in phrase.words() {
            self.sequence.push(self.words.add(word));
        }
        let plain = self.phrases.add(&self.sequence, &mut self.words);
        if !phrase.has_symbols() {
            return TermKey::Phrase(plain);
        }
        let key = (plain, phrase.symbols().into());
        if let Some(known) = self.variant_numbers.get(&key) {
            return TermKey::Variant(*known);
        }
        let new = number(self.variants.len());
        self.variants.push(key.clone());
        self.variant_numbers.insert(key, new);
        TermKey::Variant(new)
    }

    /// The same stems are the same group in whatever order they are written.
    fn add_group(&mut self, stems: &str) -> TermKey {
        self.sequence.clear();
        for stem in stems.split_ascii_whitespace() {
            self.sequence.push(self.stems.add(stem));
        }
        self.sequence.sort_unstable();
        TermKey::Group(self.groups.add(&self.sequence, &mut self.stems))
    }
}

impl CollectedCondition {
    /// Whether nothing is asked but the one term.
    fn is_empty(&self) -> bool {
        self.required.len() < 2
            && self.excluded.is_empty()
            && self.communities.is_empty()
            && self.excluded_communities.is_empty()
    }
}

/// Words or stems, each once, with the number of terms that hold them.
#[derive(Debug, Default)]
pub(super) struct WordSet {
    numbers: HashMap<u64, u32, BuildHasherDefault<HashItself>>,
    pub(super) hashes: Vec<u64>,
    pub(super) counts: Vec<u32>,
    text: String,
    ends: Vec<u32>,
}

impl WordSet {
    pub(super) fn add(&mut self, word: &str) -> u32 {
        let hash = hash_word(word.as_bytes());
        let new = number(self.hashes.len());
        let number_of_word = *self.numbers.entry(hash).or_insert(new);
        if number_of_word == new {
            self.hashes.push(hash);
            self.counts.push(0);
            self.text.push_str(word);
            self.ends.push(number(self.text.len()));
        }
        number_of_word
    }

    pub(super) fn find(&self, word: &str) -> Option<u32> {
        self.numbers.get(&hash_word(word.as_bytes())).copied()
    }

    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    pub(super) fn get(&self, number: u32) -> &str {
        let at = number as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[at] as usize]
    }
}

/// Sequences of words, each once.
#[derive(Debug, Default)]
pub(super) struct SequenceSet {
    numbers: HashMap<u64, u32, BuildHasherDefault<HashItself>>,
    words: Vec<u32>,
    ends: Vec<u32>,
}

impl SequenceSet {
    fn add(&mut self, sequence: &[u32], counted: &mut WordSet) -> u32 {
        let mut hash = fold_numbers(sequence.iter().map(|word| u64::from(*word)));
        while let Some(known) = self.numbers.get(&hash) {
            if self.get(*known) == sequence {
                return *known;
            }
            hash = hash.wrapping_add(1);
        }
        let new = number(self.ends.len());
        self.numbers.insert(hash, new);
        self.words.extend_from_slice(sequence);
        self.ends.push(number(self.words.len()));
        for word in sequence {
            counted.counts[*word as usize] += 1;
        }
        new
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn total_words(&self) -> usize {
        self.words.len()
    }

    pub(super) fn get(&self, number: u32) -> &[u32] {
        let at = number as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[start as usize..self.ends[at] as usize]
    }
}

/// The keys are hashes already.
#[derive(Debug, Default)]
struct HashItself(u64);

impl Hasher for HashItself {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = hash_word(bytes);
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// The tables are numbered with 32 bits, which is far beyond what memory holds.
pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).expect("fewer than 4 billion words, terms and queries")
}
