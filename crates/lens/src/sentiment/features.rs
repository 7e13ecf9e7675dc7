//! The features of the sentiment model: words, word pairs, negated words, letter n-grams, style,
//! and the valence of the words. Training and the product use the same code.

use super::feature_hash::{START, add_byte, mix, pair, word_hash};
use super::lexicon::{Valence, valence};
use super::tokens::SentimentTokens;

/// The tokens of a text, their hashes and their valence.
#[derive(Debug)]
pub struct SentimentFeatures {
    pub(super) tokens: SentimentTokens,
    hashes: Vec<u64>,
    pub(super) valence: Valence,
}

impl SentimentFeatures {
    pub fn new(text: &str) -> Self {
        let tokens = SentimentTokens::new(text);
        let hashes: Vec<u64> = (0..tokens.len())
            .map(|at| word_hash(tokens.get(at)))
            .collect();
        let valence = valence(&tokens, &hashes);
        Self {
            tokens,
            hashes,
            valence,
        }
    }

    /// Calls `take` with the hash and the value of every feature but the single words.
    pub fn each_feature(&self, mut take: impl FnMut(u64, f32)) {
        self.pairs(&mut take);
        self.negated(&mut take);
        self.letters(&mut take);
        self.style(&mut take);
        self.sound(&mut take);
    }

    /// Calls `take` with the number, the hash and the value of every single word.
    pub fn each_word(&self, mut take: impl FnMut(usize, u64, f32)) {
        let value = share(self.hashes.len());
        for (at, hash) in self.hashes.iter().enumerate() {
            take(at, *hash, value);
        }
    }

    fn pairs(&self, take: &mut impl FnMut(u64, f32)) {
        const EDGE: u64 = 7;
        let value = share(self.hashes.len() + 1);
        let mut last = EDGE;
        for hash in self.hashes.iter().chain([&EDGE]) {
            take(pair(last, *hash), value);
            last = *hash;
        }
    }

    /// Up to four words after a negation in the same clause.
    fn negated(&self, take: &mut impl FnMut(u64, f32)) {
        const REACH: usize = 4;
        let mut left = 0;
        let mut negated: Vec<u64> = Vec::new();
        for (at, hash) in self.hashes.iter().enumerate() {
            let token = self.tokens.get(at);
            if is_negation(token) {
                left = REACH;
            } else if token.iter().all(u8::is_ascii_punctuation) {
                left = 0;
            } else if left > 0 {
                negated.push(mix(hash ^ 0x0123_4567));
                left -= 1;
            }
        }
        let value = share(negated.len());
        for hash in negated {
            take(hash, value);
        }
    }

    /// N-grams of three to five letters including word boundaries, which handle misspellings.
    fn letters(&self, take: &mut impl FnMut(u64, f32)) {
        const SHORTEST: usize = 3;
        const LONGEST: usize = 5;
        let count: usize = (0..self.tokens.len())
            .map(|at| {
                let length = self.tokens.padded(at).len();
                (SHORTEST..=LONGEST)
                    .map(|run| (length + 1).saturating_sub(run))
                    .sum::<usize>()
            })
            .sum();
        let value = share(count);
        for at in 0..self.tokens.len() {
            let padded = self.tokens.padded(at);
            for start in 0..padded.len() {
                let run = &padded[start..padded.len().min(start + LONGEST)];
                let mut hash = START ^ 2;
                for (length, byte) in (1..).zip(run) {
                    hash = add_byte(hash, *byte);
                    if length >= SHORTEST {
                        take(mix(hash), value);
                    }
                }
            }
        }
    }

    fn style(&self, take: &mut impl FnMut(u64, f32)) {
        let tokens = &self.tokens;
        let value = share(6);
        take(named("shouted", tokens.shouted.min(3)), value);
        take(named("exclamations", tokens.exclamations.min(4)), value);
        take(named("questions", tokens.questions.min(3)), value);
        take(named("drawn out", tokens.drawn_out.min(2)), value);
        take(named("length", (tokens.len() + 1).ilog2() as usize), value);
        if let (Some(first), Some(last)) = (self.hashes.first(), self.hashes.last()) {
            take(pair(*first, 1), value);
            take(pair(*last, 2), value);
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "bins of -1..1"
    )]
    fn sound(&self, take: &mut impl FnMut(u64, f32)) {
        let values = || self.valence.words.iter().map(|(_, value)| *value);
        let compound = self.valence.compound();
        let good: f32 = values().filter(|value| *value > 0.0).sum();
        let bad: f32 = -values().filter(|value| *value < 0.0).sum::<f32>();
        let scale = share(self.tokens.len()) / 2.0;
        take(named("compound", 0), compound);
        take(named("strength", 0), compound.abs());
        take(named("good", 0), good * scale);
        take(named("bad", 0), bad * scale);
        take(named("best", 0), values().fold(0.0, f32::max) / 3.0);
        take(named("worst", 0), values().fold(0.0, f32::min) / 3.0);
        if good > 0.0 && bad > 0.0 {
            take(named("mixed", 0), 1.0);
        }
        if self.valence.words.is_empty() {
            take(named("silent", 0), 1.0);
        }
        take(named("bin", ((compound + 1.0) * 5.99) as usize), 0.5);
        let sign = |value: Option<f32>| value.map_or(2, |value| usize::from(value > 0.0));
        take(named("first", sign(values().next())), 0.5);
        take(named("last", sign(values().next_back())), 0.5);
    }
}

/// The value of each of `count` features, so that long texts do not outweigh short ones.
#[expect(clippy::cast_precision_loss, reason = "a count of words is small")]
fn share(count: usize) -> f32 {
    1.0 / (count.max(1) as f32).sqrt()
}

fn named(name: &str, number: usize) -> u64 {
    pair(word_hash(name.as_bytes()), number as u64 + 100)
}

fn is_negation(token: &[u8]) -> bool {
    token.ends_with(b"n't")
        || matches!(
            token,
            b"not"
                | b"no"
                | b"never"
                | b"without"
                | b"cannot"
                | b"cant"
                | b"dont"
                | b"wont"
                | b"nothing"
                | b"none"
                | b"neither"
                | b"nor"
                | b"isnt"
                | b"doesnt"
                | b"didnt"
                | b"wasnt"
                | b"hardly"
                | b"barely"
                | b"aint"
        )
}
