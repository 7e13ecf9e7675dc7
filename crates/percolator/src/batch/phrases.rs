//! Phrases of several words, by the two or three neighbours under which they are filed.

use super::kept_list::KeptList;
use super::{FoundTerms, TextCursor};
use crate::index::{FilterWord, IndexView, PhraseLength, PhraseSlot, pair_hash, triple_hash};

/// Each step reads one table for many neighbours, so that the reads overlap, and no step but the last has
/// a branch: which neighbours pass cannot be predicted.
#[derive(Debug, Default)]
pub(super) struct PhraseFinder {
    /// Two neighbours that may be a phrase.
    pairs: KeptList<Candidate>,
    /// Two neighbours that may be the first words of three under which phrases are filed.
    prefixes: KeptList<Candidate>,
    /// Three neighbours under which phrases may be filed.
    triples: KeptList<Candidate>,
    hits: KeptList<Hit>,
}

/// Neighbours that are looked at together: as many as the fastest memory has room for.
const PORTION: usize = 128;

/// Neighbours that may be in a phrase.
#[derive(Clone, Copy, Debug, Default)]
struct Candidate {
    hash: u64,
    /// Where their first word is.
    at: u32,
}

/// Neighbours, and a phrase that is filed under them.
#[derive(Clone, Copy, Debug, Default)]
struct Hit {
    slot: PhraseSlot,
    at: u32,
}

impl PhraseFinder {
    /// The ids are followed by two that are no word's.
    pub(super) fn find(
        &mut self,
        index: &IndexView<'_>,
        ids: &[u32],
        text_ends: &[usize],
        found: &mut FoundTerms,
    ) {
        self.filter_pairs(index, ids);
        self.filter_triples(index, ids);
        for candidates in [&self.pairs, &self.triples] {
            let mut texts = TextCursor::new(text_ends);
            for portion in candidates.items().chunks(PORTION) {
                find_slots(index, portion, &mut self.hits);
                for hit in self.hits.items() {
                    if is_written(index, hit, ids) {
                        found.push(texts.text_of(hit.at as usize), hit.slot.term());
                    }
                }
            }
        }
    }

    /// One read of the filter says of two neighbours whether they may be a phrase, and whether they may
    /// be the start of longer ones. Neighbours of which one is in no term pass as seldom as others that
    /// are in no phrase.
    fn filter_pairs(&mut self, index: &IndexView<'_>, ids: &[u32]) {
        self.pairs.clear(ids.len());
        self.prefixes.clear(ids.len());
        let mut first = 0;
        let mut reads = [(0, FilterWord::default()); PORTION];
        while first + 1 < ids.len() {
            let end = ids.len().min(first + PORTION + 1);
            let neighbours = ids[first..end].array_windows();
            for (read, [left, right]) in reads.iter_mut().zip(neighbours) {
                let hash = pair_hash(*left, *right);
                *read = (hash, index.phrase_filter.word(hash));
            }
            let count = end - first - 1;
            for (at, (hash, word)) in (first..).zip(&reads[..count]) {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "words take less than 4 GiB"
                )]
                let candidate = Candidate {
                    hash: *hash,
                    at: at as u32,
                };
                self.pairs.push_if(word.may_hold(*hash), candidate);
                self.prefixes
                    .push_if(word.may_hold_prefix(*hash), candidate);
            }
            first += count;
        }
    }

    /// Of the starts of three neighbours those that may be filed.
    fn filter_triples(&mut self, index: &IndexView<'_>, ids: &[u32]) {
        self.triples.clear(self.prefixes.items().len());
        for portion in self.prefixes.items().chunks(PORTION) {
            let mut reads = [(0, FilterWord::default()); PORTION];
            for (read, pair) in reads.iter_mut().zip(portion) {
                let next = ids.get(pair.at as usize + 2).copied().unwrap_or_default();
                let hash = triple_hash(pair.hash, next);
                *read = (hash, index.triple_filter.word(hash));
            }
            for (pair, (hash, word)) in portion.iter().zip(&reads) {
                let candidate = Candidate {
                    hash: *hash,
                    at: pair.at,
                };
                self.triples.push_if(word.may_hold(*hash), candidate);
            }
        }
    }
}

/// Collects the phrases that are filed under neighbours.
fn find_slots(index: &IndexView<'_>, candidates: &[Candidate], hits: &mut KeptList<Hit>) {
    hits.clear(candidates.len());
    let touched = candidates
        .iter()
        .fold(0, |touched, one| touched ^ index.phrases.touch(one.hash));
    // What was read does not matter, only that it was.
    std::hint::black_box(touched);
    for Candidate { hash, at } in candidates.iter().copied() {
        hits.make_room(PhraseSlot::WINDOW);
        let window = index.phrases.window(hash);
        for slot in window {
            hits.push_if(slot.hash() == hash, Hit { slot: *slot, at });
        }
        // Seldom: so many phrases have this place.
        if window[PhraseSlot::WINDOW - 1].hash() <= hash {
            for slot in index.phrases.behind_window(hash) {
                hits.make_room(1);
                hits.push_if(true, Hit { slot: *slot, at });
            }
        }
    }
}

/// Whether a phrase is around its neighbours. Breaks have no word's id, so no phrase reaches from one
/// part or text into the next.
#[inline]
fn is_written(index: &IndexView<'_>, hit: &Hit, ids: &[u32]) -> bool {
    let at = hit.at as usize;
    match hit.slot.length() {
        PhraseLength::None => false,
        PhraseLength::OfNeighbours => true,
        PhraseLength::OneMore => hit.slot.is_beside(ids, at),
        PhraseLength::More => hit.slot.is_beside(ids, at) && is_long_written(index, hit, ids),
    }
}

/// The same for a phrase of five words or more, wherever in it the neighbours are.
#[cold]
fn is_long_written(index: &IndexView<'_>, hit: &Hit, ids: &[u32]) -> bool {
    let words = index.words_of(hit.slot.term());
    (0..words.len()).any(|offset| {
        let start = (hit.at as usize).checked_sub(offset);
        let written = start.and_then(|start| ids.get(start..start + words.len()));
        written == Some(words)
    })
}
