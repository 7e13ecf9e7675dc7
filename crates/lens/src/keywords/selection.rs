//! Keeps the best of several keywords with the same meaning.

use std::collections::{HashMap, HashSet};

use super::{KeywordSuggestion, KeywordType};
use crate::bm25::background_idf;
use crate::text::{fold, is_stopword, sentences, stem, words};
use crate::website::{Fact, is_call};

/// The keywords found so far, without duplicates.
pub(super) struct KeywordSelection {
    found: Vec<(KeywordSuggestion, HashSet<String>)>,
    name: HashSet<String>,
    /// The words that the site never writes in lower case, in its spelling.
    capitals: HashMap<String, String>,
}

impl KeywordSelection {
    pub(super) fn new(name: &str, text: &str) -> Self {
        Self {
            found: Vec::new(),
            name: stems(name),
            capitals: capitals(text),
        }
    }

    /// Adds a keyword if people could type it and no better one has the same stems.
    pub(super) fn add(&mut self, kind: KeywordType, keyword: &str, score: u8, context: &str) {
        let keyword = cased(&tidied(keyword), &self.capitals);
        let stems = stems(&keyword);
        let is_own = kind != KeywordType::Competitor && stems.is_subset(&self.name);
        let has_name =
            kind != KeywordType::Competitor && !self.name.is_empty() && self.name.is_subset(&stems);
        if stems.is_empty() || keyword.len() > 70 || is_own || has_name || is_menu(&keyword) {
            return;
        }
        let known = self.found.iter_mut().find(|(_, known)| *known == stems);
        let new = KeywordSuggestion {
            keyword,
            kind,
            intent_score: score.min(100),
            context: context.to_owned(),
        };
        match known {
            Some((best, _)) if best.intent_score >= score => {}
            Some((best, _)) => *best = new,
            None => self.found.push((new, stems)),
        }
    }

    /// The company's own name, for people who already know it.
    pub(super) fn add_name(&mut self, name: &Fact) {
        let stems = stems(&name.value);
        if !stems.is_empty() {
            let keyword = KeywordSuggestion {
                keyword: name.value.clone(),
                kind: KeywordType::Product,
                intent_score: 50,
                context: name.evidence.clone(),
            };
            self.found.push((keyword, stems));
        }
    }

    /// The keywords, best first. The first five are of different kinds.
    pub(super) fn best(mut self) -> Vec<KeywordSuggestion> {
        self.found
            .sort_by_key(|(keyword, _)| std::cmp::Reverse(keyword.intent_score));
        let mut chosen: Vec<(KeywordSuggestion, HashSet<String>)> = Vec::new();
        for (keyword, stems) in self.found {
            let is_said = chosen.iter().any(|(better, known)| {
                let is_same_kind = better.kind == keyword.kind;
                let is_problem = is_same_kind && keyword.kind == KeywordType::Problem;
                (is_same_kind && known.is_subset(&stems) && stems.len() > known.len() + 1)
                    || (is_problem && stems.is_subset(known))
                    || (stems.is_subset(known)
                        && stems.len() + 1 >= known.len()
                        && stems.len() > 1
                        && better.kind != KeywordType::Competitor
                        && !(better.kind == KeywordType::Category
                            && better.keyword.contains(" for ")))
            });
            if !is_said {
                chosen.push((keyword, stems));
            }
        }
        mixed(
            chosen
                .into_iter()
                .map(|(keyword, _)| keyword)
                .take(MOST)
                .collect(),
        )
    }
}

/// More keywords than any plan tracks.
const MOST: usize = 40;

/// Moves keywords so that no kind takes more than two of the first five places.
fn mixed(mut keywords: Vec<KeywordSuggestion>) -> Vec<KeywordSuggestion> {
    const SHOWN: usize = 5;
    for place in 0..SHOWN.min(keywords.len()) {
        let count = |kind| {
            keywords[..place]
                .iter()
                .filter(|known| known.kind == kind)
                .count()
        };
        let fits =
            |keyword: &KeywordSuggestion| count(keyword.kind) < 2 && keyword.intent_score >= 60;
        if !fits(&keywords[place])
            && let Some(next) = (place + 1..keywords.len()).find(|&next| fits(&keywords[next]))
        {
            let keyword = keywords.remove(next);
            keywords.insert(place, keyword);
        }
    }
    keywords
}

/// A keyword with the site's own capitalization: "HR suite", "Shopify websites".
fn cased(keyword: &str, capitals: &HashMap<String, String>) -> String {
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
fn capitals(text: &str) -> HashMap<String, String> {
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
pub(super) fn is_rare(folded: &str) -> bool {
    const RARE: f32 = 7.5;
    background_idf(&stem(folded)) > RARE
}

fn tidied(keyword: &str) -> String {
    let trimmed = keyword
        .trim()
        .trim_matches(|c: char| matches!(c, '.' | ',' | '®' | '™' | '"'));
    trimmed.replace(['®', '™'], "")
}

fn stems(keyword: &str) -> HashSet<String> {
    words(keyword)
        .map(|word| fold(word.text).into_owned())
        .filter(|word| !is_stopword(word) || word == "vs")
        .map(|word| stem(word.strip_suffix("'s").unwrap_or(&word)).into_owned())
        .collect()
}

/// Whether a phrase comes from a menu or a form.
fn is_menu(keyword: &str) -> bool {
    const MENU: &[&str] = &[
        "privacy policy",
        "cookie policy",
        "terms of service",
        "all rights reserved",
        "log in",
        "sign in",
        "opening hours",
        "frequently asked questions",
        "case studies",
        "press kit",
        "new patients",
        "credit card",
        "email address",
        "home page",
        "free trial",
        "per month",
        "gift cards",
        "site map",
        "selected work",
        "learn more",
        "read more",
        "mailing list",
    ];
    let is_listed = MENU
        .iter()
        .any(|phrase| keyword.eq_ignore_ascii_case(phrase));
    is_listed || (!keyword.starts_with("how to") && is_call(&format!(" {keyword} ")))
}
