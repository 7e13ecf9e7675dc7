//! Decides whether a text means a brand or only contains its letters. Pure: texts in, spots out.
//!
//! A name that means nothing else counts wherever it is a word of its own, in any case, with small
//! misspellings. A company's name that is also an everyday word counts only with company context:
//! words of the company near it, its domain, a capital where an everyday word has none. The table
//! that holds the rule to it is `tests/it/mentions/names.txt`. Any other everyday word, such as the
//! name of a product, counts only where the same text has the company's name or domain.

mod addresses;
mod cues;
mod evidence;
mod folded_text;
mod name_pattern;
mod vocabulary;

use std::collections::HashSet;

use evidence::CompanyContext;
use folded_text::FoldedText;
use name_pattern::{NameHit, NamePattern};
use vocabulary::{is_common_word, is_everyday};

/// A name of a company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrandName {
    pub value: String,
    pub kind: BrandNameKind,
    /// Whether it also means other things, so that it counts only with company context.
    pub needs_context: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BrandNameKind {
    /// What the company itself is called.
    Name,
    Domain,
    Product,
    Handle,
}

impl BrandName {
    /// Needs context if its words are everyday words; a product's also if they are common ones.
    pub fn new(value: &str, kind: BrandNameKind) -> Self {
        Self {
            value: value.to_owned(),
            kind,
            needs_context: match kind {
                BrandNameKind::Domain => false,
                BrandNameKind::Name | BrandNameKind::Handle => is_everyday(value),
                BrandNameKind::Product => !has_invented_word(value),
            },
        }
    }
}

/// Whether a name has a word that means nothing else.
pub(crate) fn has_invented_word(name: &str) -> bool {
    let words = name.split(|letter: char| !letter.is_alphanumeric() && letter != '\'');
    let mut lettered = words.filter(|word| word.chars().any(char::is_alphabetic));
    lettered.any(|word| !is_common_word(word))
}

/// Where a text names the brand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameSpot {
    /// Bytes of the text.
    pub start: usize,
    pub end: usize,
    /// The index of the name.
    pub name: usize,
    /// The confidence that the company is meant, from 0 to 100.
    pub confidence: i64,
}

/// The names of a company and its context, prepared for many texts.
#[derive(Clone, Debug)]
pub struct Brand {
    patterns: Vec<NamePattern>,
    context: CompanyContext,
}

/// Longer texts are cut.
const MOST_READ: usize = 20_000;
/// More repetitions of a name say nothing new.
const MOST_SPOTS: usize = 64;
/// Below this the everyday meaning is the likelier one.
const ENOUGH: i32 = 3;
/// The confidence of an everyday word beside the company's name.
const BESIDE_NAME: i64 = 85;

impl Brand {
    /// `context` are the company's words and phrases: what it makes, for whom, against whom.
    pub fn new<'a>(names: &[BrandName], context: impl IntoIterator<Item = &'a str>) -> Self {
        let patterns: Vec<NamePattern> = names
            .iter()
            .enumerate()
            .flat_map(|(at, name)| NamePattern::all_of(at, name))
            .collect();
        let own: HashSet<String> = patterns.iter().flat_map(NamePattern::words).collect();
        Self {
            patterns,
            context: CompanyContext::new(context, &own),
        }
    }

    /// Where the text means the brand, in its order. `beside` is what belongs to the text without
    /// being part of it, such as the title above a comment: it can only make a name likelier.
    pub fn spots(&self, text: &str, beside: &str) -> Vec<NameSpot> {
        let clipped = &text[..text.floor_char_boundary(MOST_READ)];
        let folded = FoldedText::new(clipped);
        let mut hits: Vec<NameHit> = self
            .patterns
            .iter()
            .flat_map(|pattern| pattern.hits(&folded))
            .collect();
        // The longest of those that begin together is what is meant: the domain, not the name in it.
        hits.sort_by_key(|hit| (hit.start, std::cmp::Reverse(hit.end), hit.name));
        hits.dedup_by(|later, earlier| later.start < earlier.end);
        hits.truncate(MOST_SPOTS);
        let confidences = self.confidences(&folded, beside, &hits);
        let spots = hits
            .iter()
            .zip(confidences)
            .filter_map(|(hit, confidence)| {
                let (start, end) = folded.bytes(hit.start, hit.end);
                Some(NameSpot {
                    start,
                    end,
                    name: hit.name,
                    confidence: confidence?,
                })
            });
        spots.collect()
    }

    /// For each hit the confidence that the company is meant; none if it is not.
    fn confidences(&self, text: &FoldedText, beside: &str, hits: &[NameHit]) -> Vec<Option<i64>> {
        let is_certain = hits.iter().any(|hit| !hit.needs_context);
        let beside = FoldedText::new(&beside[..beside.floor_char_boundary(MOST_READ)]);
        let alone = |hit: &NameHit| match (hit.needs_context, hit.is_of_company) {
            (false, _) => Some(hit.certainty),
            (true, true) => self.confidence(text, &beside, hit, is_certain),
            (true, false) => None,
        };
        let confidences: Vec<Option<i64>> = hits.iter().map(alone).collect();
        let mut named = hits.iter().zip(&confidences);
        let names_company = named.any(|(hit, it)| hit.is_of_company && it.is_some());
        let with_company = |(hit, alone): (&NameHit, Option<i64>)| {
            let is_other = names_company && !hit.is_of_company;
            alone.or(is_other.then_some(BESIDE_NAME))
        };
        hits.iter().zip(confidences).map(with_company).collect()
    }

    /// The confidence that an everyday word is the company's name here; none if it is not.
    fn confidence(
        &self,
        text: &FoldedText,
        beside: &FoldedText,
        hit: &NameHit,
        is_certain: bool,
    ) -> Option<i64> {
        let mut points = self.context.points(text, beside, hit);
        if is_certain {
            points += 4;
        }
        let above = i64::from(points - ENOUGH);
        (above >= 0).then(|| (60 + 8 * above).min(90))
    }
}
