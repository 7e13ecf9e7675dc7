//! What an index says about the words that were seen last.

use lens::text;

use super::kept_list::KeptList;
use super::known_word::{KNOWN_BITS, KnownWord};
use crate::index::{IndexView, NO_WORD};
use crate::table_memory::TableMemory;
use crate::words::{WordScanner, hash_word};

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
    memory: CacheMemory,
    /// The index that the words are of.
    index: u64,
    spelling: String,
    /// Words that are looked up, each step for all of them, so that the reads overlap.
    misses: KeptList<usize>,
    first_slots: Vec<u64>,
    /// Words that are in no phrase, and the hashes of their stems.
    unknown: Vec<usize>,
    stem_hashes: Vec<u64>,
}

impl WordCache {
    /// Forgets what another index said.
    fn forget(&mut self, index: &IndexView<'_>) {
        self.index = index.identity;
        self.memory.forget_words();
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
        let Some(places) = self.memory.words() else {
            return;
        };
        self.misses.clear(hashes.len());
        known.clear();
        known.extend(hashes.iter().enumerate().map(|(word, hash)| {
            let entry = find(&places[place(*hash)], *hash);
            self.misses.push_if(!is_of(entry, *hash), word);
            known_word(entry)
        }));
        self.look_up(index, scanner, known);
    }

    /// Looks up the words that were missed.
    fn look_up(&mut self, index: &IndexView<'_>, scanner: &WordScanner, known: &mut [KnownWord]) {
        let hashes = scanner.hashes();
        self.unknown.clear();
        self.first_slots.clear();
        let misses = self.misses.items().iter();
        let first_slots = misses.map(|word| index.words.first(hashes[*word]));
        self.first_slots.extend(first_slots);
        for at in 0..self.first_slots.len() {
            let word = self.misses.items()[at];
            let value = index.words.find_from(self.first_slots[at], hashes[word]);
            if value == NO_WORD && index.has_groups() && !scanner.is_break(word) {
                self.unknown.push(word);
            } else {
                known[word] = self.remembered(hashes[word], KnownWord::of_word(value));
            }
        }
        self.hash_stems(scanner);
        self.first_slots.clear();
        let first_slots = self.stem_hashes.iter().map(|stem| index.stems.first(*stem));
        self.first_slots.extend(first_slots);
        for at in 0..self.unknown.len() {
            let word = self.unknown[at];
            let value = index
                .stems
                .find_from(self.first_slots[at], self.stem_hashes[at]);
            known[word] = self.remembered(hashes[word], KnownWord::of_stem(value));
        }
    }

    fn remembered(&mut self, hash: u64, known: KnownWord) -> KnownWord {
        if let Some(words) = self.memory.words_mut() {
            let places = &mut words[place(hash)];
            // It may be here by now: a batch holds a word several times.
            if !is_of(find(places, hash), hash) {
                let entry = hash << KNOWN_BITS | u64::from(known.bits());
                *places = [entry, places[0]];
            }
        }
        known
    }

    /// The hashes of the stems of the unknown words.
    fn hash_stems(&mut self, scanner: &WordScanner) {
        let hashes = scanner.hashes();
        self.stem_hashes.clear();
        self.stem_hashes.resize(self.unknown.len(), 0);
        let Some(memo) = self.memory.stems_mut() else {
            return;
        };
        for (word, stem) in self.unknown.iter().zip(&mut self.stem_hashes) {
            let [of, known] = memo[memo_place(hashes[*word])];
            // 0 is no hash: the stem is not known.
            *stem = if of == hashes[*word] { known } else { 0 };
        }
        for (word, stem) in self.unknown.iter().zip(&mut self.stem_hashes) {
            if *stem == 0 {
                let spelling = scanner.spell(*word, &mut self.spelling);
                *stem = hash_word(text::stem(spelling).as_bytes());
                memo[memo_place(hashes[*word])] = [hashes[*word], *stem];
            }
        }
    }
}

#[inline]
fn place(hash: u64) -> usize {
    (hash >> (64 - PLACES_BITS)) as usize
}

/// The word with a hash, or another one.
#[inline]
fn find(places: &[u64; 2], hash: u64) -> u64 {
    // Which of them cannot be predicted, so it is no branch but an address.
    places[usize::from(is_of(places[1], hash))]
}

/// Whether an entry is of the word with a hash, as far as it can be told: with the bits that say the
/// place, a wrong answer is as rare as in the tables of the index.
#[inline]
fn is_of(entry: u64, hash: u64) -> bool {
    (entry ^ hash << KNOWN_BITS) >> KNOWN_BITS == 0
}

#[inline]
fn known_word(entry: u64) -> KnownWord {
    #[expect(clippy::cast_possible_truncation, reason = "the lower bits are meant")]
    let bits = entry as u32 & (u32::MAX >> (32 - KNOWN_BITS));
    KnownWord::from_bits(bits)
}

/// Other bits than those of the words: words that share a place there have their own here.
#[inline]
fn memo_place(hash: u64) -> usize {
    usize::try_from(hash).unwrap_or_default() % PLACES
}

/// The words, and a memo from the hash of a word to the hash of its stem. It knows no index, so that a
/// change of keywords does not make the cache stem all words again. Together they fill a large page.
#[derive(Debug, Default)]
struct CacheMemory {
    /// First the words, two in each place with the newer first: a rare word does not make a frequent one
    /// forgotten. An entry is the lower bits of a hash, then what the index knows of the word. Behind
    /// them the memo.
    memory: TableMemory,
}

const PLACES_BITS: u32 = 16;
const PLACES: usize = 1 << PLACES_BITS;

/// Places with two numbers each.
type Places = [[u64; 2]; PLACES];

impl CacheMemory {
    /// Empties the words and keeps the memo.
    fn forget_words(&mut self) {
        match self.words_mut() {
            Some(words) => words.fill([0; 2]),
            None => self.memory = TableMemory::zeroed(4 * PLACES),
        }
    }

    fn words(&self) -> Option<&Places> {
        self.memory.numbers().as_chunks().0.first_chunk()
    }

    fn words_mut(&mut self) -> Option<&mut Places> {
        self.memory
            .numbers_mut()
            .as_chunks_mut()
            .0
            .first_chunk_mut()
    }

    fn stems_mut(&mut self) -> Option<&mut Places> {
        self.memory.numbers_mut().as_chunks_mut().0.last_chunk_mut()
    }
}
