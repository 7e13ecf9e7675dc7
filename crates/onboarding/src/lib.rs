//! From a website to a company: its name, what it does, and the words its customers use.
//!
//! **Owns** the table `companies`.
//!
//! **Promises** that an account has one company; that analysing the same site again updates it and
//! never overwrites the owner's edits; that concurrent requests share one analysis, which survives
//! a crash. It proposes up to fifteen keywords and tracks none.
//!
//! **Calls** no other room.

mod analysis;
mod analysis_job;
mod analysis_progress;
pub mod api;
mod company;
mod model_refinement;
mod own_sentence;
mod store;
mod understood_company;
mod unreadable_site;
mod website_findings;
mod website_preview;

use anyhow::Context;
use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs;
use platform::live::{self, RowWrite};

pub use analysis::{AnalysisData, AnalysisError, WebsiteAnalysis};
pub use analysis_job::{AnalysisTools, AnalyzeWebsite};
use company::InvalidCorrection;
pub use company::{
    Company, CompanyCorrection, CompanyFacts, CompanyWording, SourceSentence, WebsiteProfile,
};
pub use understood_company::{UnderstoodCompany, understand};
pub use unreadable_site::{UnreadableReason, UnreadableSite};
pub use website_findings::{KeywordKind, ProposedKeyword};

/// The company of an account.
pub async fn company_of(db: &Db, user_id: Uuid) -> DbResult<Option<Company>> {
    store::load_company(db, user_id).await
}

/// What the companies of several accounts say of themselves; those without one are left out.
pub async fn wordings_of(db: &Db, users: &[Uuid]) -> DbResult<Vec<CompanyWording>> {
    store::wordings_of(db, users).await
}

/// Whose company has changed after a moment of the product's time, and when.
pub async fn companies_changed_since(
    db: &Db,
    since: DateTime<Utc>,
) -> DbResult<Vec<(Uuid, DateTime<Utc>)>> {
    store::changed_since(db, since).await
}

/// When a company has changed last.
pub async fn newest_company_change(db: &Db) -> DbResult<Option<DateTime<Utc>>> {
    store::newest_change(db).await
}

/// Whether an address, as users type it, could be that of a website.
pub fn is_website_address(typed: &str) -> bool {
    analysis::parse_address(typed).is_ok()
}

/// Analyses a website for a user, as the page does, and waits for the result.
pub async fn analyse(
    app: &App,
    user_id: Uuid,
    typed: &str,
) -> Result<WebsiteAnalysis, AnalysisError> {
    analysis::analyse(app, user_id, typed, None).await
}

/// Starts an analysis in the caller's transaction and returns its job, without waiting for it.
pub async fn begin_analysis(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    typed: &str,
) -> DbResult<Uuid> {
    analysis::start_in(tx, clock, user_id, typed).await
}

/// The result of that analysis; `None` while it runs.
pub async fn analysis_ended(
    db: &Db,
    job_id: Uuid,
) -> anyhow::Result<Option<Result<WebsiteAnalysis, AnalysisError>>> {
    let end = jobs::end_of(db, job_id).await?;
    end.map(analysis::result_of).transpose()
}

/// The company's id; its row is locked until the transaction ends.
pub async fn lock_company(tx: &mut Tx, user_id: Uuid) -> DbResult<Option<Uuid>> {
    let company = store::lock_company(tx, user_id).await?;
    Ok(company.map(|company| company.id))
}

/// Saves what a website says. What the owner has edited stays.
async fn save_profile(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    profile: WebsiteProfile,
) -> anyhow::Result<Company> {
    if add_if_missing(tx, clock, user_id, profile.clone()).await? {
        let added = store::lock_company(tx, user_id).await?;
        return added.context("reading the company just added");
    }
    let company = store::lock_company(tx, user_id).await?;
    let company = company.context("locking the existing company")?;
    change(tx, clock, user_id, company.updated_from(profile)).await
}

/// Adds this company to the account, unless it has one.
pub async fn add_if_missing(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    profile: WebsiteProfile,
) -> anyhow::Result<bool> {
    let company = Company::new(profile);
    let is_new = store::add_company(tx, user_id, &company, clock.now()).await?;
    if is_new {
        let written = (company.id, RowWrite::Added);
        live::record_written(tx, clock, user_id, &store::COMPANIES, written).await?;
    }
    Ok(is_new)
}

/// Why a company was not corrected.
#[derive(Debug, thiserror::Error)]
enum CorrectCompanyError {
    #[error("This company does not exist.")]
    NoCompany,
    #[error(transparent)]
    Invalid(#[from] InvalidCorrection),
    #[error(transparent)]
    Unforeseen(#[from] anyhow::Error),
}

/// Saves the owner's corrections.
async fn correct(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    company_id: Uuid,
    correction: CompanyCorrection,
) -> Result<Company, CorrectCompanyError> {
    let locked = store::lock_company(tx, user_id).await;
    let company = locked.context("locking the company")?;
    let Some(company) = company.filter(|company| company.id == company_id) else {
        return Err(CorrectCompanyError::NoCompany);
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
    store::update_company(tx, &company, clock.now()).await?;
    let written = (company.id, RowWrite::Changed);
    live::record_written(tx, clock, user_id, &store::COMPANIES, written).await?;
    Ok(company)
}

/// What the last analysis proposed to track, best first.
pub async fn proposed_keywords(db: &Db, user_id: Uuid) -> DbResult<Vec<ProposedKeyword>> {
    let company = store::load_company(db, user_id).await?;
    Ok(company.map_or_else(Vec::new, |company| company.facts.proposed_keywords))
}

/// Everything this room stores about a user.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    store::COMPANIES.of(db, user_id).await
}

/// Deletes a user's data.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::delete_company(tx, user_id).await
}
