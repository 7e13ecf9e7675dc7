//! BM25 over a set of texts.

use std::collections::HashMap;

use super::{LENGTH_WEIGHT, SATURATION, terms};

/// A set of texts prepared for many queries.
#[derive(Debug, Default)]
pub struct Index {
    postings: HashMap<String, Vec<(u32, f32)>>,
    lengths: Vec<f32>,
}

impl Index {
    /// Each text is a list of fields; a word in a field of weight two counts twice.
    pub fn new<'a, Fields>(texts: impl IntoIterator<Item = Fields>) -> Self
    where
        Fields: IntoIterator<Item = (&'a str, f32)>,
    {
        let mut index = Self::default();
        for fields in texts {
            index.add(fields);
        }
        index
    }

    /// The score of every text for a query of stems, each with its weight.
    pub fn scores<'a>(&self, query: impl IntoIterator<Item = (&'a str, f32)>) -> Vec<f32> {
        let mut scores = vec![0.0; self.lengths.len()];
        let mean = self.lengths.iter().sum::<f32>() / count(self.lengths.len()).max(1.0);
        for (stem, weight) in query {
            let Some(holding) = self.postings.get(stem) else {
                continue;
            };
            let rarity = self.rarity(holding.len());
            for &(text, frequency) in holding {
                let length = self.lengths[text as usize] / mean;
                let room = SATURATION * (1.0 - LENGTH_WEIGHT + LENGTH_WEIGHT * length);
                scores[text as usize] +=
                    weight * rarity * frequency * (SATURATION + 1.0) / (frequency + room);
            }
        }
        scores
    }

    fn add<'a>(&mut self, fields: impl IntoIterator<Item = (&'a str, f32)>) {
        let number = u32::try_from(self.lengths.len()).expect("a corpus fits in memory");
        let mut frequencies: HashMap<String, f32> = HashMap::new();
        let mut length = 0.0;
        for (field, weight) in fields {
            for term in terms(field) {
                *frequencies.entry(term.stem).or_default() += weight;
                length += weight;
            }
        }
        for (stem, frequency) in frequencies {
            self.postings
                .entry(stem)
                .or_default()
                .push((number, frequency));
        }
        self.lengths.push(length);
    }

    fn rarity(&self, holding: usize) -> f32 {
        let (all, holding) = (count(self.lengths.len()), count(holding));
        (1.0 + (all - holding + 0.5) / (holding + 0.5)).ln()
    }
}

fn count(number: usize) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a count, not a key")]
    let count = number as f32;
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_with_the_rare_word_in_its_title_wins() {
        let index = Index::new([
            [
                ("Late invoices", 2.0),
                ("How do I get paid for my work?", 1.0),
            ],
            [
                ("Work and life", 2.0),
                ("I sent one invoice for my work", 1.0),
            ],
            [("Nothing alike", 2.0), ("work work work", 1.0)],
        ]);

        let scores = index.scores([("invoic", 1.0), ("work", 1.0)]);

        assert!(scores[0] > scores[1] && scores[1] > scores[2], "{scores:?}");
    }

    #[test]
    fn no_texts_and_no_words_are_no_trouble() {
        assert!(Index::default().scores([("tea", 1.0)]).is_empty());
        assert_eq!(Index::new([[("tea", 1.0)]]).scores([]), [0.0]);
    }
}
