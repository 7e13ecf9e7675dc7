//! What an index says about the words that were seen last.

use lens::text;

use crate::index::{IndexView, NO_WORD, word_flags};
use crate::words::{WordScanner, hash_word};

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
    /// Two words each, the newer first: a rare word does not make a frequent one forgotten.
    places: Vec<[KnownWord; 2]>,
    /// The index that the words are of.
    index: u64,
    stems: StemMemo,
    spelling: String,
    misses: Vec<usize>,
}

/// A megabyte, of which the frequent words use little.
const PLACES_BITS: u32 = 15;

impl WordCache {
    /// Forgets what another index said.
    fn forget(&mut self, index: &IndexView<'_>) {
        self.index = index.identity;
        self.places.clear();
        self.places.resize(1 << PLACES_BITS, Default::default());
    }

    /// What the index knows of each word that was scanned.
    ///
    /// First all words are looked for in the cache, without a branch, so that the reads overlap; then
    /// those that are not there are looked up.
    pub(super) fn resolve(
        &mut self,
        index: &IndexView<'_>,
        scanner: &WordScanner,
        known: &mut Vec<KnownWord>,
    ) {
        let hashes = scanner.hashes();
        self.misses
            .resize(self.misses.len().max(hashes.len() + 1), 0);
        let mut missed = 0;
        known.clear();
        known.extend(hashes.iter().enumerate().map(|(word, hash)| {
            let found = find(&self.places[place(*hash)], *hash);
            self.misses[missed] = word;
            missed += usize::from(found.hash != *hash);
            found
        }));
        for at in 0..missed {
            let word = self.misses[at];
            known[word] = self.look_up(index, scanner, word, hashes[word]);
        }
    }

    fn look_up(
        &mut self,
        index: &IndexView<'_>,
        scanner: &WordScanner,
        written: usize,
        hash: u64,
    ) -> KnownWord {
        // It may be here by now: a batch holds a word several times.
        let mut known = find(&self.places[place(hash)], hash);
        if known.hash != hash {
            let (word, stem) = self.word_and_stem(index, scanner, written, hash);
            known = KnownWord { hash, word, stem };
            let places = &mut self.places[place(hash)];
            *places = [known, places[0]];
        }
        known
    }

    fn word_and_stem(
        &mut self,
        index: &IndexView<'_>,
        scanner: &WordScanner,
        written: usize,
        hash: u64,
    ) -> (u32, u32) {
        if scanner.is_break(written) {
            return (0, 0);
        }
        let word = index.words.find(hash);
        let stem = match word >> word_flags::BITS {
            NO_WORD if index.has_groups() => {
                let spelling = &mut self.spelling;
                let stem = self.stems.get(hash, || scanner.spell(written, spelling));
                index.stems.find(stem)
            }
            id => index.word_stems[id as usize],
        };
        (word, stem)
    }
}

#[inline]
fn place(hash: u64) -> usize {
    (hash >> (64 - PLACES_BITS)) as usize
}

/// The word with a hash, or another one.
#[inline]
fn find(places: &[KnownWord; 2], hash: u64) -> KnownWord {
    // Which of them cannot be predicted, so it is no branch but an address.
    places[usize::from(places[1].hash == hash)]
}

/// From the hash of a word to the hash of its stem. It knows no index, so that a change of keywords
/// does not make it stem all words again.
#[derive(Debug)]
struct StemMemo {
    places: Vec<(u64, u64)>,
}

const STEMS_BITS: u32 = 16;

impl Default for StemMemo {
    fn default() -> Self {
        Self {
            places: vec![(0, 0); 1 << STEMS_BITS],
        }
    }
}

impl StemMemo {
    fn get<'a>(&mut self, hash: u64, spell: impl FnOnce() -> &'a str) -> u64 {
        // Other bits than those of the cache: words that share a place there have their own here.
        let at = hash % (1 << STEMS_BITS);
        let place = &mut self.places[usize::try_from(at).unwrap_or_default()];
        if place.0 != hash {
            *place = (hash, hash_word(text::stem(spell()).as_bytes()));
        }
        place.1
    }
}
