//! `training keywords`: which keywords a founder accepts, from lists that were read and judged
//! (`labels/keywords.jsonl`).

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    path::Path,
};

use anyhow::{Context, Result};
use lens::{
    keywords::{
        judge::{KeywordInputs, probability},
        judged_candidates,
    },
    website::{HtmlPage, WebsiteFacts, facts, facts_from_text},
};
use serde::Deserialize;

use crate::{dataset, newton};

/// The bytes of `models/keywords.bin`.
pub(crate) fn train(data: &Path) -> Result<Vec<u8>> {
    let rows = read(data)?;
    let weights = fit(rows.iter());
    Ok(weights
        .iter()
        .flat_map(|weight| weight.to_le_bytes())
        .collect())
}

/// A keyword as the judge looks at it.
pub(crate) struct JudgedKeyword {
    company: String,
    inputs: KeywordInputs,
    pub(crate) is_accepted: bool,
}

/// The judged keywords that lens still finds.
pub(crate) fn read(data: &Path) -> Result<Vec<JudgedKeyword>> {
    let labels: Vec<KeywordLabel> = dataset::read(Path::new(LABELS))?;
    let written: Vec<KeywordCompany> = dataset::read(&data.join("leads_more.jsonl.zst"))?;
    let written: HashMap<&str, &KeywordCompany> =
        written.iter().map(|row| (row.qid.as_str(), row)).collect();
    let mut companies: BTreeMap<&str, HashMap<&str, bool>> = BTreeMap::new();
    for row in &labels {
        let company = companies.entry(&row.company).or_default();
        company.insert(&row.keyword, row.accepted);
    }
    let mut rows = Vec::new();
    for (company, accepted) in companies {
        let facts = match written.get(company) {
            Some(row) => {
                let text = format!("{}. {}", row.one_liner, row.description);
                facts_from_text(&row.name, &text)
            }
            None => page_facts(company)?,
        };
        for (keyword, inputs) in judged_candidates(&facts) {
            if let Some(&is_accepted) = accepted.get(keyword.as_str()) {
                rows.push(JudgedKeyword {
                    company: company.to_owned(),
                    inputs,
                    is_accepted,
                });
            }
        }
    }
    Ok(rows)
}

/// The command runs at the root of the repository.
const LABELS: &str = "crates/training/labels/keywords.jsonl";
const PAGES: &str = "crates/lens/tests/companies";

fn page_facts(page: &str) -> Result<WebsiteFacts> {
    let path = Path::new(PAGES).join(page);
    let html = fs::read_to_string(&path).with_context(|| format!("while reading {page}"))?;
    let url = "https://company.example/";
    Ok(facts(&[HtmlPage { url, html: &html }]))
}

/// Each keyword with its probability by a model that never saw its company.
pub(crate) fn crossed(rows: &[JudgedKeyword]) -> Vec<(f32, bool)> {
    const PARTS: u64 = 10;
    let part = |row: &JudgedKeyword| dataset::part(&row.company, PARTS);
    let models: Vec<KeywordInputs> = (0..PARTS)
        .map(|own| fit(rows.iter().filter(|row| part(row) != own)))
        .collect();
    rows.iter()
        .map(|row| {
            let model = &models[usize::try_from(part(row)).expect("ten parts")];
            (probability(model, &row.inputs), row.is_accepted)
        })
        .collect()
}

fn fit<'a>(rows: impl Iterator<Item = &'a JudgedKeyword>) -> KeywordInputs {
    let rows = rows.map(|row| (row.inputs, row.is_accepted));
    newton::fit(&rows.collect::<Vec<_>>())
}

#[derive(Deserialize)]
struct KeywordLabel {
    company: String,
    keyword: String,
    accepted: bool,
}

#[derive(Deserialize)]
struct KeywordCompany {
    qid: String,
    name: String,
    one_liner: String,
    description: String,
}
