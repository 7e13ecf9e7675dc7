//! What to search for, from what is known of a company: its keywords as they are, the problems it
//! solves, what its customers use today, and how people ask for such a thing.

mod grammatical_number;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use crate::embedding::embed;
use crate::keywords::{KeywordType, categories, keywords, phrases, problems};
use crate::taxonomy::{closest_categories, is_wish_verb};
use crate::text::{fold, is_stopword, sentences, stem, words};
use crate::website::{facts_from_text, is_kind};
use grammatical_number::either_number;

/// How many searches a scan makes, unless there are more keywords.
pub const PLAN_SIZE: usize = 25;

/// What is known of a company. Unknown fields are empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlanSource<'a> {
    pub name: &'a str,
    pub one_liner: &'a str,
    pub description: &'a str,
    pub audience: Option<&'a str>,
    pub products: &'a [String],
    pub competitors: &'a [String],
    /// What its owner tracks.
    pub keywords: &'a [String],
    /// What an analysis of the website proposed to track, best first.
    pub proposed: &'a [(String, KeywordType)],
}

/// Where a search comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchOrigin {
    Keyword,
    Problem,
    Competitor,
    Asking,
}

/// A search to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedSearch {
    /// What people read.
    pub phrase: String,
    /// What Reddit is asked.
    pub query: String,
    pub origin: SearchOrigin,
    /// The words are so general that only the company's communities are searched for them.
    pub is_in_communities: bool,
}

/// All searches that make sense for a company, no two alike: its keywords, then the derived ones,
/// best first and of all origins in turn. A scan makes the first [`PLAN_SIZE`]; the others take the
/// place of those that find nothing.
pub fn search_plan(source: &PlanSource<'_>) -> Vec<PlannedSearch> {
    let mut plan = SearchPlan::new(source.name);
    for keyword in source.keywords {
        plan.add(keyword, keyword_query(keyword), SearchOrigin::Keyword);
    }
    let derived = DerivedPhrases::of(source);
    for subject in derived.subjects().into_iter().take(SUBJECTS) {
        plan.add_in_communities(&subject);
    }
    let asking = derived.asking(source.audience).into_iter();
    let mut groups = [
        asking.collect::<Vec<_>>().into_iter(),
        derived.problem_searches().into_iter(),
        derived.competitor_searches().into_iter(),
    ];
    while groups.iter().any(|group| group.len() > 0) {
        for group in &mut groups {
            if let Some((phrase, query, origin)) = group.next() {
                plan.add(&phrase, query, origin);
            }
        }
    }
    plan.searches
}

/// A keyword as it is, and what means the same.
pub fn keyword_query(keyword: &str) -> String {
    match keyword.strip_suffix(" alternative") {
        Some(name) => alternative_query(name),
        None => either_number(keyword),
    }
}

/// How well a community fits a company, by what it says of itself; a cosine.
pub fn community_fit(company: &str, community: &str) -> f32 {
    embed(company).closeness(&embed(community))
}

/// Phrase, query and origin.
type Derived = (String, String, SearchOrigin);

/// The searches so far.
struct SearchPlan {
    searches: Vec<PlannedSearch>,
    known: HashSet<(bool, Vec<String>)>,
    /// Who searches for the company itself finds those who know it already.
    name: Vec<String>,
}

impl SearchPlan {
    fn new(name: &str) -> Self {
        Self {
            searches: Vec::new(),
            known: HashSet::new(),
            name: telling_stems(name),
        }
    }

    fn add(&mut self, phrase: &str, query: String, origin: SearchOrigin) {
        let stems = telling_stems(phrase);
        let is_own = !self.name.is_empty() && self.name.iter().all(|stem| stems.contains(stem));
        if origin != SearchOrigin::Keyword && (stems.is_empty() || is_own) {
            return;
        }
        // Asking for a thing ranks other posts first than its name does.
        if self.known.insert((origin == SearchOrigin::Asking, stems)) {
            self.searches.push(PlannedSearch {
                phrase: phrase.to_owned(),
                query,
                origin,
                is_in_communities: false,
            });
        }
    }

    fn add_in_communities(&mut self, subject: &str) {
        let stems = telling_stems(subject);
        if stems != self.name && self.known.insert((false, stems)) {
            self.searches.push(PlannedSearch {
                phrase: format!("{subject}, in your communities"),
                query: either_number(subject),
                origin: SearchOrigin::Asking,
                is_in_communities: true,
            });
        }
    }
}

/// How many subjects are searched for by themselves.
const SUBJECTS: usize = 2;

/// What a company's texts say, by kind and best first.
struct DerivedPhrases {
    categories: Vec<String>,
    problems: Vec<String>,
    competitors: Vec<String>,
}

impl DerivedPhrases {
    fn of(source: &PlanSource<'_>) -> Self {
        let mut derived = Self {
            categories: categories::leading(source.one_liner).into_iter().collect(),
            problems: Vec::new(),
            competitors: source.competitors.to_vec(),
        };
        if telling_stems(&format!("{} {}", source.one_liner, source.description)).is_empty() {
            return derived;
        }
        derived.add_proposed(source);
        for text in [source.one_liner, source.description] {
            for sentence in sentences(text) {
                derived.categories.extend(categories::categories(sentence));
                derived.problems.extend(problems::problems(sentence));
            }
        }
        let products = source.products.iter().map(|name| name.to_lowercase());
        derived.categories.extend(products);
        derived.add_known(source);
        let audience = telling_stems(source.audience.unwrap_or_default());
        derived.categories.retain(|it| is_thing(it, &audience));
        for list in [
            &mut derived.categories,
            &mut derived.problems,
            &mut derived.competitors,
        ] {
            each_once(list);
        }
        derived
    }

