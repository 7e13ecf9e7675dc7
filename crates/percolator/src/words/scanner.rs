//! The words of many texts at once.

use super::ascii_runs::{AsciiRuns, padded_length};
use super::hash;
use super::unicode_words::{TextPiece, for_each_piece};

/// The words of many texts as hashes: the first step of matching, and the floor it is measured by.
///
/// All texts are copied into one buffer, which is then split as a whole: copies of different texts
/// wait for memory together, and texts need no blocks of their own.
#[derive(Debug, Default)]
pub struct WordScanner {
    /// The parts of texts with [`BREAK`] behind each, folded where they hold more than ASCII.
    bytes: Vec<u8>,
    runs: AsciiRuns,
    /// By word: its hash.
    hashes: Vec<u64>,
    /// Where the words start that hold more than ASCII.
    folded: Vec<usize>,
}

/// Stands behind each part of a text as a word that is in no term, so that nothing spans two parts.
/// UTF-8 has no such byte.
const BREAK: u8 = 0xFF;

impl WordScanner {
    /// Forgets all texts and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.folded.clear();
    }

    /// Adds one part of a text. Its words are there after [`WordScanner::scan`].
    pub fn add(&mut self, part: &str) {
        if part.is_ascii() {
            self.bytes.extend_from_slice(part.as_bytes());
        } else {
            self.add_folded(part);
        }
        self.bytes.extend_from_slice(&[0, BREAK, 0]);
    }

    /// Finds the words of all parts.
    ///
    /// # Panics
    /// If they take 4 GiB or more.
    pub fn scan(&mut self) {
        let length = self.bytes.len();
        let padded = padded_length(length);
        self.bytes.resize(padded + hash::PADDING, 0);
        self.runs.read(&self.bytes[..padded]);
        let Self {
            bytes,
            runs,
            hashes,
            folded,
        } = self;
        hashes.clear();
        hashes.extend(
            runs.iter()
                .map(|[start, end]| hash::hash_ascii(bytes, *start as usize, *end as usize)),
        );
        for start in folded {
            let word = runs.before(*start);
            hashes[word] = hash::hash_word(&bytes[runs.range(word)]);
        }
        bytes.truncate(length);
    }

    /// How many bytes were added, for [`WordScanner::words_before`].
    pub(crate) fn position(&self) -> usize {
        self.bytes.len()
    }

    /// How many words, with breaks, are before a position between two parts.
    pub(crate) fn words_before(&self, position: usize) -> usize {
        self.runs.before(position)
    }

    /// The hashes of all words, with one of no word where a part ends.
    pub(crate) fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// Whether this is no word but the end of a part.
    pub(crate) fn is_break(&self, word: usize) -> bool {
        self.bytes[self.runs.range(word).start] == BREAK
    }

    /// The letters of a word in lower case, in a buffer that is used again and again.
    pub(crate) fn spell<'a>(&self, word: usize, into: &'a mut String) -> &'a str {
        into.clear();
        let letters = &self.bytes[self.runs.range(word)];
        into.push_str(std::str::from_utf8(letters).unwrap_or_default());
        into.make_ascii_lowercase();
        into
    }

    /// Adds a part with the words that hold more than ASCII as they are folded.
    fn add_folded(&mut self, part: &str) {
        for_each_piece(part, |piece| match piece {
            TextPiece::Ascii(written) => self.bytes.extend_from_slice(written.as_bytes()),
            TextPiece::Word(word) => {
                self.bytes.push(b' ');
                self.folded.push(self.bytes.len());
                self.bytes.extend_from_slice(word.as_bytes());
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{folded_words, hash_word};

    #[test]
    fn a_scanned_word_has_the_hash_and_letters_of_the_folded_one() {
        let long = "x".repeat(40);
        let texts = [
            "",
            "Late payments, AGAIN",
            "Straße ｆｕｌｌ 我用 internationalisation's don’t",
            "ends in é",
            &format!("{long}É {long}"),
        ];
        let mut scanner = WordScanner::default();
        for text in texts {
            scanner.add(text);
        }
        scanner.scan();

        let mut spelled = Vec::new();
        for (word, hash) in scanner.hashes().iter().enumerate() {
            let letters = scanner.spell(word, &mut String::new()).to_owned();
            assert!(letters.is_empty() || *hash == hash_word(letters.as_bytes()));
            assert_eq!(scanner.is_break(word), letters.is_empty());
            spelled.push(letters);
        }

        let words = texts.iter().flat_map(|text| {
            let words = folded_words(text).into_iter().map(|word| word.word);
            words.chain([String::new()])
        });
        assert!(words.eq(spelled));
    }

    #[test]
    fn words_are_counted_up_to_the_end_of_each_part() {
        let mut scanner = WordScanner::default();
        let mut positions = vec![scanner.position()];
        for length in 0..200 {
            scanner.add(&"a ".repeat(length));
            positions.push(scanner.position());
        }
        scanner.scan();

        let counts: Vec<usize> = positions
            .iter()
            .map(|position| scanner.words_before(*position))
            .collect();

        assert_eq!(counts[0], 0);
        for (length, pair) in counts.windows(2).enumerate() {
            assert_eq!(pair[1] - pair[0], length + 1);
        }
    }
}
