//! Detects the language of a text, even of a short one.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{entries, fold, words};

/// The language of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    /// Another language, by its ISO 639-1 code.
    Other(&'static str),
    /// Too little text to tell.
    Unknown,
}

/// The language of a text: by its script, and for Latin letters by the votes of function words.
///
/// A handful of words is enough: "wie finde ich einen guten Zahnarzt" has three function words that
/// only German has. A text without any ("CRM Salesforce HubSpot") stays unknown.
pub fn language(text: &str) -> Language {
    let text = beginning(text);
    if let Some(code) = script(text) {
        return Language::Other(code);
    }
    let mut votes = [0_u32; LANGUAGES.len()];
    for word in words(text) {
        if let Some(word_votes) = VOTES.get(fold(word.text).as_ref()) {
            for &(language, weight) in word_votes {
                votes[language] += weight;
            }
        }
    }
    vote_by_letters(text, &mut votes);
    winner(votes)
}

/// The beginning of a text is enough.
fn beginning(text: &str) -> &str {
    const ENOUGH: usize = 4000;
    &text[..text.floor_char_boundary(ENOUGH)]
}

/// The language of a script, if most letters are of that script.
fn script(text: &str) -> Option<&'static str> {
    let mut counts = [0_usize; SCRIPTS.len()];
    let mut latin = 0_usize;
    for character in text.chars().filter(|c| c.is_alphabetic()) {
        let code = u32::from(character);
        match SCRIPTS
            .iter()
            .position(|(_, ranges)| ranges.iter().any(|r| r.contains(&code)))
        {
            Some(script) => counts[script] += 1,
            None => latin += 1,
        }
    }
    let (most, &count) = counts.iter().enumerate().max_by_key(|&(_, count)| *count)?;
    // One Chinese character counts as several letters.
    let worth = if most <= KANA { count * 3 } else { count };
    if count == 0 || worth <= latin {
        return None;
    }
    let is_japanese = most == HAN && counts[KANA] * 20 > count;
    Some(SCRIPTS[if is_japanese { KANA } else { most }].0)
}

const HAN: usize = 0;
const KANA: usize = 1;

type Ranges = &'static [std::ops::RangeInclusive<u32>];

const SCRIPTS: &[(&str, Ranges)] = &[
    ("zh", &[0x3400..=0x4DBF, 0x4E00..=0x9FFF, 0x20000..=0x3FFFF]),
    ("ja", &[0x3041..=0x30FF]),
    ("ko", &[0x1100..=0x11FF, 0xAC00..=0xD7AF]),
    ("ru", &[0x0400..=0x052F]),
    ("el", &[0x0370..=0x03FF]),
    ("he", &[0x0590..=0x05FF]),
    ("ar", &[0x0600..=0x06FF, 0x0750..=0x077F]),
    ("hi", &[0x0900..=0x097F]),
    ("bn", &[0x0980..=0x09FF]),
    ("ta", &[0x0B80..=0x0BFF]),
    ("te", &[0x0C00..=0x0C7F]),
    ("th", &[0x0E00..=0x0E7F]),
    ("ka", &[0x10A0..=0x10FF]),
    ("hy", &[0x0530..=0x058F]),
];

const LANGUAGES: [&str; 18] = [
    "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "fi", "pl", "cs", "tr", "ro", "hu",
    "id", "vi",
];

/// A full vote. A word that several languages share splits it.
const VOTE: u32 = 12;

static VOTES: LazyLock<HashMap<&'static str, Vec<(usize, u32)>>> = LazyLock::new(|| {
    let mut votes: HashMap<&'static str, Vec<(usize, u32)>> = HashMap::new();
    for line in entries(include_str!("../words/languages.txt")) {
        let (code, list) = line
            .split_once(": ")
            .expect("a line is a code and its words");
        let language = LANGUAGES
            .iter()
            .position(|&known| known == code)
            .expect("a list is of a known language");
        for word in list.split_whitespace() {
            votes.entry(word).or_default().push((language, 0));
        }
    }
    for shares in votes.values_mut() {
        let part = VOTE / u32::try_from(shares.len()).expect("languages are few");
        for share in shares {
            share.1 = part;
        }
    }
    votes
});

/// Letters that only some languages write.
fn vote_by_letters(text: &str, votes: &mut [u32; LANGUAGES.len()]) {
    const LETTERS: &[(&str, &[&str])] = &[
        ("ß", &["de"]),
        ("äü", &["de", "fi", "hu", "tr"]),
        ("ñ¿¡", &["es"]),
        ("ãõ", &["pt"]),
        ("êèùœ", &["fr"]),
        ("ìò", &["it"]),
        ("å", &["sv", "da", "no"]),
        ("øæ", &["da", "no"]),
        ("łąężśźń", &["pl"]),
        ("řěůč", &["cs"]),
        ("ğış", &["tr"]),
        ("ăâțș", &["ro"]),
        ("őű", &["hu"]),
        ("ơưđạảấầậếệộợụữ", &["vi"]),
    ];
    for character in text.chars().filter(|c| !c.is_ascii()) {
        for (letters, languages) in LETTERS {
            if letters.contains(character) {
                for code in *languages {
                    let language = LANGUAGES.iter().position(|known| known == code);
                    votes[language.expect("letters are of known languages")] += VOTE / 3;
                }
            }
        }
    }
}

/// The language with the most votes, if it has enough of them and a clear lead.
fn winner(votes: [u32; LANGUAGES.len()]) -> Language {
    let (best, &most) = votes
        .iter()
        .enumerate()
        .max_by_key(|&(language, votes)| (*votes, LANGUAGES.len() - language))
        .expect("there are languages to vote for");
    if most < VOTE / 2 {
        return Language::Unknown;
    }
    if best == 0 {
        return Language::English;
    }
    // A French name in an English question must not make it French.
    let is_contested = votes[0] * 2 > most;
    if is_contested {
        Language::English
    } else {
        Language::Other(LANGUAGES[best])
    }
}
