//! A keyword and the rules for its text.

/// A tracked keyword: trimmed, with single spaces, compared case-insensitively.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keyword(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidKeyword {
    #[error("Please enter a keyword.")]
    Empty,
    #[error("A keyword can have at most {MAX_CHARS} characters.")]
    TooLong,
}

/// Reddit's search accepts 512 characters; no sensible keyword is longer than a line.
const MAX_CHARS: usize = 100;

impl Keyword {
    pub fn parse(raw: &str) -> Result<Self, InvalidKeyword> {
        let words: Vec<&str> = raw.split_whitespace().collect();
        let text = words.join(" ");
        match text.chars().count() {
            0 => Err(InvalidKeyword::Empty),
            1..=MAX_CHARS => Ok(Self(text)),
            _ => Err(InvalidKeyword::TooLong),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn folded(&self) -> String {
        self.0.to_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_is_trimmed_has_single_spaces_and_at_most_100_characters() {
        let parsed = |raw: &str| Keyword::parse(raw).map(|keyword| keyword.0);

        assert_eq!(
            parsed("  late \n payments "),
            Ok("late payments".to_owned())
        );
        assert_eq!(parsed(" \t "), Err(InvalidKeyword::Empty));
        assert_eq!(parsed(&"ü".repeat(100)), Ok("ü".repeat(100)));
        assert_eq!(parsed(&"ü".repeat(101)), Err(InvalidKeyword::TooLong));
    }
}
