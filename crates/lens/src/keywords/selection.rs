//! Keeps the best of several keywords with the same meaning.

use std::collections::{HashMap, HashSet};

use super::capitals::{capitals, cased};
use super::customers::customers;
use super::fit::CompanyFit;
use super::judge::{KeywordInputs, KeywordSource, PhraseFit, WEIGHTS, inputs, probability};
use super::{KeywordSuggestion, KeywordType};
use crate::taxonomy::is_wish_verb;
use crate::text::{fold, is_stopword, stem, words};
use crate::website::{WebsiteFacts, is_call};

/// The keywords found so far, without duplicates.
pub(super) struct KeywordSelection {
    found: Vec<KeywordCandidate>,
    name: HashSet<String>,
    customers: Vec<HashSet<String>>,
    /// The words that the site never writes in lower case, in its spelling.
    capitals: HashMap<String, String>,
    /// Where what is added next comes from, and if from a category of the taxonomy, how close that
    /// is and how much further off than the closest.
    pub(super) source: KeywordSource,
    pub(super) category: (f32, f32),
}

/// What could be a keyword.
struct KeywordCandidate {
    suggestion: KeywordSuggestion,
    stems: HashSet<String>,
    source: KeywordSource,
    category: (f32, f32),
    fit: PhraseFit,
}

impl KeywordSelection {
    pub(super) fn new(facts: &WebsiteFacts) -> Self {
        Self {
            found: Vec::new(),
            name: stems(&facts.name.value),
            customers: customers(facts),
            capitals: capitals(&facts.text),
            source: KeywordSource::Competitor,
            category: (0.0, 0.0),
        }
    }

    /// Reads what the site gave beside the company, most promising first.
    pub(super) fn read(&mut self, fit: &CompanyFit) {
        self.found
            .sort_by_key(|candidate| std::cmp::Reverse(candidate.suggestion.intent_score));
        self.found.truncate(READ);
        for candidate in &mut self.found {
            let KeywordSuggestion { keyword, kind, .. } = &candidate.suggestion;
            candidate.fit = fit.of(keyword, &asked(*kind, keyword));
        }
    }

    /// Adds what the site does not say, and reads it. `judged` is what stands for it beside the
    /// company.
    pub(super) fn add_read(
        &mut self,
        kind: KeywordType,
        keyword: &str,
        (judged, context): (&str, &str),
        fit: &CompanyFit,
    ) {
        let known = self.found.len();
        self.add(kind, keyword, 0, context);
        for candidate in &mut self.found[known..] {
            candidate.fit = fit.of(judged, &asked(kind, judged));
        }
    }

    /// Scores all by how likely the founder accepts them. Who the site calls a competitor is one.
    pub(super) fn judge(&mut self) {
        let best = self.best_fit();
        for candidate in &mut self.found {
            if candidate.source != KeywordSource::Competitor {
                let inputs = candidate.inputs(&best);
                candidate.suggestion.intent_score = percent(probability(&WEIGHTS, &inputs));
                // A trouble that the site names is one, however far it is from what helps against it.
                if candidate.source == KeywordSource::Problem {
                    let score = &mut candidate.suggestion.intent_score;
                    *score = (*score).max(GOOD);
                }
            }
        }
        self.found
            .retain(|candidate| candidate.suggestion.intent_score >= LEAST);
    }

    /// What the judge looks at, for each keyword.
    pub(super) fn into_inputs(self) -> Vec<(String, KeywordInputs)> {
        let best = self.best_fit();
        self.found
            .into_iter()
            .filter(|candidate| candidate.source != KeywordSource::Competitor)
            .map(|candidate| {
                let inputs = candidate.inputs(&best);
                (candidate.suggestion.keyword, inputs)
            })
            .collect()
    }

    /// The best of each number: companies differ in how close anything comes to them.
    fn best_fit(&self) -> PhraseFit {
        let best = |number: fn(&PhraseFit) -> f32| {
            let numbers = self.found.iter().map(|candidate| number(&candidate.fit));
            numbers.fold(0.0, f32::max)
        };
        PhraseFit {
            as_company: best(|fit| fit.as_company),
            as_post: best(|fit| fit.as_post),
            words: best(|fit| fit.words),
            ..PhraseFit::default()
        }
    }

    /// Adds a keyword if people could type it and no better one has the same stems.
    pub(super) fn add(&mut self, kind: KeywordType, keyword: &str, score: u8, context: &str) {
        let keyword = cased(&tidied(keyword), &self.capitals);
        let stems = stems(&keyword);
        let is_own = kind != KeywordType::Competitor && stems.is_subset(&self.name);
        let has_name =
            kind != KeywordType::Competitor && !self.name.is_empty() && self.name.is_subset(&stems);
        let is_thing = !matches!(kind, KeywordType::Problem | KeywordType::Competitor);
        let is_customer = is_thing && self.is_customer(&keyword);
        let is_unfit = is_own || has_name || is_customer || is_menu(&keyword);
        let is_unfit = is_unfit || is_thing && (is_clause(&keyword) || is_particular(&keyword));
        if stems.is_empty() || keyword.len() > 70 || is_unfit {
            return;
        }
        // "get a baby to sleep" is not "baby sleep": the one is a wish, the other a thing.
        let is_wish = kind == KeywordType::Problem;
        let text = keyword.clone();
        let known = self.found.iter_mut().find(|known| {
            known.stems == stems
                && ((known.suggestion.kind == KeywordType::Problem) == is_wish
                    || known.suggestion.keyword.eq_ignore_ascii_case(&text))
        });
        let new = KeywordSuggestion {
            keyword,
            kind,
            intent_score: score.min(100),
            context: context.to_owned(),
        };
        let new = KeywordCandidate {
            suggestion: new,
            stems,
            source: self.source,
            category: self.category,
            fit: PhraseFit::default(),
        };
        match known {
            Some(best) if best.suggestion.intent_score >= score => {}
            Some(best) => *best = new,
            None => self.found.push(new),
        }
    }

