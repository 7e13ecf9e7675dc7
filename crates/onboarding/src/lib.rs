//! From a website to a company: what it is called, what it does, and the words its customers use.
//!
//! **Owns** the table `companies`. **Promises** that an account has one company; that the same site
//! looked at twice updates it and never overwrites what its owner has written; that an analysis
//! runs once however often it is asked for at a time, and survives a crash. It proposes keywords
//! and stores none. **Calls** nobody.

mod analysis;
pub mod api;
mod company;
mod model;
mod preview;
mod store;
mod understanding;

use anyhow::Context;
use serde_json::Value;
use uuid::Uuid;

use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs;
use platform::live::{self, RowWrite};

pub use analysis::{Analysis, AnalysisData, AnalysisTools, AnalyzeWebsite, NotAnalysed};
pub use company::{BadCorrection, Company, Correction, Facts, Portrait};
pub use understanding::{Kind, ProposedKeyword};

/// The company of an account.
pub async fn company_of(db: &Db, user_id: Uuid) -> DbResult<Option<Company>> {
    store::of(db, user_id).await
}

/// Whether an address, as people type it, could be that of a website.
pub fn is_address(typed: &str) -> bool {
    analysis::address(typed).is_ok()
}

/// Analyses a website for a person as the page does, and waits for the end.
pub async fn analyse(app: &App, user_id: Uuid, typed: &str) -> Result<Analysis, NotAnalysed> {
    analysis::analyse(app, user_id, typed).await
}

/// Begins an analysis in the caller's transaction, for those who do not wait; its job.
pub async fn begin_analysis(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    typed: &str,
) -> DbResult<Uuid> {
    analysis::begin_in(tx, clock, user_id, typed).await
}

/// How that analysis ended; none while it runs.
pub async fn analysis_ended(
    db: &Db,
    job_id: Uuid,
) -> anyhow::Result<Option<Result<Analysis, NotAnalysed>>> {
    let end = jobs::end_of(db, job_id).await?;
    end.map(analysis::heard).transpose()
}

/// The company's id; its row is held against everybody else until the transaction ends.
pub async fn hold_company(tx: &mut Tx, user_id: Uuid) -> DbResult<Option<Uuid>> {
    let company = store::hold(tx, user_id).await?;
    Ok(company.map(|company| company.id))
}

/// Writes down what a website says. What its owner has written over stays.
async fn take_over(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    portrait: Portrait,
) -> anyhow::Result<Company> {
    if add_if_missing(tx, clock, user_id, portrait.clone()).await? {
        let added = store::hold(tx, user_id).await?;
        return added.context("reading the company just written");
    }
    let company = store::hold(tx, user_id).await?;
    let company = company.context("holding the company that is there")?;
    change(tx, clock, user_id, company.seen_again(portrait)).await
}

/// Gives the account this company, unless it has one.
pub async fn add_if_missing(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    portrait: Portrait,
) -> anyhow::Result<bool> {
    let company = Company::new(portrait);
    let is_new = store::add(tx, user_id, &company, clock.now()).await?;
    if is_new {
        let written = (company.id, RowWrite::Added);
        live::record_written(tx, clock, user_id, &store::COMPANIES, written).await?;
    }
    Ok(is_new)
}

/// Why a company was not corrected.
#[derive(Debug, thiserror::Error)]
pub enum NotCorrected {
    #[error("There is no such company.")]
    NoCompany,
    #[error(transparent)]
    Bad(#[from] BadCorrection),
    #[error(transparent)]
    Unforeseen(#[from] anyhow::Error),
}

/// Takes over what the owner says about the company.
pub async fn correct(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    company_id: Uuid,
    correction: Correction,
) -> Result<Company, NotCorrected> {
    let held = store::hold(tx, user_id).await;
    let company = held.context("holding the company")?;
    let Some(company) = company.filter(|company| company.id == company_id) else {
        return Err(NotCorrected::NoCompany);
    };
    let corrected = company.corrected(correction)?;
    Ok(change(tx, clock, user_id, corrected).await?)
}

async fn change(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    company: Company,
) -> anyhow::Result<Company> {
    store::change(tx, &company, clock.now()).await?;
    let written = (company.id, RowWrite::Changed);
    live::record_written(tx, clock, user_id, &store::COMPANIES, written).await?;
    Ok(company)
}

/// Everything the room holds about a person.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    store::COMPANIES.of(db, user_id).await
}

/// Forgets a person.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::forget(tx, user_id).await
}
