//! `training relevance`: the probability that a post is a lead for a company.
//!
//! Logistic regression: for read posts over the reader's cosine, what the author is after and how
//! close the words are; for unread ones over the words alone. Fitted on cosines and judgements of
//! models that never saw the company or the post.

use std::path::Path;

use anyhow::{Result, ensure};
use lens::{
    author::AuthorJudgement,
    closeness::{CompanyProfile, CompanyText},
    embedding::EmbeddingTable,
    relevance::{
        CandidatePost,
        features::RelevanceFeatures,
        lead_model::{
            LeadModel, LeadModels, READ_INPUTS, UNREAD_INPUTS, read_inputs, unread_inputs,
        },
    },
};
use serde::Deserialize;

use crate::{author, dataset, lead_pairs, newton, reader_folds::ReaderFolds};

/// The bytes of `models/relevance.bin`.
pub(crate) fn train(data: &Path) -> Result<Vec<u8>> {
    let leads = read(data)?;
    let all = leads.iter().collect::<Vec<_>>();
    let (read, unread) = (fit(&all, read_row), fit(&all, unread_row));
    let pairs = lead_pairs::read(&read)?;
    let models = LeadModels {
        pair: lead_pairs::fit(&pairs.iter().collect::<Vec<_>>(), lead_pairs::pair_row),
        glance: lead_pairs::fit(&pairs.iter().collect::<Vec<_>>(), lead_pairs::glance_row),
        least_score: lead_pairs::least_score(&pairs, lead_pairs::pair_row),
        least_glance: lead_pairs::least_glance(&pairs),
        least_glance_score: lead_pairs::least_score(&pairs, lead_pairs::glance_row),
        least_apart: lead_pairs::least_apart(&pairs),
        least_unread: lead_pairs::least_unread(&pairs, &unread),
        read,
        unread,
    };
    Ok(models.to_bytes())
}

/// The share of leads above the line that the figures of read posts are told for.
pub(crate) const LEADS_SHOWN: f64 = 0.8;

/// A labelled post as what the models look at.
pub(crate) struct Lead {
    pub(crate) company: String,
    pub(crate) grade: u8,
    pub(crate) fold: u8,
    pub(crate) cosine: f32,
    read: [f32; READ_INPUTS],
    unread: [f32; UNREAD_INPUTS],
}

impl Lead {
    pub(crate) fn is_lead(&self) -> bool {
        self.grade >= 2
    }
}

/// The open leads of both files.
pub(crate) fn read(data: &Path) -> Result<Vec<Lead>> {
    let mut rows: Vec<LeadRow> = dataset::read(&data.join("leads.jsonl.zst"))?;
    rows.extend(dataset::read::<LeadRow>(
        &data.join("leads_more.jsonl.zst"),
    )?);
    let folds = ReaderFolds::read(data)?;
    ensure!(
        rows.len() == folds.cosines.len(),
        "the folds are of other rows"
    );
    // What authors are after is judged by models that never saw the post.
    let authors = author::crossed(&author::read(data)?);
    let judged = folds.folds.iter().zip(&folds.cosines).zip(&authors);
    let leads = rows.iter().zip(judged);
    Ok(leads
        .map(|(row, ((fold, cosine), author))| row.read(*fold, *cosine, author))
        .collect())
}

/// What a model takes of a lead.
type RowOf<const INPUTS: usize> = fn(&Lead) -> &[f32; INPUTS];

pub(crate) fn read_row(lead: &Lead) -> &[f32; READ_INPUTS] {
    &lead.read
}

pub(crate) fn unread_row(lead: &Lead) -> &[f32; UNREAD_INPUTS] {
    &lead.unread
}

/// The probability of each lead by a model that was fitted without its fold.
pub(crate) fn crossed<const INPUTS: usize>(leads: &[Lead], row: RowOf<INPUTS>) -> Vec<f32> {
    let mut folds = leads.iter().map(|lead| lead.fold).collect::<Vec<_>>();
    folds.sort_unstable();
    folds.dedup();
    let models = folds.iter().map(|fold| {
        let others = leads.iter().filter(|lead| lead.fold != *fold);
        (*fold, fit(&others.collect::<Vec<_>>(), row))
    });
    let models = models.collect::<Vec<_>>();
    let of = |lead: &Lead| {
        let model = models.iter().find(|(fold, _)| *fold == lead.fold);
        let (_, model) = model.expect("a model for each fold");
        model.probability(row(lead))
    };
    leads.iter().map(of).collect()
}

/// The probability from which on that share of all leads lies.
pub(crate) fn line(leads: &[Lead], probabilities: &[f32], share: f64) -> f32 {
    let judged = leads.iter().zip(probabilities);
    let mut scores = judged
        .filter(|(lead, _)| lead.is_lead())
        .map(|(_, probability)| *probability)
        .collect::<Vec<_>>();
    scores.sort_by(f32::total_cmp);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "some thousand leads"
    )]
    let below = (scores.len() as f64 * (1.0 - share)) as usize;
    scores.get(below).copied().unwrap_or_default()
}

/// How strongly weights of inputs that vary by one are drawn to zero, in rows.
const STIFFNESS: f64 = 10.0;

pub(crate) fn fit<const INPUTS: usize>(leads: &[&Lead], row: RowOf<INPUTS>) -> LeadModel<INPUTS> {
    let rows = leads.iter().map(|lead| (*row(lead), lead.is_lead()));
    LeadModel::new(newton::fit_evenly(&rows.collect::<Vec<_>>(), STIFFNESS))
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
    fn read(&self, fold: u8, cosine: f32, author: &AuthorJudgement) -> Lead {
        let company = CompanyText {
            name: &self.name,
            one_liner: &self.one_liner,
            description: &self.description,
            keywords: &[],
            ..CompanyText::default()
        };
        let post = CandidatePost {
            title: &self.title,
            body: &self.selftext,
            subreddit: &self.subreddit,
            ..CandidatePost::default()
        };
        let profile = CompanyProfile::with_table(&company, EmbeddingTable::shipped());
        let features = RelevanceFeatures::new(&profile, &post);
        Lead {
            company: self.qid.clone(),
            grade: self.grade,
            fold,
            cosine,
            read: read_inputs(cosine, author, &features),
            unread: unread_inputs(&features),
        }
    }
}
