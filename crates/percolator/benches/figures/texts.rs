//! Texts of the size and kind of posts and comments on Reddit.

use std::fs::File;
use std::hint::black_box;
use std::io::{BufRead, BufReader};

use ruzstd::decoding::StreamingDecoder;
use serde_json::Value;

use crate::workload::Dice;

/// Real posts, where they lie next to the checkout.
const POSTS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/data/open/posts.jsonl.zst"
);

/// Texts to match, and others that keywords are taken from.
///
/// As in the product, a text is new to those who match it: each round of a measurement has texts of its
/// own, so that no cache knows them from the round before.
pub(crate) struct Texts {
    pub(crate) tested: Vec<String>,
    pub(crate) others: Vec<String>,
    pub(crate) source: &'static str,
}

/// As often a measurement is made.
pub(crate) const ROUNDS: usize = 5;
const TEXTS_A_ROUND: usize = 10_000;

impl Texts {
    pub(crate) fn load() -> Self {
        let mut dice = Dice::new(1);
        let (mut all, source) = match real_texts(&mut dice) {
            Some(texts) => (texts, "real posts"),
            None => (generated_texts(&mut dice), "generated texts"),
        };
        dice.shuffle(&mut all);
        let others = all.split_off(ROUNDS * TEXTS_A_ROUND);
        Self {
            tested: all,
            others,
            source,
        }
    }

    /// The texts of a round.
    pub(crate) fn of_round(&self, round: usize) -> &[String] {
        &self.tested[round * TEXTS_A_ROUND..][..TEXTS_A_ROUND]
    }

    /// Reads the texts of a round once, so that nobody pays for being the first to read them.
    pub(crate) fn touch(&self, round: usize) {
        let texts = self.of_round(round).iter();
        black_box(texts.filter(|text| text.is_ascii()).count());
    }
}

/// A tenth of the posts as they are; of the others each paragraph, which stands for a comment,
/// the first with the title.
fn real_texts(dice: &mut Dice) -> Option<Vec<String>> {
    let decoder = StreamingDecoder::new(File::open(POSTS).ok()?).ok()?;
    let mut texts = Vec::new();
    for line in BufReader::new(decoder).lines() {
        let post: Value = serde_json::from_str(&line.ok()?).ok()?;
        let title = post["title"].as_str().unwrap_or_default();
        let body = post["selftext"].as_str().unwrap_or_default();
        if dice.is_lucky(0.1) {
            texts.push(format!("{title}\n\n{body}"));
        } else {
            let paragraphs = body.split("\n\n");
            let mut spoken = paragraphs.filter(|paragraph| !paragraph.trim().is_empty());
            texts.push(format!("{title} {}", spoken.next().unwrap_or_default()));
            texts.extend(spoken.map(str::to_owned));
        }
    }
    Some(texts)
}

/// Words of made-up languages by Zipf's law, as often as real ones.
fn generated_texts(dice: &mut Dice) -> Vec<String> {
    let mut word = || {
        let length = 2 + dice.below(9);
        dice.word(length)
    };
    let words: Vec<String> = (0..120_000).map(|_| word()).collect();
    let mut text = || {
        let length = 4 + dice.below(20) * dice.below(8);
        let words: Vec<&str> = (0..length)
            .map(|_| words[dice.zipf(words.len())].as_str())
            .collect();
        words.join(" ")
    };
    (0..130_000).map(|_| text()).collect()
}
