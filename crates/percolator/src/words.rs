//! The one normaliser: what a word is, in texts and in keywords alike.
//!
//! A word is a maximal run of letters, digits and marks; everything else separates, so "Notion's"
//! is "notion" and "s". Words are folded: NFKC, lower case, "ß" as "ss", "ς" as "σ", without soft
//! hyphens and zero-width characters. In scripts without spaces every character is a word, so that
//! a phrase is found anywhere in a sentence.

mod ascii_runs;
mod hash;
mod unicode_words;

use std::ops::Range;

pub(crate) use hash::{fold_numbers, hash_word};

/// Raised when a text would be split or folded in another way: indexes made before are invalid.
pub(crate) const NORMALISER_VERSION: u32 = 1;

/// A folded word and its byte range in the text as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoldedWord {
    pub(crate) word: String,
    pub(crate) range: Range<usize>,
}

/// The words of a text with their places: for single texts and keywords, where time is no matter.
pub(crate) fn folded_words(text: &str) -> Vec<FoldedWord> {
    let mut words = Vec::new();
    let mut runs = ascii_runs::AsciiRuns::default();
    let mut padded = text.as_bytes().to_vec();
    padded.resize(ascii_runs::padded_length(text.len()), 0);
    runs.read(&padded);
    for run in runs.iter() {
        let mut push = |word: &str, range: Range<usize>| {
            let word = word.to_owned();
            let range = run.start + range.start..run.start + range.end;
            words.push(FoldedWord { word, range });
        };
        let run = &text[run.clone()];
        if run.is_ascii() {
            push(&run.to_ascii_lowercase(), 0..run.len());
        } else {
            unicode_words::for_each(run, &mut push);
        }
    }
    words
}

/// The words of a text, folded and separated by spaces: what a phrase is compared with.
pub fn fold_text(text: &str) -> String {
    let words = folded_words(text).into_iter();
    words.map(|word| word.word).collect::<Vec<_>>().join(" ")
}

/// A word of a scanned text: its hash, and where its letters are in the scanner's buffer.
///
/// A hash of 0 is no word: it stands between two parts, so that nothing spans them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScannedWord {
    pub(crate) hash: u64,
    start: u32,
    end: u32,
}

/// The words of many texts as hashes: the first step of matching, and the floor it is measured by.
#[derive(Debug, Default)]
pub struct WordScanner {
    bytes: Vec<u8>,
    runs: ascii_runs::AsciiRuns,
    words: Vec<ScannedWord>,
}

impl WordScanner {
    /// Forgets all texts and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.words.clear();
    }

    /// Adds the words of one part of a text, and a break behind them.
    pub fn scan(&mut self, part: &str) {
        let base = self.bytes.len();
        self.bytes.extend_from_slice(part.as_bytes());
        self.bytes.resize(base + part.len() + hash::PADDING, 0);
        let end = base + ascii_runs::padded_length(part.len());
        self.runs.read(&self.bytes[base..end]);
        if part.is_ascii() {
            let Self { bytes, runs, words } = self;
            let runs = runs.iter();
            words.extend(runs.map(|run| word_at(bytes, base + run.start, base + run.end)));
        } else {
            self.scan_unicode(part, base);
        }
        self.words.push(ScannedWord {
            hash: 0,
            start: 0,
            end: 0,
        });
    }

    /// How many words and breaks there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether nothing was scanned since the last [`WordScanner::clear`].
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(crate) fn words(&self) -> &[ScannedWord] {
        &self.words
    }

    /// The letters of a word in lower case, in a buffer that is used again and again.
    pub(crate) fn spell<'a>(&self, word: ScannedWord, into: &'a mut String) -> &'a str {
        into.clear();
        let letters = &self.bytes[word.start as usize..word.end as usize];
        into.push_str(std::str::from_utf8(letters).unwrap_or_default());
        into.make_ascii_lowercase();
        into
    }

    fn scan_unicode(&mut self, part: &str, base: usize) {
        let Self { bytes, runs, words } = self;
        for run in runs.iter() {
            let written = &part[run.clone()];
            if written.is_ascii() {
                words.push(word_at(bytes, base + run.start, base + run.end));
                continue;
            }
            // The folded word is put behind the text, where it is spelled and hashed like any other.
            unicode_words::for_each(written, &mut |word: &str, _| {
                let start = bytes.len();
                bytes.extend_from_slice(word.as_bytes());
                words.push(ScannedWord {
                    hash: hash_word(word.as_bytes()),
                    ..placed(start, start + word.len())
                });
            });
        }
    }
}

