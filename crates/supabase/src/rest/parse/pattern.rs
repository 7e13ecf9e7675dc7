//! The patterns of `like` and `ilike`, which mean the same on both engines.
//!
//! `like` minds case and `ilike` does not. What `ilike` folds are the letters A to Z: SQLite knows
//! no others, and PostgreSQL is told (by the collation "C") to do the same.

use super::Refusal;
use platform::db::Engine;

const LONGEST: usize = 1000;

#[derive(Debug, PartialEq)]
pub(in super::super) struct Pattern(Vec<Piece>);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece {
    Letter(char),
    OneLetter,
    AnyText,
}

impl Pattern {
    /// `*` is another `%`, because `%` is awkward in an address.
    pub(in super::super) fn parse(text: &str) -> Result<Self, Refusal> {
        if text.len() > LONGEST {
            return Err(Refusal::bad("54000", "LIKE pattern is too long"));
        }
        let mut pieces = Vec::new();
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            pieces.push(match letter {
                '%' | '*' => Piece::AnyText,
                '_' => Piece::OneLetter,
                '\\' => Piece::Letter(letters.next().ok_or_else(ends_in_escape)?),
                _ => Piece::Letter(letter),
            });
        }
        pieces.dedup_by(|later, earlier| *later == Piece::AnyText && later == earlier);
        Ok(Self(pieces))
    }

    /// What is bound for the operator of [`Pattern::operator`].
    pub(in super::super) fn text(&self, engine: Engine, ignores_case: bool) -> String {
        let write = match (engine, ignores_case) {
            (Engine::Sqlite, false) => glob,
            _ => like,
        };
        let mut text = String::new();
        self.0.iter().for_each(|piece| write(*piece, &mut text));
        text
    }

    /// SQLite's `like` never minds case; its `glob` always does, and has letters of its own.
    pub(in super::super) fn operator(
        engine: Engine,
        ignores_case: bool,
    ) -> (&'static str, &'static str) {
        match (engine, ignores_case) {
            (Engine::Sqlite, false) => (" glob ", ""),
            (Engine::Sqlite, true) | (Engine::Postgres, false) => (" like ", " escape '\\'"),
            (Engine::Postgres, true) => (" collate \"C\" ilike ", " escape '\\'"),
        }
    }
}

fn like(piece: Piece, text: &mut String) {
    match piece {
        Piece::AnyText => text.push('%'),
        Piece::OneLetter => text.push('_'),
        Piece::Letter(letter) => {
            if matches!(letter, '%' | '_' | '\\') {
                text.push('\\');
            }
            text.push(letter);
        }
    }
}

fn glob(piece: Piece, text: &mut String) {
    match piece {
        Piece::AnyText => text.push('*'),
        Piece::OneLetter => text.push('?'),
        Piece::Letter(letter @ ('*' | '?' | '[')) => text.extend(['[', letter, ']']),
        Piece::Letter(letter) => text.push(letter),
    }
}

fn ends_in_escape() -> Refusal {
    Refusal::bad("22025", "LIKE pattern must not end with escape character")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_gets_the_pattern_in_its_own_letters() {
        for (text, like, glob) in [
            ("a*b", "a%b", "a*b"),
            ("a%%**b", "a%b", "a*b"),
            ("a_?[x]", "a_?[x]", "a?[?][[]x]"),
            ("100\\%", "100\\%", "100%"),
            ("\\*\\_\\\\", "*\\_\\\\", "[*]_\\"),
        ] {
            let pattern = Pattern::parse(text).unwrap();
            assert_eq!(pattern.text(Engine::Postgres, false), like, "{text}");
            assert_eq!(pattern.text(Engine::Sqlite, true), like, "{text}");
            assert_eq!(pattern.text(Engine::Sqlite, false), glob, "{text}");
        }
    }

    #[test]
    fn a_pattern_that_ends_in_an_escape_is_refused() {
        assert!(Pattern::parse("a\\").is_err());
        assert!(Pattern::parse(&"a".repeat(1001)).is_err());
    }
}
