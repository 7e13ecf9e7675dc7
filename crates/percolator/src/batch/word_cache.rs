//! What an index says about the words that were seen last.

use lens::text;

use crate::index::{IndexView, NO_WORD, word_flags};
use crate::words::{ScannedWord, WordScanner, hash_word};

/// What an index knows of a word: what its tables of words and of stems say, or 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KnownWord {
    hash: u64,
    pub(super) word: u32,
    pub(super) stem: u32,
}

/// A cache for each of the two indexes that texts are matched with in turn.
#[derive(Debug, Default)]
pub(super) struct WordCaches {
    caches: [WordCache; 2],
}

impl WordCaches {
    /// The cache of an index: the one that it had, or else the one that was used less recently.
    pub(super) fn of_index(&mut self, index: &IndexView<'_>) -> &mut WordCache {
        if self.caches[0].index != index.identity {
            self.caches.swap(0, 1);
        }
        let cache = &mut self.caches[0];
        if cache.index != index.identity {
            cache.forget(index);
        }
        cache
    }
}

/// Nearly all words of a text are among the most frequent ones, so that one read in a small table
/// answers what otherwise takes a look-up, a stemmer and a second look-up, whose outcomes a
/// processor cannot guess. Newer words take the places of older ones, so it never grows.
#[derive(Debug, Default)]
pub(super) struct WordCache {
    places: Vec<KnownWord>,
    /// The index that the words are of.
    index: u64,
    stems: StemMemo,
    spelling: String,
}

/// A megabyte, of which the frequent words use little.
const PLACES_BITS: u32 = 16;

impl WordCache {
    /// Forgets what another index said.
    fn forget(&mut self, index: &IndexView<'_>) {
        self.index = index.identity;
        self.places.clear();
        self.places.resize(1 << PLACES_BITS, KnownWord::default());
    }

    #[inline]
    pub(super) fn get(
        &mut self,
        index: &IndexView<'_>,
        scanner: &WordScanner,
        word: ScannedWord,
    ) -> KnownWord {
        let at = (word.hash >> (64 - PLACES_BITS)) as usize;
        if self.places[at].hash != word.hash {
            self.places[at] = self.look_up(index, scanner, word);
        }
        self.places[at]
    }

    #[cold]
    fn look_up(
        &mut self,
        index: &IndexView<'_>,
        scanner: &WordScanner,
        written: ScannedWord,
    ) -> KnownWord {
        let hash = written.hash;
        if hash == 0 {
            return KnownWord::default();
        }
        let word = index.words.find(hash);
        let stem = match word >> word_flags::BITS {
            NO_WORD if index.has_groups() => {
                let stem = self.stems.get(scanner, written, &mut self.spelling);
                index.stems.find(stem)
            }
            id => index.word_stems[id as usize],
        };
        KnownWord { hash, word, stem }
    }
}

/// From the hash of a word to the hash of its stem. It knows no index, so that a change of keywords
/// does not make it stem all words again.
#[derive(Debug)]
struct StemMemo {
    places: Vec<(u64, u64)>,
}

impl Default for StemMemo {
    fn default() -> Self {
        Self {
            places: vec![(0, 0); 1 << PLACES_BITS],
        }
    }
}

impl StemMemo {
    fn get(&mut self, scanner: &WordScanner, word: ScannedWord, spelling: &mut String) -> u64 {
        let place = &mut self.places[(word.hash >> (64 - PLACES_BITS)) as usize];
        if place.0 != word.hash {
            let stem = text::stem(scanner.spell(word, spelling));
            *place = (word.hash, hash_word(stem.as_bytes()));
        }
        place.1
    }
}
