//! The analysis of a website: a durable job in three stages that open pages can follow.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use providers::website::{self, Site, Website, WebsiteError};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::watch;
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

use super::understanding::{self, ProposedKeyword, Understood};
use super::{model, take_over};
use platform::app::App;
use platform::clock::Clock;
use platform::db::{DbResult, Tx};
use platform::jobs::{self, Done, End, Enqueued, Job, Lease, NewJob, Progress, ProgressState};
use platform::llm::Llm;
use platform::rate_limit::{Limit, RateLimitExceeded, take};

/// What an analysis answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
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
    /// What is worth knowing about how it went.
    message: Option<String>,
}

/// What the website says, whatever the owner of the company has written over it.
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
    /// Little was found: a page that is built by scripts, or hardly any text.
    pub is_thin: bool,
    /// Whether a language model had a hand in it.
    pub used_model: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum NotAnalysed {
    #[error("Please enter a valid website URL")]
    InvalidUrl,
    #[error("{0}")]
    Unreadable(String),
    #[error(transparent)]
    TooMany(RateLimitExceeded),
    #[error("Failed to analyze website")]
    Failed,
    #[error(transparent)]
    Unforeseen(#[from] anyhow::Error),
}

/// Analyses a website for a person, or joins the analysis of it that runs, and waits for its end.
pub(super) async fn analyse(
    app: &App,
    user_id: Uuid,
    typed: &str,
) -> Result<Analysis, NotAnalysed> {
    let address = address(typed)?;
    let job_id = begin(app, user_id, typed, &address).await?;
    let end = jobs::wait_for_end(&app.db, job_id).await;
    let heard = heard(end.map_err(anyhow::Error::from)?)?;
    if let Err(NotAnalysed::Failed) = heard {
        tell_of_failure(app, user_id).await?;
    }
    heard
}

/// What the end of the job says.
pub(super) fn heard(end: End) -> anyhow::Result<Result<Analysis, NotAnalysed>> {
    let End::Done(result) = end else {
        return Ok(Err(NotAnalysed::Failed));
    };
    Ok(match serde_json::from_value(result)? {
        Outcome::Analysed(analysis) => Ok(*analysis),
        Outcome::Unreadable { message } => Err(NotAnalysed::Unreadable(message)),
    })
}

/// A job that was set aside told nobody; pages would go on waiting for it.
async fn tell_of_failure(app: &App, user_id: Uuid) -> anyhow::Result<()> {
    let mut tx = app.db.begin().await?;
    FAILED.tell(&mut tx, &app.clock, user_id).await?;
    Ok(tx.commit().await?)
}

/// A website's address as people type it.
pub(super) fn address(typed: &str) -> Result<Url, NotAnalysed> {
    website::first_url(typed).ok_or(NotAnalysed::InvalidUrl)
}

/// An analysis reads up to eight pages of somebody else's server.
const ANALYSES: Limit = Limit::new(10, TimeDelta::minutes(10));

async fn begin(app: &App, user_id: Uuid, typed: &str, address: &Url) -> Result<Uuid, NotAnalysed> {
    let new = queued(user_id, typed, address);
    let begun = async {
        let mut tx = app.db.begin().await?;
        let enqueued = jobs::enqueue(&mut tx, &app.clock, new).await?;
        // Who joins costs nothing; who is refused undoes the job by dropping the transaction.
        if let Enqueued::New(_) = enqueued {
            let name = format!("website analysis of {user_id}");
            let taken = take(&mut tx, &name, ANALYSES, app.clock.real()).await?;
            if let Err(empty) = taken {
                return Ok(Err(empty));
            }
        }
        tx.commit().await?;
        Ok::<_, anyhow::Error>(Ok(enqueued.id()))
    };
    begun.await?.map_err(NotAnalysed::TooMany)
}

/// Begins an analysis that nobody waits for.
pub(super) async fn begin_in(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    typed: &str,
) -> DbResult<Uuid> {
    let enqueued = jobs::enqueue(tx, clock, queued(user_id, typed, typed)).await?;
    Ok(enqueued.id())
}

fn queued(user_id: Uuid, typed: &str, address: impl Display) -> NewJob {
    let job = AnalyzeWebsite {
        user_id,
        typed: typed.to_owned(),
    };
    NewJob::of(&job)
        .lane(user_id.to_string())
        .once(format!("analyze_website:{user_id}:{address}"))
        .showing(Stage::Scraping.at(0, 0))
}

/// How an analysis ended; kept with the job, for all who wait for it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Analysed(Box<Analysis>),
    Unreadable { message: String },
}

