//! Phrases of several words, each in one slot that holds all a look-up mostly needs.
//!
//! Slots are sorted by hash, and each is at the place of its hash or as close behind as there was
//! room. A look-up starts at the place and ends at the first slot with a higher hash, mostly in the
//! same cache line.

use super::hash_slots::place;

/// A phrase, or room for none.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct PhraseSlot {
    /// Of the two or three neighbouring words under which the phrase is filed.
    hash: u64,
    /// [`PhraseLength`] in the highest bits.
    length_and_term: u32,
    /// Of three words, the last. Of more, how many are before the neighbours, and the first word
    /// beside them.
    detail: u32,
}

/// How many words a phrase has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PhraseLength {
    /// No phrase.
    None,
    Two,
    Three,
    More,
}

const TERM_BITS: u32 = 30;
const WORD_BITS: u32 = 24;
/// The most words before the neighbours of a long phrase.
pub(super) const MAX_OFFSET: usize = 255;

impl PhraseSlot {
    /// Higher than all hashes that are looked for but one, which finds no phrase here.
    const EMPTY: Self = Self {
        hash: u64::MAX,
        length_and_term: 0,
        detail: 0,
    };

    pub(super) fn new(hash: u64, term: u32, length: PhraseLength, detail: u32) -> Self {
        assert!(term >> TERM_BITS == 0, "fewer than a billion terms");
        Self {
            hash,
            length_and_term: (length as u32) << TERM_BITS | term,
            detail,
        }
    }

    /// What a slot keeps of a phrase of four words or more.
    pub(super) fn long_detail(offset: usize, beside: u32) -> u32 {
        debug_assert!(offset <= MAX_OFFSET && beside >> WORD_BITS == 0);
        u32::try_from(offset).unwrap_or_default() << WORD_BITS | beside
    }

    pub(super) fn hash(self) -> u64 {
        self.hash
    }

    #[inline]
    pub(crate) fn length(self) -> PhraseLength {
        match self.length_and_term >> TERM_BITS {
            0 => PhraseLength::None,
            1 => PhraseLength::Two,
            2 => PhraseLength::Three,
            _ => PhraseLength::More,
        }
    }

    #[inline]
    pub(crate) fn term(self) -> u32 {
        self.length_and_term & (u32::MAX >> (32 - TERM_BITS))
    }

    /// Of three words, the last.
    #[inline]
    pub(crate) fn last_word(self) -> u32 {
        self.detail
    }

    /// Of more than three words: how many are before the neighbours.
    #[inline]
    pub(crate) fn offset(self) -> usize {
        (self.detail >> WORD_BITS) as usize
    }

    /// Of more than three words: the first one before the neighbours, or else behind.
    #[inline]
    pub(crate) fn beside(self) -> u32 {
        self.detail & (u32::MAX >> (32 - WORD_BITS))
    }
}

/// All phrases of several words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PhraseSlots<'a> {
    slots: &'a [PhraseSlot],
    /// How many slots are the place of a hash; others follow for those that find no room.
    places: usize,
}

impl<'a> PhraseSlots<'a> {
    pub(super) fn new(slots: &'a [PhraseSlot], places: usize) -> Self {
        Self { slots, places }
    }

    /// The slot where the search for a hash starts: read early, many such reads overlap.
    #[inline]
    pub(crate) fn first(&self, hash: u64) -> PhraseSlot {
        self.slots[place(hash, self.places)]
    }

    /// Calls `visit` with each phrase that is filed under a hash, where the first slot was read before.
    #[inline]
    pub(crate) fn find_from(
        &self,
        first: PhraseSlot,
        hash: u64,
        mut visit: impl FnMut(PhraseSlot),
    ) {
        let mut slot = first;
        if slot.hash > hash {
            return;
        }
        let mut rest = self.slots[place(hash, self.places) + 1..].iter();
        while slot.hash <= hash {
            if slot.hash == hash {
                visit(slot);
            }
            let Some(next) = rest.next() else {
                return;
            };
            slot = *next;
        }
    }
}

/// The table of phrases that are sorted by hash, two thirds full, and its number of places.
pub(super) fn filled_phrase_slots(sorted: &[PhraseSlot]) -> (Vec<PhraseSlot>, usize) {
    let places = sorted.len() * 3 / 2 + 1;
    let mut slots = Vec::with_capacity(places + 64);
    for slot in sorted {
        let wanted = place(slot.hash, places);
        if slots.len() < wanted {
            slots.resize(wanted, PhraseSlot::EMPTY);
        }
        slots.push(*slot);
    }
    slots.resize(slots.len().max(places), PhraseSlot::EMPTY);
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
        // Every hash twice, and one that empty slots have.
        let phrases = (1..5000).map(|number| (hash(number / 2), number));
        let phrases = phrases.chain([(u64::MAX, 5000)]);
        let mut sorted: Vec<PhraseSlot> = phrases
            .map(|(hash, number)| PhraseSlot::new(hash, number, PhraseLength::Two, 0))
            .collect();
        sorted.sort_unstable_by_key(|slot| slot.hash);
        let (slots, places) = filled_phrase_slots(&sorted);
        let table = PhraseSlots::new(&slots, places);

        let found = |hash: u64| {
            let mut terms = Vec::new();
            table.find_from(table.first(hash), hash, |slot| {
                if slot.length() == PhraseLength::Two {
                    terms.push(slot.term());
                }
            });
            terms.sort_unstable();
            terms
        };

        assert!((1..2500).all(|half| found(hash(half)) == [2 * half, 2 * half + 1]));
        assert!((2501..20_000).all(|half| found(hash(half)).is_empty()));
        assert_eq!(found(u64::MAX), [5000]);
        let (slots, places) = filled_phrase_slots(&[]);
        PhraseSlots::new(&slots, places).find_from(slots[0], 7, |_| panic!("it is empty"));
    }
}
