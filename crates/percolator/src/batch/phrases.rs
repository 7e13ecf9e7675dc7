//! Phrases of several words, by the two or three neighbours under which they are filed.

use super::{FoundTerms, TextCursor};
use crate::index::{
    IndexView, NO_WORD, PhraseEntry, PhraseLength, hash_check, may_hold, pair_hash, triple_hash,
};

#[derive(Debug, Default)]
pub(super) struct PhraseFinder {
    candidates: Vec<Candidate>,
    /// By candidate: where the search for its list starts.
    first_slots: Vec<u64>,
    /// Where the lists of the neighbours start.
    lists: Vec<(u32, Candidate)>,
    first_entries: Vec<PhraseEntry>,
}

/// Words whose neighbours are looked at together: as many as the fastest memory has room for.
const PORTION: usize = 256;

/// Neighbours that may be in a phrase.
#[derive(Clone, Copy, Debug, Default)]
struct Candidate {
    hash: u64,
    /// Where their first word is.
    at: u32,
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
        self.find_lists(index);
        let mut texts = TextCursor::new(text_ends);
        for ((list, neighbours), first) in self.lists.iter().zip(&self.first_entries) {
            let mut entry = *first;
            let mut next = *list as usize;
            loop {
                if is_written::<COUNT>(index, entry, ids, *neighbours) {
                    let text = texts.text_of(neighbours.at as usize);
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

    /// Collects the neighbours that may be in a phrase, and where the search for their lists starts.
    fn filter<const COUNT: usize>(&mut self, index: &IndexView<'_>, ids: &[u32]) {
        self.candidates.clear();
        for (portion, at) in (0..ids.len()).step_by(PORTION).zip((0..).step_by(PORTION)) {
            let end = ids.len().min(portion + PORTION + COUNT - 1);
            self.filter_portion::<COUNT>(index, &ids[portion..end], at);
        }
        self.first_slots.clear();
        let hashes = self.candidates.iter().map(|candidate| candidate.hash);
        let slots = hashes.map(|hash| index.pairs.first(hash));
        self.first_slots.extend(slots);
    }

    /// A hash for each of the neighbours, then one read in the filter for each, then the test. A loop
    /// that only reads has the most reads under way, and no loop has a branch: which neighbours pass
    /// cannot be predicted.
    fn filter_portion<const COUNT: usize>(
        &mut self,
        index: &IndexView<'_>,
        ids: &[u32],
        start: u32,
    ) {
        let mut known = [Candidate::default(); PORTION];
        let mut count = 0;
        for (at, neighbours) in (start..).zip(ids.array_windows::<COUNT>()) {
            let hash = hash(neighbours);
            known[count] = Candidate { hash, at };
            count += usize::from(neighbours.iter().all(|id| *id != NO_WORD));
        }
        let known = &known[..count];
        let mut words = [0; PORTION];
        for (word, candidate) in words.iter_mut().zip(known) {
            *word = index.pair_filter.word(candidate.hash);
        }
        let mut passed = self.candidates.len();
        self.candidates
            .resize(passed + count + 1, Candidate::default());
        for (word, candidate) in words.iter().zip(known) {
            self.candidates[passed] = *candidate;
            passed += usize::from(may_hold(*word, candidate.hash));
        }
        self.candidates.truncate(passed);
    }

    fn find_lists(&mut self, index: &IndexView<'_>) {
        self.lists.clear();
        for (candidate, slot) in self.candidates.iter().zip(&self.first_slots) {
            let list = index.pairs.find_from(*slot, candidate.hash);
            if let Some(list) = list.checked_sub(1) {
                self.lists.push((list, *candidate));
            }
        }
        self.first_entries.clear();
        let lists = self.lists.iter();
        let entries = lists.map(|(list, _)| index.phrase_entries[*list as usize]);
        self.first_entries.extend(entries);
    }
}

#[inline]
fn hash<const COUNT: usize>(neighbours: &[u32; COUNT]) -> u64 {
    match neighbours[..] {
        [left, right] => pair_hash(left, right),
        [left, middle, right] => triple_hash(left, middle, right),
        _ => 0,
    }
}

/// Whether a phrase is around its neighbours. Breaks have no word's id, so no phrase reaches from one
/// part or text into the next.
#[inline]
fn is_written<const COUNT: usize>(
    index: &IndexView<'_>,
    entry: PhraseEntry,
    ids: &[u32],
    neighbours: Candidate,
) -> bool {
    let at = neighbours.at as usize;
    let is_same_hash = entry.check == hash_check(neighbours.hash);
    match entry.length() {
        PhraseLength::Two => COUNT == 2 && is_same_hash,
        PhraseLength::Three => COUNT == 3 && is_same_hash && entry.detail() == ids[at + 1],
        PhraseLength::More => COUNT == 3 && is_long_written(index, entry, ids, at),
    }
}

/// The same for a phrase of four words or more, whose neighbours start at a word.
fn is_long_written(index: &IndexView<'_>, entry: PhraseEntry, ids: &[u32], at: usize) -> bool {
    let Some(start) = at.checked_sub(entry.detail() as usize) else {
        return false;
    };
    // The first word beside the neighbours: before them, or else behind.
    let beside = if start < at { start } else { at + 3 };
    if ids.get(beside) != Some(&entry.check) {
        return false;
    }
    let words = index.words_of(entry.term());
    ids.get(start..start + words.len()) == Some(words)
}
