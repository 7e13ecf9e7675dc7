//! The job that analyses a website: durable, in three stages that open pages can follow.

use std::sync::Arc;
use std::time::Duration;

use providers::website::{self, Site, Website, WebsiteError};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::watch;
use uuid::Uuid;

use super::analysis::WebsiteAnalysis;
use super::analysis_progress::{AnalysisStage, FAILED, pages_read};
use super::own_sentence::OwnSentence;
use super::unreadable_site::UnreadableSite;
use super::website_findings::WebsiteFindings;
use super::{model_refinement, save_profile, understood_company};
use platform::jobs::{Done, Job, Lease, Progress, ProgressState};
use platform::llm::{ANSWER_JOB_LIMIT, Llm};

/// Reads a website and saves what it says about the company behind it.
#[derive(Debug, Serialize, Deserialize)]
pub struct AnalyzeWebsite {
    pub(super) user_id: Uuid,
    /// The address as the user typed it.
    pub(super) typed: String,
    /// What the owner says of the company, in place of what the site says.
    #[serde(default)]
    pub(super) sentence: Option<OwnSentence>,
}

/// How an analysis ended; stored with the job, for everyone who waits for it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum AnalysisOutcome {
    Analysed(Box<WebsiteAnalysis>),
    Unreadable(UnreadableSite),
}

/// What an analysis needs.
#[derive(Clone, Debug)]
pub struct AnalysisTools {
    pub websites: Arc<dyn Website>,
    pub llm: Option<Llm>,
}

impl Job for AnalyzeWebsite {
    const KIND: &'static str = "analyze_website";
    // A website that cannot be read is an outcome, not a failure; only our own failures are retried.
    const MAX_FAILURES: i64 = 3;
    const TIME_LIMIT: Duration = ANSWER_JOB_LIMIT;
    type Context = AnalysisTools;

    async fn run(self, tools: AnalysisTools, lease: Lease) -> anyhow::Result<Done> {
        let report = |progress| lease.report(self.user_id, progress);
        report(AnalysisStage::Scraping.at(2, 0)).await?;
        let understood = match &self.sentence {
            Some(sentence) => {
                report(AnalysisStage::Extracting.at(33, 0)).await?;
                understood_company::from_sentence(&self.typed, sentence.as_str()).await?
            }
            None => match read_site(&self, &*tools.websites, &lease).await? {
                Ok(site) => {
                    report(AnalysisStage::Extracting.at(33, site.pages.len())).await?;
                    understood_company::from_site(site).await?
                }
                Err(failed) => Err(failed.into()),
            },
        };
        let findings = match understood {
            Ok(findings) => findings,
            Err(unreadable) => return self.give_up(&lease, unreadable).await,
        };
        report(AnalysisStage::Generating.at(66, findings.keywords.len())).await?;
        let findings = match &tools.llm {
            Some(llm) => {
                let model = llm.for_user(self.user_id);
                model_refinement::refine_with_model(&model, findings).await
            }
            None => findings,
        };
        self.save(&lease, findings.proposing()).await
    }
}

impl AnalyzeWebsite {
    async fn save(&self, lease: &Lease, findings: WebsiteFindings) -> anyhow::Result<Done> {
        let mut tx = lease.begin().await?;
        let profile = findings.profile.clone();
        let company = save_profile(&mut tx, lease.clock(), self.user_id, profile).await?;
        let found = findings.keywords.len();
        let analysis = WebsiteAnalysis::new(&company, findings);
        let done = Progress {
            state: ProgressState::Done,
            ..AnalysisStage::Generating.at(100, found)
        };
        done.tell(&mut tx, lease.clock(), self.user_id).await?;
        let outcome = AnalysisOutcome::Analysed(Box::new(analysis));
        lease.finish(tx, json!(outcome)).await
    }

    async fn give_up(&self, lease: &Lease, site: UnreadableSite) -> anyhow::Result<Done> {
        let mut tx = lease.begin().await?;
        FAILED.tell(&mut tx, lease.clock(), self.user_id).await?;
        lease
            .finish(tx, json!(AnalysisOutcome::Unreadable(site)))
            .await
    }
}

/// Reads the site and reports every page to open pages as it arrives.
async fn read_site(
    job: &AnalyzeWebsite,
    websites: &dyn Website,
    lease: &Lease,
) -> anyhow::Result<Result<Site, WebsiteError>> {
    let (sender, mut latest) = watch::channel(website::ReadProgress::default());
    let on_progress = |progress| {
        sender.send_replace(progress);
    };
    let mut reading = websites.read(&job.typed, &on_progress);
    loop {
        tokio::select! {
            site = &mut reading => return Ok(site),
            Ok(()) = latest.changed() => {
                let progress = *latest.borrow_and_update();
                lease.report(job.user_id, pages_read(progress)).await?;
            }
        }
    }
}
