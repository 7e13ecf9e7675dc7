//! Whether a text means a brand, or only holds its letters. Pure: texts in, spots out.
//!
//! A name that means nothing else counts wherever it stands by itself, in any case, with small
//! misspellings. A name that is also an everyday word counts only with company context: words of
//! the company near it, its domain, a capital where an everyday word has none. The table that
//! holds the rule to it is `tests/it/mentions/names.txt`.

mod addresses;
mod cues;
mod evidence;
mod folded;
mod needle;
mod vocabulary;

use std::collections::HashSet;

use evidence::Context;
use folded::Folded;
use needle::{Hit, Needle};

pub use vocabulary::is_everyday;

/// Something by which a company is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub value: String,
    pub kind: NameKind,
    /// Whether it means other things too, so that it counts only with company context.
    pub needs_context: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    Name,
    Domain,
    Product,
    Handle,
}

impl Name {
    /// Needs context if its words are everyday words.
    pub fn new(value: &str, kind: NameKind) -> Self {
        Self {
            value: value.to_owned(),
            kind,
            needs_context: kind != NameKind::Domain && is_everyday(value),
        }
    }
}

/// Where a text speaks of the brand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Bytes of the text.
    pub start: usize,
    pub end: usize,
    /// Which of the names it is.
    pub name: usize,
    /// How sure it is that the company is meant, from 0 to 100.
    pub confidence: i64,
}

/// All names of a company and the words around it, made ready for many texts.
#[derive(Clone, Debug)]
pub struct Brand {
    needles: Vec<Needle>,
    context: Context,
}

/// Nobody reads on for ever.
const MOST_READ: usize = 20_000;
/// Whoever repeats a name for ever says nothing more.
const MOST_SPOTS: usize = 64;
/// Below this the everyday meaning is the likelier one.
const ENOUGH: i32 = 3;

impl Brand {
    /// `context` are the company's words and phrases: what it makes, for whom, against whom.
    pub fn new<'a>(names: &[Name], context: impl IntoIterator<Item = &'a str>) -> Self {
        let needles: Vec<Needle> = names
            .iter()
            .enumerate()
            .flat_map(|(at, name)| Needle::all_of(at, name))
            .collect();
        let own: HashSet<String> = needles.iter().flat_map(Needle::words).collect();
        Self {
            needles,
            context: Context::new(context, &own),
        }
    }

    /// Where the text means the brand, in its order. `beside` is what belongs to the text without
    /// being part of it, such as the title above a comment: it can only make a name likelier.
    pub fn spots(&self, text: &str, beside: &str) -> Vec<Spot> {
        let clipped = &text[..text.floor_char_boundary(MOST_READ)];
        let folded = Folded::new(clipped);
        let mut hits: Vec<Hit> = self
            .needles
            .iter()
            .flat_map(|needle| needle.hits(&folded))
            .collect();
        // The longest of those that begin together is what is meant: the domain, not the name in it.
        hits.sort_by_key(|hit| (hit.start, std::cmp::Reverse(hit.end), hit.name));
        hits.dedup_by(|later, earlier| later.start < earlier.end);
        hits.truncate(MOST_SPOTS);
        let is_certain = hits.iter().any(|hit| !hit.needs_context);
        let beside = Folded::new(&beside[..beside.floor_char_boundary(MOST_READ)]);
        let spots = hits.iter().filter_map(|hit| {
            let confidence = if hit.needs_context {
                self.confidence(&folded, &beside, hit, is_certain)?
            } else {
                hit.certainty
            };
            let (start, end) = folded.bytes(hit.start, hit.end);
            let name = hit.name;
            Some(Spot {
                start,
                end,
                name,
                confidence,
            })
        });
        spots.collect()
    }

    /// How sure it is that an everyday word is the brand here; none if it is not.
    fn confidence(
        &self,
        text: &Folded,
        beside: &Folded,
        hit: &Hit,
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
