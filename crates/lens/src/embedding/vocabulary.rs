//! WordPiece: a word is looked up whole or split into the longest known pieces.

use unicode_normalization::char::{decompose_canonical, is_combining_mark};

use crate::string_table::StringTable;

/// A known piece of a text: its row, and the position of its whole word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordPiece {
    pub row: usize,
    pub start: usize,
    pub end: usize,
}

/// All pieces: those that begin a word have the first rows, those that continue one the rest.
#[derive(Debug)]
pub struct WordPieceVocabulary {
    beginnings: StringTable,
    continuations: StringTable,
}

impl WordPieceVocabulary {
    /// Rows are numbered in sorted order, the beginnings first.
    #[doc(hidden)]
    pub fn new(beginnings: Vec<String>, continuations: Vec<String>) -> Self {
        Self {
            beginnings: StringTable::new(beginnings),
            continuations: StringTable::new(continuations),
        }
    }

    /// Finds the pieces of a text in one pass over it: lower case, without accents, one piece per
    /// punctuation mark, URLs left out.
    pub fn pieces(&self, text: &str, mut found: impl FnMut(WordPiece)) {
        let mut word = PendingWord {
            letters: Vec::with_capacity(64),
            start: 0,
        };
        let mut address_until = 0;
        for (at, character) in text.char_indices() {
            if at < address_until {
                continue;
            }
            match kind(character) {
                CharacterKind::Letter => word.push(at, character),
                CharacterKind::Silent => {}
                CharacterKind::Space => self.finish(&mut word, at, &mut found),
                CharacterKind::Alone => {
                    if character == ':' && is_address(&word.letters, &text[at..]) {
                        address_until = at + address_length(&text[at..]);
                        word.letters.clear();
                        continue;
                    }
                    self.finish(&mut word, at, &mut found);
                    word.push(at, character);
                    self.finish(&mut word, at + character.len_utf8(), &mut found);
                }
            }
        }
        self.finish(&mut word, text.len(), &mut found);
    }

    /// The row of a whole word, which must be in lower case and without accents.
    pub fn row(&self, word: &str) -> Option<usize> {
        self.beginnings.find(word.as_bytes())
    }

    pub fn len(&self) -> usize {
        self.beginnings.len() + self.continuations.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pieces in the order of their rows; those that continue a word begin with "##".
    #[doc(hidden)]
    pub fn entries(&self) -> impl Iterator<Item = String> {
        let continuations = self.continuations.iter().map(|entry| format!("##{entry}"));
        self.beginnings
            .iter()
            .map(String::from)
            .chain(continuations)
    }

    fn finish(&self, word: &mut PendingWord, end: usize, found: &mut impl FnMut(WordPiece)) {
        let mut pieces = &self.beginnings;
        let mut offset = 0;
        let mut rest = &word.letters[..];
        while !rest.is_empty() {
            let Some((row, length)) = pieces.longest(rest) else {
                break;
            };
            found(WordPiece {
                row: row + offset,
                start: word.start,
                end,
            });
            rest = &rest[length..];
            pieces = &self.continuations;
            offset = self.beginnings.len();
        }
        word.letters.clear();
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        [self.beginnings.to_bytes(), self.continuations.to_bytes()].concat()
    }

    /// Reads what `to_bytes` wrote and returns the number of bytes read.
    pub(super) fn parse(bytes: &[u8]) -> Option<(Self, usize)> {
        let (beginnings, first) = StringTable::parse(bytes)?;
        let (continuations, second) = StringTable::parse(&bytes[first..])?;
        Some((
            Self {
                beginnings,
                continuations,
            },
            first + second,
        ))
    }
}

/// The word being read, in lower case, and its start.
struct PendingWord {
    letters: Vec<u8>,
    start: usize,
}

impl PendingWord {
    fn push(&mut self, at: usize, character: char) {
        if self.letters.is_empty() {
            self.start = at;
        }
        if character.is_ascii() {
            self.letters.push(character.to_ascii_lowercase() as u8);
            return;
        }
        for lower in character.to_lowercase() {
            decompose_canonical(lower, |part| {
                if !is_combining_mark(part) {
                    self.letters
                        .extend_from_slice(part.encode_utf8(&mut [0; 4]).as_bytes());
                }
            });
        }
    }
}

enum CharacterKind {
    Letter,
    /// A piece by itself: punctuation, symbols, and scripts without spaces.
    Alone,
    Space,
    /// Control characters and marks that are not printed.
    Silent,
}

fn kind(character: char) -> CharacterKind {
    if character.is_ascii() {
        return match character {
            '0'..='9' | 'a'..='z' | 'A'..='Z' => CharacterKind::Letter,
            '!'..='~' => CharacterKind::Alone,
            '\t' | '\n' | '\r' | ' ' => CharacterKind::Space,
            _ => CharacterKind::Silent,
        };
    }
    let is_ideograph = matches!(character, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{323af}');
    match character {
        _ if character.is_whitespace() => CharacterKind::Space,
        _ if is_combining_mark(character) => CharacterKind::Letter,
        '\u{200b}'..='\u{200f}' | '\u{feff}' | '\u{fffd}' => CharacterKind::Silent,
        _ if character.is_control() => CharacterKind::Silent,
        _ if character.is_alphanumeric() && !is_ideograph => CharacterKind::Letter,
        _ => CharacterKind::Alone,
    }
}

/// Whether "http" or "https" precedes "://".
fn is_address(before: &[u8], rest: &str) -> bool {
    rest.starts_with("://") && (before == b"http" || before == b"https")
}

/// A URL ends at a space or where Markdown ends it.
fn address_length(rest: &str) -> usize {
    rest.find(|end: char| end.is_whitespace() || matches!(end, ')' | ']' | '>' | '"'))
        .unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_into_the_longest_known_pieces() {
        check("Invoicing", "in ##voic ##ing");
        check("INVOICE, paid!", "invoice , paid !");
        check("Café", "cafe");
        check(
            "see [this](https://a.example/cafe?x=in) paid",
            "[ ] ( ) paid",
        );
        check("paid\u{200b}", "paid");
        check("unknown", "");
        check("在paid", "在 paid");
    }

    #[test]
    fn a_written_vocabulary_reads_back() {
        let written = vocabulary().to_bytes();

        let (read, used) = WordPieceVocabulary::parse(&written).unwrap();

        assert_eq!(used, written.len());
        assert!(read.entries().eq(vocabulary().entries()));
    }

    fn vocabulary() -> WordPieceVocabulary {
        let beginnings = "in invoice cafe paid , ! [ ] ( ) 在"
            .split(' ')
            .map(String::from);
        let continuations = ["voic", "vo", "ing"].map(String::from);
        WordPieceVocabulary::new(beginnings.collect(), continuations.to_vec())
    }

    fn check(text: &str, pieces: &str) {
        let vocabulary = vocabulary();
        let entries = vocabulary.entries().collect::<Vec<_>>();
        let mut said = Vec::new();
        vocabulary.pieces(text, |piece| said.push(entries[piece.row].clone()));
        assert_eq!(said.join(" "), pieces, "{text}");
    }
}
