//! A text as the numbers of its word pieces, exactly as the reader saw texts in training
//! (bert-base-uncased): lower case, no accents, punctuation apart, the longest known piece first.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

const UNKNOWN: u32 = 100;
pub(super) const START: u32 = 101;
pub(super) const END: u32 = 102;
/// Stands for the one that is asked about; no text becomes it by itself.
pub(super) const MARK: u32 = 103;

/// Longer words are unknown.
const LONGEST_WORD: usize = 100;

/// How many bytes can matter for one token. Longer texts are cut before they are looked at.
const BYTES_PER_TOKEN: usize = 64;

pub(super) struct WordPieces {
    beginnings: HashMap<&'static str, u32>,
    continuations: HashMap<&'static str, u32>,
}

impl WordPieces {
    /// One piece per line, its number is the line's; `##` marks pieces that continue a word.
    pub(super) fn new(vocabulary: &'static str) -> Self {
        let mut beginnings = HashMap::with_capacity(32_768);
        let mut continuations = HashMap::with_capacity(8_192);
        for (number, piece) in (0..).zip(vocabulary.lines()) {
            match piece.strip_prefix("##") {
                Some(rest) if !rest.is_empty() => continuations.insert(rest, number),
                _ => beginnings.insert(piece, number),
            };
        }
        Self {
            beginnings,
            continuations,
        }
    }

    /// The numbers of a text between start and end, at most `most` in all.
    pub(super) fn tokens(&self, text: &str, most: usize) -> Vec<u32> {
        let mut tokens = vec![START];
        tokens.extend(self.pieces(text, most - 2));
        tokens.push(END);
        tokens
    }

    /// The numbers of a text, at most `most`.
    pub(super) fn pieces(&self, text: &str, most: usize) -> Vec<u32> {
        let mut tokens = Vec::new();
        let mut word = String::new();
        let text = crate::cues::clipped(text, (most + 2) * BYTES_PER_TOKEN);
        let clean = text.chars().flat_map(cleaned).collect::<String>();
        for character in clean.nfd().filter(|one| !is_accent(*one)) {
            if tokens.len() > most {
                break;
            }
            for lower in character.to_lowercase() {
                if lower.is_whitespace() {
                    self.finish(&mut word, &mut tokens);
                } else if is_punctuation(lower) {
                    self.finish(&mut word, &mut tokens);
                    word.push(lower);
                    self.finish(&mut word, &mut tokens);
                } else {
                    word.push(lower);
                }
            }
        }
        self.finish(&mut word, &mut tokens);
        tokens.truncate(most);
        tokens
    }

    /// Cuts a word into its longest known pieces; a word with an unknown rest is unknown as a whole.
    fn finish(&self, word: &mut String, tokens: &mut Vec<u32>) {
        if word.is_empty() {
            return;
        }
        let start = tokens.len();
        let mut rest = word.as_str();
        let mut known = &self.beginnings;
        if word.chars().count() > LONGEST_WORD {
            rest = "";
            tokens.push(UNKNOWN);
        }
        while !rest.is_empty() {
            let Some((length, token)) = longest(known, rest) else {
                tokens.truncate(start);
                tokens.push(UNKNOWN);
                break;
            };
            tokens.push(token);
            rest = &rest[length..];
            known = &self.continuations;
        }
        word.clear();
    }
}

fn longest(known: &HashMap<&str, u32>, text: &str) -> Option<(usize, u32)> {
    let ends = (1..=text.len().min(LONGEST_PIECE)).rev();
    let mut prefixes = ends.filter(|&end| text.is_char_boundary(end));
    prefixes.find_map(|end| known.get(&text[..end]).map(|&token| (end, token)))
}

/// In bytes; the longest piece of the vocabulary has 18 characters.
const LONGEST_PIECE: usize = 64;

/// A character as it counts: spaces as one kind, nothing for what is not printed, ideographs as words.
fn cleaned(character: char) -> impl Iterator<Item = char> {
    let [before, itself, after] = match character {
        '\t' | '\n' | '\r' => [None, Some(' '), None],
        '\u{fffd}' => [None; 3],
        _ if character.is_ascii_control() => [None; 3],
        _ if character.is_ascii() => [None, Some(character), None],
        _ if character.is_whitespace() => [None, Some(' '), None],
        _ if is_unprinted(character) => [None; 3],
        _ if is_ideograph(character) => [Some(' '), Some(character), Some(' ')],
        _ => [None, Some(character), None],
    };
    [before, itself, after].into_iter().flatten()
}

fn is_unprinted(character: char) -> bool {
    matches!(
        character.general_category(),
        GeneralCategory::Control | GeneralCategory::Format | GeneralCategory::PrivateUse
    )
}

fn is_accent(character: char) -> bool {
    !character.is_ascii() && character.general_category() == GeneralCategory::NonspacingMark
}

fn is_punctuation(character: char) -> bool {
    character.is_ascii_punctuation()
        || !character.is_ascii()
            && character.general_category_group() == GeneralCategoryGroup::Punctuation
}

fn is_ideograph(character: char) -> bool {
    matches!(character,
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{2a6df}' | '\u{2a700}'..='\u{2b73f}' | '\u{2b740}'..='\u{2b81f}'
        | '\u{2b920}'..='\u{2ceaf}' | '\u{2f800}'..='\u{2fa1f}')
}
