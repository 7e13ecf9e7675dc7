//! Intent, cross-validated: whole companies, communities or rows are held out.

use super::Figure;
use super::metrics::classes;
use crate::dataset::part;
use crate::intent::{LabelledPost, head, posts, read, reader};
use anyhow::Result;
use lens::intent::features::IntentFeatures;
use lens::intent::model::{IntentHead, IntentModel, IntentTask};
use std::collections::{HashMap, HashSet};
use std::path::Path;

const FOLDS: u64 = 5;

/// The rows of the quality table.
pub(crate) fn quality(data: &Path) -> Result<Vec<Figure>> {
    let community = posts(data, IntentTask::Community)?;
    let heads = vec![head(IntentTask::Community, community.iter())];
    let leads = posts(data, IntentTask::Reader)?;
    let market = posts(data, IntentTask::Market)?;
    let purchase = posts(data, IntentTask::Purchase)?;
    let complaints = data.join("intent_complaint.jsonl.zst");
    Ok(vec![
        classes(
            "intent, leads, 5 classes, companies kept out",
            &leads_pairs(&heads, &leads),
            0.65,
            "TF-IDF of silver .28, six rules .39",
        ),
        classes(
            "intent, communities kept out, 4 classes",
            &kept_out(IntentTask::Community, &community),
            0.72,
            "TF-IDF .684",
        ),
        classes(
            "intent, hiring or for hire",
            &kept_out(IntentTask::Market, &market),
            0.92,
            "best tried .915",
        ),
        classes(
            "intent, purchase tweets",
            &kept_out(IntentTask::Purchase, &purchase),
            0.681,
            "trained in domain .761",
        ),
        classes(
            "intent, complaints, not trained on",
            &complaint_pairs(&complaints)?,
            0.751,
            "trained in domain .831",
        ),
        classes(
            "intent, comparisons, not trained on",
            &comparison_pairs(data)?,
            0.704,
            "trained in domain .784",
        ),
    ])
}

type LabelPairs = Vec<(usize, usize)>;

/// Every fold is judged by a head that was not trained on it.
pub(crate) fn kept_out(task: IntentTask, rows: &[LabelledPost]) -> LabelPairs {
    let mut pairs = Vec::new();
    let folds = folds(task, rows);
    for fold in 0..FOLDS {
        let is_out = |row: &&LabelledPost| folds[&row.id] == fold;
        let head = head(task, rows.iter().filter(|row| !is_out(row)));
        let model = IntentModel::of(vec![head.clone(), head.clone(), head]);
        for row in rows.iter().filter(is_out) {
            let shares = model.answer(task, &IntentFeatures::new(&row.title, &row.body));
            pairs.push((row.class, greatest(&shares)));
        }
    }
    pairs
}

/// The fold of each row. Communities are distributed class by class, so that every fold holds out
/// whole communities of each kind. Three job boards are too few for that, so job posts are split by
/// id.
fn folds(task: IntentTask, rows: &[LabelledPost]) -> HashMap<String, u64> {
    let mut communities: Vec<(usize, &str)> = rows
        .iter()
        .map(|row| (row.class, row.group.as_str()))
        .collect();
    communities.sort_unstable();
    communities.dedup();
    let mut dealt: HashMap<&str, u64> = HashMap::new();
    let (mut class, mut next) = (usize::MAX, 0);
    for (of_class, community) in communities {
        next = if of_class == class { next + 1 } else { 0 };
        class = of_class;
        dealt.insert(community, next % FOLDS);
    }
    let fold = |row: &LabelledPost| match task {
        IntentTask::Community => dealt[row.group.as_str()],
        _ => part(&row.id, FOLDS),
    };
    rows.iter().map(|row| (row.id.clone(), fold(row))).collect()
}

/// Folds of companies. A post that also belongs to a held-out company is held out with it.
pub(crate) fn leads_pairs(heads: &[IntentHead], rows: &[LabelledPost]) -> LabelPairs {
    let mut said: HashMap<&str, (usize, usize)> = HashMap::new();
    for fold in 0..FOLDS {
        let is_out = |row: &&LabelledPost| part(&row.group, FOLDS) == fold;
        let out: HashSet<&str> = rows
            .iter()
            .filter(is_out)
            .map(|row| row.id.as_str())
            .collect();
        let known = rows.iter().filter(|row| !out.contains(row.id.as_str()));
        let mut heads = vec![heads[0].clone(), heads[0].clone(), heads[0].clone()];
        let reader = reader(&heads, known);
        heads.push(reader);
        let model = IntentModel::of(heads);
        for row in rows.iter().filter(is_out) {
            let shares = model.answer(
                IntentTask::Reader,
                &IntentFeatures::new(&row.title, &row.body),
            );
            said.insert(&row.id, (row.class, greatest(&shares)));
        }
    }
    let mut pairs: Vec<_> = said.into_iter().collect();
    pairs.sort_unstable();
    pairs.into_iter().map(|(_, pair)| pair).collect()
}

fn complaint_pairs(path: &Path) -> Result<LabelPairs> {
    let rows = read(path, &["complaint", "other"])?;
    let said = |row: &LabelledPost| usize::from(!lens::intent::is_complaint(&row.body));
    Ok(rows.iter().map(|row| (row.class, said(row))).collect())
}

fn comparison_pairs(data: &Path) -> Result<LabelPairs> {
    #[derive(serde::Deserialize)]
    struct ComparisonRow {
        a: String,
        b: String,
        text: String,
        label: String,
    }
    let rows: Vec<ComparisonRow> = crate::dataset::read(&data.join("intent_comparison.jsonl.zst"))?;
    let said = |row: &ComparisonRow| lens::intent::is_comparison(&row.text, &row.a, &row.b);
    Ok(rows
        .iter()
        .map(|row| {
            (
                usize::from(row.label == "comparison"),
                usize::from(said(row)),
            )
        })
        .collect())
}

fn greatest(shares: &[f32]) -> usize {
    let mut best = 0;
    for (class, share) in shares.iter().enumerate() {
        if *share > shares[best] {
            best = class;
        }
    }
    best
}
