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
const LEAST_SCORE: f32 = 3.6;
/// Above this the post is about nothing else.
const SURE_SCORE: f32 = 6.0;
/// With fewer, two of them would soon be the same two.
const MANY_PIECES: usize = 8;

/// The pieces for a post: advice about what it is about, where the library has any, and advice for
/// the kind of question that it asks. Each further attempt begins where the last one stopped, so that
/// it says something else.
pub(super) fn pieces(
    title: &str,
    body: &str,
    attempt: usize,
    dice: &mut Dice,
) -> Vec<&'static Piece> {
    let point = embed(&format!("{title}. {title}. {body}"));
    let (first, best) = needs(title, body, &point)[0];
    let kind = kind(title, body);
    let of_kind = LIBRARY.kinds.iter().find(|known| known.name == kind);
    let of_kind = of_kind.map_or_else(Vec::new, |need| fitting(need, title, body, &point, dice));
    let mut all = of_kind;
    if first.name != GENERAL {
        let own = fitting(first, title, body, &point, dice);
        let is_rich = first.pieces.len() >= MANY_PIECES;
        let together = if best >= SURE_SCORE && is_rich { 2 } else { 1 };
        let begins = dice.below(3) > 0;
        all = mixed(own, all, together, begins);
    }
    let step = TAKEN * attempt % all.len();
    all.rotate_left(step);
    all
}

/// So many of the first, then one of the second, and so on; or the other way round.
fn mixed<T>(first: Vec<T>, second: Vec<T>, together: usize, begins: bool) -> Vec<T> {
    let (mut first, mut second) = (first.into_iter(), second.into_iter());
    let mut all = Vec::new();
    if !begins {
        all.extend(second.next());
    }
    loop {
        let before = all.len();
        all.extend(first.by_ref().take(together));
        all.extend(second.next());
        if all.len() == before {
            return all;
        }
    }
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

/// The pieces of a need, the most fitting first: by meaning, by the words that they share with the
/// post, and a little by luck, so that alike posts are not answered alike.
fn fitting(
    need: &'static Need,
    title: &str,
    body: &str,
    point: &Embedding,
    dice: &mut Dice,
) -> Vec<&'static Piece> {
    let said: HashSet<String> = stems(title).chain(stems(body)).collect();
    let mut weighed: Vec<(f32, &Piece)> = need
        .pieces
        .iter()
        .map(|piece| {
            let luck = u8::try_from(dice.below(100)).map_or(0.0, f32::from) / 100.0;
            let shared = piece.stems.iter().filter(|stem| said.contains(*stem));
            let words: f32 = shared.map(|stem| background_idf(stem).min(8.0) / 8.0).sum();
            let fit = piece.point.closeness(point) + WORDS_OF_PIECE * words;
            (fit + LUCK * luck, piece)
        })
        .collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    weighed.into_iter().map(|(_, piece)| piece).collect()
}

/// What a shared word and luck weigh beside meaning.
const WORDS_OF_PIECE: f32 = 0.2;
const LUCK: f32 = 0.6;

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
