//! A phrase that is compared word by word, and the symbols that belong to it.

use std::fmt;
use std::ops::Range;

use crate::words::{FoldedWord, folded_words};

/// Folded words in order. Where symbols such as the "++" of "C++" or the "&" of "AT&T" belong to
/// them, the words are found first and the symbols are then compared in the text as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExactPhrase {
    /// Separated by spaces; at least one.
    words: Box<str>,
    /// A line for each place before, between and behind the words; empty if no symbol matters.
    symbols: Box<str>,
}

impl ExactPhrase {
    /// Nothing if there is no word in it.
    pub(crate) fn new(written: &str) -> Option<Self> {
        let words = folded_words(written);
        if words.is_empty() {
            return None;
        }
        let spelled: Vec<&str> = words.iter().map(|word| word.word.as_str()).collect();
        Some(Self {
            words: spelled.join(" ").into(),
            symbols: symbols_of(written, &words).into(),
        })
    }

    /// A phrase as an index holds it.
    pub(crate) fn from_parts(words: &str, symbols: &str) -> Self {
        Self {
            words: words.into(),
            symbols: symbols.into(),
        }
    }

    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.split(' ')
    }

    pub(crate) fn symbols(&self) -> &str {
        &self.symbols
    }

    pub(crate) fn has_symbols(&self) -> bool {
        !self.symbols.is_empty()
    }

    pub(crate) fn is_plain_word(&self) -> bool {
        !self.has_symbols() && !self.words.contains(' ')
    }

    /// The ranges of the phrase in a part of a text.
    pub(crate) fn find_in<'a>(
        &'a self,
        part: &'a str,
        words: &'a [FoldedWord],
    ) -> impl Iterator<Item = Range<usize>> + 'a {
        let count = self.words().count();
        words.windows(count).filter_map(move |window| {
            let is_same = self
                .words()
                .eq(window.iter().map(|word| word.word.as_str()));
            let range = window[0].range.start..window[count - 1].range.end;
            match is_same {
                false => None,
                true if self.has_symbols() => with_symbols(&self.symbols, part, window),
                true => Some(range),
            }
        })
    }
}

/// As a screen shows it: folded, with its symbols.
impl fmt::Display for ExactPhrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.has_symbols() {
            return f.write_str(&self.words);
        }
        let mut gaps = self.symbols.lines().map(SymbolGap::read);
        let first = gaps.next().unwrap_or_default();
        f.write_str(first.before)?;
        let last = self.words().count() - 1;
        for (at, (word, gap)) in self.words().zip(gaps).enumerate() {
            let space = if gap.is_whole || at == last { "" } else { " " };
            write!(f, "{word}{}{space}{}", gap.after, gap.before)?;
        }
        Ok(())
    }
}

/// The range of a phrase with its symbols, if they are there.
fn with_symbols(symbols: &str, part: &str, words: &[FoldedWord]) -> Option<Range<usize>> {
    let mut range = words[0].range.start..words[words.len() - 1].range.end;
    for (at, line) in symbols.lines().enumerate() {
        let gap = SymbolGap::read(line);
        let start = at.checked_sub(1).map_or(0, |left| words[left].range.end);
        let end = words.get(at).map_or(part.len(), |right| right.range.start);
        if !gap.is_in(between(part, start, end), at == 0) {
            return None;
        }
        if at == 0 {
            range.start -= gap.before.len();
        }
        if at == words.len() {
            range.end += gap.after.len();
        }
    }
    Some(range)
}

/// Symbols that change what a word means. Other punctuation only separates.
const SYMBOLS: [char; 8] = ['+', '#', '&', '.', '@', '_', '$', '%'];

/// What must stand around the words of a phrase at one place.
#[derive(Clone, Copy, Default)]
struct SymbolGap<'a> {
    /// Directly behind the word on the left.
    after: &'a str,
    /// Directly before the word on the right.
    before: &'a str,
    /// Nothing else is between the two words.
    is_whole: bool,
}

