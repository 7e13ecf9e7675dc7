//! How close a post is to a company: shared meaning, and the words that show it.

mod compared_text;
mod corpus;

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

pub use corpus::{Corpus, RankWeights};

use crate::{
    bm25::{self, background_idf},
    embedding::{Embedding, EmbeddingTable, WIDTH},
    text,
};
use compared_text::ComparedText;

/// How close one post is to a company.
pub fn closeness(profile: &CompanyProfile, title: &str, body: &str) -> Closeness {
    let title = ComparedText::new(profile, title);
    let body = ComparedText::new(profile, body);
    let point = point(&title.sum, &body.sum);
    let (title_matches, body_matches) = matches(profile, &title, &body);
    Closeness {
        meaning: profile.whole.closeness(&point),
        gist: profile.gist.closeness(&point),
        title_matches,
        body_matches,
        words: compared_text::strongest(&[(&title, TITLE_WEIGHT), (&body, 1.0)]),
        point,
    }
}

/// Where a post stands, by the sums of its title and its body.
fn point(title: &[f32; WIDTH], body: &[f32; WIDTH]) -> Embedding {
    let mut sum = *body;
    for (total, value) in sum.iter_mut().zip(title) {
        *total += value * TITLE_WEIGHT;
    }
    Embedding::toward(&sum)
}

/// The embedding of a post, without comparing it with anything.
pub(crate) fn post_embedding(title: &str, body: &str) -> Embedding {
    let table = EmbeddingTable::shipped();
    point(&table.sum(title), &table.sum(body))
}

/// The embedding of a community's name: "Coffee" is a word, "linuxadmin" contains "linux". None for a
/// name without a known word.
pub(crate) fn name_embedding(subreddit: &str, table: &EmbeddingTable) -> Option<Embedding> {
    let name = subreddit.trim_start_matches("r/").replace(['_', '-'], " ");
    let point = table.embed(&name);
    (point != Embedding::NOTHING).then_some(point)
}

/// What a company says about itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct CompanyText<'a> {
    pub name: &'a str,
    pub one_liner: &'a str,
    pub description: &'a str,
    /// What its website lists.
    pub offers: &'a [&'a str],
    pub keywords: &'a [&'a str],
}

/// A company prepared once, to be compared with many posts.
#[derive(Debug, Clone)]
pub struct CompanyProfile {
    whole: Embedding,
    /// From the one-liner and the keywords only, because descriptions often digress.
    gist: Embedding,
    /// The most important words, heaviest first.
    terms: Vec<CompanyTerm>,
    by_stem: HashMap<String, usize>,
    /// The score of a post that contains all of the most important words.
    ceiling: f32,
    table: &'static EmbeddingTable,
}

/// A word of a company.
#[derive(Debug, Clone)]
struct CompanyTerm {
    weight: f32,
    point: Embedding,
}

/// How a post and a company compare; cosines are from -1 to 1, matches from 0 to about 1.
#[derive(Debug, Clone)]
pub struct Closeness {
    pub meaning: f32,
    pub gist: f32,
    pub title_matches: WordMatches,
    pub body_matches: WordMatches,
    /// The words that contribute most, strongest first, in lower case.
    pub words: Vec<String>,
    /// The embedding of the post.
    pub point: Embedding,
}

/// The words of a text that the company uses too, or that mean nearly the same.
#[derive(Debug, Clone, Default)]
pub struct WordMatches {
    pub score: f32,
    /// Strongest first, in lower case.
    pub words: Vec<String>,
    /// The subset that is the same word or nearly so.
    pub plain: Vec<String>,
}

/// The weight of a title word relative to a body word.
const TITLE_WEIGHT: f32 = 2.0;

/// The weights of words in the one-liner, the description and the keywords.
const FIELD_WEIGHTS: [f32; 3] = [1.0, 0.5, 1.0];

/// How many words of a company are kept. Long descriptions repeat themselves.
const TERMS: usize = 32;

/// How many of the heaviest words a post must contain to score one.
const CEILING_TERMS: usize = 8;

impl CompanyProfile {
    pub fn new(company: &CompanyText) -> Self {
        Self::with_table(company, EmbeddingTable::shipped())
    }

    /// The same with another table, for measurements.
    #[doc(hidden)]
    pub fn with_table(company: &CompanyText, table: &'static EmbeddingTable) -> Self {
        let fields = fields(company);
        let CompanyPoints { whole, gist } = CompanyPoints::new(&fields, table);
        let weighed = weights(&fields);
        let ceiling = weighed
            .iter()
            .take(CEILING_TERMS)
            .map(|term| term.2)
            .sum::<f32>()
            .max(1.0);
        let by_stem = weighed
            .iter()
            .enumerate()
            .map(|(at, term)| (term.0.clone(), at))
            .collect();
        let terms = weighed.into_iter().map(|(_, word, weight)| CompanyTerm {
            weight,
            point: table.embed(&word),
        });
        Self {
            whole,
            gist,
            terms: terms.collect(),
            by_stem,
            ceiling,
            table,
        }
    }

    /// How well the name of a community fits. None for a name without a known word.
    pub fn name_closeness(&self, subreddit: &str) -> Option<f32> {
        let point = name_embedding(subreddit, self.table)?;
        Some(self.whole.closeness(&point))
    }

