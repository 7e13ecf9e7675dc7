//! Splits a text into words as people read them.

use unicode_segmentation::UnicodeSegmentation;

use super::characters::{is_apostrophe, is_currency, is_emoji, is_ideograph, is_word_character};

/// A word as written, with its byte range in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    pub text: &'a str,
    pub start: usize,
    pub end: usize,
}

/// The words of a text, first to last.
///
/// Contractions, "C++", "C#", ".NET", "Node.js", "e-mail", "24/7", prices, addresses, @handles,
/// #tags, r/names and emoji are one word each; "self-hosted" is two, so that it matches "self
/// hosted".
pub fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    WordIterator {
        text,
        position: 0,
        previous: None,
    }
}

struct WordIterator<'a> {
    text: &'a str,
    position: usize,
    /// The character before the position: it decides what can start a word.
    previous: Option<char>,
}

impl<'a> Iterator for WordIterator<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        loop {
            let rest = &self.text[self.position..];
            let first = rest.chars().next()?;
            let length = word_length(rest, first, self.previous);
            let start = self.position;
            let step = if length == 0 {
                first.len_utf8()
            } else {
                length
            };
            self.previous = rest[..step].chars().next_back();
            self.position += step;
            if length > 0 {
                return Some(Word {
                    text: &rest[..length],
                    start,
                    end: start + length,
                });
            }
        }
    }
}

/// The length in bytes of the word at the start of `rest`; 0 if no word starts there.
fn word_length(rest: &str, first: char, previous: Option<char>) -> usize {
    if first.is_ascii_whitespace() {
        return 0;
    }
    let is_inside = previous.is_some_and(is_word_character);
    if is_word_character(first) {
        return if is_ideograph(first) {
            first.len_utf8()
        } else {
            address_length(rest)
                .or_else(|| community_length(rest, is_inside))
                .unwrap_or_else(|| run_length(rest))
        };
    }
    match first {
        '@' | '#' if !is_inside => prefixed_length(rest),
        '.' if !is_inside => dot_net_length(rest),
        _ if is_currency(first) => price_length(rest, first),
        _ if is_emoji(first) => rest.graphemes(true).next().map_or(0, str::len),
        _ => 0,
    }
}

/// A URL runs to the next space, without the punctuation around it.
fn address_length(rest: &str) -> Option<usize> {
    let is_address =
        starts_with(rest, "http://") || starts_with(rest, "https://") || starts_with(rest, "www.");
    if !is_address {
        return None;
    }
    let trimmed = rest[..unbroken_length(rest)]
        .trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_']);
    Some(trimmed.len().max("www.".len()))
}

/// The length up to a space, a quotation mark or an unmatched closing bracket.
fn unbroken_length(rest: &str) -> usize {
    let mut open = 0_usize;
    for (at, character) in rest.char_indices() {
        match character {
            '(' => open += 1,
            ')' if open == 0 => return at,
            ')' => open -= 1,
            '<' | '>' | '"' | '`' | '|' | ']' => return at,
            _ if character.is_whitespace() => return at,
            _ => {}
        }
    }
    rest.len()
}

/// "r/startups" and "u/name", including the slash.
fn community_length(rest: &str, is_inside: bool) -> Option<usize> {
    let bytes = rest.as_bytes();
    if is_inside || !matches!(bytes.first(), Some(b'r' | b'u' | b'R' | b'U')) {
        return None;
    }
    if bytes.get(1) != Some(&b'/') {
        return None;
    }
    let name = name_length(&rest[2..]);
    (name >= 2).then_some(2 + name)
}

fn prefixed_length(rest: &str) -> usize {
    let name = name_length(&rest[1..]);
    let is_named = rest[1..]
        .chars()
        .next()
        .is_some_and(|c| c.is_alphanumeric() || c == '_');
    if is_named { 1 + name } else { 0 }
}

fn name_length(rest: &str) -> usize {
    rest.find(|c: char| !is_word_character(c) && c != '_')
        .unwrap_or(rest.len())
}