impl<'a> SymbolGap<'a> {
    fn new(written: &'a str, is_first: bool, is_last: bool) -> Self {
        let space = written.find(char::is_whitespace);
        let is_whole = space.is_none() && !is_first && !is_last;
        if is_whole {
            let after = if written.contains(SYMBOLS) {
                written
            } else {
                ""
            };
            return Self {
                after,
                before: "",
                is_whole: !after.is_empty(),
            };
        }
        let behind_space = written.rfind(char::is_whitespace);
        let after = if is_first {
            ""
        } else {
            &written[..space.unwrap_or(written.len())]
        };
        let before = match behind_space {
            _ if is_last => "",
            Some(at) => written[at..].trim_start(),
            None => written,
        };
        let after = after.trim_end_matches(|symbol| symbol == '.' || !SYMBOLS.contains(&symbol));
        let before = before.trim_start_matches(|symbol| !SYMBOLS.contains(&symbol));
        let is_ellipsis = before.len() > 1 && before.chars().all(|symbol| symbol == '.');
        Self {
            after,
            before: if is_ellipsis { "" } else { before },
            is_whole: false,
        }
    }

    fn read(line: &'a str) -> Self {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().unwrap_or_default();
        Self {
            after: cell(),
            before: cell(),
            is_whole: cell() == "whole",
        }
    }

    fn write(self, into: &mut String) {
        let kind = if self.is_whole { "whole" } else { "" };
        into.extend([self.after, "\t", self.before, "\t", kind, "\n"]);
    }

    fn is_empty(self) -> bool {
        self.after.is_empty() && self.before.is_empty()
    }

    /// Whether the text between two words has the symbols, and not more of the same kind: "C+" is
    /// not in "C++", and ".NET" is not in "example.net".
    fn is_in(self, between: &str, is_first: bool) -> bool {
        if self.is_whole {
            return between == self.after;
        }
        let Some(behind) = between.strip_prefix(self.after) else {
            return false;
        };
        let Some(ahead) = between.strip_suffix(self.before) else {
            return false;
        };
        let repeats_after = self.after.chars().next_back();
        let repeats_before = self.before.chars().next();
        let is_glued = !self.before.is_empty() && ahead.is_empty() && !is_first;
        let is_start_glued = is_first
            && !self.before.is_empty()
            && ahead.chars().next_back().is_some_and(char::is_alphanumeric);
        !is_glued
            && !is_start_glued
            && (repeats_after.is_none() || behind.chars().next() != repeats_after)
            && (repeats_before.is_none() || ahead.chars().next_back() != repeats_before)
    }
}

/// What is between two words; nothing where both come from one character, as those of "½" do.
fn between(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or_default()
}

fn symbols_of(written: &str, words: &[FoldedWord]) -> String {
    let starts = words.iter().map(|word| word.range.start);
    let ends = words.iter().map(|word| word.range.end);
    let gaps = [0]
        .into_iter()
        .chain(ends)
        .zip(starts.chain([written.len()]));
    let mut lines = String::new();
    let mut has_symbols = false;
    for (at, (start, end)) in gaps.enumerate() {
        let gap = SymbolGap::new(between(written, start, end), at == 0, at == words.len());
        has_symbols |= !gap.is_empty();
        gap.write(&mut lines);
    }
    if has_symbols { lines } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(phrase: &str, text: &str) -> Vec<String> {
        let phrase = ExactPhrase::new(phrase).expect("a phrase with a word");
        let words = folded_words(text);
        let ranges = phrase.find_in(text, &words);
        ranges.map(|range| text[range].to_owned()).collect()
    }

    #[test]
    fn symbols_are_compared_in_the_text_as_it_is_written() {
        let table: &[(&str, &str, &[&str])] = &[
            ("C++", "I write C++, C and c++11", &["C++", "c++"]),
            ("C+", "C++ or C+?", &["C+"]),
            ("C#", "C# not C", &["C#"]),
            (".NET", "on .NET, not example.net or net", &[".NET"]),
            ("AT&T", "AT&T at t AT & T at&t.", &["AT&T", "at&t"]),
            ("cal.com", "Cal.com beats cal com", &["Cal.com"]),
            (
                "works with c++ and .net",
                "works with C++ and .NET",
                &["works with C++ and .NET"],
            ),
            ("works with c++ and .net", "works with C and .NET", &[]),
            (
                "follow-up",
                "a follow up, a Follow-up",
                &["follow up", "Follow-up"],
            ),
            ("Yes, please!", "yes please", &["yes please"]),
            ("...what", "so what", &["what"]),
        ];

        for (phrase, text, expected) in table {
            assert_eq!(found(phrase, text), *expected, "{phrase} in {text}");
        }
    }

    #[test]
    fn a_phrase_is_shown_with_its_symbols() {
        for phrase in [
            "c++",
            "at&t",
            ".net",
            "works with c++ and .net",
            "late payment",
        ] {
            let shown = ExactPhrase::new(phrase).map(|phrase| phrase.to_string());

            assert_eq!(shown.as_deref(), Some(phrase));
        }
    }
}
