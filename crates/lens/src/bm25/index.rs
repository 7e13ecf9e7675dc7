//! BM25 over a set of texts.

use std::collections::HashMap;

/// Texts prepared for many queries. The caller cuts them into terms, so that every index is free to
/// choose its stemmer and the weights of its fields.
#[derive(Debug, Default)]
pub struct Bm25Index {
    postings: HashMap<String, Vec<(u32, f32)>>,
    lengths: Vec<f32>,
}

impl Bm25Index {
    /// Adds a text: its terms, each with the weight of its field, and the length of the text.
    pub fn add(&mut self, terms: impl IntoIterator<Item = (String, f32)>, length: f32) {
        let number = u32::try_from(self.lengths.len()).expect("a corpus fits in memory");
        let mut frequencies: HashMap<String, f32> = HashMap::new();
        for (term, weight) in terms {
            *frequencies.entry(term).or_default() += weight;
        }
        for (term, frequency) in frequencies {
            let texts = self.postings.entry(term).or_default();
            texts.push((number, frequency));
        }
        self.lengths.push(length);
    }

    /// The score of every text for a query of terms, each with its weight.
    pub fn scores<'a>(&self, query: impl IntoIterator<Item = (&'a str, f32)>) -> Vec<f32> {
        let mut scores = vec![0.0; self.lengths.len()];
        let mean_length = self.lengths.iter().sum::<f32>() / count(self.lengths.len()).max(1.0);
        for (term, weight) in query {
            let Some(texts) = self.postings.get(term) else {
                continue;
            };
            let rarity = rarity(count(self.lengths.len()), count(texts.len()));
            for &(text, frequency) in texts {
                let length = self.lengths[text as usize] / mean_length;
                let half_way = SATURATION * (1.0 - LENGTH_WEIGHT + LENGTH_WEIGHT * length);
                scores[text as usize] +=
                    weight * rarity * frequency * (SATURATION + 1.0) / (frequency + half_way);
            }
        }
        scores
    }
}

/// How quickly a repeated term stops adding to the score, and how much a long text must repeat it.
const SATURATION: f32 = 1.2;
const LENGTH_WEIGHT: f32 = 0.75;

/// The inverse document frequency of a term that `holding` of `texts` texts contain.
fn rarity(texts: f32, holding: f32) -> f32 {
    (1.0 + (texts - holding + 0.5) / (holding + 0.5)).ln()
}

fn count(number: usize) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a count, not a key")]
    let count = number as f32;
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bm25::terms;

    #[test]
    fn the_text_with_the_rare_word_in_its_title_wins() {
        let mut index = Bm25Index::default();
        for (title, body) in [
            ("Late invoices", "How do I get paid for my work?"),
            ("Work and life", "I sent one invoice for my work"),
            ("Nothing alike", "work work work"),
        ] {
            let title = terms(title).map(|term| (term.stem, 2.0));
            let body = terms(body).map(|term| (term.stem, 1.0));
            let all: Vec<_> = title.chain(body).collect();
            let length = all.iter().map(|(_, weight)| weight).sum();
            index.add(all, length);
        }

        let scores = index.scores([("invoic", 1.0), ("work", 1.0)]);

        assert!(scores[0] > scores[1] && scores[1] > scores[2], "{scores:?}");
    }

    #[test]
    fn an_index_without_texts_and_a_query_without_terms_give_no_score() {
        let mut index = Bm25Index::default();
        assert!(index.scores([("tea", 1.0)]).is_empty());

        index.add([("tea".to_owned(), 1.0)], 1.0);
        assert_eq!(index.scores([]), [0.0]);
    }
}
