//! The stream's glance at a post: what it lets through, by models that never saw the company. The goals
//! are what it reached at first, so that it does not get worse.

use anyhow::Result;
use std::path::Path;

use super::Figure;
use crate::lead_pairs::{self, LeadPair, crossed, glance_row, pair_row};
use crate::relevance;

pub(crate) fn quality(data: &Path) -> Result<Vec<Figure>> {
    let leads = relevance::read(data)?;
    let read = relevance::fit(&leads.iter().collect::<Vec<_>>(), relevance::read_row);
    let pairs = lead_pairs::read(&read)?;
    let said = crossed(&pairs, glance_row);
    let in_full = crossed(&pairs, pair_row);
    let least = lead_pairs::least_glance(&pairs);
    let shown = lead_pairs::least_score(&pairs, glance_row) / 100.0;
    let figure = |task: &str, value: f64, goal: f64, peer: String| Figure {
        task: task.to_owned(),
        value,
        interval: None,
        goal,
        peer,
    };
    let passed = |line: f32, of: fn(&LeadPair) -> bool| share(&pairs, &said, line, of);
    Ok(vec![
        figure(
            "leads that pass at a glance",
            passed(least, LeadPair::is_lead),
            0.98,
            String::new(),
        ),
        figure(
            "posts of other fields that do not",
            1.0 - passed(least, |pair| pair.grade == 0),
            0.4,
            String::new(),
        ),
        figure(
            "leads that are shown at a glance already",
            passed(shown, LeadPair::is_lead),
            0.15,
            format!("from a score of {:.0}", 100.0 * shown),
        ),
        figure(
            "a lead is likelier than another post, at a glance",
            order(&pairs, &said),
            0.85,
            format!("read together {:.3}", order(&pairs, &in_full)),
        ),
    ])
}

/// The share of some pairs for which at least so much is said.
fn share(pairs: &[LeadPair], said: &[f32], line: f32, of: fn(&LeadPair) -> bool) -> f64 {
    let said = pairs.iter().zip(said).filter(|(pair, _)| of(pair));
    let said: Vec<bool> = said.map(|(_, said)| *said >= line).collect();
    super::leads::part(&said)
}

/// How often a lead is said to be likelier than a post that is none.
fn order(pairs: &[LeadPair], said: &[f32]) -> f64 {
    let mut ranked: Vec<(f32, bool)> = said
        .iter()
        .copied()
        .zip(pairs.iter().map(LeadPair::is_lead))
        .collect();
    ranked.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut others, mut leads, mut right) = (0.0, 0.0, 0.0);
    for (_, is_lead) in ranked {
        if is_lead {
            leads += 1.0;
            right += others;
        } else {
            others += 1.0;
        }
    }
    right / f64::max(leads * others, 1.0)
}
