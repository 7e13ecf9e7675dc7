//! A keyword as a customer types it, and how it is read.

mod direct_match;
mod parser;

use std::fmt;

use crate::exact_phrase::ExactPhrase;
pub(crate) use direct_match::ReadText;
pub use direct_match::TextSpan;
pub(crate) use parser::community_hash;

/// What a keyword asks of a text.
///
/// `invoicing app "late payment" -hiring -"for sale" sub:freelance -sub:forhire` asks for the words
/// "invoicing" and "app" in any order and inflection, for the exact phrase "late payment", for
/// neither a form of "hiring" nor the phrase "for sale", and for the community r/freelance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeywordQuery {
    /// Folded, separated by spaces.
    words: Box<str>,
    excluded_words: Box<str>,
    communities: Box<str>,
    excluded_communities: Box<str>,
    pub(crate) terms: QueryTerms,
}

/// Why a keyword would never match anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UselessKeyword {
    /// It holds no letter and no digit.
    Empty,
    /// It only says what a text must not hold, or where it must not be.
    OnlyExclusions,
    /// It only names communities.
    OnlyCommunities,
}

impl fmt::Display for UselessKeyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the keyword holds no word",
            Self::OnlyExclusions => "the keyword only excludes",
            Self::OnlyCommunities => "the keyword only names communities",
        })
    }
}

impl std::error::Error for UselessKeyword {}

/// A query in the form in which it is compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct QueryTerms {
    /// The stems of the words, separated by spaces; each once.
    pub(crate) stems: Box<str>,
    pub(crate) phrases: Vec<ExactPhrase>,
    /// Each of them excludes by itself.
    pub(crate) excluded_stems: Box<str>,
    pub(crate) excluded_phrases: Vec<ExactPhrase>,
    /// Hashes of names. If there are any, the text is in one of them.
    pub(crate) communities: Vec<u64>,
    pub(crate) excluded_communities: Vec<u64>,
}

impl KeywordQuery {
    /// Reads a keyword. Odd input is read as well as it can be: an unclosed quote runs to the end,
    /// and a hyphen inside a word excludes nothing.
    pub fn parse(keyword: &str) -> Result<Self, UselessKeyword> {
        parser::parse(keyword)
    }

    /// The whole text as one exact phrase, such as a brand.
    pub fn exact_phrase(phrase: &str) -> Result<Self, UselessKeyword> {
        let phrase = ExactPhrase::new(phrase).ok_or(UselessKeyword::Empty)?;
        let terms = QueryTerms {
            phrases: vec![phrase],
            ..QueryTerms::default()
        };
        Ok(Self {
            words: Box::default(),
            excluded_words: Box::default(),
            communities: Box::default(),
            excluded_communities: Box::default(),
            terms,
        })
    }

    /// The folded words that must all be there, in any order and inflection. Small words such as
    /// "the" are left out unless there are no others.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.split_ascii_whitespace()
    }

    /// The folded phrases that must be there word by word, and the words with symbols ("c++").
    pub fn phrases(&self) -> impl Iterator<Item = String> {
        self.terms.phrases.iter().map(ToString::to_string)
    }

    /// The folded words that exclude a text in any inflection.
    pub fn excluded_words(&self) -> impl Iterator<Item = &str> {
        self.excluded_words.split_ascii_whitespace()
    }

    /// The folded phrases that exclude a text.
    pub fn excluded_phrases(&self) -> impl Iterator<Item = String> {
        self.terms.excluded_phrases.iter().map(ToString::to_string)
    }

    /// The communities in one of which a text must be, in lower case and without "r/".
    pub fn communities(&self) -> impl Iterator<Item = &str> {
        self.communities.split_ascii_whitespace()
    }

    /// The communities in which a text does not match.
    pub fn excluded_communities(&self) -> impl Iterator<Item = &str> {
        self.excluded_communities.split_ascii_whitespace()
    }

    /// Whether it only asks for words: no phrase, no exclusion and no community.
    pub fn is_plain(&self) -> bool {
        self.terms.phrases.is_empty() && !self.terms.has_rules()
    }

    /// Whether a text holds what the keyword excludes, or is in the wrong community; its words and
    /// phrases do not matter.
    pub fn rules_out(&self, parts: &[&str], community: Option<&str>) -> bool {
        self.terms.has_rules() && self.terms.rules_out(&ReadText::new(parts), community)
    }

    /// Where the keyword is in a text, if the text matches: for callers with few texts.
    ///
    /// Spans are in order and do not overlap. No phrase spans two parts; words may be in any.
    pub fn matches(&self, parts: &[&str], community: Option<&str>) -> Option<Vec<TextSpan>> {
        self.terms.find_in(&ReadText::new(parts), community)
    }
}
