//! Removing what nobody needs any more: a job of its own for each owner of data, so that one that
//! fails holds up none of the others.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::lifecycle;
use platform::app::App;
use platform::budget;
use platform::clock::Clock;
use platform::jobs::{self, Done, Job, JobUrgency, Lease, Recurring};
use platform::live;

const EVERY: Duration = Duration::from_hours(6);

/// Removes the old data of one owner.
#[derive(Debug, Serialize, Deserialize)]
pub struct ForgetOld {
    /// None in a job that a version queued which removed everything in one go; what it was to remove
    /// has schedules of its own now.
    #[serde(default)]
    pub of: Option<OldData>,
}

/// Who owns data that gets old.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OldData {
    Jobs,
    Mails,
    LiveEvents,
    LlmBudget,
    Identity,
    Billing,
    DeletedAccounts,
    Keywords,
    Listening,
    Searches,
    Notifications,
    Sandbox,
    /// What became of numbers that lists show: many small changes, which are added up.
    ListCounts,
}

impl ForgetOld {
    pub(crate) fn schedules() -> impl Iterator<Item = Recurring> {
        OldData::ALL.into_iter().map(|of| {
            let name = format!("forget_old_{}", of.name());
            Recurring::new(name, EVERY, &ForgetOld { of: Some(of) })
        })
    }
}

impl Job for ForgetOld {
    const KIND: &'static str = "forget_old";
    const URGENCY: JobUrgency = JobUrgency::Background;
    type Context = App;

    async fn run(self, app: App, lease: Lease) -> anyhow::Result<Done> {
        if let Some(of) = self.of {
            of.forget_old(&app, lease.clock()).await?;
        }
        lease.done().await
    }
}

impl OldData {
    pub const ALL: [OldData; 13] = [
        OldData::Jobs,
        OldData::Mails,
        OldData::LiveEvents,
        OldData::LlmBudget,
        OldData::Identity,
        OldData::Billing,
        OldData::DeletedAccounts,
        OldData::Keywords,
        OldData::Listening,
        OldData::Searches,
        OldData::Notifications,
        OldData::Sandbox,
        OldData::ListCounts,
    ];

    fn name(self) -> &'static str {
        match self {
            OldData::Jobs => "jobs",
            OldData::Mails => "mails",
            OldData::LiveEvents => "live_events",
            OldData::LlmBudget => "llm_budget",
            OldData::Identity => "identity",
            OldData::Billing => "billing",
            OldData::DeletedAccounts => "deleted_accounts",
            OldData::Keywords => "keywords",
            OldData::Listening => "listening",
            OldData::Searches => "searches",
            OldData::Notifications => "notifications",
            OldData::Sandbox => "sandbox",
            OldData::ListCounts => "list_counts",
        }
    }

    async fn forget_old(self, app: &App, clock: &Clock) -> anyhow::Result<()> {
        let db = &app.db;
        match self {
            OldData::Jobs => jobs::forget_finished(db, clock).await.map(drop)?,
            OldData::Mails => app.outbox.forget_old().await.map(drop)?,
            OldData::LiveEvents => live::forget_old(db, clock).await.map(drop)?,
            OldData::LlmBudget => budget::forget_old(db, clock).await.map(drop)?,
            OldData::Identity => identity::forget_old(db, clock).await.map(drop)?,
            OldData::Billing => billing::forget_old(db, clock).await.map(drop)?,
            OldData::DeletedAccounts => lifecycle::forget_leftovers(db).await.map(drop)?,
            OldData::Keywords => keywords::forget_old(db, clock).await?,
            OldData::Listening => listening::forget_old(db, clock).await?,
            OldData::Searches => searches::forget_old(db, clock).await?,
            OldData::Notifications => notifications::forget_old(db, clock).await.map(drop)?,
            OldData::Sandbox => sandbox::forget_old(db, clock).await.map(drop)?,
            OldData::ListCounts => {
                discovery::add_up_counts(db).await?;
                mentions::add_up_counts(db).await?;
            }
        }
        Ok(())
    }
}
