//! Ranking: a table trained without a fifth of the posts and half of the descriptions ranks that
//! fifth.

use std::{borrow::Cow, path::Path};

use anyhow::Result;
use lens::{
    closeness::{Corpus, RankWeights},
    embedding::EmbeddingTable,
};

use super::{Figure, metrics};
use crate::{
    dataset,
    table::{self, PostRow, QueryRow},
};

pub(crate) fn quality(data: &Path, wheel: &Path) -> Result<Vec<Figure>> {
    let posts: Vec<PostRow> = dataset::read(&data.join("posts.jsonl.zst"))?;
    let described: Vec<QueryRow> = dataset::read(&data.join("relevance_sub.jsonl.zst"))?;
    let companies: Vec<QueryRow> = dataset::read(&data.join("relevance_company.jsonl.zst"))?;
    let (dev, known): (Vec<_>, Vec<_>) = posts.into_iter().partition(|post| is_dev(&post.id, 5));
    let (asked, seen): (Vec<_>, Vec<_>) = described
        .into_iter()
        .partition(|query| is_dev(&query.qid, 2));
    let bytes = table::train(wheel, &known, &seen)?;
    let table = EmbeddingTable::parse(Cow::Owned(bytes)).expect("a table that was just written");
    let table: &'static EmbeddingTable = Box::leak(Box::new(table));
    let (own, words) = (RankWeights::SUBJECT, RankWeights::WORDS);
    let corpus = corpus(&dev, table);
    let by = |queries: &[QueryRow], blend| gains(&corpus, &dev, queries, blend);
    let (asked, companies) = (&asked[..], &companies[..]);
    let titles = super::title_body::ranks(&dev, table);
    Ok(vec![
        figure(
            "description to posts, nDCG@10",
            &by(asked, own),
            0.50,
            &by(asked, words),
        ),
        figure(
            "company to posts, nDCG@10",
            &by(companies, own),
            0.24,
            &by(companies, words),
        ),
        figure("title to body, MRR@10", &titles.0, 0.75, &titles.1),
    ])
}

fn is_dev(id: &str, parts: u64) -> bool {
    dataset::part(id, parts) == 0
}

fn corpus(posts: &[PostRow], table: &'static EmbeddingTable) -> Corpus {
    let texts = posts
        .iter()
        .map(|post| vec![(&post.title[..], RankWeights::TITLE), (&post.selftext, 1.0)]);
    Corpus::new(&texts.collect::<Vec<_>>(), table)
}

/// nDCG@10 of each query whose communities have a post here.
fn gains(corpus: &Corpus, posts: &[PostRow], queries: &[QueryRow], blend: RankWeights) -> Vec<f64> {
    let worth = |at: usize| 1.0 / f64::from(u32::try_from(at + 2).expect("ten places")).log2();
    let gain = |query: &QueryRow| {
        let is_right = |post: &PostRow| query.relevant_subreddits.contains(&post.subreddit);
        let right = posts.iter().filter(|post| is_right(post)).count().min(10);
        let found = corpus.rank(&query.text, 10, blend).into_iter().enumerate();
        let gained = found
            .filter(|(_, post)| is_right(&posts[*post]))
            .map(|(at, _)| worth(at));
        (right > 0).then(|| gained.sum::<f64>() / (0..right).map(worth).sum::<f64>())
    };
    queries.iter().filter_map(gain).collect()
}

fn figure(task: &str, values: &[f64], goal: f64, words: &[f64]) -> Figure {
    Figure {
        task: task.to_owned(),
        value: mean(values),
        interval: metrics::interval(values, mean),
        goal,
        peer: format!("BM25 here {:.3}", mean(words)),
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / f64::from(u32::try_from(values.len().max(1)).expect("few"))
}
