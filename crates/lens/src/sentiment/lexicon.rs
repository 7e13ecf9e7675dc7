//! The valence of words, and how the words around them change it.

use super::feature_hash::{HashKeyedMap, word_hash};
use super::tokens::SentimentTokens;
use std::sync::LazyLock;

/// The valence of a text.
#[derive(Debug, Default)]
pub(super) struct Valence {
    /// Each positive or negative word with its value in context: token number, value.
    pub(super) words: Vec<(usize, f32)>,
    /// How many negative words are negated.
    pub(super) denied: usize,
}

/// A negation reaches this many words, unless punctuation ends it.
const NEGATION_REACH: usize = 4;
/// A negated word keeps this much of its value, turned around ("not good" is not quite "bad").
const NEGATED: f32 = -0.74;
/// What comes before "but" counts less than what comes after.
const BEFORE_BUT: f32 = 0.5;
const AFTER_BUT: f32 = 1.5;

/// Weighs the words of a text, given their hashes.
pub(super) fn valence(tokens: &SentimentTokens, hashes: &[u64]) -> Valence {
    let mut words: Vec<(usize, f32)> = Vec::new();
    let (mut negated_until, mut boost, mut but, mut denied) = (0, 0.0, None, 0);
    for (at, hash) in hashes.iter().enumerate() {
        let Some(entry) = LEXICON.get(hash) else {
            let first = tokens.get(at)[0];
            if first.is_ascii_punctuation() && first != b'<' {
                negated_until = 0;
            }
            boost = 0.0;
            continue;
        };
        match *entry {
            LexiconEntry::Negation => negated_until = at + 1 + NEGATION_REACH,
            LexiconEntry::But => but = Some(words.len()),
            LexiconEntry::Booster(by) => boost = by,
            LexiconEntry::Word(value) => {
                let mut value = value + boost * value.signum();
                if at < negated_until {
                    denied += usize::from(value < 0.0);
                    value *= NEGATED;
                }
                words.push((at, value));
                boost = 0.0;
            }
        }
    }
    if let Some(but) = but {
        for (number, (_, value)) in words.iter_mut().enumerate() {
            *value *= if number < but { BEFORE_BUT } else { AFTER_BUT };
        }
    }
    Valence { words, denied }
}

impl Valence {
    pub(super) fn sum(&self) -> f32 {
        self.words.iter().map(|(_, value)| value).sum()
    }

    /// The sum between -1 and 1; the constant is VADER's.
    pub(super) fn compound(&self) -> f32 {
        let sum = self.sum();
        sum / (sum * sum + 15.0).sqrt()
    }
}

#[derive(Clone, Copy, Debug)]
enum LexiconEntry {
    Word(f32),
    Booster(f32),
    Negation,
    But,
}

static LEXICON: LazyLock<HashKeyedMap<LexiconEntry>> = LazyLock::new(|| {
    let mut lexicon = HashKeyedMap::default();
    for list in [
        include_str!("../words/valence.txt"),
        include_str!("../words/service.txt"),
    ] {
        for (word, value) in crate::text::entries(list).filter_map(|line| line.split_once(' ')) {
            let value = value.parse().expect("an entry is a word and a number");
            lexicon.insert(word_hash(word.as_bytes()), LexiconEntry::Word(value));
        }
    }
    let mut add = |words: &str, entry: LexiconEntry| {
        for word in words.split(' ') {
            lexicon.insert(word_hash(word.as_bytes()), entry);
        }
    };
    add(BOOSTERS, LexiconEntry::Booster(0.293));
    add(DAMPENERS, LexiconEntry::Booster(-0.293));
    add(NEGATIONS, LexiconEntry::Negation);
    add("but however although though", LexiconEntry::But);
    lexicon
});

const BOOSTERS: &str = "very really so extremely absolutely totally incredibly completely super \
    especially most more pretty too such insanely highly utterly truly seriously way";
const DAMPENERS: &str = "kind kinda sort sorta slightly somewhat little almost less partly fairly";
const NEGATIONS: &str = "not no never without cannot nothing none neither nor nobody hardly barely \
    don't doesn't didn't can't couldn't won't wouldn't isn't aren't wasn't weren't hasn't haven't \
    hadn't shouldn't ain't dont doesnt didnt cant couldnt wont wouldnt isnt arent wasnt havent aint";
