//! `training intent`: posts of purpose-built communities, job boards, purchase tweets and posts
//! that people have read become intent.bin.

mod logistic;
mod prior;

use crate::rows;
use anyhow::{Context, Result};
use lens::intent::features::Post;
use lens::intent::model::{Head, Model, Question, reader_numbers};
use logistic::{Example, Settings};
use serde::Deserialize;
use std::collections::HashMap;
use std::path::Path;

/// The file that ships, from all open rows.
pub(crate) fn train(data: &Path) -> Result<Vec<u8>> {
    let mut heads: Vec<Head> = Vec::new();
    for question in [Question::Community, Question::Market, Question::Purchase] {
        heads.push(head(question, posts(data, question)?.iter()));
    }
    let leads = posts(data, Question::Reader)?;
    let reader = reader(&heads, leads.iter());
    heads.push(reader);
    Ok(Model::of(heads).bytes())
}

/// A post with what it is, and whose it is: rows of one group are never on both sides of a cut.
#[derive(Debug)]
pub(crate) struct Labelled {
    pub(crate) id: String,
    pub(crate) group: String,
    pub(crate) title: String,
    pub(crate) body: String,
    pub(crate) class: usize,
}

/// The labels of each question, in the order of its classes.
pub(crate) fn labels(question: Question) -> &'static [&'static str] {
    match question {
        Question::Community => &["buying", "question", "complaint", "mention"],
        Question::Market => &["buying", "selling"],
        Question::Purchase => &["buying", "other"],
        Question::Reader => &["buying", "comparison", "question", "complaint", "mention"],
    }
}

/// The open rows of a question.
pub(crate) fn posts(data: &Path, question: Question) -> Result<Vec<Labelled>> {
    let (file, labels) = match question {
        Question::Community => ("intent_reddit", labels(question)),
        Question::Market => ("intent_market", labels(question)),
        Question::Purchase => ("intent_buying", labels(question)),
        Question::Reader => ("leads", labels(question)),
    };
    read(&data.join(format!("{file}.jsonl.zst")), labels)
}

/// Posts or short texts with a label among `labels`.
pub(crate) fn read(path: &Path, labels: &[&str]) -> Result<Vec<Labelled>> {
    #[derive(Deserialize)]
    struct Row {
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
    let rows: Vec<Row> = rows::read(path)?;
    rows.into_iter()
        .map(|row| {
            let class = labels.iter().position(|label| *label == row.label);
            Ok(Labelled {
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

/// A head that takes words, from these rows alone.
pub(crate) fn head<'a>(question: Question, rows: impl Iterator<Item = &'a Labelled>) -> Head {
    let examples: Vec<Example> = rows
        .map(|row| {
            let post = Post::new(&row.title, &row.body);
            Example {
                numbers: post.numbers(),
                words: post.words(),
                class: row.class,
            }
        })
        .collect();
    let settings = match question {
        Question::Community => Settings {
            epochs: 6,
            rate: 0.05,
            decay: 3e-5,
            balance: 0.0,
        },
        _ => Settings {
            epochs: 20,
            rate: 0.1,
            decay: 1e-4,
            balance: 0.0,
        },
    };
    let prior = match question {
        Question::Community => prior::community(),
        Question::Market => prior::market(),
        _ => Vec::new(),
    };
    logistic::train(&examples, question.classes(), prior, &settings)
}

/// The reader's head over the others, from these rows alone; a post of two companies counts once.
pub(crate) fn reader<'a>(heads: &[Head], rows: impl Iterator<Item = &'a Labelled>) -> Head {
    let community = Model::of(heads.to_vec());
    let by_id: HashMap<&str, &Labelled> = rows.map(|row| (row.id.as_str(), row)).collect();
    let mut rows: Vec<&Labelled> = by_id.into_values().collect();
    rows.sort_by(|one, other| one.id.cmp(&other.id));
    let examples: Vec<Example> = rows
        .into_iter()
        .map(|row| {
            let post = Post::new(&row.title, &row.body);
            let answer = community.answer(Question::Community, &post);
            let numbers = reader_numbers(&post, &answer);
            Example {
                numbers,
                words: Vec::new(),
                class: row.class,
            }
        })
        .collect();
    let settings = Settings {
        epochs: 150,
        rate: 0.05,
        decay: 0.1,
        balance: 0.5,
    };
    logistic::train(
        &examples,
        Question::Reader.classes(),
        prior::reader(),
        &settings,
    )
}
