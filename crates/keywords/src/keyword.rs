//! A keyword and the rules for its text.

use percolator::{KeywordQuery, UselessKeyword};

/// A tracked keyword: trimmed, with single spaces, compared case-insensitively.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keyword(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidKeyword {
    #[error("Please enter a keyword.")]
    Empty,
    #[error("A keyword can have at most {MAX_CHARS} characters.")]
    TooLong,
    #[error("Add a word to look for: a keyword with only exclusions finds nothing.")]
    OnlyExclusions,
    #[error("Add a word to look for: a keyword with only communities finds nothing.")]
    OnlyCommunities,
}

/// Reddit's search accepts 512 characters; no sensible keyword is longer than a line.
const MAX_CHARS: usize = 100;

impl Keyword {
    /// A keyword to look for.
    pub fn parse(raw: &str) -> Result<Self, InvalidKeyword> {
        let keyword = Self::parse_stored(raw)?;
        match KeywordQuery::parse(&keyword.0) {
            Ok(_) => Ok(keyword),
            Err(UselessKeyword::Empty) => Err(InvalidKeyword::Empty),
            Err(UselessKeyword::OnlyExclusions) => Err(InvalidKeyword::OnlyExclusions),
            Err(UselessKeyword::OnlyCommunities) => Err(InvalidKeyword::OnlyCommunities),
        }
    }

    /// A keyword that may be in the list already. Lists have keywords that were added before a
    /// leading hyphen meant anything, and these can be removed.
    pub(super) fn parse_stored(raw: &str) -> Result<Self, InvalidKeyword> {
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

    #[test]
    fn a_keyword_that_can_never_match_is_refused() {
        for (raw, refused) in [
            ("-hiring", InvalidKeyword::OnlyExclusions),
            ("-\"for hire\" -sub:forhire", InvalidKeyword::OnlyExclusions),
            ("sub:freelance -hiring", InvalidKeyword::OnlyExclusions),
            ("sub:freelance", InvalidKeyword::OnlyCommunities),
            ("?!", InvalidKeyword::Empty),
        ] {
            assert_eq!(Keyword::parse(raw), Err(refused), "{raw}");
        }
    }

    #[test]
    fn a_keyword_with_exclusions_and_something_to_find_is_kept_as_it_is_written() {
        for raw in [
            "\"late payment\" -hiring sub:freelance",
            "invoicing -sub:forhire",
            "follow-up",
            "C++",
        ] {
            assert_eq!(Keyword::parse(raw), Ok(Keyword(raw.to_owned())), "{raw}");
        }
    }

    #[test]
    fn a_keyword_from_before_the_rule_can_still_be_named_to_remove_it() {
        assert_eq!(
            Keyword::parse_stored(" -hiring"),
            Ok(Keyword("-hiring".to_owned()))
        );
    }
}
