//! One-liner and industry of companies. Nothing is trained on these rows.

use std::{collections::HashMap, path::Path};

use anyhow::Result;
use lens::{industry::industry, website::facts_from_text};
use serde::Deserialize;

use super::content::{harmonic, number};
use super::{Figure, metrics::interval};
use crate::dataset;

#[derive(Deserialize)]
struct CompanyRow {
    name: String,
    one_liner: String,
    description: String,
    industry: String,
}

/// The scores of one company: ROUGE-1 of the one-liner, and whether the industry is right.
type CompanyScore = (f64, f64);

/// The rows of the quality table.
pub(crate) fn quality(data: &Path) -> Result<Vec<Figure>> {
    let rows: Vec<CompanyRow> = dataset::read(&data.join("companies.jsonl.zst"))?;
    let judged: Vec<CompanyScore> = rows.iter().map(judge).collect();
    let figure = |task: &str, goal: f64, peer: &str, part: fn(&CompanyScore) -> f64| {
        let mean =
            move |rows: &[CompanyScore]| rows.iter().map(part).sum::<f64>() / number(rows.len());
        Figure {
            task: task.to_owned(),
            value: mean(&judged),
            interval: interval(&judged, mean),
            goal,
            peer: peer.to_owned(),
        }
    };
    Ok(vec![
        figure(
            "company, one-liner, ROUGE-1",
            0.30,
            "first sentence .274",
            |row| row.0,
        ),
        figure(
            "company, industry, accuracy",
            0.65,
            "trained on it .796",
            |row| row.1,
        ),
    ])
}

fn judge(row: &CompanyRow) -> CompanyScore {
    let facts = facts_from_text(&row.name, &row.description);
    let group = industry(&row.description).map_or("B2B", |industry| industry.group);
    (
        rouge(&row.one_liner, &facts.one_liner),
        f64::from(u8::from(group == row.industry)),
    )
}

fn rouge(gold: &str, said: &str) -> f64 {
    let (gold, said) = (tokens(gold), tokens(said));
    let counts = |tokens: &[String]| {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for token in tokens {
            *counts.entry(token.clone()).or_default() += 1;
        }
        counts
    };
    let said_counts = counts(&said);
    let both: usize = counts(&gold)
        .iter()
        .map(|(token, count)| (*count).min(said_counts.get(token).copied().unwrap_or(0)))
        .sum();
    let share = |tokens: &[String]| number(both) / number(tokens.len().max(1));
    harmonic(share(&said), share(&gold))
}

pub(crate) fn tokens(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit())
        .filter(|token| !token.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rouge_counts_each_shared_word_once() {
        // Two of three words are shared both ways.
        assert!((rouge("billing for agencies", "Billing for shops") - 2.0 / 3.0).abs() < 1e-9);
        assert!(rouge("billing", "bread").abs() < 1e-9);
    }
}
