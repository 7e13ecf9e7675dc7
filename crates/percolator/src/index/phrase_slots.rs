//! Phrases of several words, each in one slot that holds all a look-up mostly needs.
//!
//! Slots are sorted by hash, and each is at the place of its hash or as close behind as there was
//! room. A look-up compares a few slots from the place on, mostly in the same cache line, and goes on
//! only if the last of them may not be the end.

use super::hash_slots::place;

/// A phrase, or room for none.
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct PhraseSlot {
    /// Of the two or three neighbouring words under which the phrase is filed. Equal hashes are taken
    /// for equal words: they have more bits than what tells words apart.
    hash: u64,
    /// [`PhraseLength`] in the highest bits.
    length_and_term: u32,
    /// Of a phrase with more words: one directly beside the neighbours, and in the highest bits where.
    beside: u32,
}

/// How many words a phrase has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PhraseLength {
    /// No phrase.
    None,
    /// The two or three neighbours are the phrase.
    OfNeighbours,
    /// One word is beside the neighbours.
    OneMore,
    More,
}

const TERM_BITS: u32 = 30;
const WORD_BITS: u32 = 24;

impl PhraseSlot {
    /// How many slots are compared at once.
    pub(crate) const WINDOW: usize = 4;

    /// Higher than all hashes that are looked for but one, which finds no phrase here.
    const EMPTY: Self = Self {
        hash: u64::MAX,
        length_and_term: 0,
        beside: 0,
    };

    /// A phrase whose three neighbours, or two if it has no more words, start at an offset.
    pub(super) fn new(hash: u64, term: u32, words: &[u32], offset: usize) -> Self {
        assert!(term >> TERM_BITS == 0, "fewer than a billion terms");
        let length = match words.len() {
            0..=3 => PhraseLength::OfNeighbours,
            4 => PhraseLength::OneMore,
            _ => PhraseLength::More,
        };
        let beside = match (offset.checked_sub(1), words) {
            (Some(before), _) => words[before] << 1,
            (None, [_, _, _, behind, ..]) => behind << 1 | 1,
            _ => 0,
        };
        debug_assert!(beside >> 1 >> WORD_BITS == 0);
        Self {
            hash,
            length_and_term: (length as u32) << TERM_BITS | term,
            beside,
        }
    }

    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    #[inline]
    pub(crate) fn length(self) -> PhraseLength {
        match self.length_and_term >> TERM_BITS {
            0 => PhraseLength::None,
            1 => PhraseLength::OfNeighbours,
            2 => PhraseLength::OneMore,
            _ => PhraseLength::More,
        }
    }

    #[inline]
    pub(crate) fn term(self) -> u32 {
        self.length_and_term & (u32::MAX >> (32 - TERM_BITS))
    }

    /// Whether the word beside the neighbours is written where they start.
    #[inline]
    pub(crate) fn is_beside(self, ids: &[u32], neighbours: usize) -> bool {
        let is_behind = self.beside & 1 != 0;
        let at = neighbours.wrapping_add(if is_behind { 3 } else { usize::MAX });
        ids.get(at) == Some(&(self.beside >> 1))
    }
}

/// All phrases of several words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PhraseSlots<'a> {
    slots: &'a [PhraseSlot],
    /// How many slots are the place of a hash; others follow for those that find no room, and a window
    /// of empty ones.
    places: usize,
}

impl<'a> PhraseSlots<'a> {
    pub(super) fn new(slots: &'a [PhraseSlot], places: usize) -> Self {
        Self { slots, places }
    }

    /// Reads where the search for a hash starts, so that it is in the fastest memory when it is needed:
    /// many such reads overlap.
    #[inline]
    pub(crate) fn touch(&self, hash: u64) -> u64 {
        self.slots[place(hash, self.places)].hash
    }

    /// The slots in which phrases that are filed under a hash mostly are.
    #[inline]
    pub(crate) fn window(&self, hash: u64) -> &'a [PhraseSlot; PhraseSlot::WINDOW] {
        let from = &self.slots[place(hash, self.places)..];
        from.first_chunk()
            .unwrap_or(&[PhraseSlot::EMPTY; PhraseSlot::WINDOW])
    }

    /// The phrases that are filed under a hash and are not in its window.
    #[cold]
    pub(crate) fn behind_window(&self, hash: u64) -> impl Iterator<Item = &'a PhraseSlot> {
        let behind = place(hash, self.places) + PhraseSlot::WINDOW;
        let slots = self.slots.get(behind..).unwrap_or_default().iter();
        let not_higher = slots.take_while(move |slot| slot.hash <= hash);
        not_higher.filter(move |slot| slot.hash == hash)
    }
}

