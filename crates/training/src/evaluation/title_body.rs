//! Title to body: a title must find its own body.

use lens::{
    closeness::{Corpus, RankWeights},
    embedding::EmbeddingTable,
};

use crate::table::PostRow;

/// How many bodies and titles are used, as many as in the open set.
const BODIES: usize = 2_771;
const TITLES: usize = 1_000;

/// The reciprocal rank of each title's own body: by lens, and by BM25 alone.
pub(crate) fn ranks(posts: &[PostRow], table: &'static EmbeddingTable) -> (Vec<f64>, Vec<f64>) {
    let posts = posts
        .iter()
        .filter(|post| post.selftext.trim().len() > 60)
        .take(BODIES);
    let posts = posts.collect::<Vec<_>>();
    let texts = posts
        .iter()
        .map(|post| vec![(&post.selftext[..], 1.0)])
        .collect::<Vec<_>>();
    let corpus = Corpus::new(&texts, table);
    let by = |blend| {
        let own = |(at, post): (usize, &&PostRow)| {
            let found = corpus.rank(&post.title, 10, blend);
            let place = found.iter().position(|found| *found == at);
            place.map_or(0.0, |place| {
                1.0 / f64::from(u32::try_from(place + 1).expect("ten"))
            })
        };
        posts.iter().enumerate().take(TITLES).map(own).collect()
    };
    (by(RankWeights::EXACT), by(RankWeights::WORDS))
}
