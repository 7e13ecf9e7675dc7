//! Decides whether a text means a brand or only contains its letters. Pure: texts in, spots out.
//!
//! A name that means nothing else counts wherever it is a word of its own, in any case, with small
//! misspellings. A name that is also an everyday word counts only with company context: words of
//! the company near it, its domain, a capital where an everyday word has none. The table that
//! holds the rule to it is `tests/it/mentions/names.txt`.

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
use vocabulary::is_everyday;

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
    Name,
    Domain,
    Product,
    Handle,
}

impl BrandName {
    /// Needs context if its words are everyday words.
    pub fn new(value: &str, kind: BrandNameKind) -> Self {
        Self {
            value: value.to_owned(),
            kind,
            needs_context: kind != BrandNameKind::Domain && is_everyday(value),
        }
    }
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
        let is_certain = hits.iter().any(|hit| !hit.needs_context);
        let beside = FoldedText::new(&beside[..beside.floor_char_boundary(MOST_READ)]);
        let spots = hits.iter().filter_map(|hit| {
            let confidence = if hit.needs_context {
                self.confidence(&folded, &beside, hit, is_certain)?
            } else {
                hit.certainty
            };
            let (start, end) = folded.bytes(hit.start, hit.end);
            let name = hit.name;
            Some(NameSpot {
                start,
                end,
                name,
                confidence,
            })
        });
        spots.collect()
    }

    /// The confidence that an everyday word is the brand here; none if it is not.
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
