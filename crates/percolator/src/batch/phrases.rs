//! Phrases of several words, by the two or three neighbours under which they are filed.

use super::{FoundTerms, TextCursor};
use crate::index::{IndexView, NO_WORD, PhraseEntry, pair_check, pair_hash, triple_hash};

#[derive(Debug, Default)]
pub(super) struct PhraseFinder {
    /// The neighbours that the filter passes: where their first word is.
    passed: Vec<u32>,
    first_slots: Vec<u64>,
    /// Where the lists of the neighbours start, and where their first words are.
    lists: Vec<(u32, u32)>,
    first_entries: Vec<PhraseEntry>,
}

impl PhraseFinder {
    pub(super) fn find(
        &mut self,
        index: &IndexView<'_>,
        ids: &[u32],
        text_ends: &[usize],
        found: &mut FoundTerms,
    ) {
        self.find_neighbours::<2>(index, ids, text_ends, found);
        self.find_neighbours::<3>(index, ids, text_ends, found);
    }

    /// Each step reads one table for all neighbours, so that the reads overlap.
    fn find_neighbours<const COUNT: usize>(
        &mut self,
        index: &IndexView<'_>,
        ids: &[u32],
        text_ends: &[usize],
        found: &mut FoundTerms,
    ) {
        self.filter::<COUNT>(index, ids);
        self.find_lists::<COUNT>(index, ids);
        let mut texts = TextCursor::new(text_ends);
        for ((list, at), first) in self.lists.iter().zip(&self.first_entries) {
            let at = *at as usize;
            let text = texts.text_of(at);
            let mut entry = *first;
            let mut next = *list as usize;
            loop {
                if is_written::<COUNT>(index, entry, ids, at) {
                    found.push(text, entry.term());
                }
                if entry.is_last() {
                    break;
                }
                next += 1;
                entry = index.phrase_entries[next];
            }
        }
    }

    /// Without a branch for each word: whether its neighbours pass cannot be predicted.
    fn filter<const COUNT: usize>(&mut self, index: &IndexView<'_>, ids: &[u32]) {
        self.passed.resize(self.passed.len().max(ids.len()), 0);
        let mut count = 0;
        for (at, neighbours) in (0..).zip(ids.array_windows::<COUNT>()) {
            let is_known = neighbours.iter().copied().min() != Some(NO_WORD);
            self.passed[count] = at;
            count += usize::from(is_known & index.pair_filter.may_hold(hash(neighbours)));
        }
        self.first_slots.clear();
        let passed = self.passed[..count].iter();
        let slots = passed.map(|at| index.pairs.first(hash_at::<COUNT>(ids, *at)));
        self.first_slots.extend(slots);
    }

    fn find_lists<const COUNT: usize>(&mut self, index: &IndexView<'_>, ids: &[u32]) {
        self.lists.clear();
        for (at, slot) in self.passed.iter().zip(&self.first_slots) {
            let list = index.pairs.find_from(*slot, hash_at::<COUNT>(ids, *at));
            if let Some(list) = list.checked_sub(1) {
                self.lists.push((list, *at));
            }
        }
        self.first_entries.clear();
        let lists = self.lists.iter();
        let entries = lists.map(|(list, _)| index.phrase_entries[*list as usize]);
        self.first_entries.extend(entries);
    }
}

#[inline]
fn hash_at<const COUNT: usize>(ids: &[u32], at: u32) -> u64 {
    let neighbours = ids[at as usize..].first_chunk::<COUNT>();
    neighbours.map_or(0, hash)
}

#[inline]
fn hash<const COUNT: usize>(neighbours: &[u32; COUNT]) -> u64 {
    match neighbours[..] {
        [left, right] => pair_hash(left, right),
        [left, middle, right] => triple_hash(left, middle, right),
        _ => 0,
    }
}

/// Whether a phrase is around its neighbours, which start at a word. Breaks have no word's id, so no
/// phrase reaches from one part or text into the next.
#[inline]
fn is_written<const COUNT: usize>(
    index: &IndexView<'_>,
    entry: PhraseEntry,
    ids: &[u32],
    at: usize,
) -> bool {
    let (length, offset) = (usize::from(entry.length), usize::from(entry.offset));
    if COUNT == 2 {
        return length == 2 && entry.check == pair_check(ids[at], ids[at + 1]);
    }
    let start = at.checked_sub(offset);
    let Some(written) = start.and_then(|start| ids.get(start..start + length)) else {
        return false;
    };
    if length > 3 {
        // The first word beside the neighbours: before them, or else behind.
        let other = written[if offset > 0 { 0 } else { 3 }];
        if other != entry.check {
            return false;
        }
    }
    index.words_of(entry.term()) == written
}
