//! The analysis of a website, as callers start it and wait for its result.

use std::fmt::Display;

use chrono::TimeDelta;
use providers::website;
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

use super::analysis_job::{AnalysisOutcome, AnalyzeWebsite};
use super::analysis_progress::{AnalysisStage, FAILED};
use super::company::Company;
use super::own_sentence::OwnSentence;
use super::unreadable_site::UnreadableSite;
use super::website_findings::{ProposedKeyword, WebsiteFindings};
use platform::app::App;
use platform::clock::Clock;
use platform::db::{DbResult, Tx};
use platform::jobs::{self, End, Enqueued, NewJob};
use platform::rate_limit::{Limit, RateLimitExceeded, take};

/// The result of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebsiteAnalysis {
    /// Always true.
    #[schema(example = true)]
    success: bool,
    company_id: Uuid,
    /// Two or three sentences.
    company_description: String,
    /// Best first.
    pub keywords: Vec<ProposedKeyword>,
    #[serde(rename = "analysisData")]
    pub data: AnalysisData,
    /// A note to the user about how the analysis went.
    message: Option<String>,
}

/// What the website says, whatever the company's owner has edited since.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisData {
    pub company_name: String,
    pub website_url: String,
    pub business_type: Option<String>,
    pub industry: Option<String>,
    pub description: Option<String>,
    pub meta_description: Option<String>,
    pub products: Vec<String>,
    pub audience: Option<String>,
    pub pages_read: usize,
    /// Little text was found: the page is rendered by scripts, or nearly empty.
    pub is_thin: bool,
    /// Whether a language model contributed.
    pub used_model: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    #[error("Please enter a valid website URL")]
    InvalidUrl,
    #[error("{}", .0.message)]
    Unreadable(UnreadableSite),
    #[error(transparent)]
    TooMany(RateLimitExceeded),
    #[error("Failed to analyze website")]
    Failed,
    #[error(transparent)]
    Unforeseen(#[from] anyhow::Error),
}

impl WebsiteAnalysis {
    pub(super) fn new(company: &Company, findings: WebsiteFindings) -> Self {
        Self {
            success: true,
            company_id: company.id,
            company_description: company.description.clone().unwrap_or_default(),
            message: findings.message(),
            data: findings.data(),
            keywords: findings.keywords,
        }
    }
}

/// Analyses a website for a user, or joins an analysis of it that is already running, and waits for
/// the result.
pub(super) async fn analyse(
    app: &App,
    user_id: Uuid,
    typed: &str,
    sentence: Option<OwnSentence>,
) -> Result<WebsiteAnalysis, AnalysisError> {
    let address = parse_address(typed)?;
    let job = new_job(user_id, typed, &address, sentence);
    let job_id = start(app, user_id, job).await?;
    let end = jobs::wait_for_end(&app.db, job_id).await;
    let result = result_of(end.map_err(anyhow::Error::from)?)?;
    if let Err(AnalysisError::Failed) = result {
        report_failure(app, user_id).await?;
    }
    result
}

/// The result of a job that has ended.
pub(super) fn result_of(end: End) -> anyhow::Result<Result<WebsiteAnalysis, AnalysisError>> {
    let End::Done(result) = end else {
        return Ok(Err(AnalysisError::Failed));
    };
    Ok(match serde_json::from_value(result)? {
        AnalysisOutcome::Analysed(analysis) => Ok(*analysis),
        AnalysisOutcome::Unreadable(site) => Err(AnalysisError::Unreadable(site)),
    })
}

/// A dead job reports nothing, so open pages would go on waiting for it.
async fn report_failure(app: &App, user_id: Uuid) -> anyhow::Result<()> {
    let mut tx = app.db.begin().await?;
    FAILED.tell(&mut tx, &app.clock, user_id).await?;
    Ok(tx.commit().await?)
}

/// Parses a website's address as users type it.
pub(super) fn parse_address(typed: &str) -> Result<Url, AnalysisError> {
    website::first_url(typed).ok_or(AnalysisError::InvalidUrl)
}

/// An analysis reads up to eight pages of somebody else's server.
const ANALYSIS_LIMIT: Limit = Limit::new(10, TimeDelta::minutes(10));

async fn start(app: &App, user_id: Uuid, job: NewJob) -> Result<Uuid, AnalysisError> {
    let started = async {
        let mut tx = app.db.begin().await?;
        let enqueued = jobs::enqueue(&mut tx, &app.clock, job).await?;
        // Joining a running analysis costs nothing; a rejected request rolls the job back with the
        // transaction.
        if let Enqueued::New(_) = enqueued {
            let name = format!("website analysis of {user_id}");
            let taken = take(&mut tx, &name, ANALYSIS_LIMIT, app.clock.real()).await?;
            if let Err(exceeded) = taken {
                return Ok(Err(exceeded));
            }
        }
        tx.commit().await?;
        Ok::<_, anyhow::Error>(Ok(enqueued.id()))
    };
    started.await?.map_err(AnalysisError::TooMany)
}

/// Starts an analysis in the caller's transaction, without waiting for it.
pub(super) async fn start_in(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    typed: &str,
) -> DbResult<Uuid> {
    let enqueued = jobs::enqueue(tx, clock, new_job(user_id, typed, typed, None)).await?;
    Ok(enqueued.id())
}

fn new_job(
    user_id: Uuid,
    typed: &str,
    address: impl Display,
    sentence: Option<OwnSentence>,
) -> NewJob {
    // Another sentence about the same site is another analysis.
    let said = sentence.as_ref().map_or("", OwnSentence::as_str);
    let key = format!("analyze_website:{user_id}:{address}:{said}");
    let job = AnalyzeWebsite {
        user_id,
        typed: typed.to_owned(),
        sentence,
    };
    NewJob::of(&job)
        .lane(user_id.to_string())
        .once(key)
        .showing(AnalysisStage::Scraping.at(0, 0))
}
