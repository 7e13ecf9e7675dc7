//! Which words also mean something other than a company.

use lens::embedding::EmbeddingTable;

use super::folded_text::{FoldedText, Script, script};

/// Whether a name is made of words that people also use otherwise: nouns, verbs, weekdays, first
/// names, places. A sign such as the pluses of "C++" makes a name of its own.
pub(super) fn is_everyday(name: &str) -> bool {
    let trimmed =
        name.trim_matches(|letter: char| letter.is_whitespace() || "!?.".contains(letter));
    let letters = FoldedText::of(trimmed);
    let is_latin = letters.iter().all(|letter| {
        script(*letter) == Some(Script::Latin) || matches!(letter, ' ' | '-' | '\'' | '&' | '.')
    });
    if !is_latin {
        return false;
    }
    let text: String = letters.iter().collect();
    let mut words = text
        .split([' ', '-', '&', '.'])
        .filter(|word| !word.is_empty());
    words.clone().next().is_some() && words.all(is_everyday_word)
}

/// One folded word.
pub(super) fn is_everyday_word(word: &str) -> bool {
    if NOTHING_ELSE.contains(&word) {
        return false;
    }
    // Two letters are an abbreviation of many things.
    if word.chars().count() <= 2 {
        return true;
    }
    let bare = word.strip_suffix("'s").unwrap_or(word);
    is_known(bare)
        || ENDINGS
            .iter()
            .any(|ending| is_known(&format!("{bare}{ending}")))
}

/// Whether the vocabulary of the text engine has it: the thirty thousand words and pieces that
/// most English is made of.
pub(super) fn is_known(word: &str) -> bool {
    EmbeddingTable::shipped().vocabulary().row(word).is_some()
}

/// A word of which only another form is known is a word all the same: "nestle", "tutors".
const ENDINGS: [&str; 4] = ["d", "ed", "ing", "s"];

/// Names that everybody knows and that mean nothing else.
const NOTHING_ELSE: [&str; 34] = [
    "adobe",
    "airbnb",
    "asus",
    "bmw",
    "dell",
    "ebay",
    "facebook",
    "firefox",
    "github",
    "google",
    "hbo",
    "honda",
    "ibm",
    "ikea",
    "instagram",
    "lego",
    "linkedin",
    "microsoft",
    "netflix",
    "nintendo",
    "nokia",
    "paypal",
    "pepsi",
    "playstation",
    "samsung",
    "sony",
    "spotify",
    "toyota",
    "twitter",
    "volkswagen",
    "walmart",
    "wikipedia",
    "xbox",
    "youtube",
];