/// The table of phrases that are sorted by hash, two thirds full, and its number of places.
pub(super) fn filled_phrase_slots(sorted: Vec<PhraseSlot>) -> (Vec<PhraseSlot>, usize) {
    let places = sorted.len() * 3 / 2 + 1;
    let mut slots = Vec::with_capacity(places + 64);
    for slot in sorted {
        let wanted = place(slot.hash, places);
        if slots.len() < wanted {
            slots.resize(wanted, PhraseSlot::EMPTY);
        }
        slots.push(slot);
    }
    let filled = slots.len().max(places);
    slots.resize(filled + PhraseSlot::WINDOW, PhraseSlot::EMPTY);
    (slots, places)
}

/// The hash of two neighbouring words: another one for every pair, since each step can be undone.
#[inline]
pub(crate) fn pair_hash(left: u32, right: u32) -> u64 {
    mixed(u64::from(left) << 32 | u64::from(right))
}

/// The hash of three, of the first two's and the last word: another one for every two before the
/// same word.
#[inline]
pub(crate) fn triple_hash(pair_hash: u64, last: u32) -> u64 {
    pair_hash.rotate_left(21) ^ mixed(u64::from(last))
}

#[inline]
fn mixed(number: u64) -> u64 {
    let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_is_found_and_nothing_else() {
        let hash = |number: u32| pair_hash(number, number + 1);
        // Every hash twice, one six times, and one that empty slots have.
        let phrases = (1..5000).map(|number| (hash(number / 2), number));
        let phrases = phrases.chain((5000..5006).map(|number| (hash(9999), number)));
        let phrases = phrases.chain([(u64::MAX, 5006)]);
        let mut sorted: Vec<PhraseSlot> = phrases
            .map(|(hash, number)| PhraseSlot::new(hash, number, &[1, 2], 0))
            .collect();
        sorted.sort_unstable_by_key(|slot| slot.hash);
        let (slots, places) = filled_phrase_slots(sorted);
        let table = PhraseSlots::new(&slots, places);

        let found = |hash: u64| {
            let window = table.window(hash).iter().filter(|slot| slot.hash == hash);
            let slots = window.chain(table.behind_window(hash));
            let phrases = slots.filter(|slot| slot.length() != PhraseLength::None);
            let mut terms: Vec<u32> = phrases.map(|slot| slot.term()).collect();
            terms.sort_unstable();
            terms
        };

        assert!((1..2500).all(|half| found(hash(half)) == [2 * half, 2 * half + 1]));
        assert!((2501..9999).all(|half| found(hash(half)).is_empty()));
        assert_eq!(found(hash(9999)), [5000, 5001, 5002, 5003, 5004, 5005]);
        assert_eq!(found(u64::MAX), [5006]);
        let (slots, places) = filled_phrase_slots(Vec::new());
        let table = PhraseSlots::new(&slots, places);
        assert!(table.window(7).iter().all(|slot| slot.hash() != 7));
    }

    #[test]
    fn the_word_beside_the_neighbours_is_before_them_or_else_behind() {
        let slot = |words: &[u32], offset| PhraseSlot::new(7, 1, words, offset);

        assert_eq!(slot(&[1, 2, 3], 0).length(), PhraseLength::OfNeighbours);
        assert_eq!(slot(&[1, 2, 3, 4], 0).length(), PhraseLength::OneMore);
        assert_eq!(slot(&[1, 2, 3, 4, 5], 0).length(), PhraseLength::More);
        assert!(slot(&[1, 2, 3, 4], 0).is_beside(&[1, 2, 3, 4], 0));
        assert!(!slot(&[1, 2, 3, 4], 0).is_beside(&[1, 2, 3, 5], 0));
        assert!(slot(&[1, 2, 3, 4], 1).is_beside(&[1, 2, 3, 4], 1));
        assert!(!slot(&[1, 2, 3, 4], 1).is_beside(&[2, 3, 4], 0));
    }
}
