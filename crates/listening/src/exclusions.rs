//! What a person never wants to see: communities, authors and words.

use std::collections::HashSet;

use super::ai_settings::AiSettings;

/// What a person never wants to see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exclusions {
    subreddits: HashSet<String>,
    authors: HashSet<String>,
    /// Lower case, single spaces.
    words: Vec<String>,
}

/// Why something is not shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Excluded {
    #[error("r/{0} is excluded")]
    Subreddit(String),
    #[error("u/{0} is excluded")]
    Author(String),
    #[error("“{0}” is excluded")]
    Word(String),
}

impl Exclusions {
    pub(super) fn of(settings: &AiSettings) -> Self {
        let folded = |names: &[String]| names.iter().map(|name| name.to_lowercase()).collect();
        Self {
            subreddits: folded(&settings.excluded_subreddits),
            authors: folded(&settings.excluded_authors),
            words: settings
                .excluded_words
                .iter()
                .map(|word| folded_text(word))
                .collect(),
        }
    }

    /// Why something is not to be shown, if it is not. Words are found as whole words, in any case,
    /// wherever the line breaks are.
    pub fn excludes(&self, subreddit: &str, author: Option<&str>, text: &str) -> Option<Excluded> {
        if self.subreddits.contains(&subreddit.to_lowercase()) {
            return Some(Excluded::Subreddit(subreddit.to_owned()));
        }
        if let Some(author) = author
            && self.authors.contains(&author.to_lowercase())
        {
            return Some(Excluded::Author(author.to_owned()));
        }
        if self.words.is_empty() {
            return None;
        }
        let text = folded_text(text);
        let word = self.words.iter().find(|word| holds_word(&text, word))?;
        Some(Excluded::Word(word.clone()))
    }
}

fn folded_text(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    words.join(" ")
}

/// Whether the word stands in the text by itself: "ad" is not in "read".
fn holds_word(text: &str, word: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let (first, last) = (word.chars().next(), word.chars().next_back());
    text.match_indices(word).any(|(at, found)| {
        let before = text[..at].chars().next_back();
        let after = text[at + found.len()..].chars().next();
        let is_inside =
            (is_letter(before) && is_letter(first)) || (is_letter(last) && is_letter(after));
        !is_inside
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::product::Plan;

    fn exclusions() -> Exclusions {
        let of = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        Exclusions::of(&AiSettings {
            excluded_subreddits: of(&["Forhire"]),
            excluded_authors: of(&["Promo_Bot"]),
            excluded_words: of(&["ad", "Free  trial", "C++"]),
            ..AiSettings::default_for(Plan::Pro)
        })
    }

    #[test]
    fn subreddits_and_authors_are_excluded_in_any_case() {
        let excluded = |subreddit, author| exclusions().excludes(subreddit, author, "");

        assert_eq!(
            excluded("forHire", None),
            Some(Excluded::Subreddit("forHire".to_owned()))
        );
        assert_eq!(
            excluded("saas", Some("promo_bot")),
            Some(Excluded::Author("promo_bot".to_owned()))
        );
        assert_eq!(excluded("saas", Some("ada")), None);
    }

    #[test]
    fn words_are_excluded_where_they_stand_by_themselves() {
        for (text, expected) in [
            ("An AD, really", Some("ad")),
            ("I read a lot", None),
            ("add more", None),
            ("start your free\n trial today", Some("free trial")),
            ("free trials", None),
            ("I write c++.", Some("c++")),
            ("ads", None),
            ("", None),
        ] {
            let excluded = exclusions().excludes("saas", None, text);
            let expected = expected.map(|word| Excluded::Word(word.to_owned()));
            assert_eq!(excluded, expected, "{text}");
        }
    }
}
