//! The terms or stems of one text, each once.

/// A small hash table that is emptied at once. It takes as much room as one text needs, and so stays in
/// the fastest memory, as marks by term would not.
#[derive(Debug, Default)]
pub(super) struct NumberSet {
    /// A number, with the round in which it was added in the upper half. Those of older rounds count as
    /// free places.
    places: Vec<u64>,
    round: u32,
    /// The last place that this round uses: a text with very many numbers makes the table long for
    /// ever, but the search in it only for itself.
    last: usize,
}

const LEAST_ROOM: usize = 512;

impl NumberSet {
    /// Empties the set, and makes room for so many numbers.
    #[inline]
    pub(super) fn clear(&mut self, most: usize) {
        let room = (4 * most).next_power_of_two().max(LEAST_ROOM);
        if self.places.len() < room || self.round == u32::MAX {
            self.places.clear();
            self.places.resize(room, 0);
            self.round = 0;
        }
        self.round += 1;
        self.last = room - 1;
    }

    /// Adds a number; whether it is new. Without a branch on that, which cannot be predicted.
    #[inline]
    pub(super) fn insert(&mut self, number: u32) -> bool {
        let key = self.key(number);
        let place = self.place(key);
        let is_new = self.places[place] != key;
        self.places[place] = key;
        is_new
    }

    #[inline]
    pub(super) fn contains(&self, number: u32) -> bool {
        let key = self.key(number);
        self.places[self.place(key)] == key
    }

    #[inline]
    fn key(&self, number: u32) -> u64 {
        u64::from(self.round) << 32 | u64::from(number)
    }

    /// Where a number is, or would be added.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mut place = spread(key) & self.last;
        while is_other_number(self.places[place], key) {
            place = (place + 1) & self.last;
        }
        place
    }
}

#[inline]
fn spread(key: u64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number is the lower half of the key"
    )]
    let number = key as u32;
    (number.wrapping_mul(0x9E37_79B9) >> 8) as usize
}

/// Whether a place is taken by another number of the same round.
#[inline]
fn is_other_number(taken: u64, key: u64) -> bool {
    // One comparison: the rounds are equal and the numbers are not.
    (taken ^ key).wrapping_sub(1) < u64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_new_once_a_round() {
        let mut set = NumberSet::default();

        for round in 0..3 {
            set.clear(5000);
            let numbers = || (0..5000).map(|number| (number << 10) + round);

            assert!(numbers().all(|number| set.insert(number)));
            assert!(!numbers().any(|number| set.insert(number)));
            assert!(numbers().all(|number| set.contains(number)));
            assert!(!numbers().any(|number| set.contains(number + 1)));
        }
    }

    #[test]
    fn a_text_with_very_many_numbers_takes_no_room_from_the_next_one() {
        let mut set = NumberSet::default();
        set.clear(10);
        let before = set.last;

        set.clear(1_000_000);
        set.insert(7);
        set.clear(10);

        assert_eq!(set.last, before);
        assert!(!set.contains(7));
    }
}
