//! A source text with comments and literals separated from code.

use std::ops::Range;

use super::literal_scanner::{self, ScannedText};

/// A source text as the checks need it.
#[derive(Debug)]
pub(super) struct SourceText {
    pub(super) language: SourceLanguage,
    /// The text with comments and the content of literals replaced by spaces, byte for byte.
    pub(super) code: String,
    pub(super) literals: Vec<TextSpan>,
    pub(super) comments: Vec<TextSpan>,
    test_modules: Vec<Range<usize>>,
}

/// The content of a literal or a comment, and its byte offset.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TextSpan {
    pub(super) start: usize,
    pub(super) text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SourceLanguage {
    Rust,
    TypeScript,
    Css,
}

impl SourceLanguage {
    pub(super) fn of(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "rs" => Some(Self::Rust),
            "ts" | "tsx" | "js" | "jsx" | "mjs" => Some(Self::TypeScript),
            "css" => Some(Self::Css),
            _ => None,
        }
    }
}

impl SourceText {
    pub(super) fn read(language: SourceLanguage, text: &str) -> Self {
        let ScannedText {
            code,
            literals,
            comments,
        } = literal_scanner::scan(language, text);
        let test_modules = match language {
            SourceLanguage::Rust => test_modules(&code),
            _ => Vec::new(),
        };
        Self {
            language,
            code,
            literals,
            comments,
            test_modules,
        }
    }

    /// The literals right after one of these pieces of code, such as `env!(`.
    pub(super) fn literals_after(&self, pieces: &[&str]) -> impl Iterator<Item = &TextSpan> {
        self.literals.iter().filter(move |literal| {
            let before = self.code[..literal.start]
                .trim_end_matches(['"', '\'', '`'])
                .trim_end();
            pieces.iter().any(|piece| ends_with_word(before, piece))
        })
    }

    /// Is this byte in a `#[cfg(test)]` module?
    pub(super) fn is_test(&self, offset: usize) -> bool {
        self.test_modules
            .iter()
            .any(|module| module.contains(&offset))
    }

    /// The positions of this piece of code as whole words.
    pub(super) fn finds<'source>(
        &'source self,
        piece: &'source str,
    ) -> impl Iterator<Item = usize> + 'source {
        whole_words(&self.code, piece)
    }
}

/// The positions of `piece` in `text` where it is not part of a longer word.
pub(super) fn whole_words<'text>(
    text: &'text str,
    piece: &'text str,
) -> impl Iterator<Item = usize> + 'text {
    text.match_indices(piece)
        .map(|(start, _)| start)
        .filter(move |&start| {
            ends_with_word(&text[..start + piece.len()], piece)
                && !(piece.ends_with(is_word) && text[start + piece.len()..].starts_with(is_word))
        })
}

pub(super) fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

pub(super) fn ends_with_word(text: &str, piece: &str) -> bool {
    text.strip_suffix(piece)
        .is_some_and(|before| !(piece.starts_with(is_word) && before.ends_with(is_word)))
}

fn test_modules(code: &str) -> Vec<Range<usize>> {
    whole_words(code, "#[cfg(test)]")
        .filter_map(|start| {
            let opening = start + code[start..].find(['{', ';'])?;
            let length = length_of_block(code[opening..].strip_prefix('{')?);
            Some(start..opening + length)
        })
        .collect()
}

fn length_of_block(inside: &str) -> usize {
    let mut depth = 1;
    for (offset, character) in inside.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return offset + 2;
        }
    }
    inside.len() + 1
}
