//! Texts against one index, many at a time and step by step: what one step needs from memory is
//! requested for all texts before any of it is waited for.

mod fan_out;
mod found_terms;
mod groups;
mod kept_list;
mod known_word;
mod number_set;
mod phrases;
mod word_cache;

use crate::index::{IndexView, NO_WORD, stem_flags};
use crate::keyword_query::ReadText;
use crate::percolator::{PercolatorMatch, PercolatorText};
use crate::words::WordScanner;
use fan_out::ListReader;
use found_terms::FoundTerms;
use groups::GroupFinder;
use kept_list::KeptList;
use known_word::KnownWord;
use phrases::PhraseFinder;
use word_cache::WordCaches;

pub(crate) use fan_out::ListedMatch;

/// The memory of one matching thread, used for batch after batch.
#[derive(Debug, Default)]
pub(crate) struct BatchScratch {
    scanner: WordScanner,
    caches: WordCaches,
    resolved: ResolvedWords,
    /// Which words of the batch are phrases by themselves.
    single_words: KeptList<usize>,
    phrases: PhraseFinder,
    groups: GroupFinder,
    found: FoundTerms,
    lists: ListReader,
}

/// The words of all texts as an index knows them.
#[derive(Debug, Default)]
struct ResolvedWords {
    /// By word of the batch: what the index says about it.
    known: Vec<KnownWord>,
    /// By word of the batch: its id, or none. Two more are none, so that three words follow each other
    /// wherever two do.
    ids: Vec<u32>,
    /// By text: where its words end.
    text_ends: Vec<usize>,
    /// The stems that are in groups, with their flags, of all texts.
    stems: Vec<u32>,
    /// By text: where its stems end.
    stem_ends: Vec<usize>,
}

impl ResolvedWords {
    fn ids_of(&self, text: usize) -> &[u32] {
        between_ends(&self.ids, &self.text_ends, text)
    }

    /// With their flags. Empty if no query asks for groups.
    fn stems_of(&self, text: usize) -> &[u32] {
        between_ends(&self.stems, &self.stem_ends, text)
    }
}

fn between_ends<'a>(all: &'a [u32], ends: &[usize], at: usize) -> &'a [u32] {
    let start = at.checked_sub(1).map_or(0, |before| ends[before]);
    &all[start..ends[at]]
}

/// Which text a word of the batch belongs to, for words in order.
struct TextCursor<'a> {
    text_ends: &'a [usize],
    text: usize,
}

impl<'a> TextCursor<'a> {
    fn new(text_ends: &'a [usize]) -> Self {
        Self { text_ends, text: 0 }
    }

    #[inline]
    fn text_of(&mut self, word: usize) -> usize {
        while word >= self.text_ends[self.text] {
            self.text += 1;
        }
        self.text
    }
}

/// Bytes of texts from which on the memory for them is not kept.
const LARGE: usize = 4 << 20;

impl BatchScratch {
    /// Whether to keep the memory: a batch of usual size does not need what a very large one took.
    pub(crate) fn is_worth_keeping(&self) -> bool {
        self.scanner.position() < LARGE
    }

