//! Keywords of companies, each judged by a model that never saw its company.

use std::path::Path;

use anyhow::Result;

use super::content::number;
use super::{Figure, metrics::interval};
use crate::keywords;

/// The rows of the quality table. Nobody else measures this.
pub(crate) fn quality(data: &Path) -> Result<Vec<Figure>> {
    let judged = keywords::crossed(&keywords::read(data)?);
    let figure = |task: &str, goal: f64, metric: fn(&[(f32, bool)]) -> f64| Figure {
        task: task.to_owned(),
        value: metric(&judged),
        interval: interval(&judged, metric),
        goal,
        peer: String::new(),
    };
    Ok(vec![
        figure("keywords, accepted of the proposed", 0.70, precision),
        figure("keywords, proposed of the acceptable", 0.70, recall),
    ])
}

/// From here on a keyword is proposed gladly.
const LINE: f32 = 0.45;

fn precision(judged: &[(f32, bool)]) -> f64 {
    let proposed = judged.iter().filter(|(share, _)| *share >= LINE);
    let right = proposed.clone().filter(|(_, is_accepted)| *is_accepted);
    number(right.count()) / number(proposed.count().max(1))
}

fn recall(judged: &[(f32, bool)]) -> f64 {
    let acceptable = judged.iter().filter(|(_, is_accepted)| *is_accepted);
    let found = acceptable.clone().filter(|(share, _)| *share >= LINE);
    number(found.count()) / number(acceptable.count().max(1))
}
