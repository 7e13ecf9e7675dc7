//! Companies and posts that were read together, by adapters that never saw the company:
//! `labels/lead_folds.jsonl`, made by `leads/train.py folds`. How far that counts beside what was read
//! apart, and where the lines lie, is fitted on them. The reader itself never saw these companies.

use std::{collections::HashMap, path::Path};

use anyhow::{Context, Result};
use lens::{
    author::author,
    closeness::{CompanyProfile, CompanyText},
    reader::{ReaderVector, read_company, read_post},
    relevance::{
        CandidatePost, CompanyGlance, PostGlance,
        features::RelevanceFeatures,
        glance::{GLANCE_INPUTS, glance_inputs},
        lead_model::{
            LeadModel, PAIR_INPUTS, READ_INPUTS, UNREAD_INPUTS, pair_inputs, read_inputs,
            unread_inputs,
        },
    },
};
use serde::Deserialize;

use crate::{dataset, newton};

const LABELS: &str = "crates/training/labels";

/// A company and a post: what was said of both together, what of each apart, and the truth.
pub(crate) struct LeadPair {
    pub(crate) fold: u8,
    pub(crate) grade: u8,
    unread: [f32; UNREAD_INPUTS],
    glance: [f32; GLANCE_INPUTS],
    apart: f32,
    inputs: [f32; PAIR_INPUTS],
}

impl LeadPair {
    pub(crate) fn is_lead(&self) -> bool {
        self.grade >= 2
    }
}

/// All pairs, with what `apart` says of them.
pub(crate) fn read(apart: &LeadModel<READ_INPUTS>) -> Result<Vec<LeadPair>> {
    let rows: Vec<WrittenRow> = dataset::read(&Path::new(LABELS).join("written_leads.jsonl"))?;
    let said: Vec<SaidRow> = dataset::read(&Path::new(LABELS).join("lead_folds.jsonl"))?;
    let posts: HashMap<&str, (&WrittenRow, ReaderVector)> = rows
        .iter()
        .zip(read_all(&rows))
        .map(|(row, vector)| (row.id.as_str(), (row, vector)))
        .collect();
    let companies: HashMap<&str, WrittenCompany> = rows
        .iter()
        .map(|row| (row.qid.as_str(), row.company()))
        .collect();
    let pair = |row: &SaidRow| {
        let company = companies.get(row.company.as_str()).context("no company")?;
        let (post, vector) = posts.get(row.post.as_str()).context("no post")?;
        let features = RelevanceFeatures::new(&company.profile, &post.post());
        let apart = apart.odds(&company.inputs(post, vector, &features));
        Ok(LeadPair {
            fold: row.fold,
            grade: row.grade,
            unread: unread_inputs(&features),
            glance: glance_inputs(&company.glance, &PostGlance::new(&post.post())),
            apart,
            inputs: pair_inputs(row.odds, apart),
        })
    };
    said.iter().map(pair).collect()
}

/// What a model takes of a pair.
type PairRowOf<const INPUTS: usize> = fn(&LeadPair) -> &[f32; INPUTS];

pub(crate) fn pair_row(pair: &LeadPair) -> &[f32; PAIR_INPUTS] {
    &pair.inputs
}

pub(crate) fn glance_row(pair: &LeadPair) -> &[f32; GLANCE_INPUTS] {
    &pair.glance
}

pub(crate) fn fit<const INPUTS: usize>(
    pairs: &[&LeadPair],
    row: PairRowOf<INPUTS>,
) -> LeadModel<INPUTS> {
    let rows = pairs.iter().map(|pair| (*row(pair), pair.is_lead()));
    LeadModel::new(newton::fit_evenly(&rows.collect::<Vec<_>>(), 1.0))
}

/// The score from which on as many posts as promised are leads, by models fitted without the fold.
pub(crate) fn least_score<const INPUTS: usize>(pairs: &[LeadPair], row: PairRowOf<INPUTS>) -> f32 {
    let mut ranked: Vec<(f32, bool)> = crossed(pairs, row)
        .into_iter()
        .zip(pairs.iter().map(LeadPair::is_lead))
        .collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut leads = 0.0;
    let mut line = 100.0;
    for (shown, (probability, is_lead)) in (1_u32..).zip(&ranked) {
        leads += f64::from(u8::from(*is_lead));
        if leads / f64::from(shown) >= LEADS_AMONG_SHOWN {
            line = 100.0 * probability;
        }
    }
    line
}