    /// What the analysis of the website proposed; without one, what the texts themselves propose.
    fn add_proposed(&mut self, source: &PlanSource<'_>) {
        let read = || {
            let text = format!("{}. {}", source.one_liner, source.description);
            let suggested = keywords(&facts_from_text(source.name, &text));
            suggested.into_iter().map(|it| (it.keyword, it.kind))
        };
        let proposed = if source.proposed.is_empty() {
            read().collect()
        } else {
            source.proposed.to_vec()
        };
        for (phrase, kind) in proposed {
            match kind {
                KeywordType::Problem => self.problems.push(phrase),
                KeywordType::Competitor => {
                    let name = phrase.strip_suffix(" alternative").unwrap_or(&phrase);
                    self.competitors.push(name.to_owned());
                }
                KeywordType::Category | KeywordType::Product | KeywordType::Audience => {
                    self.categories.push(phrase);
                }
            }
        }
    }

    /// What is known of companies like this one.
    fn add_known(&mut self, source: &PlanSource<'_>) {
        let closest = closest_categories(source.one_liner, source.description);
        let Some((_, category)) = closest.first().filter(|(near, _)| *near >= KNOWN) else {
            return;
        };
        let owned = |phrases: &[&str]| -> Vec<String> {
            phrases.iter().map(|phrase| (*phrase).to_owned()).collect()
        };
        self.categories.extend(owned(&category.terms));
        self.problems.extend(owned(&category.problems));
        let wanted = COMPETITORS.saturating_sub(self.competitors.len());
        let known = owned(&category.products);
        self.competitors.extend(known.into_iter().take(wanted));
    }

    /// What the categories are about: "invoicing" of "invoicing software for freelancers".
    fn subjects(&self) -> Vec<String> {
        let mut subjects: Vec<String> = Vec::new();
        for category in &self.categories {
            let (subject, _) = category.split_once(" for ").unwrap_or((category, ""));
            let telling = words(subject).map(|word| fold(word.text).into_owned());
            let telling = telling.filter(|word| {
                !is_kind(word)
                    && !is_stopword(word)
                    && !phrases::is_describing(word)
                    && !phrases::is_generality(&stem(word))
            });
            subjects.extend(telling.last());
        }
        each_once(&mut subjects);
        subjects
    }

    fn asking(&self, audience: Option<&str>) -> Vec<Derived> {
        let plain = |category: &&String| !category.contains(" for ");
        let named = self.categories.iter().filter(plain).take(CATEGORIES);
        let mut asking: Vec<String> = Vec::new();
        for (place, category) in named.clone().enumerate() {
            asking.push(format!("which {category} do you use"));
            if let Some(audience) = audience.filter(|_| place == 0) {
                asking.push(format!("best {category} for {}", audience.to_lowercase()));
            }
        }
        asking.extend(named.map(|category| format!("recommend {category}")));
        if let Some(problem) = self.problems.first() {
            asking.insert(1.min(asking.len()), format!("how do you {problem}"));
        }
        let asking = asking.into_iter();
        asking
            .map(|phrase| (phrase.clone(), phrase, SearchOrigin::Asking))
            .collect()
    }

    fn problem_searches(&self) -> Vec<Derived> {
        let problems = self.problems.iter();
        problems
            .map(|problem| {
                let query = either_number(problem);
                (problem.clone(), query, SearchOrigin::Problem)
            })
            .collect()
    }

    fn competitor_searches(&self) -> Vec<Derived> {
        let competitors = self.competitors.iter().take(COMPETITORS);
        competitors
            .map(|name| {
                let phrase = format!("{name} alternative");
                (phrase, alternative_query(name), SearchOrigin::Competitor)
            })
            .collect()
    }
}

/// Categories further off than this from everything are a guess.
const KNOWN: f32 = 0.5;
const COMPETITORS: usize = 5;
/// How many categories people are imagined to ask for.
const CATEGORIES: usize = 8;

/// Whether a phrase names something to get: not those who get it, and nothing that one does.
fn is_thing(phrase: &str, audience: &[String]) -> bool {
    let first = words(phrase)
        .next()
        .map(|word| fold(word.text).into_owned());
    let acts = first.is_some_and(|word| phrases::is_verb(&word) || is_wish_verb(&word));
    !acts
        && !telling_stems(phrase)
            .iter()
            .all(|stem| audience.contains(stem))
}

/// Who looks for another one says so in one of these ways; one search finds them all.
fn alternative_query(name: &str) -> String {
    format!("{name} (alternative OR alternatives OR vs OR instead)")
}

/// Keeps the first of several phrases with the same stems.
fn each_once(phrases: &mut Vec<String>) {
    let mut known = HashSet::new();
    phrases.retain(|phrase| {
        let stems = telling_stems(phrase);
        !stems.is_empty() && known.insert(stems)
    });
}

/// The stems of a phrase without those that carry grammar, sorted.
fn telling_stems(phrase: &str) -> Vec<String> {
    let folded = words(phrase).map(|word| fold(word.text).into_owned());
    let telling = folded.filter(|word| !is_stopword(word));
    let mut stems: Vec<String> = telling.map(|word| stem(&word).into_owned()).collect();
    stems.sort();
    stems.dedup();
    stems
}
