//! An account that looks lived in. Nothing is made up for it: it goes the way of everybody who is
//! new, from the website to the first scan, on a website and posts that were written for this.

use anyhow::Context;
use keywords::{AddKeyword, Keyword};
use onboarding::WebsiteAnalysis;
use platform::app::App;
use platform::clock::Clock;
use platform::db::{DbResult, Tx};
use platform::jobs::{self, Done, GiveUp, Job, Lease, NewJob};
use platform::product::Plan;
use sandbox::SandboxAddresses;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The website of a company that does not exist.
const SAMPLE_SITE: &str = "paperlark.example";
/// As many as the onboarding lets somebody choose (spec §9).
const KEYWORDS: usize = 5;

/// Begins to fill somebody's account. What is there already stays: whoever has a company keeps it,
/// and whoever has a subscription too.
pub async fn fill(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<()> {
    let job = FillAccount {
        user_id,
        step: FillStep::Website,
    };
    jobs::enqueue(tx, clock, job.queued()).await.map(drop)
}

/// Goes the way of a new user for somebody, step by step.
#[derive(Debug, Serialize, Deserialize)]
pub struct FillAccount {
    user_id: Uuid,
    step: FillStep,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FillStep {
    Website,
    /// The website was read by that job.
    Subscription {
        analysis: Uuid,
    },
}

impl Job for FillAccount {
    const KIND: &'static str = "fill_account";
    type Context = (App, SandboxAddresses);

    async fn run(self, (app, sandboxes): Self::Context, lease: Lease) -> anyhow::Result<Done> {
        match self.step {
            FillStep::Website => read_website(&app, &lease, self.user_id).await,
            FillStep::Subscription { analysis } => {
                let ended = onboarding::analysis_ended(&app.db, analysis).await?;
                let analysis = ended.context("reading a website that is still being read")?;
                let analysis = analysis.map_err(|failed| GiveUp(failed.to_string()))?;
                choose_keywords(&app, &lease, self.user_id, analysis).await?;
                subscribe(&app, &sandboxes, self.user_id).await?;
                scan(&lease, self.user_id).await
            }
        }
    }
}

impl FillAccount {
    fn queued(&self) -> NewJob {
        let step = match self.step {
            FillStep::Website => "website",
            FillStep::Subscription { .. } => "subscription",
        };
        NewJob::of(self)
            .lane(self.user_id.to_string())
            .once(format!("fill_account:{step}:{}", self.user_id))
    }
}

async fn read_website(app: &App, lease: &Lease, user_id: Uuid) -> anyhow::Result<Done> {
    let company = onboarding::company_of(&app.db, user_id).await?;
    let site = company.map_or_else(|| SAMPLE_SITE.to_owned(), |it| it.website_url);
    let mut tx = lease.begin().await?;
    let analysis = onboarding::begin_analysis(&mut tx, lease.clock(), user_id, &site).await?;
    let next = FillAccount {
        user_id,
        step: FillStep::Subscription { analysis },
    };
    jobs::enqueue(&mut tx, lease.clock(), next.queued().after([analysis])).await?;
    lease.finish(tx, serde_json::Value::Null).await
}

async fn choose_keywords(
    app: &App,
    lease: &Lease,
    user_id: Uuid,
    analysis: WebsiteAnalysis,
) -> anyhow::Result<()> {
    if !keywords::of(&app.db, user_id).await?.is_empty() {
        return Ok(());
    }
    let mut tx = lease.begin().await?;
    for proposed in analysis.keywords.iter().take(KEYWORDS) {
        let Ok(keyword) = Keyword::parse(&proposed.keyword) else {
            continue;
        };
        let added = keywords::add(&mut tx, lease.clock(), user_id, &keyword).await;
        if let Err(AddKeyword::Unforeseen(error)) = added {
            return Err(error);
        }
    }
    Ok(tx.commit().await?)
}

/// Buys a subscription as a person would, at the sandbox of the payment provider.
async fn subscribe(app: &App, sandboxes: &SandboxAddresses, user_id: Uuid) -> anyhow::Result<()> {
    let access = billing::access_of(&app.db, &app.clock, user_id).await?;
    if access.is_live {
        return Ok(());
    }
    if !app.settings.payments.is_sandbox() {
        let why = "there is no subscription, and buying one would cost money";
        return Err(GiveUp(why.to_owned()).into());
    }
    let user = identity::find(&app.db, &user_id.to_string()).await?;
    let user = user.context("finding the account that is filled")?;
    let who = (user_id, user.email.as_str());
    let checkout = billing::start_checkout(app, who, Plan::Pro).await?;
    sandbox::pay_checkout(sandboxes, &checkout).await?;
    billing::refresh_subscription(app, user_id).await?;
    Ok(())
}

/// With a subscription that has just begun the first scan is due anyway; this is it.
async fn scan(lease: &Lease, user_id: Uuid) -> anyhow::Result<Done> {
    let mut tx = lease.begin().await?;
    scanner::scan_now(&mut tx, lease.clock(), user_id).await?;
    lease.finish(tx, serde_json::Value::Null).await
}
