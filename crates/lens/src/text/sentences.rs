//! Splits a text into sentences.

use super::characters::is_apostrophe;

/// The sentences of a text, trimmed, first to last.
///
/// A list item, a heading and a paragraph end a sentence without a full stop; abbreviations,
/// decimals, addresses and initials do not end one. Bullets and heading marks are left out; the
/// ">" of a quotation stays, so that a reader can tell whose words they are.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, character) in text.char_indices() {
        // A closing mark after the full stop belongs to the sentence before it.
        if at < start {
            continue;
        }
        let after = at + character.len_utf8();
        if character == '\n' {
            if breaks_line(&text[start..at], &text[after..]) {
                push(&mut found, &text[start..at]);
                start = after;
            }
        } else if is_stop(character)
            && let Some(end) = sentence_end(&text[start..], at - start, character)
        {
            push(&mut found, &text[start..start + end]);
            start += end;
        }
    }
    push(&mut found, &text[start..]);
    found
}

fn push<'a>(found: &mut Vec<&'a str>, sentence: &'a str) {
    let sentence = without_bullet(sentence.trim());
    if sentence.chars().any(char::is_alphanumeric) {
        found.push(sentence);
    }
}

fn is_stop(character: char) -> bool {
    matches!(character, '.' | '!' | '?' | '\u{2026}') || is_wide_stop(character)
}

/// Full stops of scripts without a space after a sentence.
fn is_wide_stop(character: char) -> bool {
    matches!(character, '\u{3002}' | '\u{FF01}' | '\u{FF1F}' | '\u{0964}')
}

/// The end of the sentence that starts at 0, if the full stop at `at` ends it.
fn sentence_end(text: &str, at: usize, stop: char) -> Option<usize> {
    let after = at + stop.len_utf8();
    if is_wide_stop(stop) {
        return Some(after);
    }
    let closers = text[after..]
        .find(|c: char| !matches!(c, ')' | ']' | '"' | '\u{201D}' | '*' | '_') && !is_apostrophe(c))
        .unwrap_or(text.len() - after);
    let end = after + closers;
    let next = text[end..].chars().next();
    // Only the last of several full stops ends the sentence, and one inside a word does not.
    if next.is_some_and(|c| !c.is_whitespace()) {
        return None;
    }
    let follows = text[end..].trim_start_matches([' ', '\t']).chars().next();
    let is_ellipsis = stop == '\u{2026}' || (stop == '.' && text[..at].ends_with(".."));
    if is_ellipsis {
        return (!follows.is_some_and(char::is_lowercase)).then_some(end);
    }
    let is_kept = stop == '.' && closers == 0 && is_abbreviation(&text[..at], &text[end..]);
    (!is_kept).then_some(end)
}

/// Whether the word before a full stop is an abbreviation and the sentence continues.
fn is_abbreviation(before: &str, after: &str) -> bool {
    let from = before
        .rfind(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '"'))
        .map_or(0, |space| {
            space + before[space..].chars().next().map_or(1, char::len_utf8)
        });
    let word = &before[from..];
    let is_end = after.trim_start().is_empty();
    // The number of a list item: "1. Sign up".
    if word.len() <= 3 && is_number(word) && before[..from].trim().is_empty() {
        return true;
    }
    if word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_uppercase()) && word != "I" {
        return !is_end && !begins_sentence(after);
    }
    if word.len() > 8 || is_end {
        return false;
    }
    let folded = word.to_ascii_lowercase();
    if ALWAYS.contains(&folded.as_str()) {
        return true;
    }
    let is_dotted = word.contains('.') && word.split('.').all(|part| part.len() == 1);
    let is_open = is_dotted || SOMETIMES.contains(&folded.as_str());
    is_open && !begins_sentence(after)
}

/// Abbreviations that are always followed by more: titles, "e.g.", "vs.".
const ALWAYS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "prof", "sr", "st", "gen", "rep", "sen", "gov", "rev", "e.g", "i.e",
    "eg", "ie", "vs", "cf", "fig", "approx", "incl", "excl", "resp", "ca", "viz",
];

/// Abbreviations that may also end a sentence.
const SOMETIMES: &[&str] = &[
    "etc", "inc", "ltd", "co", "corp", "llc", "jr", "no", "vol", "dept", "est", "min", "max",
    "hrs", "hr", "ave", "blvd", "rd", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep",
    "sept", "oct", "nov", "dec", "tel", "p.s", "a.m", "p.m", "al", "bros", "pp", "ed",
];

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether what follows an abbreviation reads as the start of a new sentence.
fn begins_sentence(after: &str) -> bool {
    const OPENERS: &[&str] = &[
        "A", "An", "And", "But", "For", "He", "How", "I", "I'm", "I've", "If", "In", "It", "It's",
        "My", "Our", "She", "So", "That", "The", "There", "These", "They", "This", "We", "What",
        "When", "Why", "You", "Your",
    ];
    let line = after.trim_start_matches([' ', '\t']);
    if line.starts_with(['\n', '\r']) {
        return true;
    }
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    OPENERS.contains(&line[..end].trim_end_matches([',', ':']))
}

/// Whether a line break ends the sentence before it.
fn breaks_line(before: &str, after: &str) -> bool {
    let line = after.trim_start_matches([' ', '\t', '\r']);
    let before = before.trim_end();
    let Some(next) = line.chars().next() else {
        return true;
    };
    if next == '\n' || before.is_empty() || before.ends_with([':', ';']) {
        return true;
    }
    let last_line = before.rsplit('\n').next().unwrap_or(before);
    let was_heading = last_line.trim_start().starts_with('#');
    // A hard-wrapped line continues in lower case.
    was_heading || !next.is_lowercase() && !is_continued(last_line, next)
}

/// Whether a line break is in the middle of a clause: the line before ends with a comma or is as
/// long as a hard-wrapped line, and no list starts.
fn is_continued(last_line: &str, next: char) -> bool {
    const WRAPPED: usize = 60;
    let is_open = last_line.ends_with(',') || last_line.len() >= WRAPPED && last_line.len() <= 100;
    is_open
        && (next.is_alphanumeric() || next == '(')
        && !last_line.ends_with(['.', '!', '?', '"', ')', '*'])
}

/// A line without the bullet, number or heading marks before it.
fn without_bullet(sentence: &str) -> &str {
    let marks = sentence.trim_start_matches(['#', '\u{2022}', '\u{25CF}', '\u{25AA}', '\u{2013}']);
    let marks = marks.trim_start();
    for bullet in ["- ", "* ", "+ ", "\u{2014} "] {
        if let Some(rest) = marks.strip_prefix(bullet) {
            return rest.trim_start();
        }
    }
    let digits = marks.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=3).contains(&digits) {
        let rest = &marks[digits..];
        for close in [". ", ") "] {
            if let Some(item) = rest.strip_prefix(close) {
                return item.trim_start();
            }
        }
    }
    marks
}
