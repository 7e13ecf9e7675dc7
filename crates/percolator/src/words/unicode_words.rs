//! Words of a run that holds more than ASCII: the slow and right way.

use std::ops::Range;

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::ascii_runs::is_word_byte;

/// A piece of a text whose words are folded only where that takes time.
pub(super) enum TextPiece<'a> {
    /// As it is written.
    Ascii(&'a str),
    /// A folded word of a run that holds more than ASCII. Nothing before or behind it belongs to it.
    Word(&'a str),
}

/// Calls `push` with the pieces of a text in order.
pub(super) fn for_each_piece(text: &str, mut push: impl FnMut(TextPiece<'_>)) {
    let written = text.as_bytes();
    let mut copied = 0;
    while let Some(next) = written[copied..].iter().position(|byte| !byte.is_ascii()) {
        let at = copied + next;
        let before = written[copied..at]
            .iter()
            .rposition(|byte| !is_word_byte(*byte));
        let start = before.map_or(copied, |before| copied + before + 1);
        let behind = written[at..].iter().position(|byte| !is_word_byte(*byte));
        let end = behind.map_or(written.len(), |behind| at + behind);
        push(TextPiece::Ascii(&text[copied..start]));
        for_each(&text[start..end], &mut |word: &str, _| {
            push(TextPiece::Word(word));
        });
        copied = end;
    }
    push(TextPiece::Ascii(&text[copied..]));
}

/// Calls `push` with each folded word of a run and its byte range in the run.
pub(super) fn for_each(run: &str, push: &mut impl FnMut(&str, Range<usize>)) {
    let mut word = WordInProgress::default();
    for (at, character) in run.char_indices() {
        let range = at..at + character.len_utf8();
        match class(character) {
            CharacterClass::Ignored => {}
            // Judged as it is written: "™" would otherwise become the letters "tm".
            CharacterClass::Separator => word.finish(push),
            CharacterClass::Letter | CharacterClass::Alone => word.add(character, range, push),
        }
    }
    word.finish(push);
}

enum CharacterClass {
    Letter,
    /// A word of its own.
    Alone,
    Separator,
    Ignored,
}

fn class(character: char) -> CharacterClass {
    if character.is_ascii() {
        return if character.is_ascii_alphanumeric() {
            CharacterClass::Letter
        } else {
            CharacterClass::Separator
        };
    }
    if is_ignored(character) {
        return CharacterClass::Ignored;
    }
    let is_letter = character.is_alphanumeric()
        || character.general_category_group() == GeneralCategoryGroup::Mark;
    match is_letter {
        true if is_spaceless(character) => CharacterClass::Alone,
        true => CharacterClass::Letter,
        false => CharacterClass::Separator,
    }
}

/// Soft hyphens, zero-width characters, marks of direction, variants of a glyph.
fn is_ignored(character: char) -> bool {
    matches!(u32::from(character),
        0x00AD | 0x034F | 0x180B..=0x180E | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x2064
        | 0x2066..=0x206F | 0xFE00..=0xFE0F | 0xFEFF | 0xE0100..=0xE01EF)
}

/// Scripts that put no spaces between words: Thai, Lao, Burmese, Khmer, kana, Han.
fn is_spaceless(character: char) -> bool {
    matches!(u32::from(character),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x3005..=0x3007 | 0x3021..=0x3029
        | 0x3041..=0x3096 | 0x309D..=0x309F | 0x30A1..=0x30FF | 0x31F0..=0x31FF | 0x3400..=0x4DBF
        | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

/// A word that grows by chunks: characters that compose with each other and with no others.
#[derive(Default)]
struct WordInProgress {
    chunk: Vec<char>,
    chunk_range: Range<usize>,
    folded: String,
    range: Range<usize>,
}

impl WordInProgress {
    fn add(
        &mut self,
        character: char,
        range: Range<usize>,
        push: &mut impl FnMut(&str, Range<usize>),
    ) {
        if starts_chunk(character) {
            self.finish_chunk(push);
        }
        if self.chunk.is_empty() {
            self.chunk_range.start = range.start;
        }
        self.chunk_range.end = range.end;
        self.chunk.push(character);
    }

    fn finish(&mut self, push: &mut impl FnMut(&str, Range<usize>)) {
        self.finish_chunk(push);
        self.finish_word(push);
    }

    fn finish_chunk(&mut self, push: &mut impl FnMut(&str, Range<usize>)) {
        let chunk = std::mem::take(&mut self.chunk);
        match chunk[..] {
            [] => {}
            [only] if starts_chunk(only) => self.add_normal(only, push),
            _ => {
                for character in chunk.iter().copied().nfkc() {
                    self.add_normal(character, push);
                }
            }
        }
        self.chunk = chunk;
        self.chunk.clear();
    }

    /// Adds a normalised character, which may still separate: "½" is "1⁄2" by now.
    fn add_normal(&mut self, character: char, push: &mut impl FnMut(&str, Range<usize>)) {
        match class(character) {
            CharacterClass::Ignored => {}
            CharacterClass::Separator => self.finish_word(push),
            CharacterClass::Alone => {
                self.finish_word(push);
                self.add_letter(character);
                self.finish_word(push);
            }
            CharacterClass::Letter => self.add_letter(character),
        }
    }

    fn add_letter(&mut self, character: char) {
        if self.folded.is_empty() {
            self.range.start = self.chunk_range.start;
        }
        self.range.end = self.chunk_range.end;
        match character {
            'ß' | 'ẞ' => self.folded.push_str("ss"),
            'ς' => self.folded.push('σ'),
            'İ' => self.folded.push('i'),
            _ => self.folded.extend(character.to_lowercase()),
        }
    }

    fn finish_word(&mut self, push: &mut impl FnMut(&str, Range<usize>)) {
        if !self.folded.is_empty() {
            push(&self.folded, self.range.clone());
            self.folded.clear();
        }
    }
}

/// Whether a character is unchanged by NFKC and composes with nothing before it.
fn starts_chunk(character: char) -> bool {
    character.is_ascii()
        || (canonical_combining_class(character) == 0
            && is_nfkc_quick(std::iter::once(character)) == IsNormalized::Yes)
}
