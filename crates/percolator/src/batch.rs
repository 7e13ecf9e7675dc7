//! Texts against one index, many at a time and step by step: what one step needs from memory is
//! requested for all texts before any of it is waited for.

mod fan_out;
mod groups;
mod phrases;
mod stem_memo;

use crate::index::{IndexView, NO_WORD, stem_flags, word_flags};
use crate::keyword_query::ReadText;
use crate::percolator::{PercolatorMatch, PercolatorText};
use crate::words::WordScanner;
use groups::GroupFinder;
use phrases::PhraseFinder;
use stem_memo::StemMemo;

pub(crate) use fan_out::ListedMatch;

/// The memory of one matching thread, used for batch after batch.
#[derive(Debug, Default)]
pub(crate) struct BatchScratch {
    scanner: WordScanner,
    /// By text: where its words end.
    text_ends: Vec<usize>,
    memo: StemMemo,
    resolved: ResolvedWords,
    phrases: PhraseFinder,
    groups: GroupFinder,
    found: FoundTerms,
}

/// The words of all texts as an index knows them.
#[derive(Debug, Default)]
struct ResolvedWords {
    first_slots: Vec<u64>,
    /// By word of the batch: its id, or [`NO_WORD`].
    ids: Vec<u32>,
    /// The stems that are in groups, with their flags, of all texts.
    stems: Vec<u32>,
    /// By text: where its stems end.
    stem_ends: Vec<usize>,
    spelling: String,
}

/// Terms that were found, each with the number of its text in the upper half.
#[derive(Debug, Default)]
struct FoundTerms {
    found: Vec<u64>,
}

impl FoundTerms {
    #[inline]
    fn push(&mut self, text: usize, term: u32) {
        self.found.push((text as u64) << 32 | u64::from(term));
    }

    fn sort(&mut self) {
        self.found.sort_unstable();
        self.found.dedup();
    }
}

impl BatchScratch {
    /// Splits the texts into words, which serve all indexes.
    pub(crate) fn read(&mut self, texts: &[PercolatorText<'_>]) {
        self.scanner.clear();
        self.text_ends.clear();
        for text in texts {
            for part in text.parts {
                self.scanner.scan(part);
            }
            self.text_ends.push(self.scanner.len());
        }
    }

    /// Calls `visit` with each query of the index that a text matches.
    pub(crate) fn find(
        &mut self,
        index: &IndexView<'_>,
        texts: &[PercolatorText<'_>],
        visit: impl FnMut(ListedMatch),
    ) {
        self.found.found.clear();
        self.resolve(index);
        let ids = &self.resolved.ids;
        self.phrases
            .find(index, ids, &self.text_ends, &mut self.found);
        self.groups.find(index, &self.resolved, &mut self.found);
        self.found.sort();
        self.add_variants(index, texts);
        fan_out::visit_lists(index, texts, &self.found.found, visit);
    }

    /// Looks every word up; finds phrases and groups of one word on the way.
    fn resolve(&mut self, index: &IndexView<'_>) {
        let words = self.scanner.words();
        let resolved = &mut self.resolved;
        resolved.ids.clear();
        resolved.stems.clear();
        resolved.stem_ends.clear();
        resolved.first_slots.clear();
        let slots = words.iter().map(|word| index.words.first(word.hash));
        resolved.first_slots.extend(slots);
        let mut start = 0;
        for (text, end) in self.text_ends.iter().enumerate() {
            for (word, slot) in words[start..*end]
                .iter()
                .zip(&resolved.first_slots[start..*end])
            {
                let value = index.words.find_from(*slot, word.hash);
                let id = value >> word_flags::BITS;
                resolved.ids.push(id);
                let mut stem = 0;
                if id == NO_WORD {
                    if word.hash != 0 && index.has_groups() {
                        let hash =
                            self.memo
                                .stem_hash(&self.scanner, *word, &mut resolved.spelling);
                        stem = index.stems.find(hash);
                    }
                } else {
                    if value & word_flags::IS_PHRASE != 0 {
                        self.found.push(text, index.word_phrases[id as usize]);
                    }
                    if value & word_flags::HAS_STEM != 0 {
                        stem = index.word_stems[id as usize];
                    }
                }
                if stem != 0 {
                    resolved.stems.push(stem);
                    if stem & stem_flags::IS_GROUP != 0 {
                        let id = stem >> stem_flags::BITS;
                        self.found.push(text, index.stem_groups[id as usize]);
                    }
                }
            }
            resolved.stem_ends.push(resolved.stems.len());
            start = *end;
        }
    }

    /// Where a phrase also exists with symbols, looks at the text as it is written.
    fn add_variants(&mut self, index: &IndexView<'_>, texts: &[PercolatorText<'_>]) {
        let plain = self.found.found.len();
        for at in 0..plain {
            let found = self.found.found[at];
            let (text, term) = text_and_term(found);
            let variants = index.variants_of(term);
            if variants.is_empty() {
                continue;
            }
            let read = ReadText::new(texts[text].parts);
            for variant in variants {
                if read.holds_phrase(&index.variant_phrase(term, variant)) {
                    self.found.push(text, variant);
                }
            }
        }
        if self.found.found.len() > plain {
            self.found.sort();
        }
    }
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the two halves of the number"
)]
fn text_and_term(found: u64) -> (usize, u32) {
    ((found >> 32) as usize, found as u32)
}

impl ListedMatch {
    pub(crate) fn result(self) -> PercolatorMatch {
        PercolatorMatch {
            customer: self.query.customer,
            subscription: self.query.subscription,
        }
    }
}
