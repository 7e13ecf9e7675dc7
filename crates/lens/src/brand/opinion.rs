//! One opinion about the brand, and its wording in a reason.

use super::clauses::BRAND;
use crate::summary::shortened;

/// One opinion about the brand.
#[derive(Clone, Debug)]
pub(super) struct BrandOpinion {
    /// From -1 to 1.
    pub(super) value: f32,
    pub(super) weight: f32,
    pub(super) kind: &'static str,
    /// The words that express it.
    pub(super) words: String,
    pub(super) clause: String,
}

impl BrandOpinion {
    pub(super) fn force(&self) -> f32 {
        // An explicit phrase says more than the sentiment of a clause.
        let share = match self.kind {
            "mood" if self.clause.len() < SHORTEST_QUOTE => 0.3,
            "mood" => 0.6,
            _ => 1.0,
        };
        share * self.value.abs() * self.weight + 0.001 * self.weight
    }

    /// The quotation for the reason. For a sentiment, the clause tells a reader more than the words
    /// that decided it.
    fn quoted(&self, name: &str) -> String {
        let said = match self.kind {
            "mood" | "turned" | "praise" | "warn" => shortened(&self.clause, LONGEST_QUOTE),
            _ => self.words.clone(),
        };
        let quoted = said.replace(BRAND, name);
        let quoted = quoted.trim_end_matches(['.', ',', ';', ':', ' ']);
        let is_mood = !matches!(
            self.kind,
            "left" | "joined" | "loses" | "wins" | "wish" | "once"
        );
        if is_mood && quoted.len() < SHORTEST_QUOTE {
            return String::new();
        }
        quoted.to_owned()
    }

    /// The reason in one line.
    pub(super) fn why(&self, name: &str, score: f32) -> String {
        let quoted = self.quoted(name);
        match self.kind {
            "left" => format!("Turns away from {name}: \u{201c}{quoted}\u{201d}"),
            "joined" => format!("Turned to {name}: \u{201c}{quoted}\u{201d}"),
            "loses" => format!("Prefers another to {name}: \u{201c}{quoted}\u{201d}"),
            "wins" => format!("Prefers {name} to another: \u{201c}{quoted}\u{201d}"),
            "wish" => format!("Misses something in {name}: \u{201c}{quoted}\u{201d}"),
            "once" => format!("Liked {name} better before: \u{201c}{quoted}\u{201d}"),
            "change" if score > 0.0 => {
                format!("{name} changed something for the better: \u{201c}{quoted}\u{201d}")
            }
            "sarcasm" => format!("Praise of {name} that is not meant: \u{201c}{quoted}\u{201d}"),
            "question" => format!("Asks about {name}"),
            _ if score.abs() < 0.25 => format!("Names {name} without an opinion"),
            _ if quoted.is_empty() => {
                format!(
                    "Speaks {} of {name}",
                    if score > 0.0 { "well" } else { "badly" }
                )
            }
            _ if score > 0.0 => format!("Speaks well of {name}: \u{201c}{quoted}\u{201d}"),
            _ => format!("Speaks badly of {name}: \u{201c}{quoted}\u{201d}"),
        }
    }
}

const LONGEST_QUOTE: usize = 90;
/// A shorter quotation is meaningless on its own.
const SHORTEST_QUOTE: usize = 12;
