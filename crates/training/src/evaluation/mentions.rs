//! Mentions: the sentiment that is shown, and the sentence that carries it. Both by models that never
//! saw the post.

use std::{collections::HashMap, path::Path};

use anyhow::Result;
use lens::brand::{sentiment_toward, sure_with};
use serde::Deserialize;

use super::{Figure, metrics::macro_f1};
use crate::{
    dataset,
    verdict::{self, MarkedMention},
};

pub(crate) fn quality(data: &Path) -> Result<Vec<Figure>> {
    Ok([sentiment(data)?, quotes(data)?].concat())
}

#[derive(Deserialize)]
struct JudgedMention {
    id: String,
    brand: String,
    title: String,
    text: String,
    meant: bool,
    sentiment: String,
}

/// The shares that two adapters gave, neither of which was trained with the post.
#[derive(Deserialize)]
struct FoldRow {
    id: String,
    shares: [f32; 3],
}

fn sentiment(data: &Path) -> Result<Vec<Figure>> {
    let rows: Vec<JudgedMention> = dataset::read(&data.join("mentions.jsonl.zst"))?;
    let folds: Vec<FoldRow> =
        dataset::read(Path::new("crates/training/labels/opinion_folds.jsonl"))?;
    let shares: HashMap<&str, [f32; 3]> = folds
        .iter()
        .map(|fold| (fold.id.as_str(), fold.shares))
        .collect();
    let mut likeliest = Vec::new();
    let (mut shown, mut right, mut reversed) = (0.0, 0.0, 0.0);
    for row in rows.iter().filter(|row| row.meant) {
        let truth = match row.sentiment.as_str() {
            "negative" => 0,
            "positive" => 2,
            _ => 1,
        };
        let shares = shares[row.id.as_str()];
        let best = (0..3).max_by(|one, other| shares[*one].total_cmp(&shares[*other]));
        likeliest.push((truth, best.unwrap_or(1)));
        let said = sentiment_toward(format!("{}\n{}", row.title, row.text).trim(), &[&row.brand]);
        let said = sure_with(said, &row.text, Some(shares));
        if let Some(is_positive) = said.is_positive.filter(|_| !said.is_neutral()) {
            let badge = 2 * usize::from(is_positive);
            shown += 1.0;
            right += f64::from(u8::from(badge == truth));
            reversed += f64::from(u8::from(badge == 2 - truth));
        }
    }
    let figure = |task: &str, value: f64, goal: f64, peer: &str| Figure {
        task: task.to_owned(),
        value,
        interval: None,
        goal,
        peer: peer.to_owned(),
    };
    Ok(vec![
        figure(
            "mentions: sentiment of the reader alone, macro-F1",
            macro_f1(&likeliest),
            0.60,
            "clauses alone .49",
        ),
        figure(
            "mentions: badges that are right",
            right / f64::max(shown, 1.0),
            0.85,
            &format!(
                "{shown} badges in {} mentions, {reversed} reversed",
                likeliest.len()
            ),
        ),
    ])
}

const FOLDS: u64 = 5;

fn quotes(data: &Path) -> Result<Vec<Figure>> {
    let mentions = verdict::read(data)?;
    let (mut hits, mut first_hits, mut count) = (0.0, 0.0, 0.0);
    for fold in 0..FOLDS {
        let is_kept_out = |mention: &&MarkedMention| dataset::part(&mention.post, FOLDS) == fold;
        let model = verdict::fit(mentions.iter().filter(|mention| !is_kept_out(mention)));
        let unseen = mentions.iter().filter(is_kept_out);
        for mention in unseen.filter(|mention| mention.is_open && mention.sentences.len() > 1) {
            let best = mention.sentences.iter().max_by(|one, other| {
                model
                    .odds(&one.features)
                    .total_cmp(&model.odds(&other.features))
            });
            let first = mention
                .sentences
                .iter()
                .find(|sentence| sentence.names_brand);
            let first = first.or(mention.sentences.first());
            count += 1.0;
            hits += f64::from(u8::from(best.is_some_and(|sentence| sentence.is_verdict)));
            first_hits += f64::from(u8::from(first.is_some_and(|sentence| sentence.is_verdict)));
        }
    }
    Ok(vec![Figure {
        task: "mentions: the sentence a person quoted".to_owned(),
        value: hits / count,
        interval: None,
        goal: 0.55,
        peer: format!("the first that names the brand {:.3}", first_hits / count),
    }])
}
