//! Classes of characters.

/// Whether a character belongs inside a word: a letter, a digit or a mark written on one.
pub(super) fn is_word_character(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric();
    }
    (character.is_alphanumeric() || is_combining(character)) && !is_superscript(character)
}

/// Whether a character is a combining mark of the letter before it.
fn is_combining(character: char) -> bool {
    matches!(u32::from(character),
        0x0300..=0x036F | 0x0483..=0x0487 | 0x0591..=0x05BD | 0x05BF | 0x05C1..=0x05C2
        | 0x0610..=0x061A | 0x064B..=0x065F | 0x0670 | 0x0900..=0x0903 | 0x093A..=0x094F
        | 0x0981..=0x0983 | 0x09BC..=0x09CD | 0x0A01..=0x0A03 | 0x0A3C..=0x0A4D
        | 0x0A81..=0x0A83 | 0x0ABC..=0x0ACD | 0x0B01..=0x0B03 | 0x0B3C..=0x0B57
        | 0x0B82 | 0x0BBE..=0x0BCD | 0x0C00..=0x0C04 | 0x0C3E..=0x0C56 | 0x0C81..=0x0C83
        | 0x0CBC..=0x0CD6 | 0x0D00..=0x0D03 | 0x0D3B..=0x0D4D | 0x0E31 | 0x0E34..=0x0E3A
        | 0x0E47..=0x0E4E | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF
        | 0xFE20..=0xFE2F | 0x200C | 0x200D)
}

fn is_superscript(character: char) -> bool {
    matches!(
        character,
        '\u{00B9}' | '\u{00B2}' | '\u{00B3}' | '\u{2070}'..='\u{209C}'
    )
}

/// Whether a script has no spaces between words, so that each character counts as a word.
pub(super) fn is_ideograph(character: char) -> bool {
    matches!(u32::from(character),
        0x3041..=0x309F | 0x30A0..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF
        | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

/// Whether a character is an emoji or a similar symbol.
pub(super) fn is_emoji(character: char) -> bool {
    matches!(u32::from(character),
        0x203C | 0x2049 | 0x2600..=0x27BF | 0x2B05..=0x2B55 | 0x1F000..=0x1FAFF)
}

pub(super) fn is_currency(character: char) -> bool {
    matches!(
        character,
        '$' | '\u{20AC}' | '\u{A3}' | '\u{A5}' | '\u{20B9}' | '\u{20BF}'
    )
}

pub(super) fn is_apostrophe(character: char) -> bool {
    matches!(character, '\'' | '\u{2019}' | '\u{02BC}')
}