/// Reads a website and keeps what it says about the company behind it.
#[derive(Debug, Serialize, Deserialize)]
pub struct AnalyzeWebsite {
    user_id: Uuid,
    /// The address, as people type it.
    typed: String,
}

/// What an analysis needs.
#[derive(Clone, Debug)]
pub struct AnalysisTools {
    pub websites: Arc<dyn Website>,
    pub llm: Option<Llm>,
}

impl Job for AnalyzeWebsite {
    const KIND: &'static str = "analyze_website";
    // What a website does to us is an outcome, not a failure; only our own troubles are tried again.
    const MAX_FAILURES: i64 = 3;
    const TIME_LIMIT: Duration = Duration::from_mins(2);
    type Context = AnalysisTools;

    async fn run(self, tools: AnalysisTools, lease: Lease) -> anyhow::Result<Done> {
        lease.report(self.user_id, Stage::Scraping.at(2, 0)).await?;
        let site = match read(&self, &*tools.websites, &lease).await? {
            Ok(site) => site,
            Err(failed) => return self.give_up(&lease, failed.to_string()).await,
        };
        let pages = site.pages.len();
        lease
            .report(self.user_id, Stage::Extracting.at(33, pages))
            .await?;
        let understood = understanding::understand(site).await?;
        let keywords = understood.keywords.len();
        lease
            .report(self.user_id, Stage::Generating.at(66, keywords))
            .await?;
        let understood = match &tools.llm {
            Some(llm) => model::refined(&llm.for_user(self.user_id), understood).await,
            None => understood,
        };
        self.keep(&lease, understood).await
    }
}

impl AnalyzeWebsite {
    async fn keep(&self, lease: &Lease, understood: Understood) -> anyhow::Result<Done> {
        let mut tx = lease.begin().await?;
        let portrait = understood.portrait.clone();
        let company = take_over(&mut tx, lease.clock(), self.user_id, portrait).await?;
        let found = understood.keywords.len();
        let analysis = Analysis {
            success: true,
            company_id: company.id,
            company_description: company.description.clone().unwrap_or_default(),
            message: understood.message(),
            data: understood.data(),
            keywords: understood.keywords,
        };
        let done = Progress {
            state: ProgressState::Done,
            ..Stage::Generating.at(100, found)
        };
        done.tell(&mut tx, lease.clock(), self.user_id).await?;
        let outcome = Outcome::Analysed(Box::new(analysis));
        lease.finish(tx, json!(outcome)).await
    }

    async fn give_up(&self, lease: &Lease, message: String) -> anyhow::Result<Done> {
        let mut tx = lease.begin().await?;
        FAILED.tell(&mut tx, lease.clock(), self.user_id).await?;
        lease
            .finish(tx, json!(Outcome::Unreadable { message }))
            .await
    }
}

/// Reads the site, and tells open pages of every page that arrives.
async fn read(
    job: &AnalyzeWebsite,
    websites: &dyn Website,
    lease: &Lease,
) -> anyhow::Result<Result<Site, WebsiteError>> {
    let (sender, mut seen) = watch::channel(website::ReadProgress::default());
    let hear = |progress| {
        sender.send_replace(progress);
    };
    let mut reading = websites.read(&job.typed, &hear);
    loop {
        tokio::select! {
            site = &mut reading => return Ok(site),
            Ok(()) = seen.changed() => {
                let progress = *seen.borrow_and_update();
                lease.report(job.user_id, Stage::Scraping.so_far(progress)).await?;
            }
        }
    }
}

/// The page goes back to the start.
const FAILED: Progress = Progress {
    job: JOB,
    stage: Stage::Scraping.name(),
    percent: 0,
    found: 0,
    state: ProgressState::Failed,
};

/// As pages know it.
const JOB: &str = "analysis";

/// The stages that people see (spec §2, Onboarding).
#[derive(Clone, Copy, Debug)]
enum Stage {
    Scraping,
    Extracting,
    Generating,
}

impl Stage {
    fn at(self, percent: u8, found: usize) -> Progress {
        Progress {
            job: JOB,
            stage: self.name(),
            percent,
            found,
            state: ProgressState::Running,
        }
    }

    /// Reading takes the first third. How many pages there are is only known after the first, so
    /// the scale is that of a site with as many as are ever read.
    fn so_far(self, read: website::ReadProgress) -> Progress {
        let share = read.pages_read * 31 / read.pages_chosen.max(website::MAX_PAGES);
        let percent = u8::try_from(2 + share.min(31)).unwrap_or(33);
        self.at(percent, read.pages_read)
    }

    const fn name(self) -> &'static str {
        match self {
            Stage::Scraping => "Scraping Website",
            Stage::Extracting => "Extracting Keywords",
            Stage::Generating => "Generating Description",
        }
    }
}
