//! Which words also mean something other than a company.

use lens::bm25::background_idf;
use lens::embedding::EmbeddingTable;
use lens::text;

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
        || stripped(bare, "s").is_some_and(is_known)
        || stripped(bare, "ing").is_some_and(|it| is_known(it) || is_known(&format!("{it}e")))
        || ENDINGS
            .iter()
            .any(|ending| is_known(&format!("{bare}{ending}")))
}

fn stripped<'a>(word: &'a str, ending: &str) -> Option<&'a str> {
    const SHORTEST: usize = 3;
    word.strip_suffix(ending)
        .filter(|it| it.chars().count() >= SHORTEST)
}

/// One word of a product's name, as it is written. Beside everyday words this holds for those that
/// people on Reddit say, such as "timesheets"; a capital inside a word makes a name of it, however
/// often it is said.
pub(super) fn is_common_word(written: &str) -> bool {
    let folded: String = FoldedText::of(written).iter().collect();
    let is_hump = |letters: &[char]| letters[0].is_lowercase() && letters[1].is_uppercase();
    let letters: Vec<char> = written.chars().collect();
    let is_said = || background_idf(&text::stem(&folded)) < UNHEARD_OF;
    !letters.windows(2).any(is_hump) && (is_everyday_word(&folded) || is_said())
}

/// The rarity of a word that hardly any post contains.
const UNHEARD_OF: f32 = 10.0;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_and_other_forms_of_words_are_everyday_words_too() {
        for word in [
            "flour",
            "starters",
            "bookings",
            "tutors",
            "invoicing",
            "waivers",
        ] {
            assert!(is_everyday_word(word), "{word}");
        }
        for name in ["larkbooks", "paperlark", "cragdesk", "mailchimp"] {
            assert!(!is_everyday_word(name), "{name}");
        }
    }

    #[test]
    fn what_people_on_reddit_say_is_no_invented_word_unless_it_is_written_as_one() {
        for common in ["Timesheets", "Bookings"] {
            assert!(is_common_word(common), "{common}");
        }
        for invented in ["Larkbooks", "QuickBooks", "Paperlark"] {
            assert!(!is_common_word(invented), "{invented}");
        }
    }
}