#[inline]
fn word_at(bytes: &[u8], start: usize, end: usize) -> ScannedWord {
    ScannedWord {
        hash: hash::hash_ascii(bytes, start, end),
        ..placed(start, end)
    }
}

#[inline]
fn placed(start: usize, end: usize) -> ScannedWord {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a batch of texts is far smaller than 4 GiB"
    )]
    let (start, end) = (start as u32, end as u32);
    ScannedWord {
        hash: 0,
        start,
        end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        folded_words(text)
            .into_iter()
            .map(|word| word.word)
            .collect()
    }

    #[test]
    fn words_are_runs_of_letters_and_digits_in_lower_case() {
        let table: &[(&str, &[&str])] = &[
            ("", &[]),
            ("  --  ", &[]),
            ("Notion's e-mail", &["notion", "s", "e", "mail"]),
            ("C++ and AT&T", &["c", "and", "at", "t"]),
            ("snake_case 24/7", &["snake", "case", "24", "7"]),
            ("Notion™ works…well", &["notion", "works", "well"]),
            ("don’t “quote”", &["don", "t", "quote"]),
        ];

        for (text, expected) in table {
            assert_eq!(words(text), *expected, "{text}");
        }
    }

    #[test]
    fn other_scripts_are_folded_and_composed() {
        let table: &[(&str, &[&str])] = &[
            ("STRASSE Straße", &["strasse", "strasse"]),
            ("ΟΔΟΣ οδος οδός", &["οδοσ", "οδοσ", "οδόσ"]),
            ("cafe\u{301} CAFÉ", &["café", "café"]),
            ("ｆｕｌｌ ﬁne", &["full", "fine"]),
            (
                "co\u{AD}operate zero\u{200B}width",
                &["cooperate", "zerowidth"],
            ),
            ("İstanbul", &["istanbul"]),
            ("❹ ½ ⑴", &["❹", "1", "2", "1"]),
            ("Москва, ПРИВЕТ", &["москва", "привет"]),
        ];

        for (text, expected) in table {
            assert_eq!(words(text), *expected, "{text}");
        }
    }

    #[test]
    fn every_character_is_a_word_where_a_script_has_no_spaces() {
        assert_eq!(words("我用Notion写"), ["我", "用", "notion", "写"]);
        assert_eq!(words("カﾞｶﾞ"), ["ガ", "ガ"]);
        assert_eq!(words("ขาย"), ["ข", "า", "ย"]);
        assert_eq!(words("한국어 글"), ["한국어", "글"]);
    }

    #[test]
    fn a_range_is_the_word_as_it_is_written() {
        let text = "“Straße” 我用 cafe\u{301}!";

        let written: Vec<&str> = folded_words(text)
            .into_iter()
            .map(|word| &text[word.range])
            .collect();

        assert_eq!(written, ["Straße", "我", "用", "cafe\u{301}"]);
    }

    #[test]
    fn words_are_whole_across_the_blocks_that_are_read_at_once() {
        for length in 1..200 {
            let word = "A".repeat(length);
            let text = format!("{word} x{word} {word}");

            let lower = word.to_lowercase();
            assert_eq!(words(&text), [lower.clone(), format!("x{lower}"), lower]);
        }
    }

    #[test]
    fn a_scanned_word_has_the_hash_and_letters_of_the_folded_one() {
        let texts = [
            "Late payments, AGAIN",
            "Straße ｆｕｌｌ 我用 internationalisation's",
        ];
        let mut scanner = WordScanner::default();
        for text in texts {
            scanner.clear();
            scanner.scan(text);

            let mut buffer = String::new();
            let spelled: Vec<String> = scanner.words()[..scanner.len() - 1]
                .iter()
                .map(|word| scanner.spell(*word, &mut buffer).to_owned())
                .collect();
            let hashes = scanner.words().iter().map(|word| word.hash);

            assert_eq!(spelled, words(text));
            let expected = spelled.iter().map(|word| hash_word(word.as_bytes()));
            assert!(hashes.eq(expected.chain([0])));
        }
    }
}
