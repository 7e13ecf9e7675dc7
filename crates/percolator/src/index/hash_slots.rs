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

    /// The slot where the search for a hash starts: read early, many such reads overlap.
    #[inline]
    pub(crate) fn first(&self, hash: u64) -> u64 {
        let slot = self.slots.get(place(hash, self.slots.len()));
        slot.copied().unwrap_or_default()
    }

    /// The value of a hash, or 0, where the first slot was read before.
    #[inline]
    pub(crate) fn find_from(&self, first: u64, hash: u64) -> u32 {
        if first == 0 {
            NO_WORD
        } else if first & (u64::MAX << VALUE_BITS) == hash << VALUE_BITS {
            low_bits(first)
        } else {
            self.find(hash)
        }
    }

    /// The value of a hash, or 0.
    fn find(&self, hash: u64) -> u32 {
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

/// Which neighbouring words are in no phrase: a few bits in one word of 64, so that a test is one read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PhraseFilter<'a> {
    words: &'a [u64],
}

/// What a filter says about neighbours.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FilterWord(u64);

impl<'a> PhraseFilter<'a> {
    pub(super) fn new(words: &'a [u64]) -> Self {
        Self { words }
    }

    /// The word of the filter in which neighbours have their bits.
    #[inline]
    pub(crate) fn word(&self, hash: u64) -> FilterWord {
        FilterWord(self.words[place(hash, self.words.len())])
    }
}

impl FilterWord {
    /// Whether a phrase can be filed under neighbours.
    #[inline]
    pub(crate) fn may_hold(self, hash: u64) -> bool {
        self.has_bit(hash) & self.has_bit(hash >> 6)
    }

    /// Whether two neighbours can be the first of three under which a phrase is filed.
    #[inline]
    pub(crate) fn may_hold_prefix(self, hash: u64) -> bool {
        self.has_bit(hash >> 12) & self.has_bit(hash >> 18)
    }

    #[inline]
    fn has_bit(self, number: u64) -> bool {
        self.0 & 1 << (number & 63) != 0
    }
}

/// A filter of so many bits that sixteen are for each of its keys.
#[derive(Debug)]
pub(super) struct FilterBuilder {
    words: Vec<u64>,
}

impl FilterBuilder {
    pub(super) fn new(keys: usize) -> Self {
        Self {
            words: vec![0; keys / 4 + 1],
        }
    }

    /// Adds neighbours under which a phrase is filed.
    pub(super) fn add(&mut self, hash: u64) {
        *self.word(hash) |= 1 << (hash & 63) | 1 << (hash >> 6 & 63);
    }

    /// Adds the first two of three neighbours under which a phrase is filed.
    pub(super) fn add_prefix(&mut self, hash: u64) {
        *self.word(hash) |= 1 << (hash >> 12 & 63) | 1 << (hash >> 18 & 63);
    }

    pub(super) fn finish(self) -> Vec<u64> {
        self.words
    }

    fn word(&mut self, hash: u64) -> &mut u64 {
        let at = place(hash, self.words.len());
        &mut self.words[at]
    }
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

        let mut builder = FilterBuilder::new(2 * hashes.len());
        for hash in &hashes {
            builder.add(*hash);
            builder.add_prefix(hash.rotate_left(9));
        }
        let words = builder.finish();

        let filter = PhraseFilter::new(&words);
        let may_hold = |hash: &u64| filter.word(*hash).may_hold(*hash);
        let may_hold_prefix = |hash: &u64| {
            let hash = hash.rotate_left(9);
            filter.word(hash).may_hold_prefix(hash)
        };
        assert!(hashes.iter().all(may_hold));
        assert!(hashes.iter().all(may_hold_prefix));
        assert!(neighbours(2).filter(may_hold).count() < 500);
        assert!(neighbours(2).filter(may_hold_prefix).count() < 500);
    }
}
