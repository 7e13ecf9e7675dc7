//! Phrases of several words, by the pair of neighbours under which they are filed.

use super::FoundTerms;
use crate::index::{IndexView, NO_WORD, pair_hash};

#[derive(Debug, Default)]
pub(super) struct PhraseFinder {
    /// The pairs that the filter passes: where their second word is, and their hash.
    candidates: Vec<(usize, u64)>,
    first_slots: Vec<u64>,
}

impl PhraseFinder {
    pub(super) fn find(
        &mut self,
        index: &IndexView<'_>,
        ids: &[u32],
        text_ends: &[usize],
        found: &mut FoundTerms,
    ) {
        self.filter_pairs(index, ids);
        self.first_slots.clear();
        let candidates = self.candidates.iter();
        self.first_slots
            .extend(candidates.map(|(_, hash)| index.pairs.first(*hash)));
        let mut text = 0;
        for ((at, hash), slot) in self.candidates.iter().zip(&self.first_slots) {
            while *at >= text_ends[text] {
                text += 1;
            }
            let list = index.pairs.find_from(*slot, *hash);
            if let Some(list) = list.checked_sub(1) {
                verify_list(index, list, ids, *at - 1, |term| found.push(text, term));
            }
        }
    }

    /// Without a branch for each pair: whether one passes cannot be predicted.
    fn filter_pairs(&mut self, index: &IndexView<'_>, ids: &[u32]) {
        self.candidates.clear();
        self.candidates.resize(ids.len(), (0, 0));
        let mut count = 0;
        for (at, pair) in ids.windows(2).enumerate() {
            let hash = pair_hash(pair[0], pair[1]);
            let is_pair = pair[0] != NO_WORD && pair[1] != NO_WORD;
            self.candidates[count] = (at + 1, hash);
            count += usize::from(is_pair & index.pair_filter.may_hold(hash));
        }
        self.candidates.truncate(count);
    }
}

/// Compares the phrases of a list with the words around a pair. Breaks have no word's id, so no
/// phrase reaches from one part or text into the next.
#[inline]
fn verify_list(
    index: &IndexView<'_>,
    list: u32,
    ids: &[u32],
    left: usize,
    mut found: impl FnMut(u32),
) {
    for entry in &index.phrase_entries[list as usize..] {
        let length = usize::from(entry.length);
        let words = &index.term_words[entry.words as usize..][..length];
        let written = left
            .checked_sub(usize::from(entry.offset))
            .and_then(|start| ids.get(start..start + length));
        if written == Some(words) {
            found(entry.term());
        }
        if entry.is_last() {
            return;
        }
    }
}
