//! Numbers from 0 on for things that are known by their hashes.

use super::builder::number;

/// A table that grows, half full at most. A slot holds the upper half of a hash and one more than the
/// number: mostly one read says what there is.
#[derive(Debug, Default)]
pub(super) struct HashNumbers {
    slots: Vec<u64>,
    /// By number.
    hashes: Vec<u64>,
}

const UPPER_HALF: u64 = u64::MAX << 32;

impl HashNumbers {
    /// The number of a hash that is there and `is_same`, or the next one, which then is there.
    pub(super) fn find_or_add(&mut self, hash: u64, is_same: impl Fn(u32) -> bool) -> u32 {
        if self.slots.len() < 2 * (self.hashes.len() + 1) {
            self.grow();
        }
        match self.search(hash, is_same) {
            Ok(known) => known,
            Err(place) => {
                let new = number(self.hashes.len());
                self.slots[place] = hash & UPPER_HALF | u64::from(new + 1);
                self.hashes.push(hash);
                new
            }
        }
    }

    /// The number of a hash.
    pub(super) fn find(&self, hash: u64) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        self.search(hash, |_| true).ok()
    }

    /// By number.
    pub(super) fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// The number, or the place where it would be added.
    fn search(&self, hash: u64, is_same: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mut place = self.first_place(hash);
        loop {
            let slot = self.slots[place];
            if slot == 0 {
                return Err(place);
            }
            if slot & UPPER_HALF == hash & UPPER_HALF {
                #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
                let known = slot as u32 - 1;
                if self.hashes[known as usize] == hash && is_same(known) {
                    return Ok(known);
                }
            }
            place = (place + 1) & (self.slots.len() - 1);
        }
    }

    /// Other bits than those that a slot keeps.
    fn first_place(&self, hash: u64) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
        let low = hash as u32;
        low as usize & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        let length = (2 * self.slots.len()).max(1024);
        self.slots.clear();
        self.slots.resize(length, 0);
        for (hash, known) in self.hashes.iter().zip(1_u32..) {
            let mut place = self.first_place(*hash);
            while self.slots[place] != 0 {
                place = (place + 1) & (length - 1);
            }
            self.slots[place] = hash & UPPER_HALF | u64::from(known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hash_has_its_number_however_many_there_are() {
        let mut numbers = HashNumbers::default();
        let hash = |of: u32| u64::from(of).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        assert_eq!(numbers.find(hash(1)), None);

        for of in 0..5000 {
            assert_eq!(numbers.find_or_add(hash(of), |_| true), of);
        }

        assert!((0..5000).all(|of| numbers.find_or_add(hash(of), |_| true) == of));
        assert!((0..5000).all(|of| numbers.find(hash(of)) == Some(of)));
        assert_eq!(numbers.find(hash(5000)), None);
    }

    #[test]
    fn different_things_with_one_hash_have_numbers_of_their_own() {
        let mut numbers = HashNumbers::default();

        assert_eq!(numbers.find_or_add(7, |_| true), 0);
        assert_eq!(numbers.find_or_add(7, |known| known != 0), 1);
        assert_eq!(numbers.find_or_add(7, |known| known == 1), 1);
    }
}
