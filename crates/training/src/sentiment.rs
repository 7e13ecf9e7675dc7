//! `training sentiment`: trains sentiment.bin on comments with emotions and snippets with valence.

mod model_file;
mod network;

use crate::dataset;
use anyhow::{Context, Result, bail};
use lens::sentiment::features::SentimentFeatures;
use serde::Deserialize;
use std::path::Path;

/// The model that ships, trained on all open rows of GoEmotions and valence.
pub(crate) fn train(data: &Path) -> Result<Vec<u8>> {
    let comments = comments(data)?;
    let snippets = snippets(data)?;
    Ok(model(comments.iter().chain(&snippets)))
}

/// A model file, trained on these rows only.
pub(crate) fn model<'a>(rows: impl Iterator<Item = &'a LabelledText>) -> Vec<u8> {
    let examples: Vec<TextExample> = rows.map(example).collect();
    model_file::to_bytes(&network::train(&examples))
}

/// A text with its labels.
#[derive(Debug)]
pub(crate) struct LabelledText {
    pub(crate) text: String,
    pub(crate) class: Option<usize>,
    /// Numbers of emotions, in the order of their first occurrence in [`comments`].
    pub(crate) emotions: Vec<usize>,
    pub(crate) weight: f32,
    /// Whether the row is in the dev split of the dataset.
    pub(crate) is_dev: bool,
}

/// A row as input of the network.
#[derive(Debug)]
struct TextExample {
    features: Vec<(u64, f32)>,
    class: Option<usize>,
    emotions: Vec<usize>,
    weight: f32,
}

/// GoEmotions: including rows without a clear label, because their emotions help too.
pub(crate) fn comments(data: &Path) -> Result<Vec<LabelledText>> {
    #[derive(Deserialize)]
    struct CommentRow {
        text: String,
        label: Option<String>,
        emotions: Vec<String>,
        split: String,
    }
    let mut names: Vec<String> = Vec::new();
    let rows: Vec<CommentRow> = dataset::read(&data.join("sentiment_goemotions.jsonl.zst"))?;
    rows.into_iter()
        .map(|row| {
            let mut number = |name: String| {
                names
                    .iter()
                    .position(|known| *known == name)
                    .unwrap_or_else(|| {
                        names.push(name);
                        names.len() - 1
                    })
            };
            Ok(LabelledText {
                emotions: row.emotions.into_iter().map(&mut number).collect(),
                class: row.label.as_deref().map(class).transpose()?,
                text: row.text,
                weight: 1.0,
                is_dev: row.split == "dev",
            })
        })
        .collect()
}

/// Tweets and reviews with a valence; they count less, because they differ from comments.
pub(crate) fn snippets(data: &Path) -> Result<Vec<LabelledText>> {
    texts(&data.join("sentiment_valence.jsonl.zst"))
}

/// Any set of texts with a label.
pub(crate) fn texts(path: &Path) -> Result<Vec<LabelledText>> {
    #[derive(Deserialize)]
    struct LabelledTextRow {
        text: String,
        label: String,
    }
    const WEIGHT: f32 = 0.4;
    let rows: Vec<LabelledTextRow> = dataset::read(path).context("while reading labelled texts")?;
    rows.into_iter()
        .map(|row| {
            let class = Some(class(&row.label)?);
            Ok(LabelledText {
                text: row.text,
                class,
                emotions: vec![],
                weight: WEIGHT,
                is_dev: false,
            })
        })
        .collect()
}

/// The number of a sentiment.
pub(crate) fn class(label: &str) -> Result<usize> {
    match label {
        "negative" => Ok(0),
        "neutral" => Ok(1),
        "positive" => Ok(2),
        _ => bail!("{label} is no sentiment"),
    }
}

fn example(row: &LabelledText) -> TextExample {
    let features_read = SentimentFeatures::new(&row.text);
    let mut features: Vec<(u64, f32)> = Vec::new();
    features_read.each_word(|_, hash, value| features.push((hash, value)));
    features_read.each_feature(|hash, value| features.push((hash, value)));
    TextExample {
        features,
        class: row.class,
        emotions: row.emotions.clone(),
        weight: row.weight,
    }
}
