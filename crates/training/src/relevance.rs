//! `training relevance`: the points per unit of each relevance feature.
//!
//! The open leads are few (12 companies with three leads or more), so the weights start as a person
//! would set them and change only where whole companies agree.

use std::path::Path;

use anyhow::Result;
use lens::{
    closeness::{CompanyProfile, CompanyText},
    embedding::EmbeddingTable,
    relevance::{
        CandidatePost,
        features::{COUNT, RelevanceFeatures},
    },
};
use serde::Deserialize;

use crate::dataset;

/// The bytes of `models/relevance.bin`.
pub(crate) fn train(data: &Path) -> Result<Vec<u8>> {
    let leads = read(data, EmbeddingTable::shipped())?;
    Ok(weights(&leads)
        .iter()
        .flat_map(|weight| weight.to_le_bytes())
        .collect())
}

/// A labelled post as its features.
#[derive(Clone)]
pub(crate) struct Lead {
    pub company: String,
    pub grade: u8,
    pub numbers: [f32; COUNT],
    pub is_noise: bool,
}

/// The open leads, read with a table.
pub(crate) fn read(data: &Path, table: &'static EmbeddingTable) -> Result<Vec<Lead>> {
    let rows: Vec<LeadRow> = dataset::read(&data.join("leads.jsonl.zst"))?;
    Ok(rows.iter().map(|row| row.read(table)).collect())
}

/// Weights that put the posts of a company in the order of their grades.
pub(crate) fn weights(leads: &[Lead]) -> [f32; COUNT] {
    let spread = spread(leads);
    let pairs = pairs(leads, &spread);
    let begun: [f64; COUNT] = std::array::from_fn(|at| f64::from(BEGUN[at]) * spread[at]);
    let mut found = begun;
    for _ in 0..STEPS {
        let mut slope: [f64; COUNT] = std::array::from_fn(|at| STIFFNESS * (found[at] - begun[at]));
        for (difference, share) in &pairs {
            let lead: f64 = difference
                .iter()
                .zip(&found)
                .map(|(x, weight)| x * weight)
                .sum();
            let wrong = share / (1.0 + lead.exp());
            for (total, x) in slope.iter_mut().zip(difference) {
                *total -= wrong * x;
            }
        }
        for (weight, slope) in found.iter_mut().zip(slope) {
            *weight -= slope * RATE;
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "points need few digits")]
    std::array::from_fn(|at| (found[at] / spread[at]) as f32)
}

/// Points per unit of each feature, in the order of `features::FEATURES`, set by hand.
const BEGUN: [f32; COUNT] = [
    55.0, 50.0, 10.0, 5.0, 22.0, 12.0, 16.0, 8.0, 5.0, 6.0, 8.0, 10.0, 4.0, -16.0, -8.0, -12.0,
    -8.0,
];

/// How strongly weights are drawn back to their start values.
const STIFFNESS: f64 = 0.03;
const STEPS: usize = 400;
const RATE: f64 = 4.0;

/// The scale of the points in the logistic loss.
const POINTS: f64 = 12.0;

/// The standard deviation of each feature, so that all weights change at the same pace.
fn spread(leads: &[Lead]) -> [f64; COUNT] {
    let count = f64::from(u32::try_from(leads.len().max(1)).expect("few leads"));
    std::array::from_fn(|at| {
        let values = leads.iter().map(|lead| f64::from(lead.numbers[at]));
        let mean = values.clone().sum::<f64>() / count;
        (values.map(|value| (value - mean).powi(2)).sum::<f64>() / count)
            .sqrt()
            .max(1e-6)
    })
}

/// Pairs of posts of one company, the better first; each company counts by its size.
fn pairs(leads: &[Lead], spread: &[f64; COUNT]) -> Vec<([f64; COUNT], f64)> {
    let gain = |lead: &Lead| f64::from(1_u32 << lead.grade);
    let mut pairs = Vec::new();
    for better in leads {
        let own = leads.iter().filter(|other| other.company == better.company);
        let count = f64::from(u32::try_from(own.clone().count()).expect("few leads"));
        for worse in own.filter(|other| other.grade < better.grade) {
            let difference = std::array::from_fn(|at| {
                f64::from(better.numbers[at] - worse.numbers[at]) / spread[at] / POINTS
            });
            pairs.push((difference, (gain(better) - gain(worse)) / count));
        }
    }
    let all = pairs.iter().map(|pair| pair.1).sum::<f64>().max(1e-9);
    for pair in &mut pairs {
        pair.1 /= all;
    }
    pairs
}

#[derive(Deserialize)]
struct LeadRow {
    qid: String,
    name: String,
    one_liner: String,
    description: String,
    subreddit: String,
    title: String,
    selftext: String,
    grade: u8,
}

impl LeadRow {
    fn read(&self, table: &'static EmbeddingTable) -> Lead {
        let company = CompanyText {
            name: &self.name,
            one_liner: &self.one_liner,
            description: &self.description,
            keywords: &[],
        };
        let post = CandidatePost {
            title: &self.title,
            body: &self.selftext,
            subreddit: &self.subreddit,
            ..CandidatePost::default()
        };
        let profile = CompanyProfile::with_table(&company, table);
        let noise = lens::noise::noise(&self.title, &self.selftext, Some(&self.subreddit));
        Lead {
            company: self.qid.clone(),
            grade: self.grade,
            numbers: RelevanceFeatures::new(&profile, &post).numbers(),
            is_noise: noise.is_some(),
        }
    }
}