    /// Adds the best categories with the town: "dentist Whitby".
    pub(super) fn add_local(&mut self, town: &str) {
        const MOST: usize = 2;
        let mut found: Vec<&KeywordSuggestion> = self
            .found
            .iter()
            .map(|candidate| &candidate.suggestion)
            .filter(|keyword| keyword.kind == KeywordType::Category)
            .filter(|keyword| words(&keyword.keyword).count() <= 3)
            .filter(|keyword| !keyword.keyword.contains(" for "))
            .collect();
        found.sort_by_key(|keyword| std::cmp::Reverse(keyword.intent_score));
        let local: Vec<(String, String)> = found
            .into_iter()
            .take(MOST)
            .map(|keyword| {
                (
                    format!("{} {town}", keyword.keyword),
                    keyword.context.clone(),
                )
            })
            .collect();
        self.source = KeywordSource::Category;
        for (place, (keyword, context)) in (0_u8..).zip(local) {
            self.add(KeywordType::Category, &keyword, 82 - place * 6, &context);
        }
    }

    /// Whether a phrase only names those whom the company sells to.
    pub(super) fn is_customer(&self, phrase: &str) -> bool {
        let stems = stems(phrase);
        let mut customers = self.customers.iter();
        customers.any(|customer| stems.is_subset(customer))
    }

    /// The keywords, best first, and apart from them those that may not be accepted. The first five
    /// are of different kinds.
    pub(super) fn best(mut self) -> (Vec<KeywordSuggestion>, Vec<KeywordSuggestion>) {
        self.found
            .sort_by_key(|candidate| std::cmp::Reverse(candidate.suggestion.intent_score));
        let mut chosen: Vec<(KeywordSuggestion, HashSet<String>)> = Vec::new();
        for candidate in self.found {
            let (keyword, stems) = (candidate.suggestion, candidate.stems);
            let is_said = chosen.iter().any(|(better, known)| {
                let is_same_kind = better.kind == keyword.kind;
                let is_wish = |kind| kind == KeywordType::Problem;
                let is_problem = is_same_kind && is_wish(keyword.kind);
                (is_same_kind && known.is_subset(&stems) && stems.len() > known.len() + 1)
                    || (is_problem && stems.is_subset(known))
                    || (is_wish(keyword.kind) == is_wish(better.kind)
                        && stems.is_subset(known)
                        && stems.len() + 1 >= known.len()
                        && stems.len() > 1
                        && better.kind != KeywordType::Competitor
                        && !(better.kind == KeywordType::Category
                            && better.keyword.contains(" for ")))
            });
            let same_kind = chosen
                .iter()
                .filter(|(known, _)| known.kind == keyword.kind);
            let has_room = same_kind.count() < most_of(keyword.kind);
            if !is_said && has_room && chosen.len() < MOST {
                chosen.push((keyword, stems));
            }
        }
        let chosen = chosen.into_iter().map(|(keyword, _)| keyword);
        let (sure, doubtful) = chosen.partition(|keyword| keyword.intent_score >= GOOD);
        (mixed(sure), doubtful)
    }
}

impl KeywordCandidate {
    fn inputs(&self, best: &PhraseFit) -> KeywordInputs {
        inputs(self.source, &self.fit, best, self.category)
    }
}

/// A keyword in the words of a customer.
fn asked(kind: KeywordType, keyword: &str) -> String {
    if kind == KeywordType::Problem {
        format!("how do I {keyword}")
    } else {
        format!("looking for {keyword}")
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between nought and a hundred"
)]
fn percent(probability: f32) -> u8 {
    (probability * 100.0).round() as u8
}

/// What is less likely than this is never proposed.
const LEAST: u8 = 12;

/// More than anybody reads through.
const MOST: usize = 15;

/// So many are proposed even if the last of them are weak.
pub(super) const FEWEST: usize = 10;

/// What scores less is proposed only to make up the fewest.
const GOOD: u8 = 45;

/// A list of competitors alone finds nobody who has not heard of any.
fn most_of(kind: KeywordType) -> usize {
    match kind {
        KeywordType::Competitor => 4,
        KeywordType::Problem => 6,
        _ => MOST,
    }
}

/// How many phrases of the site the reader reads; each takes it a few milliseconds.
const READ: usize = 48;

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

/// "chases unpaid invoices" is a piece of a sentence.
fn is_clause(keyword: &str) -> bool {
    let first = keyword.split(' ').next().unwrap_or("");
    let verb = first.strip_suffix('s');
    keyword.contains(' ') && verb.is_some_and(is_wish_verb)
}

/// "the Frida bouquet" is one of the site's own.
fn is_particular(keyword: &str) -> bool {
    let first = keyword.split(' ').next().unwrap_or("");
    matches!(fold(first).as_ref(), "the" | "our" | "your" | "for")
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