    /// Splits the texts into words, which serve all indexes.
    pub(crate) fn read(&mut self, texts: &[PercolatorText<'_>]) {
        self.scanner.clear();
        self.resolved.text_ends.clear();
        for text in texts {
            for part in text.parts {
                self.scanner.add(part);
            }
            self.resolved.text_ends.push(self.scanner.position());
        }
        self.scanner.scan();
        for end in &mut self.resolved.text_ends {
            *end = self.scanner.words_before(*end);
        }
    }

    /// Calls `visit` with each query of the index that a text matches.
    pub(crate) fn find(
        &mut self,
        index: &IndexView<'_>,
        texts: &[PercolatorText<'_>],
        visit: impl FnMut(ListedMatch),
    ) {
        self.found.clear();
        self.look_up_words(index);
        if index.has_groups() {
            self.collect_stems(index);
            self.groups.find(index, &self.resolved, &mut self.found);
        }
        let ids = &self.resolved.ids;
        self.phrases
            .find(index, ids, &self.resolved.text_ends, &mut self.found);
        self.found.group(texts.len());
        self.add_variants(index, texts);
        self.lists
            .visit(index, texts, &self.resolved, &self.found, visit);
    }

    /// Looks every word up, and finds the phrases of one word.
    fn look_up_words(&mut self, index: &IndexView<'_>) {
        let Self {
            scanner, resolved, ..
        } = self;
        let cache = self.caches.of_index(index);
        cache.resolve(index, scanner, &mut resolved.known);
        resolved.ids.clear();
        self.single_words.clear(resolved.known.len());
        let known = resolved.known.iter().enumerate();
        resolved.ids.extend(known.map(|(at, known)| {
            self.single_words.push_if(known.is_phrase(), at);
            known.id()
        }));
        resolved.ids.extend([NO_WORD; 2]);
        let mut texts = TextCursor::new(&resolved.text_ends);
        for at in self.single_words.items() {
            let phrase = index.word_phrases[resolved.ids[*at] as usize];
            self.found.push(texts.text_of(*at), phrase);
        }
    }

    /// Collects the stems of every text, and finds the groups of one stem.
    fn collect_stems(&mut self, index: &IndexView<'_>) {
        // First which words have one; a branch on that could not be predicted.
        let ResolvedWords {
            known,
            stems,
            text_ends,
            stem_ends,
            ..
        } = &mut self.resolved;
        stems.resize(stems.len().max(known.len() + 1), 0);
        stem_ends.clear();
        let (mut start, mut count) = (0, 0);
        for (text, end) in text_ends.iter().enumerate() {
            let first = count;
            for known in &known[start..*end] {
                stems[count] = known.bits();
                count += usize::from(known.has_stem());
            }
            for stem in &mut stems[first..count] {
                *stem = KnownWord::from_bits(*stem).stem(index);
                if *stem & stem_flags::IS_GROUP != 0 {
                    let id = *stem >> stem_flags::BITS;
                    self.found.push(text, index.stem_groups[id as usize]);
                }
            }
            stem_ends.push(count);
            start = *end;
        }
    }

    /// Where a phrase also exists with symbols, looks at the text as it is written.
    fn add_variants(&mut self, index: &IndexView<'_>, texts: &[PercolatorText<'_>]) {
        if !index.has_variants() {
            return;
        }
        let mut with_symbols = Vec::new();
        for (text, terms) in self.found.by_text() {
            let mut read = None;
            for term in terms {
                for variant in index.variants_of(*term) {
                    let read = read.get_or_insert_with(|| ReadText::new(texts[text].parts));
                    if read.holds_phrase(&index.variant_phrase(*term, variant)) {
                        with_symbols.push((text, variant));
                    }
                }
            }
        }
        if !with_symbols.is_empty() {
            for (text, variant) in with_symbols {
                self.found.push(text, variant);
            }
            self.found.group(texts.len());
        }
    }
}

impl ListedMatch {
    pub(crate) fn result(self) -> PercolatorMatch {
        PercolatorMatch {
            customer: self.query.customer,
            subscription: self.query.subscription,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::IndexBuilder;
    use crate::keyword_query::KeywordQuery;

    #[test]
    fn what_a_text_repeats_is_looked_for_once() {
        let mut builder = IndexBuilder::default();
        for (id, keyword) in (0..).zip(["late payment", "late invoice"]) {
            let query = KeywordQuery::parse(keyword).expect("a keyword");
            builder.add(1, id, &query.terms);
        }
        let index = builder.finish();
        let parts = ["late payment invoice ".repeat(100)];
        let text = PercolatorText {
            parts: &[parts[0].as_str()],
            community: None,
        };

        let mut scratch = BatchScratch::default();
        scratch.read(&[text]);
        scratch.find(&index.view(), &[text], |_| {});

        assert_eq!(scratch.found.count_with_repetitions(), 2);
    }

    #[test]
    fn the_memory_for_a_very_large_batch_is_not_kept() {
        let read = |length| {
            let mut scratch = BatchScratch::default();
            let part = "a".repeat(length);
            scratch.read(&[PercolatorText {
                parts: &[part.as_str()],
                community: None,
            }]);
            scratch.is_worth_keeping()
        };

        assert!(read(LARGE / 2));
        assert!(!read(LARGE));
    }
}
