//! Queries one by one on the folded words of a text: slow, and simple enough to be right.

use std::collections::HashSet;

use lens::text::stem;
use percolator::{KeywordSubscription, fold_text};

/// A subscription as the strings that it asks for.
pub(crate) struct NaiveSubscription {
    pub(crate) id: u32,
    stems: Vec<String>,
    /// With a space around each.
    phrases: Vec<String>,
    excluded_stems: Vec<String>,
    excluded_phrases: Vec<String>,
}

impl NaiveSubscription {
    pub(crate) fn new(subscription: &KeywordSubscription) -> Self {
        let KeywordSubscription { id, query, .. } = subscription;
        Self {
            id: *id,
            stems: query.words().map(stemmed).collect(),
            phrases: query.phrases().map(spaced).collect(),
            excluded_stems: query.excluded_words().map(stemmed).collect(),
            excluded_phrases: query.excluded_phrases().map(spaced).collect(),
        }
    }

    pub(crate) fn matches(&self, text: &NaiveText) -> bool {
        let has_stem = |stem: &String| text.stems.contains(stem);
        let has_phrase = |phrase: &String| text.spaced.contains(phrase.as_str());
        self.stems.iter().all(has_stem)
            && self.phrases.iter().all(has_phrase)
            && !self.excluded_stems.iter().any(has_stem)
            && !self.excluded_phrases.iter().any(has_phrase)
    }
}

pub(crate) struct NaiveText {
    spaced: String,
    stems: HashSet<String>,
}

impl NaiveText {
    pub(crate) fn new(text: &str) -> Self {
        let spaced = spaced(fold_text(text));
        let stems = spaced.split_ascii_whitespace().map(stemmed).collect();
        Self { spaced, stems }
    }
}

fn stemmed(word: &str) -> String {
    stem(word).into_owned()
}

fn spaced(folded: impl AsRef<str>) -> String {
    format!(" {} ", folded.as_ref())
}
