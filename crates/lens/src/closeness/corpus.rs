//! Ranking a whole set of posts for a query.

use crate::{
    bm25::{self, Bm25Index},
    embedding::{Embedding, EmbeddingTable, WIDTH},
};

/// Posts prepared for many queries.
#[derive(Debug)]
pub struct Corpus {
    points: Vec<Embedding>,
    index: Bm25Index,
    table: &'static EmbeddingTable,
}

/// How much exact words count relative to meaning.
#[derive(Debug, Clone, Copy)]
pub struct RankWeights {
    pub words: f32,
    /// The weight of the best results of a first pass as a second query; 0 for a single pass.
    pub feedback: f32,
}

impl RankWeights {
    /// For posts about a subject: words and meaning, and a second pass with the best results.
    pub const SUBJECT: Self = Self {
        words: 0.4,
        feedback: 1.0,
    };
    /// For finding one particular text.
    pub const EXACT: Self = Self {
        words: 1.5,
        feedback: 0.0,
    };
    /// BM25 only, as a baseline.
    pub const WORDS: Self = Self {
        words: 1e6,
        feedback: 0.0,
    };
    /// The weight of a title word relative to a body word.
    pub const TITLE: f32 = 1.5;
}

impl Corpus {
    /// Each text as fields with weights: a title and a body, or a body alone.
    pub fn new(texts: &[Vec<(&str, f32)>], table: &'static EmbeddingTable) -> Self {
        let points = texts.iter().map(|fields| {
            let mut sum = [0.0; WIDTH];
            for (text, weight) in fields {
                for (total, value) in sum.iter_mut().zip(table.sum(text)) {
                    *total += value * weight;
                }
            }
            Embedding::toward(&sum)
        });
        let mut index = Bm25Index::default();
        for fields in texts {
            let terms: Vec<(String, f32)> = fields
                .iter()
                .flat_map(|(text, weight)| bm25::terms(text).map(|term| (term.stem, *weight)))
                .collect();
            let length = terms.iter().map(|(_, weight)| weight).sum();
            index.add(terms, length);
        }
        Self {
            points: points.collect(),
            index,
            table,
        }
    }

    /// The numbers of the closest texts, best first.
    pub fn rank(&self, query: &str, most: usize, blend: RankWeights) -> Vec<usize> {
        let counts = bm25::counts(query);
        let terms = counts
            .iter()
            .map(|(stem, times)| (stem.as_str(), times * 2.0 / (times + 1.0)));
        let matches = self.index.scores(terms);
        let largest = matches.iter().copied().fold(1e-6, f32::max);
        let point = self.table.embed(query);
        let first = self.closest(&point, &matches, blend.words / largest, most.max(FEEDBACK));
        if blend.feedback == 0.0 {
            return first;
        }
        let found = Embedding::blend(
            first[..FEEDBACK.min(first.len())]
                .iter()
                .map(|&at| (&self.points[at], 1.0)),
        );
        let second = Embedding::blend([(&point, 1.0), (&found, blend.feedback)]);
        self.closest(&second, &matches, blend.words / largest, most)
    }

    fn closest(&self, point: &Embedding, matches: &[f32], weight: f32, most: usize) -> Vec<usize> {
        let mut scores = self
            .points
            .iter()
            .zip(matches)
            .enumerate()
            .map(|(at, (text, found))| (text.closeness(point) + found * weight, at))
            .collect::<Vec<_>>();
        let order = |one: &(f32, usize), other: &(f32, usize)| {
            other.0.total_cmp(&one.0).then(one.1.cmp(&other.1))
        };
        if scores.len() > most && most > 0 {
            scores.select_nth_unstable_by(most - 1, order);
            scores.truncate(most);
        }
        scores.sort_by(order);
        scores.into_iter().map(|(_, at)| at).collect()
    }
}

/// How many results of the first pass are assumed to be right.
const FEEDBACK: usize = 10;
