//! The word pieces of the table and their initial rows.

use std::collections::HashMap;

use lens::embedding::{WIDTH, WordPieceVocabulary};

use super::{PostRow, contrastive_loss};

/// How many rows fit into eight million bytes with their names.
const ROWS: usize = 30_400;

/// A word that the model would split gets its own row if it occurs this often.
const LEAST: usize = 4;

/// Rows of words that are more frequent than this get less weight ("smooth inverse frequency").
const COMMON: f32 = 1e-3;

/// The vocabulary, and a row for each piece: the model's direction, shorter for common pieces.
pub(crate) fn initial_rows(
    pieces: &[String],
    given: &[[f32; WIDTH]],
    posts: &[PostRow],
) -> (WordPieceVocabulary, Vec<[f32; WIDTH]>) {
    let places = pieces
        .iter()
        .enumerate()
        .map(|(at, piece)| (piece.as_str(), at));
    let places = places.collect::<HashMap<_, _>>();
    let full = split(pieces.iter().cloned());
    let kept = pieces
        .iter()
        .filter(|piece| is_of_use(piece))
        .cloned()
        .collect::<Vec<_>>();
    let added = frequent_words(&full, &places, posts);
    let room = ROWS.saturating_sub(kept.len());
    let vocabulary = split(kept.into_iter().chain(added.into_iter().take(room)));
    let counts = counts(&vocabulary, posts);
    let all = counts.iter().sum::<f32>().max(1.0);
    let names = full.entries().collect::<Vec<_>>();
    let rows = vocabulary.entries().zip(counts).map(|(entry, count)| {
        let direction = places.get(entry.as_str()).map_or_else(
            || {
                let mut sum = [0.0; WIDTH];
                full.pieces(&entry, |piece| {
                    let row = contrastive_loss::unit(&given[places[names[piece.row].as_str()]]);
                    contrastive_loss::add(&mut sum, &row, 1.0);
                });
                contrastive_loss::unit(&sum)
            },
            |&at| contrastive_loss::unit(&given[at]),
        );
        direction.map(|value| value * COMMON / (COMMON + count / all))
    });
    let rows = rows.collect();
    (vocabulary, rows)
}

/// Latin letters, digits and marks. Pieces of other scripts and unused ones are left out.
fn is_of_use(piece: &str) -> bool {
    let is_marker = piece.starts_with('[') && piece.len() > 1;
    !is_marker
        && piece
            .chars()
            .all(|letter| letter <= '\u{24f}' || letter == '\u{20ac}')
}

/// Words of the posts that the model splits into pieces, most frequent first.
fn frequent_words(
    full: &WordPieceVocabulary,
    places: &HashMap<&str, usize>,
    posts: &[PostRow],
) -> Vec<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for text in posts.iter().flat_map(|post| [&post.title, &post.selftext]) {
        let mut spans = Vec::new();
        full.pieces(text, |piece| spans.push((piece.start, piece.end)));
        spans.dedup();
        for (start, end) in spans {
            let word = text[start..end].to_lowercase();
            let is_word = word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_lowercase());
            if is_word && !places.contains_key(word.as_str()) {
                *counts.entry(word).or_default() += 1;
            }
        }
    }
    let mut words = counts
        .into_iter()
        .filter(|word| word.1 >= LEAST)
        .collect::<Vec<_>>();
    words.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    words.into_iter().map(|(word, _)| word).collect()
}

fn counts(vocabulary: &WordPieceVocabulary, posts: &[PostRow]) -> Vec<f32> {
    let mut counts = vec![0.0; vocabulary.len()];
    for text in posts.iter().flat_map(|post| [&post.title, &post.selftext]) {
        vocabulary.pieces(text, |piece| counts[piece.row] += 1.0);
    }
    counts
}

fn split(entries: impl Iterator<Item = String>) -> WordPieceVocabulary {
    let (mut beginnings, mut continuations) = (Vec::new(), Vec::new());
    for entry in entries {
        match entry.strip_prefix("##") {
            Some(rest) if !rest.is_empty() => continuations.push(rest.to_owned()),
            _ => beginnings.push(entry),
        }
    }
    WordPieceVocabulary::new(beginnings, continuations)
}
