//! The one normaliser: what a word is, in texts and in keywords alike.
//!
//! A word is a maximal run of letters, digits and marks; everything else separates, so "Notion's"
//! is "notion" and "s". Words are folded: NFKC, lower case, "ß" as "ss", "ς" as "σ", without soft
//! hyphens and zero-width characters. In scripts without spaces every character is a word, so that
//! a phrase is found anywhere in a sentence.

mod ascii_runs;
mod hash;
mod scanner;
mod unicode_words;

use std::ops::Range;

use unicode_words::{TextPiece, for_each_piece};

pub(crate) use hash::{fold_numbers, hash_word};
pub use scanner::WordScanner;

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
    for [start, end] in runs.iter() {
        let run = *start as usize..*end as usize;
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
    let mut folded = String::with_capacity(text.len());
    let mut push = |word: &str| {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    };
    for_each_piece(text, |piece| match piece {
        TextPiece::Ascii(written) => {
            let words = written.split(|character: char| !character.is_ascii_alphanumeric());
            words.filter(|word| !word.is_empty()).for_each(&mut push);
        }
        TextPiece::Word(word) => push(word),
    });
    folded.make_ascii_lowercase();
    folded
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
    fn a_folded_text_is_its_words_with_spaces_between() {
        let texts = [
            "",
            " -- ",
            "“Late”  payments, AGAIN!",
            "½ Straße我用Notion's café",
            "é",
        ];

        for text in texts {
            assert_eq!(fold_text(text), words(text).join(" "), "{text}");
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
}
