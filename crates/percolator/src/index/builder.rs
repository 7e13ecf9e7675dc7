//! Collects queries: equal words, phrases and groups are kept once.

use std::collections::HashMap;

use super::hash_numbers::HashNumbers;
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
    /// Makes room for so many queries.
    pub(crate) fn reserve(&mut self, queries: usize) {
        self.queries.reserve(queries);
    }

    pub(crate) fn add(&mut self, customer: u32, subscription: u32, terms: &QueryTerms) {
        if let ([phrase], "", false) = (&*terms.phrases, &*terms.stems, terms.has_rules()) {
            // As nearly all brands and most keywords are.
            let first = self.add_phrase(phrase);
            self.queries.push(CollectedQuery {
                customer,
                subscription,
                first,
                condition: 0,
            });
            return;
        }
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
    numbers: HashNumbers,
    pub(super) counts: Vec<u32>,
    text: String,
    ends: Vec<u32>,
}

impl WordSet {
    pub(super) fn add(&mut self, word: &str) -> u32 {
        let hash = hash_word(word.as_bytes());
        let new = number(self.len());
        let number_of_word = self.numbers.find_or_add(hash, |_| true);
        if number_of_word == new {
            self.counts.push(0);
            self.text.push_str(word);
            self.ends.push(number(self.text.len()));
        }
        number_of_word
    }

    pub(super) fn find(&self, word: &str) -> Option<u32> {
        self.numbers.find(hash_word(word.as_bytes()))
    }

    pub(super) fn len(&self) -> usize {
        self.numbers.hashes().len()
    }

    pub(super) fn hashes(&self) -> &[u64] {
        self.numbers.hashes()
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
    numbers: HashNumbers,
    words: Vec<u32>,
    ends: Vec<u32>,
}

impl SequenceSet {
    fn add(&mut self, sequence: &[u32], counted: &mut WordSet) -> u32 {
        let hash = fold_numbers(sequence.iter().map(|word| u64::from(*word)));
        let (words, ends) = (&self.words, &self.ends);
        let is_same = |known| part(words, ends, known) == sequence;
        let number_of_sequence = self.numbers.find_or_add(hash, is_same);
        if number_of_sequence as usize != self.ends.len() {
            return number_of_sequence;
        }
        self.words.extend_from_slice(sequence);
        self.ends.push(number(self.words.len()));
        for word in sequence {
            counted.counts[*word as usize] += 1;
        }
        number_of_sequence
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn total_words(&self) -> usize {
        self.words.len()
    }

    pub(super) fn get(&self, number: u32) -> &[u32] {
        part(&self.words, &self.ends, number)
    }
}

fn part<'a>(words: &'a [u32], ends: &[u32], number: u32) -> &'a [u32] {
    let at = number as usize;
    let start = at.checked_sub(1).map_or(0, |before| ends[before]);
    &words[start as usize..ends[at] as usize]
}

/// The tables are numbered with 32 bits, which is far beyond what memory holds.
pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).expect("fewer than 4 billion words, terms and queries")
}
