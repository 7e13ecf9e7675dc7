//! How the tables of an index lie in one block of memory, which is also the snapshot file.

use std::sync::atomic::{AtomicU64, Ordering};

use super::NO_TERM;
use super::filed_groups::FiledGroup;
use super::hash_slots::{HashSlots, PhraseFilter};
use super::phrase_slots::{PhraseSlot, PhraseSlots};
use super::snapshot::IndexBlock;
use super::term_list::{ListedQuery, TermList};

/// The tables, in the order in which they are stored.
#[derive(Debug, Default)]
pub(super) struct IndexTables {
    pub(super) word_slots: Vec<u64>,
    pub(super) stem_slots: Vec<u64>,
    pub(super) phrase_filter: Vec<u64>,
    pub(super) triple_filter: Vec<u64>,
    pub(super) phrase_slots: Vec<PhraseSlot>,
    /// By word: the stem and its flags, as the table of stems holds them.
    pub(super) word_stems: Vec<u32>,
    /// By word: the phrase of that single word.
    pub(super) word_phrases: Vec<u32>,
    /// By term: where its words or stems start.
    pub(super) term_starts: Vec<u32>,
    pub(super) term_words: Vec<u32>,
    /// By stem: the group of that single stem.
    pub(super) stem_groups: Vec<u32>,
    /// By stem: where the groups that are filed under it start.
    pub(super) anchor_starts: Vec<u32>,
    /// By group: the mark of its second stem.
    pub(super) group_marks: Vec<u16>,
    pub(super) groups: Vec<FiledGroup>,
    /// By term: the queries that are filed under it,
    pub(super) term_lists: Vec<TermList>,
    /// and those of them that are not the first.
    pub(super) listed: Vec<ListedQuery>,
    pub(super) conditions: Vec<u32>,
    /// By phrase that also exists with symbols: where those start.
    pub(super) variant_starts: Vec<u32>,
    pub(super) text_starts: Vec<u32>,
    /// Words, then stems, then the symbols of phrases.
    pub(super) text: Vec<u8>,
    /// How many words, phrases, terms without symbols, places of phrases, and queries there are.
    pub(super) counts: Vec<u32>,
}

/// An index in memory or in a mapped file.
#[derive(Debug)]
pub(crate) struct Index {
    block: IndexBlock,
    /// Another one for each index of this process, never 0.
    identity: u64,
    /// Its queries were read from a snapshot whose tables are not as they were written.
    is_of_damaged: bool,
}

pub(super) const TABLES: usize = 20;

impl Index {
    pub(super) fn of_block(block: IndexBlock) -> Self {
        static IDENTITIES: AtomicU64 = AtomicU64::new(1);
        let identity = IDENTITIES.fetch_add(1, Ordering::Relaxed);
        Self {
            block,
            identity,
            is_of_damaged: false,
        }
    }

    /// The same, made from queries of another index: it is no better than that one.
    pub(crate) fn made_from(self, other: &Self) -> Self {
        Self {
            is_of_damaged: !other.is_intact(),
            ..self
        }
    }

    pub(super) fn block(&self) -> &IndexBlock {
        &self.block
    }

    pub(super) fn is_of_damaged(&self) -> bool {
        self.is_of_damaged
    }

    pub(super) fn new(tables: &IndexTables) -> Self {
        let block = IndexBlock::of_tables(&[
            bytemuck::cast_slice(&tables.word_slots),
            bytemuck::cast_slice(&tables.stem_slots),
            bytemuck::cast_slice(&tables.phrase_filter),
            bytemuck::cast_slice(&tables.triple_filter),
            bytemuck::cast_slice(&tables.phrase_slots),
            bytemuck::cast_slice(&tables.word_stems),
            bytemuck::cast_slice(&tables.word_phrases),
            bytemuck::cast_slice(&tables.term_starts),
            bytemuck::cast_slice(&tables.term_words),
            bytemuck::cast_slice(&tables.stem_groups),
            bytemuck::cast_slice(&tables.anchor_starts),
            bytemuck::cast_slice(&tables.group_marks),
            bytemuck::cast_slice(&tables.groups),
            bytemuck::cast_slice(&tables.term_lists),
            bytemuck::cast_slice(&tables.listed),
            bytemuck::cast_slice(&tables.conditions),
            bytemuck::cast_slice(&tables.variant_starts),
            bytemuck::cast_slice(&tables.text_starts),
            &tables.text,
            bytemuck::cast_slice(&tables.counts),
        ]);
        Self::of_block(block)
    }

