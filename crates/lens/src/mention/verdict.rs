//! The verdict quote: the sentence that carries what is said about the brand.

use std::sync::LazyLock;

use crate::brand::{OwnSentence, names_brand, own_sentences};
use crate::sentiment::sentiment;
use crate::text;

/// The sentence of a post that a person would quote for what it says about the brand, word for word;
/// none if there is no sentence.
pub(super) fn verdict_quote<'text>(
    title: &'text str,
    body: &'text str,
    brand: &[&str],
) -> Option<&'text str> {
    let candidates = candidates(title, body, brand).into_iter();
    let best = candidates
        .map(|candidate| (VerdictModel::shipped().odds(&candidate.features), candidate))
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, candidate)| candidate.sentence)
}

/// A sentence that may be the verdict.
#[doc(hidden)]
#[derive(Debug)]
pub struct VerdictCandidate<'text> {
    pub sentence: &'text str,
    pub features: [f32; FEATURES],
}

#[doc(hidden)]
pub const FEATURES: usize = 14;

/// The sentences of a post with what the model looks at.
#[doc(hidden)]
pub fn candidates<'text>(
    title: &'text str,
    body: &'text str,
    brand: &[&str],
) -> Vec<VerdictCandidate<'text>> {
    let mut named_before = 0;
    let mut follows_name = false;
    let mut candidates = Vec::new();
    for (number, sentence) in own_sentences(title, body).iter().take(MOST).enumerate() {
        let place = SentencePlace {
            number,
            is_named: names_brand(sentence.text, brand),
            named_before,
            follows_name,
        };
        candidates.push(VerdictCandidate {
            sentence: sentence.text,
            features: features(sentence, &place),
        });
        follows_name = place.is_named;
        named_before += usize::from(place.is_named);
    }
    candidates
}

/// What a post says about a brand stands in its first sentences, or nobody reads it.
const MOST: usize = 60;

/// Where a sentence stands among those that name the brand.
struct SentencePlace {
    number: usize,
    is_named: bool,
    named_before: usize,
    follows_name: bool,
}

fn features(sentence: &OwnSentence, place: &SentencePlace) -> [f32; FEATURES] {
    let text = sentence.text;
    let length = text.chars().count();
    let strength = sentiment(text).score.abs();
    let points_back = || {
        let first = text::folded(text).into_iter().next();
        first.is_some_and(|word| POINTING_BACK.contains(&word.as_str()))
    };
    let is = |fact: bool| if fact { 1.0 } else { 0.0 };
    let named = is(place.is_named);
    [
        1.0,
        named,
        is(sentence.is_title),
        named * is(sentence.is_title),
        named * is(place.named_before == 0),
        named * small(place.named_before.min(3)),
        is(!place.is_named && place.named_before > 0),
        is(!place.is_named && place.follows_name),
        is(!place.is_named && place.follows_name && points_back()),
        strength,
        named * strength,
        small(length.min(300)) / 300.0,
        is(length < 30),
        small(place.number.min(8)),
    ]
}

const POINTING_BACK: &[&str] = &[
    "it", "its", "it's", "they", "their", "this", "that", "these",
];

#[expect(clippy::cast_precision_loss, reason = "counts here are small")]
fn small(count: usize) -> f32 {
    count as f32
}

/// Logistic regression over the features.
#[doc(hidden)]
#[derive(Debug)]
pub struct VerdictModel {
    weights: [f32; FEATURES],
}

impl VerdictModel {
    #[doc(hidden)]
    pub fn new(weights: [f32; FEATURES]) -> Self {
        Self { weights }
    }

    fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<VerdictModel> = LazyLock::new(|| {
            let bytes = include_bytes!("../../models/verdict.bin")
                .as_chunks::<4>()
                .0;
            let weights = bytes.iter().copied().map(f32::from_le_bytes);
            let weights = weights.collect::<Vec<_>>().try_into();
            VerdictModel::new(weights.expect("the shipped model is whole"))
        });
        &SHIPPED
    }

    /// The logarithm of the odds that a person would quote it.
    #[doc(hidden)]
    pub fn odds(&self, features: &[f32; FEATURES]) -> f32 {
        let terms = features.iter().zip(self.weights);
        terms.map(|(feature, weight)| feature * weight).sum()
    }

    #[doc(hidden)]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.weights
            .iter()
            .flat_map(|weight| weight.to_le_bytes())
            .collect()
    }
}
