//! Who a company sells to. Their name alone is no keyword: whoever writes "design studios" does not
//! look for what design studios buy.

use std::collections::HashSet;

use super::phrases::is_verb;
use crate::text::{Word, fold, is_stopword, sentences, stem, words};
use crate::website::{WebsiteFacts, is_people};

/// The customers that a site names, each as its stems.
pub(super) fn customers(facts: &WebsiteFacts) -> Vec<HashSet<String>> {
    let audience = facts.audience.iter().map(|fact| fact.value.as_str());
    let mut found: Vec<HashSet<String>> = audience
        .flat_map(|audience| pieces(audience, &words(audience).collect::<Vec<_>>()))
        .collect();
    for sentence in facts
        .introduction
        .iter()
        .take(LINES)
        .flat_map(|line| sentences(line))
    {
        let all: Vec<Word<'_>> = words(sentence).take(WORDS).collect();
        for (at, word) in all.iter().enumerate() {
            if matches!(fold(word.text).as_ref(), "for" | "by" | "helps" | "help") {
                found.extend(pieces(sentence, &all[at + 1..]));
            }
        }
        if found.len() >= MOST {
            break;
        }
    }
    found
}

/// How much is read: whoever names more customers than this names anybody.
const LINES: usize = 80;
const WORDS: usize = 200;
const MOST: usize = 100;

/// The names in a list that starts at the first word: "restaurants, cafes and bars".
fn pieces(sentence: &str, all: &[Word<'_>]) -> Vec<HashSet<String>> {
    const LONGEST: usize = 9;
    let mut found = Vec::new();
    let mut piece: Vec<String> = Vec::new();
    let mut behind = None;
    for word in all.iter().take(LONGEST) {
        let gap = behind.map_or(" ", |end: usize| &sentence[end..word.start]);
        behind = Some(word.end);
        let folded = fold(word.text).into_owned();
        let is_and = matches!(folded.as_str(), "and" | "or");
        let stops = gap.contains(['.', ':', ';', '(']);
        if is_and || stops || gap.contains(',') {
            found.extend(customer(&piece));
            piece.clear();
        }
        let is_small = is_stopword(&folded);
        if stops || !is_and && (is_verb(&folded) || is_small && !piece.is_empty()) {
            break;
        }
        if !is_small {
            piece.push(folded);
        }
    }
    found.extend(customer(&piece));
    found
}

/// The stems of a name, if it names several: "studios", "people", not "next-day delivery".
fn customer(piece: &[String]) -> Option<HashSet<String>> {
    let last = piece.last()?;
    let is_many = last.len() > 3 && last.ends_with('s') && !last.ends_with("ss");
    (is_many || is_people(last)).then(|| piece.iter().map(|word| stem(word).into_owned()).collect())
}
