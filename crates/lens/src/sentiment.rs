//! The sentiment of a text: positive, negative or neutral.

mod feature_hash;
#[doc(hidden)]
pub mod features;
mod lexicon;
#[doc(hidden)]
pub mod model;
mod tokens;

use crate::cues::clipped;
use features::SentimentFeatures;
use model::SentimentModel;
use std::sync::LazyLock;

/// The sentiment of a text. A long text is read in pieces, each weighted by its length.
pub fn sentiment(text: &str) -> Sentiment {
    judge(&MODEL, text)
}

/// The sentiment by the lexicon alone, from -1 to 1, without the model.
pub(crate) fn compound(text: &str) -> f32 {
    SentimentFeatures::new(text).valence.compound()
}

/// Whether every negative word in it is negated: "never a late box", "without one argument".
pub(crate) fn denies_trouble(text: &str) -> bool {
    let valence = SentimentFeatures::new(text).valence;
    valence.denied > 0 && valence.words.iter().all(|(_, value)| *value > 0.0)
}

/// The sentiment of a text and the words that show it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sentiment {
    /// From -1 (bad) to 1 (good).
    pub score: f32,
    pub label: SentimentLabel,
    /// At most three words, the strongest first; none for a neutral text.
    pub words: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SentimentLabel {
    Negative,
    Neutral,
    Positive,
}

impl SentimentLabel {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Negative => "negative",
            Self::Neutral => "neutral",
            Self::Positive => "positive",
        }
    }
}

/// The sentiment by a given model. Training measures models that do not ship.
#[doc(hidden)]
pub fn judge(model: &SentimentModel, text: &str) -> Sentiment {
    let mut shares = [0.0_f32; 3];
    let mut words: Vec<(f32, &str)> = Vec::new();
    let mut weight = 0.0;
    for piece in pieces(clipped(text, LONGEST_TEXT)) {
        let reading = SentimentFeatures::new(piece);
        let answer = model.judge(&reading);
        let length = small(reading.tokens.len()).max(1.0).sqrt();
        weight += length;
        for (sum, share) in shares.iter_mut().zip(leaning(answer.shares, &reading)) {
            *sum += share * length;
        }
        collect_words(piece, &reading, &answer.pulls, &mut words);
    }
    let [negative, neutral, positive] = shares.map(|share| share / weight.max(1.0));
    let label = if positive > neutral.max(negative) {
        SentimentLabel::Positive
    } else if negative > neutral {
        SentimentLabel::Negative
    } else {
        SentimentLabel::Neutral
    };
    Sentiment {
        score: positive - negative,
        label,
        words: strongest(words, label),
    }
}

/// The model learned from everyday comments; the lexicon knows more about goods and services.
fn leaning(shares: [f32; 3], reading: &SentimentFeatures) -> [f32; 3] {
    const BY_WORDS: f32 = 0.5;
    const TO_NEGATIVE: f32 = 0.1;
    let lean = BY_WORDS * reading.valence.compound();
    let [negative, neutral, positive] = shares;
    let leaning = [
        negative * (TO_NEGATIVE - lean).exp(),
        neutral,
        positive * lean.exp(),
    ];
    leaning.map(|share| share / leaning.iter().sum::<f32>())
}

/// The sentiment of a text is clear by then.
const LONGEST_TEXT: usize = 20_000;
/// The model learned from comments, so a long text is split into pieces of about that length.
const LONGEST_PIECE: usize = 400;

/// Pieces of about a comment's length that end at a line or a sentence if possible.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let limit = rest.floor_char_boundary(LONGEST_PIECE);
        let end = if rest.len() <= LONGEST_PIECE {
            rest.len()
        } else {
            let window = &rest[..limit];
            let after = |symbols: &[char]| window.rfind(symbols).map(|at| at + 1);
            after(&['\n', '.', '!', '?'])
                .or_else(|| after(&[' ']))
                .unwrap_or(limit)
        };
        let (piece, remainder) = rest.split_at(end);
        rest = remainder;
        Some(piece)
    })
}

/// A word counts by its weight in the model and by its valence.
fn collect_words<'a>(
    piece: &'a str,
    reading: &SentimentFeatures,
    pulls: &[f32],
    words: &mut Vec<(f32, &'a str)>,
) {
    let mut pulls = pulls.to_vec();
    for (at, value) in &reading.valence.words {
        pulls[*at] += value / 4.0;
    }
    for (at, pull) in pulls.into_iter().enumerate() {
        let (start, end) = reading.tokens.source(at);
        if pull.abs() > 0.15 && end - start > 1 {
            words.push((pull, &piece[start..end]));
        }
    }
}

fn strongest(mut words: Vec<(f32, &str)>, label: SentimentLabel) -> Vec<String> {
    let sign = match label {
        SentimentLabel::Positive => 1.0,
        SentimentLabel::Negative => -1.0,
        SentimentLabel::Neutral => return Vec::new(),
    };
    words.sort_by(|(one, _), (other, _)| (other * sign).total_cmp(&(one * sign)));
    let mut strongest: Vec<String> = Vec::new();
    for (_, word) in words.iter().filter(|(pull, _)| pull * sign > 0.0) {
        let word = word.to_lowercase();
        if !strongest.contains(&word) {
            strongest.push(word);
        }
        if strongest.len() == 3 {
            break;
        }
    }
    strongest
}

#[expect(clippy::cast_precision_loss, reason = "a count of words is small")]
fn small(count: usize) -> f32 {
    count as f32
}

static MODEL: LazyLock<SentimentModel<'static>> =
    LazyLock::new(|| SentimentModel::parse(include_bytes!("../models/sentiment.bin")));
