//! Open addressing in one array of 8-byte slots, so that a look-up mostly is one cache line.

use super::NO_WORD;

/// Bits of a hash that a slot keeps; the rest of the slot is the value.
const TAG_BITS: u32 = 37;
pub(super) const VALUE_BITS: u32 = 64 - TAG_BITS;

/// A table from hashes to values other than 0.
///
/// A wrong hit needs an equal tag in one of the seven or eight slots that are looked at for a word
/// that is in no term: five in 10^11 such look-ups.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HashSlots<'a> {
    slots: &'a [u64],
}

impl<'a> HashSlots<'a> {
    pub(super) fn new(slots: &'a [u64]) -> Self {
        Self { slots }
    }

    /// The value of a hash, or 0.
    #[inline]
    pub(crate) fn find(&self, hash: u64) -> u32 {
        let tag = hash << VALUE_BITS;
        let (before, from) = self.slots.split_at(place(hash, self.slots.len()));
        // Each slot at most once: in a damaged snapshot none may be free.
        for slot in from.iter().chain(before) {
            if *slot == 0 {
                break;
            }
            if slot & (u64::MAX << VALUE_BITS) == tag {
                return low_bits(*slot);
            }
        }
        NO_WORD
    }
}

/// A table of values by hash, three quarters full.
pub(super) fn filled_slots(entries: impl ExactSizeIterator<Item = (u64, u32)>) -> Vec<u64> {
    let count = entries.len() * 4 / 3 + 1;
    let mut slots = vec![0_u64; count];
    for (hash, value) in entries {
        let mut at = place(hash, count);
        while slots[at] != 0 {
            at = next_place(at, count);
        }
        slots[at] = hash << VALUE_BITS | u64::from(value);
    }
    slots
}

/// Which neighbouring words are in no phrase: two bits in one word of 64, so that a test is one read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PhraseFilter<'a> {
    words: &'a [u64],
}

impl<'a> PhraseFilter<'a> {
    pub(super) fn new(words: &'a [u64]) -> Self {
        Self { words }
    }

    /// The word of the filter in which neighbours have their bits, for [`may_hold`].
    #[inline]
    pub(crate) fn word(&self, hash: u64) -> u64 {
        self.words[place(hash, self.words.len())]
    }
}

/// Whether neighbours with this word of the filter can be in a phrase.
#[inline]
pub(crate) fn may_hold(word: u64, hash: u64) -> bool {
    word & filter_bits(hash) == filter_bits(hash)
}

/// A filter of sixteen bits for each two or three neighbours.
pub(super) fn filled_filter(hashes: impl ExactSizeIterator<Item = u64>) -> Vec<u64> {
    let count = hashes.len() / 4 + 1;
    let mut words = vec![0; count];
    for hash in hashes {
        words[place(hash, count)] |= filter_bits(hash);
    }
    words
}

#[inline]
fn filter_bits(hash: u64) -> u64 {
    1 << (hash & 63) | 1 << (hash >> 6 & 63)
}

/// The place of a hash in a table of any length, by its highest bits: a length that is no power of two
/// leaves less room unused.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a fraction of the length of a table"
)]
pub(super) fn place(hash: u64, length: usize) -> usize {
    ((u128::from(hash) * length as u128) >> 64) as usize
}

#[inline]
fn next_place(at: usize, length: usize) -> usize {
    if at + 1 == length { 0 } else { at + 1 }
}

#[inline]
fn low_bits(slot: u64) -> u32 {
    (slot & (u64::MAX >> TAG_BITS)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::phrase_slots::{pair_hash, triple_hash};
    use crate::words::hash_word;

    #[test]
    fn every_value_is_found_and_nothing_else() {
        let hash = |number: u32| hash_word(number.to_string().as_bytes());
        let entries: Vec<(u64, u32)> = (1..5000).map(|number| (hash(number), number)).collect();

        let slots = filled_slots(entries.iter().copied());

        let table = HashSlots::new(&slots);
        assert!(
            entries
                .iter()
                .all(|(hash, value)| table.find(*hash) == *value)
        );
        assert!((5000..20_000).all(|number| table.find(hash(number)) == 0));
        assert_eq!(HashSlots::new(&filled_slots([].into_iter())).find(7), 0);
    }

    #[test]
    fn a_search_in_a_table_without_a_free_slot_ends() {
        let slots = [1 << VALUE_BITS | 7; 5];

        let table = HashSlots::new(&slots);

        assert_eq!(table.find(1), 7);
        assert_eq!(table.find(2), 0);
        assert_eq!(HashSlots::new(&[]).find(2), 0);
    }

    #[test]
    fn a_filter_passes_all_its_neighbours_and_few_others() {
        let neighbours = |step: u32| {
            (1..5000_u32).flat_map(move |number| {
                let pair = pair_hash(number, number + step);
                [pair, triple_hash(pair, number * step)]
            })
        };
        let hashes: Vec<u64> = neighbours(1).collect();

        let words = filled_filter(hashes.iter().copied());

        let filter = PhraseFilter::new(&words);
        assert!(
            hashes
                .iter()
                .all(|hash| may_hold(filter.word(*hash), *hash))
        );
        let wrong = neighbours(2).filter(|hash| may_hold(filter.word(*hash), *hash));
        assert!(wrong.count() < 500);
    }
}
