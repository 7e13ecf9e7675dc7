//! Phrases of several words, by the two or three neighbours under which they are filed.

use super::{FoundTerms, TextCursor};
use crate::index::{
    IndexView, NO_WORD, PhraseLength, PhraseSlot, may_hold, pair_hash, triple_hash,
};

#[derive(Debug, Default)]
pub(super) struct PhraseFinder {
    /// Where two words follow each other that are both in terms.
    known: Vec<u32>,
    candidates: Vec<Candidate>,
    /// By candidate: the slot where the search for it starts.
    first_slots: Vec<PhraseSlot>,
}

/// Words whose neighbours are looked at together: as many as the fastest memory has room for.
const PORTION: usize = 128;

/// Two and three neighbours from one word on, and the words of the filter in which they are.
#[derive(Clone, Copy, Default)]
struct FilterRead {
    hashes: [u64; 2],
    words: [u64; 2],
}

/// Neighbours that may be in a phrase.
#[derive(Clone, Copy, Debug, Default)]
struct Candidate {
    hash: u64,
    /// Where their first word is.
    at: u32,
    /// Two or three.
    count: u32,
}

impl Candidate {
    fn new(hash: u64, at: u32, count: u32) -> Self {
        Self { hash, at, count }
    }
}

impl PhraseFinder {
    /// Each step reads one table for all neighbours, so that the reads overlap.
    pub(super) fn find(
        &mut self,
        index: &IndexView<'_>,
        ids: &[u32],
        text_ends: &[usize],
        found: &mut FoundTerms,
    ) {
        let known = self.collect_known(ids);
        let passed = self.filter(index, ids, known);
        let candidates = &self.candidates[..passed];
        self.first_slots.clear();
        let slots = candidates
            .iter()
            .map(|candidate| index.phrases.first(candidate.hash));
        self.first_slots.extend(slots);
        let mut texts = TextCursor::new(text_ends);
        for (neighbours, first) in candidates.iter().zip(&self.first_slots) {
            index.phrases.find_from(*first, neighbours.hash, |slot| {
                if is_written(index, slot, ids, *neighbours) {
                    let text = texts.text_of(neighbours.at as usize);
                    found.push(text, slot.term());
                }
            });
        }
    }

    /// Returns how many there are. Without a branch, as in all steps here: which neighbours pass cannot be predicted.
    fn collect_known(&mut self, ids: &[u32]) -> usize {
        self.known.resize(self.known.len().max(ids.len()), 0);
        let mut count = 0;
        for (at, [left, right]) in (0..).zip(ids.array_windows()) {
            self.known[count] = at;
            count += usize::from(*left.min(right) != NO_WORD);
        }
        count
    }

    /// Collects the neighbours that may be in a phrase; returns how many there are. The last word of a batch is none, so there are
    /// three words wherever two are known.
    fn filter(&mut self, index: &IndexView<'_>, ids: &[u32], known: usize) -> usize {
        let room = self.candidates.len().max(2 * known + 1);
        self.candidates.resize(room, Candidate::default());
        let mut passed = 0;
        for portion in self.known[..known].chunks(PORTION) {
            let mut read = [FilterRead::default(); PORTION];
            for (read, at) in read.iter_mut().zip(portion) {
                let Some([left, right, next]) = ids[*at as usize..].first_chunk() else {
                    continue;
                };
                let pair = pair_hash(*left, *right);
                let hashes = [pair, triple_hash(pair, *next)];
                let words = hashes.map(|hash| index.phrase_filter.word(hash));
                *read = FilterRead { hashes, words };
            }
            for (read, at) in read.iter().zip(portion) {
                let [pair, triple] = read.hashes;
                self.candidates[passed] = Candidate::new(pair, *at, 2);
                passed += usize::from(may_hold(read.words[0], pair));
                self.candidates[passed] = Candidate::new(triple, *at, 3);
                passed += usize::from(may_hold(read.words[1], triple));
            }
        }
        passed
    }
}

/// Whether a phrase is around its neighbours. Breaks have no word's id, so no phrase reaches from one
/// part or text into the next.
#[inline]
fn is_written(index: &IndexView<'_>, slot: PhraseSlot, ids: &[u32], neighbours: Candidate) -> bool {
    let at = neighbours.at as usize;
    match slot.length() {
        PhraseLength::None => false,
        PhraseLength::Two => neighbours.count == 2,
        // Equal hashes and equal last words mean equal words before.
        PhraseLength::Three => neighbours.count == 3 && slot.last_word() == ids[at + 2],
        PhraseLength::More => neighbours.count == 3 && is_long_written(index, slot, ids, at),
    }
}

/// The same for a phrase of four words or more, whose neighbours start at a word.
fn is_long_written(index: &IndexView<'_>, slot: PhraseSlot, ids: &[u32], at: usize) -> bool {
    let Some(start) = at.checked_sub(slot.offset()) else {
        return false;
    };
    let beside = if start < at { start } else { at + 3 };
    if ids.get(beside) != Some(&slot.beside()) {
        return false;
    }
    let words = index.words_of(slot.term());
    ids.get(start..start + words.len()) == Some(words)
}
