//! `training table`: the static table of word pieces, learned from the open posts.
//!
//! The word vectors of a small sentence model, reduced to 256 numbers, are trained by contrast: a
//! title must find its own body among others, and a post the centre of its community.

mod contrastive_loss;
mod initial_rows;
mod principal_components;
mod word_vectors;

use std::path::Path;

use anyhow::Result;
use lens::embedding::{EmbeddingTable, WIDTH, WordPieceVocabulary};
use serde::Deserialize;

use crate::{dataset, random::SeededRandom};
use contrastive_loss::TableLearner;

/// The bytes of `models/table.bin`.
pub(crate) fn make(data: &Path, wheel: &Path) -> Result<Vec<u8>> {
    let posts: Vec<PostRow> = dataset::read(&data.join("posts.jsonl.zst"))?;
    let queries: Vec<QueryRow> = dataset::read(&data.join("relevance_sub.jsonl.zst"))?;
    train(wheel, &posts, &queries)
}

/// A table learned from these posts and descriptions of communities.
pub(crate) fn train(wheel: &Path, posts: &[PostRow], queries: &[QueryRow]) -> Result<Vec<u8>> {
    let (pieces, given) = word_vectors::read(wheel)?;
    let (vocabulary, rows) =
        initial_rows::initial_rows(&pieces, &principal_components::shortened(&given), posts);
    let texts = TrainingTexts::new(&vocabulary, posts, queries);
    let rows = learn(rows, &texts);
    let flat = rows.iter().flatten().copied().collect::<Vec<_>>();
    Ok(EmbeddingTable::to_bytes(&vocabulary, &flat))
}

#[derive(Deserialize, Clone)]
pub(crate) struct PostRow {
    pub id: String,
    #[serde(default)]
    pub subreddit: String,
    pub title: String,
    pub selftext: String,
}

#[derive(Deserialize, Clone)]
pub(crate) struct QueryRow {
    pub qid: String,
    #[serde(rename = "query")]
    pub text: String,
    pub relevant_subreddits: Vec<String>,
}

/// Passes over all posts.
const EPOCHS: usize = 4;

/// Pairs of title and body per batch.
const PAIRS: usize = 512;

/// Posts per batch.
const POSTS: usize = 128;

const RATE: f32 = 0.03;
const CENTRE_RATE: f32 = 0.02;
const PAIR_WEIGHT: f32 = 2.0;

/// All texts as rows of the table.
struct TrainingTexts {
    titles: Vec<Vec<u32>>,
    bodies: Vec<Vec<u32>>,
    wholes: Vec<Vec<u32>>,
    /// The number of each post's community.
    groups: Vec<usize>,
    count: usize,
    descriptions: Vec<(Vec<u32>, usize)>,
}

impl TrainingTexts {
    fn new(vocabulary: &WordPieceVocabulary, posts: &[PostRow], queries: &[QueryRow]) -> Self {
        let mut names = posts
            .iter()
            .map(|post| post.subreddit.as_str())
            .collect::<Vec<_>>();
        names.sort_unstable();
        names.dedup();
        let group = |name: &str| names.binary_search(&name).ok();
        let read = |text: &str, most: usize| {
            let mut rows = Vec::new();
            vocabulary.pieces(text, |piece| {
                rows.push(u32::try_from(piece.row).expect("few rows"));
            });
            rows.truncate(most);
            rows
        };
        let titles = posts
            .iter()
            .map(|post| read(&post.title, 64))
            .collect::<Vec<_>>();
        let bodies = posts
            .iter()
            .map(|post| read(&post.selftext, 256))
            .collect::<Vec<_>>();
        let wholes = titles
            .iter()
            .zip(&bodies)
            .map(|(title, body)| [&title[..], body].concat());
        let described = queries.iter().filter_map(|query| {
            Some((
                read(&query.text, 128),
                group(query.relevant_subreddits.first()?)?,
            ))
        });
        Self {
            wholes: wholes.collect(),
            titles,
            bodies,
            groups: posts
                .iter()
                .filter_map(|post| group(&post.subreddit))
                .collect(),
            count: names.len(),
            descriptions: described.collect(),
        }
    }

    /// The mean direction of each community's posts.
    fn centres(&self, learner: &TableLearner) -> Vec<[f32; WIDTH]> {
        let mut centres = vec![[0.0; WIDTH]; self.count];
        for (whole, &group) in self.wholes.iter().zip(&self.groups) {
            contrastive_loss::add(&mut centres[group], &learner.embed(whole).0, 1.0);
        }
        centres.iter().map(contrastive_loss::unit).collect()
    }
}

fn learn(rows: Vec<[f32; WIDTH]>, texts: &TrainingTexts) -> Vec<[f32; WIDTH]> {
    let mut random = SeededRandom(0x5eed_1234_abcd_0001);
    let mut learner = TableLearner::new(rows, RATE);
    let mut centres = TableLearner::new(texts.centres(&learner), CENTRE_RATE);
    let all = 0..texts.wholes.len();
    let is_pair = |at: &usize| texts.bodies[*at].len() > 8 && !texts.titles[*at].is_empty();
    let mut paired = all.clone().filter(is_pair).collect::<Vec<_>>();
    let mut order = all
        .filter(|&at| !texts.titles[at].is_empty())
        .collect::<Vec<_>>();
    for _ in 0..EPOCHS {
        shuffle(&mut paired, &mut random);
        shuffle(&mut order, &mut random);
        let steps = (paired.len() / PAIRS).max(1);
        for (pairs, some) in paired
            .chunks(PAIRS)
            .zip(order.chunks(order.len() / steps + 1))
        {
            let pairs = pairs
                .iter()
                .map(|&at| (&texts.titles[at][..], &texts.bodies[at][..]));
            learner.pull_pairs(&pairs.collect::<Vec<_>>(), PAIR_WEIGHT);
            for some in some.chunks(POSTS) {
                let posts = some.iter().map(|&at| {
                    let is_title = random.below(2) == 0;
                    let text = if is_title {
                        &texts.titles[at]
                    } else {
                        &texts.wholes[at]
                    };
                    (&text[..], texts.groups[at])
                });
                learner.pull_to_centres(&posts.collect::<Vec<_>>(), &mut centres, 1.0);
            }
            let described = texts
                .descriptions
                .iter()
                .map(|(text, group)| (&text[..], *group));
            learner.pull_to_centres(&described.collect::<Vec<_>>(), &mut centres, 1.0);
        }
    }
    learner.rows
}

fn shuffle(list: &mut [usize], random: &mut SeededRandom) {
    for at in (1..list.len()).rev() {
        list.swap(at, random.below(at + 1));
    }
}
