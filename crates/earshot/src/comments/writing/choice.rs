//! Which advice fits a post.

use std::collections::HashMap;

use lens::embedding::{Embedding, embed};

use super::advice::{GENERAL, LIBRARY, Need, Piece, stems};
use super::spin::Dice;

/// A word of the title counts as much as this many of the body.
const TITLE_WEIGHT: f32 = 2.5;
/// What the meaning of the whole weighs beside single words.
const MEANING_WEIGHT: f32 = 7.0;
/// Below this nothing in the library is about the post.
const LEAST_SCORE: f32 = 2.2;
/// A second need has a say if it fits nearly as well.
const NEARLY: f32 = 0.6;

/// The pieces for a post, the most fitting first; every third is from the need that fits second, if
/// it fits nearly as well. Each further attempt begins where the last one stopped, so that it says
/// something else.
pub(super) fn pieces(
    title: &str,
    body: &str,
    attempt: usize,
    dice: &mut Dice,
) -> Vec<&'static Piece> {
    let point = embed(&format!("{title}. {title}. {body}"));
    let ranked = needs(title, body, &point);
    let (first, best) = ranked[0];
    let is_near = |score: f32| first.name != GENERAL && score >= best * NEARLY;
    let second = ranked.get(1).filter(|(_, score)| is_near(*score));
    let mut aside = second.map_or_else(Vec::new, |(need, _)| by_closeness(need, &point, dice));
    let mut all = Vec::new();
    for (at, piece) in by_closeness(first, &point, dice).into_iter().enumerate() {
        all.push(piece);
        if at % 2 == 0 && !aside.is_empty() {
            all.push(aside.remove(0));
        }
    }
    let step = TAKEN * attempt % all.len();
    all.rotate_left(step);
    all
}

/// How many pieces a draft uses at most.
pub(super) const TAKEN: usize = 3;

/// What a post is about, and what a company does, in the names of needs.
pub(super) fn names_of_needs(title: &str, body: &str) -> impl Iterator<Item = &'static str> {
    let point = embed(&format!("{title}. {title}. {body}"));
    needs(title, body, &point)
        .into_iter()
        .map(|(need, _)| need.name)
}

fn by_closeness(need: &'static Need, point: &Embedding, dice: &mut Dice) -> Vec<&'static Piece> {
    let mut weighed: Vec<(f32, &Piece)> = need
        .pieces
        .iter()
        .map(|piece| {
            let luck = u8::try_from(dice.below(100)).map_or(0.0, f32::from) / 100.0;
            (piece.point.closeness(point) + luck, piece)
        })
        .collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    weighed.into_iter().map(|(_, piece)| piece).collect()
}

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
            said.get(stem).map(|heard| heard.sqrt() / spread)
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
