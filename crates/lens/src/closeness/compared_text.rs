//! A text compared with a company, word by word.

use std::collections::HashMap;

use super::CompanyProfile;
use crate::{
    bm25,
    embedding::{Embedding, WIDTH},
    text,
};

/// A text compared with a company.
pub(super) struct ComparedText {
    /// The sum of the rows of its pieces.
    pub(super) sum: [f32; WIDTH],
    /// Its content words, each once.
    pub(super) words: Vec<ComparedWord>,
    /// For each word of the company, the word of this text that fits it best.
    pub(super) best: Vec<BestFit>,
}

/// A word of a text, in lower case.
pub(super) struct ComparedWord {
    pub(super) text: String,
    /// How far each occurrence moves the text toward the company.
    pull: f32,
    times: f32,
}

/// Which word fits, and how well: 1 for the same word, 0 for one that means something else.
#[derive(Clone, Copy, Default)]
pub(super) struct BestFit {
    pub(super) word: usize,
    pub(super) fit: f32,
}

/// Words with a cosine below this are unrelated.
const LEAST_COSINE: f32 = 0.3;

/// How many words of a text are compared. A post has stated its subject by then.
const MOST_WORDS: usize = 400;

impl ComparedText {
    pub(super) fn new(profile: &CompanyProfile, text: &str) -> Self {
        let sum = profile.table.sum(text);
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut words: Vec<ComparedWord> = Vec::new();
        let mut best = vec![BestFit::default(); profile.terms.len()];
        for term in bm25::terms(text) {
            let own = profile.by_stem.get(&term.stem).copied();
            let folded = text::fold(&text[term.start..term.end]);
            if let Some(&place) = places.get(folded.as_ref()) {
                words[place].times += 1.0;
                continue;
            }
            if words.len() == MOST_WORDS {
                break;
            }
            let row = profile.table.sum(&folded);
            let point = Embedding::toward(&row);
            fit(profile, &point, own, words.len(), &mut best);
            let pull = row
                .iter()
                .zip(profile.whole.values())
                .map(|(one, other)| one * other)
                .sum();
            places.insert(folded.clone().into_owned(), words.len());
            words.push(ComparedWord {
                text: folded.into_owned(),
                pull,
                times: 1.0,
            });
        }
        Self { sum, words, best }
    }
}

fn fit(
    profile: &CompanyProfile,
    point: &Embedding,
    own: Option<usize>,
    word: usize,
    best: &mut [BestFit],
) {
    for (at, (term, best)) in profile.terms.iter().zip(best).enumerate() {
        let fit = if own == Some(at) {
            1.0
        } else {
            (point.closeness(&term.point) - LEAST_COSINE).max(0.0) / (1.0 - LEAST_COSINE)
        };
        if fit > best.fit {
            *best = BestFit { word, fit };
        }
    }
}

/// The words that move the texts most toward the company; each text has a weight.
pub(super) fn strongest(readings: &[(&ComparedText, f32)]) -> Vec<String> {
    const NAMED: usize = 6;
    let mut pulls: HashMap<&str, f32> = HashMap::new();
    for (reading, weight) in readings {
        for word in reading.words.iter().filter(|word| word.pull > 0.0) {
            *pulls.entry(&word.text).or_default() += word.pull * word.times * weight;
        }
    }
    let mut words = pulls.into_iter().collect::<Vec<_>>();
    words.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(other.0)));
    words
        .into_iter()
        .take(NAMED)
        .map(|(word, _)| word.to_owned())
        .collect()
}