/// A little more than seven of ten, because the companies that follow are not these.
const LEADS_AMONG_SHOWN: f64 = 0.72;

/// The probability of each pair by a model that was fitted without its fold.
pub(crate) fn crossed<const INPUTS: usize>(pairs: &[LeadPair], row: PairRowOf<INPUTS>) -> Vec<f32> {
    let most = pairs.iter().map(|pair| pair.fold).max().unwrap_or_default();
    let models: Vec<_> = (0..=most)
        .map(|fold| {
            let others = pairs.iter().filter(|pair| pair.fold != fold);
            fit(&others.collect::<Vec<_>>(), row)
        })
        .collect();
    let said = |pair: &LeadPair| models[usize::from(pair.fold)].probability(row(pair));
    pairs.iter().map(said).collect()
}

/// What the model of posts read apart says at least of nearly all leads.
pub(crate) fn least_apart(pairs: &[LeadPair]) -> f32 {
    least_of_leads(pairs, |pair| pair.apart)
}

/// What the model of words alone says at least of nearly all leads. Who has the trouble often names
/// none of the company's words, so that it can only spare the reader what is far off.
pub(crate) fn least_unread(pairs: &[LeadPair], words: &LeadModel<UNREAD_INPUTS>) -> f32 {
    least_of_leads(pairs, |pair| words.probability(&pair.unread))
}

/// What is said at a glance at least of nearly all leads, by models fitted without the fold.
pub(crate) fn least_glance(pairs: &[LeadPair]) -> f32 {
    let said = crossed(pairs, glance_row);
    let of_leads = pairs.iter().zip(said).filter(|(pair, _)| pair.is_lead());
    nearly_least(of_leads.map(|(_, said)| said).collect())
}

fn least_of_leads(pairs: &[LeadPair], said: impl Fn(&LeadPair) -> f32) -> f32 {
    let leads = pairs.iter().filter(|pair| pair.is_lead());
    nearly_least(leads.map(said).collect())
}

fn nearly_least(mut said: Vec<f32>) -> f32 {
    said.sort_by(f32::total_cmp);
    said.get(said.len() / LEADS_LEFT)
        .copied()
        .unwrap_or_default()
}

/// At each gate one lead in so many is left behind.
const LEADS_LEFT: usize = 50;

/// Reading takes some ten milliseconds a post, so it is shared out.
fn read_all(rows: &[WrittenRow]) -> Vec<ReaderVector> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let parts = rows.chunks(rows.len().div_ceil(cores).max(1));
    std::thread::scope(|scope| {
        let read = |part: &[WrittenRow]| part.iter().map(WrittenRow::read).collect::<Vec<_>>();
        let parts: Vec<_> = parts.map(|part| scope.spawn(move || read(part))).collect();
        let done = parts.into_iter().map(|part| part.join().expect("reading"));
        done.flatten().collect()
    })
}

#[derive(Deserialize)]
struct SaidRow {
    company: String,
    post: String,
    grade: u8,
    fold: u8,
    odds: f32,
}

#[derive(Deserialize)]
struct WrittenRow {
    qid: String,
    name: String,
    one_liner: String,
    description: String,
    id: String,
    subreddit: String,
    title: String,
    selftext: String,
}

struct WrittenCompany {
    profile: CompanyProfile,
    glance: CompanyGlance,
    vector: ReaderVector,
}

impl WrittenRow {
    fn read(&self) -> ReaderVector {
        read_post(&self.subreddit, &self.title, &self.selftext)
    }

    fn company(&self) -> WrittenCompany {
        let text = CompanyText {
            name: &self.name,
            one_liner: &self.one_liner,
            description: &self.description,
            keywords: &[],
            ..CompanyText::default()
        };
        WrittenCompany {
            profile: CompanyProfile::new(&text),
            glance: CompanyGlance::new(&text),
            vector: read_company(&self.one_liner, &self.description),
        }
    }

    fn post(&self) -> CandidatePost<'_> {
        CandidatePost {
            title: &self.title,
            body: &self.selftext,
            subreddit: &self.subreddit,
            ..CandidatePost::default()
        }
    }
}

impl WrittenCompany {
    fn inputs(
        &self,
        post: &WrittenRow,
        vector: &ReaderVector,
        features: &RelevanceFeatures,
    ) -> [f32; READ_INPUTS] {
        let noise = features.noise.as_ref().map(|noise| noise.kind);
        let author = author(vector, &post.title, &post.selftext, noise);
        read_inputs(self.vector.cosine(vector), &author, features)
    }
}
