//! Phrases of several words, by the pair of neighbours under which they are filed.

use super::{FoundTerms, TextCursor};
use crate::index::{IndexView, NO_WORD, PhraseEntry, pair_check, pair_hash};

#[derive(Debug, Default)]
pub(super) struct PhraseFinder {
    /// The pairs that the filter passes: where their second word is.
    passed: Vec<u32>,
    first_slots: Vec<u64>,
    /// Where the lists of the pairs start, and where the second words are.
    lists: Vec<(u32, u32)>,
    first_entries: Vec<PhraseEntry>,
}

impl PhraseFinder {
    /// Each step reads one table for all pairs, so that the reads overlap.
    pub(super) fn find(
        &mut self,
        index: &IndexView<'_>,
        ids: &[u32],
        text_ends: &[usize],
        found: &mut FoundTerms,
    ) {
        self.filter_pairs(index, ids);
        self.find_lists(index, ids);
        let mut texts = TextCursor::new(text_ends);
        for ((list, at), first) in self.lists.iter().zip(&self.first_entries) {
            let at = *at as usize;
            let text = texts.text_of(at);
            let mut entry = *first;
            let mut next = *list as usize;
            loop {
                if is_written(index, entry, ids, at - 1) {
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

    /// Without a branch for each pair: whether one passes cannot be predicted.
    fn filter_pairs(&mut self, index: &IndexView<'_>, ids: &[u32]) {
        self.passed.resize(self.passed.len().max(ids.len()), 0);
        self.first_slots.clear();
        let mut count = 0;
        for (at, pair) in (1..).zip(ids.windows(2)) {
            let hash = pair_hash(pair[0], pair[1]);
            let is_pair = pair[0].min(pair[1]) != NO_WORD;
            self.passed[count] = at;
            count += usize::from(is_pair & index.pair_filter.may_hold(hash));
        }
        let passed = self.passed[..count].iter();
        let slots = passed.map(|at| index.pairs.first(hash_at(ids, *at)));
        self.first_slots.extend(slots);
    }

    fn find_lists(&mut self, index: &IndexView<'_>, ids: &[u32]) {
        self.lists.clear();
        for (at, slot) in self.passed.iter().zip(&self.first_slots) {
            let list = index.pairs.find_from(*slot, hash_at(ids, *at));
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

/// The hash of a word and the one before it.
#[inline]
fn hash_at(ids: &[u32], at: u32) -> u64 {
    let at = at as usize;
    pair_hash(ids[at - 1], ids[at])
}

/// Whether a phrase is around its pair, whose left word is given. Breaks have no word's id, so no
/// phrase reaches from one part or text into the next.
#[inline]
fn is_written(index: &IndexView<'_>, entry: PhraseEntry, ids: &[u32], left: usize) -> bool {
    let (length, offset) = (usize::from(entry.length), usize::from(entry.offset));
    let Some(start) = left.checked_sub(offset) else {
        return false;
    };
    let Some(written) = ids.get(start..start + length) else {
        return false;
    };
    // The words beside the pair: those before it, then those behind.
    let other = |number: usize| written[if number < offset { number } else { number + 2 }];
    let is_pair = || entry.others[1] == pair_check(ids[left], ids[left + 1]);
    match length {
        2 => is_pair(),
        3 => other(0) == entry.others[0] && is_pair(),
        _ => {
            other(0) == entry.others[0]
                && other(1) == entry.others[1]
                && index.words_of(entry.term()) == written
        }
    }
}
