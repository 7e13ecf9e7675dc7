//! Which advice fits a post.

use std::collections::{HashMap, HashSet};

use lens::bm25::background_idf;
use lens::embedding::{Embedding, embed};

use super::advice::{GENERAL, LIBRARY, Need, Piece, stems};
use super::kinds::kind;
use super::spin::Dice;

/// A word of the title counts as much as this many of the body.
const TITLE_WEIGHT: f32 = 2.5;
/// What the meaning of the whole weighs beside single words.
const MEANING_WEIGHT: f32 = 7.0;
/// Below this nothing in the library is about the post.
const LEAST_SCORE: f32 = 5.0;

/// What there is to say to a post.
#[derive(Debug)]
pub(super) struct Chosen {
    /// What kind of answer it asks for.
    pub(super) kind: &'static str,
    /// What it is about.
    pub(super) need: &'static str,
    /// Advice about what it is about, as far as the library has any.
    pub(super) own: Vec<&'static Piece>,
    /// Advice for the kind of question that it asks.
    pub(super) general: Vec<&'static Piece>,
}

impl Chosen {
    /// Whether the post wants an answer, and not only to be heard.
    pub(super) fn asks(&self) -> bool {
        !["story", "thread"].contains(&self.kind)
    }

    /// Each further attempt begins where the last one stopped, so that it says something else.
    pub(super) fn moved_on(&mut self, attempt: usize) {
        for pieces in [&mut self.own, &mut self.general] {
            let step = (TAKEN * attempt).checked_rem(pieces.len()).unwrap_or(0);
            pieces.rotate_left(step);
        }
        // With fewer, the next attempt would say both of them again.
        if !attempt.is_multiple_of(2) && self.own.len() < 2 * TAKEN {
            self.own.truncate(1);
        }
    }
}

/// The advice for a post, the most fitting first.
pub(super) fn chosen(title: &str, body: &str, dice: &mut Dice) -> Chosen {
    let point = embed(&format!("{title}. {title}. {body}"));
    let said: HashSet<String> = stems(title).chain(stems(body)).collect();
    let kind = kind(title, body);
    let known = LIBRARY.kinds.iter().find(|known| known.name == kind);
    let mut general: Vec<&Piece> = known.map_or_else(Vec::new, |need| need.pieces.iter().collect());
    if kind == "how" {
        let rest = LIBRARY.needs.iter().filter(|need| need.name == GENERAL);
        general.extend(rest.flat_map(|need| &need.pieces));
    }
    let about = needs(title, body, &point);
    let mut chosen = Chosen {
        kind,
        need: about[0].0.name,
        own: Vec::new(),
        general: sorted(general, &said, &point, LUCK_IN_GENERAL, dice),
    };
    if chosen.asks() {
        let about = about.into_iter().take(NEEDS_OF_POST);
        let about = about.filter(|(need, score)| need.name != GENERAL && *score >= LEAST_SCORE);
        let pieces = about.flat_map(|(need, _)| &need.pieces);
        let pieces = pieces.filter(|piece| touches(piece, &said, &point));
        chosen.own = sorted(pieces.collect(), &said, &point, LUCK, dice);
    }
    chosen
}

/// How many pieces a draft mostly uses.
const TAKEN: usize = 2;
/// A post is about so many things at most.
const NEEDS_OF_POST: usize = 2;

/// What a post is about, and what a company does, in the names of needs.
pub(super) fn names_of_needs(title: &str, body: &str) -> impl Iterator<Item = &'static str> {
    let point = embed(&format!("{title}. {title}. {body}"));
    needs(title, body, &point)
        .into_iter()
        .map(|(need, _)| need.name)
}

