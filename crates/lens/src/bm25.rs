//! BM25: how well a text matches the words of a query. Rare words count most.

mod frequencies;
mod index;

use std::collections::HashMap;

pub use frequencies::background_idf;
#[doc(hidden)]
pub use frequencies::frequencies_to_bytes;
pub use index::Bm25Index;

use crate::text;

/// A word that can match: its stem and its position in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    pub stem: String,
    pub start: usize,
    pub end: usize,
}

/// The content words of a text as stems, without stop words, URLs and punctuation.
pub fn terms(text: &str) -> impl Iterator<Item = Term> {
    text::words(text).filter_map(|word| {
        let folded = text::fold(word.text);
        let is_subject = folded.chars().any(char::is_alphanumeric)
            && !text::is_stopword(&folded)
            && !folded.contains("://")
            && !folded.starts_with("r/")
            && !folded.starts_with("u/")
            && !WEB.contains(&folded.as_ref())
            && folded.len() <= LONGEST_TERM;
        let stem = || text::stem(folded.trim_end_matches("'s")).into_owned();
        is_subject.then(|| Term {
            stem: stem(),
            start: word.start,
            end: word.end,
        })
    })
}

/// How often each stem occurs.
pub fn counts(text: &str) -> HashMap<String, f32> {
    let mut counts = HashMap::new();
    for term in terms(text) {
        *counts.entry(term.stem).or_default() += 1.0;
    }
    counts
}

/// Leftovers of addresses and of markup.
const WEB: [&str; 8] = [
    "com", "www", "http", "https", "amp", "nbsp", "x200b", "html",
];

/// Anything longer is not a word.
const LONGEST_TERM: usize = 40;
