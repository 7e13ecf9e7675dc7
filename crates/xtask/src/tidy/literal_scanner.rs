//! Finds comments and literals.
//!
//! This is not a parser. It knows just enough of Rust, TypeScript and CSS to tell text from code.

use std::ops::Range;

use super::source_text::{SourceLanguage, TextSpan, ends_with_word, is_word};

/// A scanned text; see `SourceText`.
pub(super) struct ScannedText {
    pub(super) code: String,
    pub(super) literals: Vec<TextSpan>,
    pub(super) comments: Vec<TextSpan>,
}

pub(super) fn scan(language: SourceLanguage, text: &str) -> ScannedText {
    let mut scanner = LiteralScanner {
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
    ScannedText {
        code,
        literals: scanner.literals,
        comments: scanner.comments,
    }
}

struct LiteralScanner<'text> {
    language: SourceLanguage,
    text: &'text str,
    at: usize,
    blanked: Vec<u8>,
    literals: Vec<TextSpan>,
    comments: Vec<TextSpan>,
}

impl LiteralScanner<'_> {
    /// Reads code up to its closing brace.
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
        } else if rest.starts_with("//") && self.language != SourceLanguage::Css {
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
                [b'/', b'*', ..] if depth == 0 || self.language == SourceLanguage::Rust => {
                    depth += 1;
                }
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
            (SourceLanguage::Rust, 'r') => self.raw_string(),
            (SourceLanguage::Rust, '"') => self.string('"', true),
            (SourceLanguage::Rust, '\'') => self.character(),
            (SourceLanguage::TypeScript, '`') => self.template(),
            (SourceLanguage::TypeScript, '/') => self.regular_expression(),
            (SourceLanguage::TypeScript | SourceLanguage::Css, '"' | '\'') => {
                self.string(next, false)
            }
            _ => false,
        }
    }

    fn string(&mut self, quote: char, over_lines: bool) -> bool {
        let inside = &self.rest()[1..];
        let mut escaped = false;
        for (length, character) in inside.char_indices() {
            match character {
                // It is an apostrophe in the text of a page, not a literal.
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

    /// A template. The code inside `${…}` is read as code.
    fn template(&mut self) -> bool {
        let opening = self.at;
        let mut piece = opening + 1;
        self.at += 1;
        while let Some(next) = self.peek() {
            if next == '`' {
                self.blank(piece..self.at);
                let text = self.text[opening + 1..self.at].to_owned();
                self.literals.push(TextSpan {
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

    /// A slash where a value may start, closed on the same line. `</p>` and `<br />` do not match.
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

    fn blank(&mut self, range: Range<usize>) -> TextSpan {
        for byte in &mut self.blanked[range.clone()] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        TextSpan {
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
