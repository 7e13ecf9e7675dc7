//! `training sentiment`: comments with emotions and snippets with valence become sentiment.bin.

mod network;
pub(crate) use network::Chance;
mod pack;

use crate::rows;
use anyhow::{Context, Result, bail};
use lens::sentiment::features::SentimentFeatures;
use serde::Deserialize;
use std::path::Path;

/// The file that ships, from all open rows of GoEmotions and valence.
pub(crate) fn train(data: &Path) -> Result<Vec<u8>> {
    let comments = comments(data)?;
    let snippets = snippets(data)?;
    Ok(model(comments.iter().chain(&snippets)))
}

/// A model in the form of its file, from these rows alone.
pub(crate) fn model<'a>(rows: impl Iterator<Item = &'a Labelled>) -> Vec<u8> {
    let examples: Vec<Example> = rows.map(example).collect();
    pack::pack(&network::train(&examples))
}

/// A text with what people said of it.
#[derive(Debug)]
pub(crate) struct Labelled {
    pub(crate) text: String,
    pub(crate) class: Option<usize>,
    /// Numbers of emotions, in the order in which [`comments`] met them.
    pub(crate) emotions: Vec<usize>,
    pub(crate) weight: f32,
    /// Whether the row is of the data set's own dev part.
    pub(crate) is_dev: bool,
}

/// A row as the network sees it.
#[derive(Debug)]
struct Example {
    features: Vec<(u64, f32)>,
    class: Option<usize>,
    emotions: Vec<usize>,
    weight: f32,
}

/// GoEmotions: also the rows without a clear label, since their emotions teach all the same.
pub(crate) fn comments(data: &Path) -> Result<Vec<Labelled>> {
    #[derive(Deserialize)]
    struct Row {
        text: String,
        label: Option<String>,
        emotions: Vec<String>,
        split: String,
    }
    let mut names: Vec<String> = Vec::new();
    let rows: Vec<Row> = rows::read(&data.join("sentiment_goemotions.jsonl.zst"))?;
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
            Ok(Labelled {
                emotions: row.emotions.into_iter().map(&mut number).collect(),
                class: row.label.as_deref().map(class).transpose()?,
                text: row.text,
                weight: 1.0,
                is_dev: row.split == "dev",
            })
        })
        .collect()
}

/// Tweets and reviews with a valence; they count less, being of another kind than comments.
pub(crate) fn snippets(data: &Path) -> Result<Vec<Labelled>> {
    texts(&data.join("sentiment_valence.jsonl.zst"))
}

/// Any set of texts with a label.
pub(crate) fn texts(path: &Path) -> Result<Vec<Labelled>> {
    #[derive(Deserialize)]
    struct Row {
        text: String,
        label: String,
    }
    const WEIGHT: f32 = 0.4;
    let rows: Vec<Row> = rows::read(path).context("while features_of_text labelled texts")?;
    rows.into_iter()
        .map(|row| {
            let class = Some(class(&row.label)?);
            Ok(Labelled {
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

fn example(row: &Labelled) -> Example {
    let features_of_text = SentimentFeatures::new(&row.text);
    let mut features: Vec<(u64, f32)> = Vec::new();
    features_of_text.each_word(|_, hash, value| features.push((hash, value)));
    features_of_text.each_feature(|hash, value| features.push((hash, value)));
    Example {
        features,
        class: row.class,
        emotions: row.emotions.clone(),
        weight: row.weight,
    }
}
