//! `training verdict`: which sentence of a mention carries what is said about the brand.
//!
//! People marked it in the open mentions, in further mentions among the open posts, and in texts that
//! were written for the purpose (`labels/`).

use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

use anyhow::Result;
use lens::mention::verdict::{FEATURES, VerdictModel, candidates};
use serde::Deserialize;

use crate::{dataset, newton};

/// The bytes of `models/verdict.bin`.
pub(crate) fn train(data: &Path) -> Result<Vec<u8>> {
    Ok(fit(&read(data)?).to_bytes())
}

/// A mention as what the model looks at.
pub(crate) struct MarkedMention {
    pub(crate) post: String,
    /// Whether it is one of the open mentions, on which figures are given.
    pub(crate) is_open: bool,
    pub(crate) sentences: Vec<MarkedSentence>,
}

pub(crate) struct MarkedSentence {
    pub(crate) features: [f32; FEATURES],
    pub(crate) is_verdict: bool,
    pub(crate) names_brand: bool,
}

pub(crate) fn fit<'a>(mentions: impl IntoIterator<Item = &'a MarkedMention>) -> VerdictModel {
    let sentences = mentions.into_iter().flat_map(|mention| &mention.sentences);
    let rows = sentences.map(|sentence| (sentence.features, sentence.is_verdict));
    VerdictModel::new(newton::fit(&rows.collect::<Vec<_>>()))
}

/// All mentions with a marked sentence.
pub(crate) fn read(data: &Path) -> Result<Vec<MarkedMention>> {
    let open: Vec<MentionRow> = dataset::read(&data.join("mentions.jsonl.zst"))?;
    let written: Vec<MentionRow> = dataset::read(&labels("written_opinions.jsonl"))?;
    let open = open.iter().map(|row| row.marked(true));
    let written = written.iter().map(|row| row.marked(false));
    let further = further_mentions(data)?;
    Ok(open.chain(written).chain(further).collect())
}

fn labels(name: &str) -> std::path::PathBuf {
    Path::new("crates/training/labels").join(name)
}

/// Labels name a post by its id and the quote by its bytes, because the posts are not ours to copy.
fn further_mentions(data: &Path) -> Result<Vec<MarkedMention>> {
    let labels: Vec<QuoteLabel> = dataset::read(&labels("mentions.jsonl"))?;
    let wanted: HashSet<&str> = labels.iter().map(|label| label.post.as_str()).collect();
    let posts: Vec<QuotedPost> = dataset::read(&data.join("posts.jsonl.zst"))?;
    let posts: HashMap<&str, &QuotedPost> = posts
        .iter()
        .filter(|post| wanted.contains(post.id.as_str()))
        .map(|post| (post.id.as_str(), post))
        .collect();
    let mention = |label: &QuoteLabel| {
        let post = posts.get(label.post.as_str())?;
        let body = post.selftext.as_deref().unwrap_or_default();
        let whole = format!("{}\n{body}", post.title);
        let [from, to] = label.quote?;
        let row = MentionRow {
            post: label.post.clone(),
            brand: label.brand.clone(),
            title: post.title.clone(),
            text: body.to_owned(),
            quote: whole.get(from..to)?.to_owned(),
        };
        Some(row.marked(false))
    };
    Ok(labels.iter().filter_map(mention).collect())
}

#[derive(Deserialize)]
struct QuoteLabel {
    post: String,
    brand: String,
    quote: Option<[usize; 2]>,
}

#[derive(Deserialize)]
struct QuotedPost {
    id: String,
    title: String,
    selftext: Option<String>,
}

#[derive(Deserialize)]
struct MentionRow {
    #[serde(default)]
    post: String,
    brand: String,
    title: String,
    text: String,
    quote: String,
}

impl MentionRow {
    fn marked(&self, is_open: bool) -> MarkedMention {
        let sentences = candidates(&self.title, &self.text, &[&self.brand]);
        let sentences = sentences.iter().map(|candidate| MarkedSentence {
            is_verdict: overlap(candidate.sentence, &self.quote) > SAME,
            names_brand: candidate.features[1] > 0.0,
            features: candidate.features,
        });
        MarkedMention {
            post: self.post.clone(),
            is_open: is_open && !self.quote.is_empty(),
            sentences: sentences.collect(),
        }
    }
}

/// A quote may be a part of a sentence or a little more than it.
const SAME: f64 = 0.6;

/// How many words two texts share, from 0 to 1.
fn overlap(one: &str, other: &str) -> f64 {
    let words = |text: &str| {
        let mut counts: HashMap<String, u32> = HashMap::new();
        for word in lens::text::folded(text) {
            *counts.entry(word).or_default() += 1;
        }
        counts
    };
    let (one, other) = (words(one), words(other));
    let shared = one.iter().map(|(word, count)| {
        let there = other.get(word).copied().unwrap_or_default();
        f64::from(there.min(*count))
    });
    let total = one.values().chain(other.values()).copied().sum::<u32>();
    2.0 * shared.sum::<f64>() / f64::from(total.max(1))
}