/// By meaning, by the words that they share with the post, and a little by luck, so that alike posts
/// are not answered alike.
fn sorted(
    pieces: Vec<&'static Piece>,
    said: &HashSet<String>,
    point: &Embedding,
    most_luck: f32,
    dice: &mut Dice,
) -> Vec<&'static Piece> {
    let mut weighed: Vec<(f32, &Piece)> = pieces
        .into_iter()
        .map(|piece| {
            let luck = u8::try_from(dice.below(100)).map_or(0.0, f32::from) / 100.0;
            let words = shared(piece, said).min(MOST_WORDS_COUNT);
            let fit = piece.point.closeness(point) + WORDS_OF_PIECE * words;
            (fit + most_luck * luck, piece)
        })
        .collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    weighed.into_iter().map(|(_, piece)| piece).collect()
}

/// Whether a piece speaks of something that the post speaks of: not every question about a coffee
/// machine is about coffee.
fn touches(piece: &Piece, said: &HashSet<String>, point: &Embedding) -> bool {
    shared(piece, said) >= LEAST_SHARED || piece.point.closeness(point) >= LEAST_CLOSENESS
}

const LEAST_SHARED: f32 = 1.4;
const LEAST_CLOSENESS: f32 = 0.34;

/// How much the words weigh that a piece shares with the post, rare ones more.
fn shared(piece: &Piece, said: &HashSet<String>) -> f32 {
    let shared = piece.stems.iter().filter(|stem| said.contains(*stem));
    shared.map(|stem| background_idf(stem).min(8.0) / 8.0).sum()
}

/// What a shared word and luck weigh beside meaning.
const WORDS_OF_PIECE: f32 = 0.2;
const MOST_WORDS_COUNT: f32 = 3.0;
const LUCK: f32 = 0.8;
/// General advice is about no post in particular.
const LUCK_IN_GENERAL: f32 = 2.5;

/// The needs by how well they fit, never none.
fn needs(title: &str, body: &str, point: &Embedding) -> Vec<(&'static Need, f32)> {
    let mut said: HashMap<String, f32> = HashMap::new();
    for (text, weight) in [(title, TITLE_WEIGHT), (body, 1.0)] {
        for stem in stems(text) {
            let heard = said.entry(stem).or_insert(0.0);
            *heard = (*heard + weight).min(4.0);
        }
    }
    let mut ranked: Vec<(&Need, f32)> = LIBRARY
        .needs
        .iter()
        .map(|need| (need, score(need, &said, point)))
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    if ranked[0].1 < LEAST_SCORE
        && let Some(general) = ranked.iter().position(|(need, _)| need.name == GENERAL)
    {
        ranked.swap(0, general);
    }
    ranked
}

fn score(need: &Need, said: &HashMap<String, f32>, point: &Embedding) -> f32 {
    let words: f32 = need
        .stems
        .iter()
        .filter_map(|stem| {
            let spread = LIBRARY.spread.get(stem).copied().unwrap_or(1);
            let spread = u16::try_from(spread).map_or(1.0, f32::from);
            let rarity = background_idf(stem).min(8.0) / 6.0;
            said.get(stem).map(|heard| heard.sqrt() * rarity / spread)
        })
        .sum();
    let handicap = if need.name == GENERAL { 3.0 } else { 0.0 };
    words + MEANING_WEIGHT * need.point.closeness(point) - handicap
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn posts_find_the_advice_that_is_about_them() {
        check(
            "My client is 45 days late with the invoice",
            "I chase and chase and nobody pays.",
            "late payments",
        );
        check(
            "Dense crumb again",
            "My sourdough starter doubles but the loaf is gummy after the bake.",
            "sourdough",
        );
        check(
            "Password resets land in Outlook junk",
            "SPF and DKIM are set, still spam. Transactional email provider?",
            "email deliverability",
        );
        check(
            "Oversold 38 units on Etsy",
            "Shopify thought the stock was still there.",
            "inventory",
        );
        check(
            "No-shows on Wednesday",
            "14 places a class, waitlist, five cancel late. Booking system?",
            "bookings",
        );
        check(
            "Last restore test was before my time",
            "Our backups run nightly, nobody has tried to recover files.",
            "backups",
        );
    }

    fn check(title: &str, body: &str, expected: &str) {
        assert_eq!(
            names_of_needs(title, body).next(),
            Some(expected),
            "{title}"
        );
    }
}
