//! Keyphrases of three sets. Nothing is trained on these rows.

use std::{collections::BTreeMap, path::Path};

use anyhow::Result;
use lens::{keywords::keyphrases, text::stem};
use serde::Deserialize;

use super::company::tokens;
use super::content::{harmonic, number};
use super::{Figure, metrics::interval};
use crate::dataset;

#[derive(Deserialize)]
struct KeyphraseRow {
    set: String,
    text: String,
    keys: Vec<String>,
}

/// The rows of the quality table. The scorer of data/eval uses Porter's first stemmer, this one his
/// second, which changes the figure by less than 0.01.
pub(crate) fn quality(data: &Path) -> Result<Vec<Figure>> {
    let rows: Vec<KeyphraseRow> = dataset::read(&data.join("keyphrases.jsonl.zst"))?;
    let judged: Vec<(String, f64)> = rows
        .iter()
        .map(|row| (row.set.clone(), judge(row)))
        .collect();
    Ok(vec![Figure {
        task: "keyphrases, mean F1@10 of three sets".to_owned(),
        value: mean_of_sets(&judged),
        interval: interval(&judged, mean_of_sets),
        goal: 0.20,
        peer: "YAKE .143, RAKE .162".to_owned(),
    }])
}

fn judge(row: &KeyphraseRow) -> f64 {
    let mut said: Vec<String> = Vec::new();
    for phrase in keyphrases(&row.text, 10) {
        let key = key(&phrase);
        if !key.is_empty() && !said.contains(&key) {
            said.push(key);
        }
    }
    let mut gold: Vec<String> = row.keys.iter().map(|phrase| key(phrase)).collect();
    gold.sort();
    gold.dedup();
    gold.retain(|phrase| !phrase.is_empty());
    let both = number(said.iter().filter(|phrase| gold.contains(phrase)).count());
    harmonic(
        both / number(said.len().max(1)),
        both / number(gold.len().max(1)),
    )
}

fn key(phrase: &str) -> String {
    tokens(phrase)
        .iter()
        .map(|token| stem(token))
        .collect::<Vec<_>>()
        .join(" ")
}

fn mean_of_sets(judged: &[(String, f64)]) -> f64 {
    let mut sets: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (set, f1) in judged {
        let (sum, count) = sets.entry(set).or_default();
        *sum += f1;
        *count += 1.0;
    }
    let means: Vec<f64> = sets.values().map(|(sum, count)| sum / count).collect();
    means.iter().sum::<f64>() / number(means.len())
}
