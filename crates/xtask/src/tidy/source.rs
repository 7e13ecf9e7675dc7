//! A source text with its comments and literals told apart from its code.

use std::ops::Range;

use super::scanner::{self, Scanned};

/// A text as the checks read it.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) language: Language,
    /// The text, its comments and the insides of its literals turned into spaces, byte for byte.
    pub(super) code: String,
    pub(super) literals: Vec<Span>,
    pub(super) comments: Vec<Span>,
    test_modules: Vec<Range<usize>>,
}

/// The inside of a literal, or a comment, and the byte where it begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Rust,
    TypeScript,
    Css,
}

impl Language {
    pub(super) fn of(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "rs" => Some(Self::Rust),
            "ts" | "tsx" | "js" | "jsx" | "mjs" => Some(Self::TypeScript),
            "css" => Some(Self::Css),
            _ => None,
        }
    }
}

impl Source {
    pub(super) fn read(language: Language, text: &str) -> Self {
        let Scanned {
            code,
            literals,
            comments,
        } = scanner::scan(language, text);
        let test_modules = match language {
            Language::Rust => test_modules(&code),
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

    /// The literals that stand right after one of these pieces of code, such as `env!(`.
    pub(super) fn literals_after(&self, pieces: &[&str]) -> impl Iterator<Item = &Span> {
        self.literals.iter().filter(move |literal| {
            let before = self.code[..literal.start]
                .trim_end_matches(['"', '\'', '`'])
                .trim_end();
            pieces.iter().any(|piece| ends_with_word(before, piece))
        })
    }

    /// Does this byte lie in a `#[cfg(test)]` module?
    pub(super) fn is_test(&self, offset: usize) -> bool {
        self.test_modules
            .iter()
            .any(|module| module.contains(&offset))
    }

    /// Where this piece of code stands as whole words.
    pub(super) fn finds<'source>(
        &'source self,
        piece: &'source str,
    ) -> impl Iterator<Item = usize> + 'source {
        whole_words(&self.code, piece)
    }
}

/// Where `piece` stands in `text` and is not the end or the beginning of a longer word.
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
