//! The slow and obvious way: the whole text through NFKC, then every query by itself. It shares no
//! code with the percolator but the stems of `lens`.

use lens::text::stem;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// A query before it is written as a keyword.
#[derive(Clone, Debug, Default)]
pub(crate) struct NaiveQuery {
    pub(crate) words: Vec<String>,
    pub(crate) phrases: Vec<String>,
    pub(crate) literals: Vec<&'static str>,
    pub(crate) excluded_words: Vec<String>,
    pub(crate) excluded_phrases: Vec<String>,
    pub(crate) communities: Vec<&'static str>,
    pub(crate) excluded_communities: Vec<&'static str>,
}

impl NaiveQuery {
    pub(crate) fn keyword(&self) -> String {
        let quoted = |phrase: &String| format!("\"{phrase}\"");
        let parts = self
            .words
            .iter()
            .cloned()
            .chain(self.phrases.iter().map(quoted))
            .chain(self.literals.iter().map(|word| (*word).to_owned()))
            .chain(self.excluded_words.iter().map(|word| format!("-{word}")))
            .chain(
                self.excluded_phrases
                    .iter()
                    .map(|phrase| format!("-\"{phrase}\"")),
            )
            .chain(self.communities.iter().map(|name| format!("sub:{name}")))
            .chain(
                self.excluded_communities
                    .iter()
                    .map(|name| format!("-sub:r/{name}")),
            );
        parts.collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn matches(&self, parts: &[String], community: Option<&str>) -> bool {
        let tokens: Vec<Vec<String>> = parts.iter().map(|part| naive_tokens(part)).collect();
        let holds_word = |word: &String| {
            let wanted: Vec<String> = naive_tokens(word);
            let mut all = tokens.iter().flatten();
            wanted
                .iter()
                .all(|wanted| all.clone().any(|token| stem(token) == stem(wanted)))
                && all.next().is_some()
        };
        let holds_phrase = |phrase: &String| {
            let wanted = naive_tokens(phrase);
            tokens
                .iter()
                .any(|part| part.windows(wanted.len()).any(|window| window == wanted))
        };
        let is_in = |names: &[&str]| {
            community.is_some_and(|name| names.iter().any(|one| one.eq_ignore_ascii_case(name)))
        };
        self.words.iter().all(holds_word)
            && self.phrases.iter().all(holds_phrase)
            && self
                .literals
                .iter()
                .all(|literal| parts.iter().any(|part| holds_literal(part, literal)))
            && !self.excluded_words.iter().any(holds_word)
            && !self.excluded_phrases.iter().any(holds_phrase)
            && (self.communities.is_empty() || is_in(&self.communities))
            && !is_in(&self.excluded_communities)
    }
}

pub(crate) fn naive_tokens(text: &str) -> Vec<String> {
    let visible = text.chars().filter(|character| !is_invisible(*character));
    // Symbols are blanked first: NFKC makes letters of "™".
    let letters = visible.map(|character| if is_letter(character) { character } else { ' ' });
    let folded: String = letters.nfkc().flat_map(folded_letters).collect();
    let mut tokens = vec![String::new()];
    for character in folded.chars().filter(|character| !is_invisible(*character)) {
        if !is_letter(character) {
            tokens.push(String::new());
        } else if is_without_spaces(character) {
            tokens.extend([character.to_string(), String::new()]);
        } else if let Some(last) = tokens.last_mut() {
            last.push(character);
        }
    }
    tokens.retain(|token| !token.is_empty());
    tokens
}

/// Whether a word with symbols is in a text, letter by letter.
fn holds_literal(text: &str, literal: &str) -> bool {
    let (text, literal) = (text.to_ascii_lowercase(), literal.to_ascii_lowercase());
    let first = literal.chars().next().unwrap_or_default();
    let last = literal.chars().next_back().unwrap_or_default();
    text.match_indices(&literal).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + literal.len()..]);
        let is_start = if first.is_alphanumeric() {
            let words = naive_tokens(&format!("{before}{first}"));
            words.last() == Some(&first.to_string())
        } else {
            let previous = before.chars().last();
            previous != Some(first) && !previous.is_some_and(char::is_alphanumeric)
        };
        let is_end = if last.is_alphanumeric() {
            let words = naive_tokens(&format!("{last}{after}"));
            words.first() == Some(&last.to_string())
        } else {
            !after.starts_with(last)
        };
        is_start && is_end
    })
}

fn folded_letters(character: char) -> Vec<char> {
    match character {
        'ß' | 'ẞ' => vec!['s', 's'],
        'ς' => vec!['σ'],
        'İ' => vec!['i'],
        _ => character.to_lowercase().collect(),
    }
}

fn is_letter(character: char) -> bool {
    character.is_alphanumeric()
        || (!is_invisible(character)
            && character.general_category_group() == GeneralCategoryGroup::Mark)
}

fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{AD}' | '\u{34F}' | '\u{180B}'..='\u{180E}' | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206F}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0100}'..='\u{E01EF}'
    )
}

fn is_without_spaces(character: char) -> bool {
    matches!(
        character,
        '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
            | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{3041}'..='\u{3096}'
            | '\u{309D}'..='\u{309F}' | '\u{30A1}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}'
            | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
            | '\u{20000}'..='\u{3FFFF}'
    )
}
