//! The stems of words that were seen before. Stemming takes as long as matching a short text.

use lens::text;

use crate::words::{ScannedWord, WordScanner, hash_word};

/// From the hash of a word to the hash of its stem. Newer words take the places of older ones, so
/// it never grows; it knows no index, so no change of keywords makes it wrong.
#[derive(Debug)]
pub(super) struct StemMemo {
    places: Vec<(u64, u64)>,
}

/// A megabyte: nearly all words that people write are found in it.
const PLACES_BITS: u32 = 16;

impl Default for StemMemo {
    fn default() -> Self {
        Self {
            places: vec![(0, 0); 1 << PLACES_BITS],
        }
    }
}

impl StemMemo {
    #[inline]
    pub(super) fn stem_hash(
        &mut self,
        scanner: &WordScanner,
        word: ScannedWord,
        spelling: &mut String,
    ) -> u64 {
        let at = (word.hash >> (64 - PLACES_BITS)) as usize;
        let place = &mut self.places[at];
        if place.0 != word.hash {
            let stem = text::stem(scanner.spell(word, spelling));
            *place = (word.hash, hash_word(stem.as_bytes()));
        }
        place.1
    }
}
