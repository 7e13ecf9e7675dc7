//! What the owner says the company sells, for a website that cannot be read.

use serde::{Deserialize, Serialize};

/// One or two sentences, trimmed and on one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OwnSentence(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum InvalidSentence {
    #[error("Please tell us in a sentence what you sell.")]
    Empty,
    #[error("Please keep it under {LONGEST} characters.")]
    TooLong,
}

/// Beyond this it is no sentence.
const LONGEST: usize = 500;

impl OwnSentence {
    pub(super) fn parse(raw: &str) -> Result<Self, InvalidSentence> {
        let words: Vec<&str> = raw.split_whitespace().collect();
        let sentence = words.join(" ");
        if !sentence.chars().any(char::is_alphabetic) {
            return Err(InvalidSentence::Empty);
        }
        if sentence.chars().count() > LONGEST {
            return Err(InvalidSentence::TooLong);
        }
        Ok(Self(sentence))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_a_letter_and_an_end() {
        let parsed = |raw: &str| OwnSentence::parse(raw).map(|sentence| sentence.0);

        let said = "Invoicing for freelancers";
        assert_eq!(
            parsed("  Invoicing \n for freelancers "),
            Ok(said.to_owned())
        );
        for empty in ["", "  ", "…", "1234"] {
            assert_eq!(parsed(empty), Err(InvalidSentence::Empty), "{empty}");
        }
        assert_eq!(parsed(&"é".repeat(500)), Ok("é".repeat(500)));
        assert_eq!(parsed(&"é".repeat(501)), Err(InvalidSentence::TooLong));
    }
}
