//! Character references: "&amp;", "&#8217;", "&nbsp;".

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use crate::text::entries;

/// A text with its character references replaced. Anything else stays as written.
pub(crate) fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(mark) = rest.find('&') {
        decoded.push_str(&rest[..mark]);
        rest = &rest[mark..];
        let length = if let Some((character, length)) = reference(rest) {
            decoded.push(character);
            length
        } else {
            decoded.push('&');
            1
        };
        rest = &rest[length..];
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// The character that a reference stands for, and the bytes it takes.
fn reference(rest: &str) -> Option<(char, usize)> {
    const LONGEST: usize = 12;
    let window = &rest.as_bytes()[1..rest.len().min(LONGEST)];
    let length = window
        .iter()
        .position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'#');
    let length = length.unwrap_or(window.len());
    let name = &rest[1..=length];
    let has_end = rest.as_bytes().get(1 + length) == Some(&b';');
    let taken = 1 + length + usize::from(has_end);
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        return Some((numbered(code), taken));
    }
    let character = *NAMED.get(name)?;
    // Without a semicolon only the oldest names count, so that "?a=1&copy=2" stays intact.
    (has_end || matches!(name, "amp" | "lt" | "gt" | "quot" | "nbsp")).then_some((character, taken))
}

/// Numbers of the Windows-1252 range mean its characters.
fn numbered(code: u32) -> char {
    const WINDOWS: [char; 32] = [
        '€', ' ', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', ' ', 'Ž', ' ', ' ', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', ' ', 'ž', 'Ÿ',
    ];
    match code {
        0x80..=0x9F => WINDOWS[code as usize - 0x80],
        0 => '\u{FFFD}',
        _ => char::from_u32(code).unwrap_or('\u{FFFD}'),
    }
}

static NAMED: LazyLock<HashMap<&'static str, char>> = LazyLock::new(|| {
    entries(include_str!("../../words/entities.txt"))
        .filter_map(|line| {
            let (name, code) = line.split_once(' ')?;
            Some((name, char::from_u32(u32::from_str_radix(code, 16).ok()?)?))
        })
        .collect()
});
