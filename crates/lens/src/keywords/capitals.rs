//! Names keep their capitals in a keyword.

use std::collections::{HashMap, HashSet};

use crate::bm25::background_idf;
use crate::text::{fold, sentences, stem, words};

/// A keyword with the site's own capitalization: "HR suite", "Shopify websites".
pub(super) fn cased(keyword: &str, capitals: &HashMap<String, String>) -> String {
    let mut cased = String::with_capacity(keyword.len());
    let mut behind = 0;
    for word in words(keyword) {
        cased.push_str(&keyword[behind..word.start]);
        let folded = fold(word.text);
        cased.push_str(
            capitals
                .get(folded.as_ref())
                .map_or(word.text, String::as_str),
        );
        behind = word.end;
    }
    cased.push_str(&keyword[behind..]);
    cased
}

/// The words that a text never writes in lower case. A capital at the start of a sentence or in a
/// title proves nothing, so only those inside sentences count, and words with more than one.
pub(super) fn capitals(text: &str) -> HashMap<String, String> {
    let mut capitals: HashMap<String, String> = HashMap::new();
    let mut small: HashSet<String> = HashSet::new();
    for sentence in sentences(text) {
        let is_title = !sentence.ends_with(['.', '!', '?']);
        let all: Vec<&str> = words(sentence).map(|word| word.text).collect();
        let is_large = |at: usize| {
            all.get(at)
                .is_some_and(|word| word.starts_with(char::is_uppercase))
        };
        for (place, word) in all.iter().enumerate() {
            let large = word.chars().filter(|c| c.is_uppercase()).count();
            let folded = fold(word).into_owned();
            let is_alone = place > 1 && !is_large(place - 1) && !is_large(place + 1);
            if large == 0 {
                small.insert(folded);
            } else if large > 1 || (place > 0 && !is_title && (is_alone || is_rare(&folded))) {
                capitals.entry(folded).or_insert_with(|| (*word).to_owned());
            }
        }
    }
    capitals.retain(|folded, _| !small.contains(folded));
    capitals
}

/// Whether a word is rare enough to be a name. "Builder" in a list of features is not.
pub(crate) fn is_rare(folded: &str) -> bool {
    const RARE: f32 = 7.5;
    background_idf(&stem(folded)) > RARE
}