    pub(crate) fn view(&self) -> IndexView<'_> {
        let tables = self.block.tables();
        let [
            word_slots,
            stem_slots,
            phrase_filter,
            triple_filter,
            phrase_slots,
            word_stems,
            word_phrases,
            term_starts,
            term_words,
            stem_groups,
            anchor_starts,
            group_marks,
            groups,
            term_lists,
            listed,
            conditions,
            variant_starts,
            text_starts,
            text,
            counts,
        ] = tables;
        let counts: &[u32] = bytemuck::cast_slice(counts);
        IndexView {
            identity: self.identity,
            words: HashSlots::new(bytemuck::cast_slice(word_slots)),
            stems: HashSlots::new(bytemuck::cast_slice(stem_slots)),
            phrase_filter: PhraseFilter::new(bytemuck::cast_slice(phrase_filter)),
            triple_filter: PhraseFilter::new(bytemuck::cast_slice(triple_filter)),
            phrases: PhraseSlots::new(bytemuck::cast_slice(phrase_slots), counts[3] as usize),
            word_stems: bytemuck::cast_slice(word_stems),
            word_phrases: bytemuck::cast_slice(word_phrases),
            term_starts: bytemuck::cast_slice(term_starts),
            term_words: bytemuck::cast_slice(term_words),
            stem_groups: bytemuck::cast_slice(stem_groups),
            anchor_starts: bytemuck::cast_slice(anchor_starts),
            group_marks: bytemuck::cast_slice(group_marks),
            groups: bytemuck::cast_slice(groups),
            term_lists: bytemuck::cast_slice(term_lists),
            listed: bytemuck::cast_slice(listed),
            conditions: bytemuck::cast_slice(conditions),
            variant_starts: bytemuck::cast_slice(variant_starts),
            text_starts: bytemuck::cast_slice(text_starts),
            text,
            word_count: counts[0],
            phrase_count: counts[1],
            plain_term_count: counts[2],
            query_count: counts[4],
        }
    }
}

/// The only word of a phrase, or the only stem of a group.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SingleWord {
    Word(u32),
    Stem(u32),
}

/// The tables of an index as slices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndexView<'a> {
    pub(crate) identity: u64,
    pub(crate) words: HashSlots<'a>,
    pub(crate) stems: HashSlots<'a>,
    /// Of two neighbours.
    pub(crate) phrase_filter: PhraseFilter<'a>,
    /// Of three.
    pub(crate) triple_filter: PhraseFilter<'a>,
    pub(crate) phrases: PhraseSlots<'a>,
    pub(crate) word_stems: &'a [u32],
    pub(crate) word_phrases: &'a [u32],
    pub(super) term_starts: &'a [u32],
    pub(crate) term_words: &'a [u32],
    pub(crate) stem_groups: &'a [u32],
    pub(crate) anchor_starts: &'a [u32],
    pub(crate) group_marks: &'a [u16],
    pub(crate) groups: &'a [FiledGroup],
    pub(super) term_lists: &'a [TermList],
    pub(super) listed: &'a [ListedQuery],
    pub(super) conditions: &'a [u32],
    pub(super) variant_starts: &'a [u32],
    pub(super) text_starts: &'a [u32],
    pub(super) text: &'a [u8],
    /// Words have ids from 1 to this one.
    pub(super) word_count: u32,
    /// Terms below this number are phrases without symbols; those above are groups,
    pub(super) phrase_count: u32,
    /// up to this number, from which on they are phrases with symbols.
    pub(super) plain_term_count: u32,
    pub(super) query_count: u32,
}

impl<'a> IndexView<'a> {
    /// The words or stems of a term without symbols.
    #[inline]
    pub(crate) fn words_of(&self, term: u32) -> &'a [u32] {
        between(self.term_words, self.term_starts, term)
    }

    /// The word or stem of a term that is only one.
    pub(crate) fn single_word(&self, term: u32) -> Option<SingleWord> {
        if term >= self.plain_term_count {
            return None;
        }
        match *self.words_of(term) {
            [word] if term < self.phrase_count => Some(SingleWord::Word(word)),
            [stem] => Some(SingleWord::Stem(stem)),
            _ => None,
        }
    }

    /// The list of the queries that are filed under a term, for [`IndexView::for_each_listed`].
    #[inline]
    pub(crate) fn list_of(&self, term: u32) -> TermList {
        self.term_lists[term as usize]
    }

    /// Calls `visit` with the queries of a list.
    #[inline]
    pub(crate) fn for_each_listed(&self, list: TermList, visit: impl FnMut(ListedQuery)) {
        list.for_each(self.listed, visit);
    }

    pub(crate) fn has_groups(&self) -> bool {
        self.phrase_count < self.plain_term_count
    }

    pub(crate) fn has_variants(&self) -> bool {
        self.variant_starts.len() > 1
    }

    /// The terms that are this phrase with symbols around its words.
    #[inline]
    pub(crate) fn variants_of(&self, term: u32) -> std::ops::Range<u32> {
        let at = term as usize;
        if at + 1 >= self.variant_starts.len() {
            return NO_TERM..NO_TERM;
        }
        let first = self.plain_term_count;
        first + self.variant_starts[at]..first + self.variant_starts[at + 1]
    }
}

/// What lies between a start and the next one.
#[inline]
pub(super) fn between<'a, T>(all: &'a [T], starts: &[u32], at: u32) -> &'a [T] {
    let at = at as usize;
    &all[starts[at] as usize..starts[at + 1] as usize]
}
