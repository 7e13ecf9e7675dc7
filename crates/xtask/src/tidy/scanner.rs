//! Finds where comments and literals begin and end.
//!
//! This is no parser: it knows just enough of Rust, TypeScript and CSS that no check
//! mistakes words for code.

use std::ops::Range;

use super::source::{Language, Span, ends_with_word, is_word};

/// A text taken apart; see `Source`.
pub(super) struct Scanned {
    pub(super) code: String,
    pub(super) literals: Vec<Span>,
    pub(super) comments: Vec<Span>,
}

pub(super) fn scan(language: Language, text: &str) -> Scanned {
    let mut scanner = Scanner {
        language,
        text,
        at: 0,
        blanked: text.as_bytes().to_vec(),
        literals: Vec::new(),
        comments: Vec::new(),
    };
    while let Some(next) = scanner.peek() {
        scanner.step(next);
    }
    let code = String::from_utf8(scanner.blanked)
        .expect("whole characters are replaced by spaces, never a part of one");
    Scanned {
        code,
        literals: scanner.literals,
        comments: scanner.comments,
    }
}

struct Scanner<'text> {
    language: Language,
    text: &'text str,
    at: usize,
    blanked: Vec<u8>,
    literals: Vec<Span>,
    comments: Vec<Span>,
}

impl Scanner<'_> {
    /// Reads code up to the brace that closes it.
    fn code_in_braces(&mut self) {
        let mut depth = 1;
        while let Some(next) = self.peek() {
            self.step(next);
            match next {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn step(&mut self, next: char) {
        if !self.comment() && !self.literal(next) {
            self.at += next.len_utf8();
        }
    }

    fn comment(&mut self) -> bool {
        let rest = self.rest();
        let length = if rest.starts_with("/*") {
            self.length_of_block_comment()
        } else if rest.starts_with("//") && self.language != Language::Css {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            return false;
        };
        let span = self.blank(self.at..self.at + length);
        self.comments.push(span);
        self.at += length;
        true
    }

    fn length_of_block_comment(&self) -> usize {
        let rest = self.rest();
        let (mut depth, mut at) = (0, 0);
        while at < rest.len() {
            match &rest.as_bytes()[at..] {
                // Only Rust's comments nest.
                [b'/', b'*', ..] if depth == 0 || self.language == Language::Rust => depth += 1,
                [b'*', b'/', ..] => depth -= 1,
                _ => {
                    at += 1;
                    continue;
                }
            }
            at += 2;
            if depth == 0 {
                break;
            }
        }
        at
    }

    fn literal(&mut self, next: char) -> bool {
        match (self.language, next) {
            (Language::Rust, 'r') => self.raw_string(),
            (Language::Rust, '"') => self.string('"', true),
            (Language::Rust, '\'') => self.character(),
            (Language::TypeScript, '`') => self.template(),
            (Language::TypeScript, '/') => self.regular_expression(),
            (Language::TypeScript | Language::Css, '"' | '\'') => self.string(next, false),
            _ => false,
        }
    }

    fn string(&mut self, quote: char, over_lines: bool) -> bool {
        let inside = &self.rest()[1..];
        let mut escaped = false;
        for (length, character) in inside.char_indices() {
            match character {
                // An apostrophe in the text of a page, then, and no literal.
                '\n' if !over_lines && !escaped => return false,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                _ if character == quote => return self.take_literal(1, length, 1),
                _ => {}
            }
        }
        false
    }

    /// `r"…"`, `br#"…"#`; but `r#type` is a name, and so is the end of `var`.
    fn raw_string(&mut self) -> bool {
        let before = self.text[..self.at].trim_end_matches(['b', 'c']);
        let rest = &self.rest()[1..];
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        if before.ends_with(is_word) || !rest[hashes..].starts_with('"') {
            return false;
        }
        let closing = format!("\"{}", "#".repeat(hashes));
        match rest[hashes + 1..].find(&closing) {
            Some(length) => self.take_literal(hashes + 2, length, closing.len()),
            None => false,
        }
    }

    /// `'a'` and `'\n'` are characters, `'a` is a lifetime.
    fn character(&mut self) -> bool {
        let inside = &self.rest()[1..];
        let first = inside.chars().next().map_or(0, char::len_utf8);
        if inside.starts_with('\\') {
            return self.string('\'', false);
        }
        inside[first..].starts_with('\'') && self.take_literal(1, first, 1)
    }

    /// A template with the code inside of its `${…}` read as code.
    fn template(&mut self) -> bool {
        let opening = self.at;
        let mut piece = opening + 1;
        self.at += 1;
        while let Some(next) = self.peek() {
            if next == '`' {
                self.blank(piece..self.at);
                let text = self.text[opening + 1..self.at].to_owned();
                self.literals.push(Span {
                    start: opening + 1,
                    text,
                });
                self.at += 1;
                return true;
            }
            if self.rest().starts_with("${") {
                self.blank(piece..self.at);
                self.at += 2;
                self.code_in_braces();
                piece = self.at;
                continue;
            }
            let escape = usize::from(next == '\\');
            self.at += escape;
            self.at += self.peek().map_or(0, char::len_utf8);
        }
        true
    }

    /// A slash where a value may begin, closed on the same line. `</p>` and `<br />` are neither.
    fn regular_expression(&mut self) -> bool {
        let before = self.text[..self.at].trim_end();
        let may_begin = before.ends_with(['(', ',', '=', ':', '[', '!', '&', '|', '?', ';'])
            || ends_with_word(before, "return");
        let is_tag = self.rest().starts_with("/>");
        may_begin && !is_tag && self.string('/', false)
    }

    fn take_literal(&mut self, opening: usize, length: usize, closing: usize) -> bool {
        let start = self.at + opening;
        let span = self.blank(start..start + length);
        self.literals.push(span);
        self.at = start + length + closing;
        true
    }

    fn blank(&mut self, range: Range<usize>) -> Span {
        for byte in &mut self.blanked[range.clone()] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        Span {
            start: range.start,
            text: self.text[range].to_owned(),
        }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }
}