fn dot_net_length(rest: &str) -> usize {
    let is_dot_net = starts_with(rest, ".net") && run_length(&rest[1..]) == 3;
    if is_dot_net { 4 } else { 0 }
}

fn price_length(rest: &str, first: char) -> usize {
    let amount = &rest[first.len_utf8()..];
    let has_amount = amount
        .bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii_digit());
    if has_amount {
        first.len_utf8() + run_length(amount)
    } else {
        0
    }
}

/// Letters and digits, and what joins them.
fn run_length(rest: &str) -> usize {
    let mut end = plain_length(rest);
    let mut part = &rest[..end];
    while let Some(joint) = rest[end..].chars().next() {
        let after = &rest[end + joint.len_utf8()..];
        let next = plain_length(after);
        if next == 0 || !joins(part, joint, &after[..next]) {
            break;
        }
        end += joint.len_utf8() + next;
        part = &after[..next];
    }
    end + suffix_length(&rest[..end], &rest[end..])
}

fn plain_length(rest: &str) -> usize {
    let stops = |c: char| !is_word_character(c) || is_ideograph(c);
    rest.find(stops).unwrap_or(rest.len())
}

/// Whether a character between two runs makes them one word.
fn joins(left: &str, joint: char, right: &str) -> bool {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let (number_left, number_right) = (is_number(left), is_number(right));
    let is_short = |part: &str| part.len() == 1;
    let (short_left, short_right) = (is_short(left), is_short(right));
    match joint {
        '_' => true,
        _ if is_apostrophe(joint) => !number_left && !number_right,
        '-' => {
            if number_left {
                number_right
            } else {
                short_left || short_right || right.starts_with(|c: char| c.is_ascii_digit())
            }
        }
        '.' => {
            let starts_with_digit = right.starts_with(|c: char| c.is_ascii_digit());
            (left.ends_with(|c: char| c.is_ascii_digit()) && starts_with_digit)
                || (short_left && short_right)
                || (!number_left && is_ending(right))
        }
        ',' | ':' => number_left && number_right,
        '/' => {
            let is_letters = |part: &str| part.len() <= 2 && part.is_ascii();
            (number_left && number_right)
                || ((short_left || short_right) && !number_left && !number_right)
                || (is_letters(left) && is_letters(right) && is_shouted(left) && is_shouted(right))
        }
        '&' => short_left || short_right,
        '@' => !number_left,
        _ => false,
    }
}

fn is_shouted(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Whether a part after a dot is the end of a name, as in "Node.js" and "example.com". Any other
/// dot between letters usually is a missing space.
fn is_ending(part: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "ai", "app", "biz", "ca", "cc", "ch", "co", "com", "cs", "css", "csv", "de", "dev", "edu",
        "eu", "exe", "fm", "fr", "gg", "gov", "html", "info", "io", "jpg", "js", "json", "ly",
        "md", "net", "nl", "org", "pdf", "php", "png", "py", "rb", "rs", "sh", "shop", "so", "sql",
        "store", "tech", "ts", "tv", "txt", "uk", "us", "xml", "xyz", "yaml",
    ];
    ENDINGS
        .iter()
        .any(|ending| part.eq_ignore_ascii_case(ending))
}

/// "++" of C++, "#" of C#, "+" of 18+, "%" of 50%.
fn suffix_length(word: &str, rest: &str) -> usize {
    let is_letter = word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_counted = word.ends_with(|c: char| c.is_ascii_digit());
    if rest.starts_with("++") {
        return 2;
    }
    match rest.bytes().next() {
        Some(b'+') if (is_letter || is_counted) && !continues(rest) => 1,
        Some(b'#') if is_letter && !continues(rest) => 1,
        Some(b'%') if is_counted => 1,
        _ => 0,
    }
}

fn continues(rest: &str) -> bool {
    rest[1..].chars().next().is_some_and(is_word_character)
}

fn starts_with(text: &str, prefix: &str) -> bool {
    text.as_bytes()
        .get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix.as_bytes()))
}