    /// Where the company stands.
    pub fn points(&self) -> CompanyPoints {
        CompanyPoints {
            whole: self.whole.clone(),
            gist: self.gist.clone(),
        }
    }
}

/// Where a company stands.
#[derive(Debug, Clone)]
pub struct CompanyPoints {
    pub(crate) whole: Embedding,
    /// From the one-liner and the keywords only, because descriptions often digress.
    pub(crate) gist: Embedding,
}

impl CompanyPoints {
    pub fn of(company: &CompanyText) -> Self {
        Self::new(&fields(company), EmbeddingTable::shipped())
    }

    fn new(fields: &[String; 3], table: &EmbeddingTable) -> Self {
        let points = fields.each_ref().map(|field| table.embed(field));
        let whole = Embedding::blend(points.iter().map(|point| (point, 1.0)));
        let gist = Embedding::blend([(&points[0], 1.0), (&points[2], 1.0)]);
        let gist = if gist == Embedding::NOTHING {
            whole.clone()
        } else {
            gist
        };
        Self { whole, gist }
    }

    /// How near an embedding is to what the company does.
    pub(crate) fn likeness(&self, point: &Embedding) -> f32 {
        self.whole.closeness(point) + self.gist.closeness(point)
    }
}

/// The words that tell most of what a company does, as it writes them, the most telling first.
pub fn telling_words(company: &CompanyText, most: usize) -> Vec<String> {
    let weighed = weights(&fields(company)).into_iter();
    let telling = weighed.filter(|(stem, _, _)| !GENERAL.contains(stem) && stem != ALTERNATIVE);
    telling.take(most).map(|(_, word, _)| word).collect()
}

/// Of keywords that ask for another product: it tells nothing of this one.
const ALTERNATIVE: &str = "altern";

/// The one-liner, the description and the keywords, without the company's own name.
fn fields(company: &CompanyText) -> [String; 3] {
    let keywords = company.keywords.join(", ");
    let named = bm25::terms(company.name)
        .map(|term| term.stem)
        .collect::<Vec<_>>();
    let fields = [company.one_liner, company.description, &keywords];
    fields.map(|field| without(field, &named))
}

/// For each word of the company, the best match in the title or the body.
fn matches(
    profile: &CompanyProfile,
    title: &ComparedText,
    body: &ComparedText,
) -> (WordMatches, WordMatches) {
    let mut found = [Vec::new(), Vec::new()];
    for (at, term) in profile.terms.iter().enumerate() {
        let (in_title, in_body) = (title.best[at], body.best[at]);
        let (place, reading, best) = if in_title.fit >= in_body.fit {
            (0, title, in_title)
        } else {
            (1, body, in_body)
        };
        if best.fit > 0.0 {
            let word = reading.words[best.word].text.clone();
            found[place].push((term.weight * best.fit, word, best.fit >= PLAIN_FIT));
        }
    }
    let [in_title, in_body] = found.map(|found| together(found, profile.ceiling));
    (in_title, in_body)
}

/// A word that fits this well is another form of the company's word.
const PLAIN_FIT: f32 = 0.6;

/// The matches in one field, each with its weight and whether it is nearly the same word.
fn together(mut found: Vec<(f32, String, bool)>, ceiling: f32) -> WordMatches {
    found.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    let mut matches = WordMatches::default();
    for (worth, word, is_plain) in found {
        matches.score += worth / ceiling;
        if is_plain && !matches.plain.contains(&word) {
            matches.plain.push(word.clone());
        }
        if !matches.words.contains(&word) {
            matches.words.push(word);
        }
    }
    matches
}

/// A text without the company's own name, which is often an everyday word.
fn without(field: &str, named: &[String]) -> String {
    let mut rest = String::with_capacity(field.len());
    let mut kept = 0;
    for term in bm25::terms(field).filter(|term| named.contains(&term.stem)) {
        rest.push_str(&field[kept..term.start]);
        kept = term.end;
    }
    rest.push_str(&field[kept..]);
    rest
}

/// The stems of a company, each with a spelling and its weight, heaviest first.
fn weights(fields: &[String; 3]) -> Vec<(String, String, f32)> {
    let mut weights: HashMap<String, (String, f32)> = HashMap::new();
    for (field, weight) in fields.iter().zip(FIELD_WEIGHTS) {
        let mut seen = HashSet::new();
        for term in bm25::terms(field) {
            if !seen.insert(term.stem.clone()) {
                continue;
            }
            let general = if GENERAL.contains(&term.stem) {
                0.3
            } else {
                1.0
            };
            // A word counts by its rarity beyond that of a word in every tenth post.
            let rarity = (background_idf(&term.stem) - 2.0).clamp(0.0, 7.0);
            let word = text::fold(&field[term.start..term.end]).into_owned();
            weights.entry(term.stem).or_insert((word, 0.0)).1 += weight * general * rarity;
        }
    }
    let mut weights = weights
        .into_iter()
        .map(|(stem, (word, weight))| (stem, word, weight))
        .filter(|term| term.2 > 0.0)
        .collect::<Vec<_>>();
    weights.sort_by(|one, other| other.2.total_cmp(&one.2).then_with(|| one.0.cmp(&other.0)));
    weights.truncate(TERMS);
    weights
}

/// Stems that say nothing about an industry ("platform", "team"), however rare they are.
static GENERAL: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let words = text::entries(include_str!("words/generalities.txt"));
    words.map(|word| text::stem(word).into_owned()).collect()
});
