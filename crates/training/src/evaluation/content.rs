//! The main text of pages, compared with what people marked.

use std::{collections::HashMap, path::Path};

use anyhow::Result;
use lens::{text::words, website::main_text};
use serde::Deserialize;

use super::{Figure, metrics::interval};
use crate::dataset;

#[derive(Deserialize)]
struct ContentRow {
    html: String,
    with: Option<Vec<String>>,
    #[serde(default)]
    without: Vec<String>,
    gold: Option<String>,
}

/// The score of one page: segments found, missed and wrongly kept, or precision and recall.
#[derive(Clone, Copy)]
enum PageScore {
    Segments { found: f64, missed: f64, wrong: f64 },
    Shingles { precision: f64, recall: f64 },
}

/// The rows of the quality table. Nothing is trained on these pages, so all of them count.
pub(crate) fn quality(data: &Path) -> Result<Vec<Figure>> {
    let rows: Vec<ContentRow> = dataset::read(&data.join("content_html.jsonl.zst"))?;
    let pages: Vec<PageScore> = rows.iter().map(judge).collect();
    Ok(vec![Figure {
        task: "content, main text, F1".to_owned(),
        value: f1(&pages),
        interval: interval(&pages, f1),
        goal: 0.965,
        peer: "trafilatura .955-.965, readability .894".to_owned(),
    }])
}

fn judge(row: &ContentRow) -> PageScore {
    let text = main_text(&row.html);
    if let Some(with) = &row.with {
        let text = squeezed(&text);
        let count = |segments: &[String]| {
            number(
                segments
                    .iter()
                    .filter(|segment| text.contains(&squeezed(segment)))
                    .count(),
            )
        };
        let found = count(with);
        return PageScore::Segments {
            found,
            missed: number(with.len()) - found,
            wrong: count(&row.without),
        };
    }
    let (gold, said) = (shingles(row.gold.as_deref().unwrap_or("")), shingles(&text));
    let both: usize = gold
        .iter()
        .map(|(shingle, count)| (*count).min(said.get(shingle).copied().unwrap_or(0)))
        .sum();
    let share =
        |of: &HashMap<Vec<String>, usize>| number(both) / number(of.values().sum::<usize>().max(1));
    PageScore::Shingles {
        precision: share(&said),
        recall: share(&gold),
    }
}

/// The mean of two F1 scores: over all segments, and of the mean precision and recall.
fn f1(pages: &[PageScore]) -> f64 {
    let (mut found, mut missed, mut wrong) = (0.0, 0.0, 0.0);
    let (mut precisions, mut recalls, mut articles) = (0.0, 0.0, 0.0);
    for page in pages {
        match page {
            PageScore::Segments {
                found: more,
                missed: fewer,
                wrong: kept,
            } => {
                found += more;
                missed += fewer;
                wrong += kept;
            }
            PageScore::Shingles { precision, recall } => {
                precisions += precision;
                recalls += recall;
                articles += 1.0;
            }
        }
    }
    let segments = harmonic(found / (found + wrong), found / (found + missed));
    let shingles = harmonic(precisions / articles, recalls / articles);
    f64::midpoint(segments, shingles)
}

pub(crate) fn harmonic(precision: f64, recall: f64) -> f64 {
    let sum = precision + recall;
    if sum > 0.0 {
        2.0 * precision * recall / sum
    } else {
        0.0
    }
}

fn shingles(text: &str) -> HashMap<Vec<String>, usize> {
    let all: Vec<String> = words(text)
        .flat_map(|word| word.text.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect();
    let mut counts = HashMap::new();
    for shingle in all.windows(4.min(all.len().max(1))) {
        *counts.entry(shingle.to_vec()).or_default() += 1;
    }
    counts
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(crate) fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("counts are small"))
}
