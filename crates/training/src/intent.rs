//! `training intent`: trains intent.bin on posts of communities with one purpose, job boards,
//! purchase tweets and labelled posts.

mod logistic;
mod prior;

use crate::dataset;
use anyhow::{Context, Result};
use lens::intent::features::IntentFeatures;
use lens::intent::model::{IntentHead, IntentModel, IntentTask, reader_numbers};
use logistic::{LogisticSettings, PostExample};
use serde::Deserialize;
use std::collections::HashMap;
use std::path::Path;

/// The model that ships, trained on all open rows.
pub(crate) fn train(data: &Path) -> Result<Vec<u8>> {
    let mut heads: Vec<IntentHead> = Vec::new();
    for task in [
        IntentTask::Community,
        IntentTask::Market,
        IntentTask::Purchase,
    ] {
        heads.push(head(task, posts(data, task)?.iter()));
    }
    let leads = posts(data, IntentTask::Reader)?;
    let reader = reader(&heads, leads.iter());
    heads.push(reader);
    Ok(IntentModel::of(heads).bytes())
}

/// A post with its class and its group. Rows of one group are never on both sides of a split.
#[derive(Debug)]
pub(crate) struct LabelledPost {
    pub(crate) id: String,
    pub(crate) group: String,
    pub(crate) title: String,
    pub(crate) body: String,
    pub(crate) class: usize,
}

/// The labels of each task, in the order of its classes.
pub(crate) fn labels(task: IntentTask) -> &'static [&'static str] {
    match task {
        IntentTask::Community => &["buying", "question", "complaint", "mention"],
        IntentTask::Market => &["buying", "selling"],
        IntentTask::Purchase => &["buying", "other"],
        IntentTask::Reader => &["buying", "comparison", "question", "complaint", "mention"],
    }
}

/// The open rows of a task.
pub(crate) fn posts(data: &Path, task: IntentTask) -> Result<Vec<LabelledPost>> {
    let (file, labels) = match task {
        IntentTask::Community => ("intent_reddit", labels(task)),
        IntentTask::Market => ("intent_market", labels(task)),
        IntentTask::Purchase => ("intent_buying", labels(task)),
        IntentTask::Reader => ("leads", labels(task)),
    };
    read(&data.join(format!("{file}.jsonl.zst")), labels)
}

/// Posts or short texts with a label among `labels`.
pub(crate) fn read(path: &Path, labels: &[&str]) -> Result<Vec<LabelledPost>> {
    #[derive(Deserialize)]
    struct IntentRow {
        id: String,
        #[serde(default)]
        qid: Option<String>,
        #[serde(default)]
        subreddit: Option<String>,
        #[serde(default)]
        title: String,
        #[serde(default)]
        selftext: String,
        #[serde(default)]
        text: String,
        #[serde(default, alias = "intent")]
        label: String,
    }
    let rows: Vec<IntentRow> = dataset::read(path)?;
    rows.into_iter()
        .map(|row| {
            let class = labels.iter().position(|label| *label == row.label);
            Ok(LabelledPost {
                class: class.with_context(|| format!("{} is no label here", row.label))?,
                group: row.qid.or(row.subreddit).unwrap_or_else(|| row.id.clone()),
                id: row.id,
                title: row.title,
                body: if row.text.is_empty() {
                    row.selftext
                } else {
                    row.text
                },
            })
        })
        .collect()
}

/// A head with words, trained on these rows only.
pub(crate) fn head<'a>(
    task: IntentTask,
    rows: impl Iterator<Item = &'a LabelledPost>,
) -> IntentHead {
    let examples: Vec<PostExample> = rows
        .map(|row| {
            let post = IntentFeatures::new(&row.title, &row.body);
            PostExample {
                numbers: post.numbers(),
                words: post.words(),
                class: row.class,
            }
        })
        .collect();
    let settings = match task {
        IntentTask::Community => LogisticSettings {
            epochs: 6,
            rate: 0.05,
            decay: 3e-5,
            balance: 0.0,
        },
        _ => LogisticSettings {
            epochs: 20,
            rate: 0.1,
            decay: 1e-4,
            balance: 0.0,
        },
    };
    let prior = match task {
        IntentTask::Community => prior::community(),
        IntentTask::Market => prior::market(),
        _ => Vec::new(),
    };
    logistic::train(&examples, task.classes(), prior, &settings)
}

/// The reader head on top of the others, trained on these rows only. A post of two companies counts
/// once.
pub(crate) fn reader<'a>(
    heads: &[IntentHead],
    rows: impl Iterator<Item = &'a LabelledPost>,
) -> IntentHead {
    let community = IntentModel::of(heads.to_vec());
    let by_id: HashMap<&str, &LabelledPost> = rows.map(|row| (row.id.as_str(), row)).collect();
    let mut rows: Vec<&LabelledPost> = by_id.into_values().collect();
    rows.sort_by(|one, other| one.id.cmp(&other.id));
    let examples: Vec<PostExample> = rows
        .into_iter()
        .map(|row| {
            let post = IntentFeatures::new(&row.title, &row.body);
            let answer = community.answer(IntentTask::Community, &post);
            let numbers = reader_numbers(&post, &answer);
            PostExample {
                numbers,
                words: Vec::new(),
                class: row.class,
            }
        })
        .collect();
    let settings = LogisticSettings {
        epochs: 150,
        rate: 0.05,
        decay: 0.1,
        balance: 0.5,
    };
    logistic::train(
        &examples,
        IntentTask::Reader.classes(),
        prior::reader(),
        &settings,
    )
}
