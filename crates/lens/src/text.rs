//! Words, sentences, stems and language of a text: what every other judgement starts from.

mod characters;
mod language;
mod sentences;
mod words;

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

pub use language::{Language, language};
pub use sentences::sentences;
pub use words::{Word, words};

/// The words of a text in lower case, with straight apostrophes.
pub fn folded(text: &str) -> Vec<String> {
    words(text)
        .map(|word| fold(word.text).into_owned())
        .collect()
}

/// One word in lower case, with straight apostrophes; borrowed when it already is so.
pub fn fold(word: &str) -> Cow<'_, str> {
    if word
        .bytes()
        .all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
    {
        return Cow::Borrowed(word);
    }
    if word.is_ascii() {
        return Cow::Owned(word.to_ascii_lowercase());
    }
    Cow::Owned(word.to_lowercase().replace(['\u{2019}', '\u{02BC}'], "'"))
}

/// The stem of a folded word, by Porter's second English stemmer.
///
/// Only plain lower-case words are stemmed: "c++", "24/7" and words of other scripts stay as
/// they are, and so does anything longer than a word can be.
pub fn stem(word: &str) -> Cow<'_, str> {
    const LONGEST_WORD: usize = 40;
    let is_plain = word
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte == b'\'');
    if !is_plain || word.len() > LONGEST_WORD || word.len() < 3 {
        return Cow::Borrowed(word);
    }
    frostem::Stemmer::new(frostem::Algorithm::English).stem(word)
}

/// Whether a folded English word carries grammar and no subject ("the", "with", "don't").
pub fn is_stopword(word: &str) -> bool {
    STOPWORDS.contains(word)
}

/// The English stop words, folded.
static STOPWORDS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| entries(include_str!("words/stopwords.txt")).collect());

/// The entries of a word list: one a line, without comments and blank lines.
pub(crate) fn entries(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}
