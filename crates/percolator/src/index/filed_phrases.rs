//! Under which neighbours phrases are filed.

use std::cmp::Reverse;

use super::hash_slots::FilterBuilder;
use super::phrase_slots::{PhraseSlot, pair_hash, triple_hash};

/// Each phrase of several words goes under the pair or, if it has more than two words, under the
/// three neighbours that hold its rarest words.
#[derive(Debug, Default)]
pub(super) struct FiledPhrases {
    under_pairs: Vec<PhraseSlot>,
    under_triples: Vec<PhraseSlot>,
    /// The hashes of the first two of three neighbours.
    prefixes: Vec<u64>,
}

impl FiledPhrases {
    /// Files a phrase of at least two words.
    pub(super) fn add(&mut self, term: u32, words: &[u32]) {
        if let [left, right] = *words {
            let hash = pair_hash(left, right);
            self.under_pairs.push(PhraseSlot::new(hash, term, words, 0));
            return;
        }
        let offset = rarest_neighbours(words);
        let prefix = pair_hash(words[offset], words[offset + 1]);
        let hash = triple_hash(prefix, words[offset + 2]);
        self.prefixes.push(prefix);
        self.under_triples
            .push(PhraseSlot::new(hash, term, words, offset));
    }

    /// A filter for two neighbours, which also knows the first two of three, and one for three.
    pub(super) fn filters(&self) -> (Vec<u64>, Vec<u64>) {
        let mut pairs = FilterBuilder::new(self.under_pairs.len() + self.prefixes.len());
        for slot in &self.under_pairs {
            pairs.add(slot.hash());
        }
        for prefix in &self.prefixes {
            pairs.add_prefix(*prefix);
        }
        let mut triples = FilterBuilder::new(self.under_triples.len());
        for slot in &self.under_triples {
            triples.add(slot.hash());
        }
        (pairs.finish(), triples.finish())
    }

    pub(super) fn sorted_slots(self) -> Vec<PhraseSlot> {
        let mut slots = self.under_pairs;
        slots.extend(self.under_triples);
        slots.sort_unstable_by_key(|slot| (slot.hash(), slot.term()));
        slots
    }
}

/// Where the three words start under which a longer phrase is filed.
fn rarest_neighbours(words: &[u32]) -> usize {
    let rarity = |at: &usize| {
        let mut neighbours = [words[*at], words[*at + 1], words[*at + 2]];
        neighbours.sort_unstable_by_key(|word| Reverse(*word));
        neighbours
    };
    (0..words.len() - 2).max_by_key(rarity).unwrap_or_default()
}
