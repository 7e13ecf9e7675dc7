//! What the database says for the operations page, read at once by the statements of `/metrics`.

use chrono::{DateTime, TimeDelta, Utc};

use billing::CustomerCount;
use listening::{RedditBudget, SourceName};
use platform::app::App;
use platform::budget::{self, TodaysTokens};
use platform::db::DbResult;
use platform::jobs::{self, JobBacklog, JobSummary};
use platform::mail_deliveries::{self, UnsentCount};
use platform::provider_health::{self, NamedHealth};
use scanner::FailingScan;

pub(super) struct OpsState {
    pub(super) providers: Vec<NamedHealth>,
    pub(super) backlog: Vec<JobBacklog>,
    pub(super) dead_by_kind: Vec<(String, i64)>,
    /// The newest dead jobs.
    pub(super) dead: Vec<JobSummary>,
    pub(super) scans: Vec<FailingScan>,
    pub(super) newest_find: Option<DateTime<Utc>>,
    pub(super) mails: Vec<UnsentCount>,
    pub(super) tokens: TodaysTokens,
    pub(super) reddit: Option<RedditBudget>,
    pub(super) customers: Vec<CustomerCount>,
    pub(super) accounts: i64,
    /// By how much listening is behind, for each source.
    pub(super) behind: Vec<(SourceName, Option<TimeDelta>)>,
}

const MOST_DEAD: i64 = 50;

impl OpsState {
    pub(super) async fn read(app: &App) -> DbResult<Self> {
        let (db, clock) = (&app.db, &app.clock);
        let mut behind = Vec::new();
        for source in [
            SourceName::Reddit,
            SourceName::HackerNews,
            SourceName::Bluesky,
        ] {
            behind.push((source, stream::behind(db, clock, source).await?));
        }
        let post = discovery::newest_found(db).await?;
        let mention = mentions::newest_found(db).await?;
        Ok(Self {
            providers: provider_health::all_states(db).await?,
            backlog: jobs::backlog(db, clock).await?,
            dead_by_kind: jobs::dead_by_kind(db).await?,
            dead: jobs::dead(db, MOST_DEAD).await?,
            scans: scanner::failing_scans(db).await?,
            newest_find: post.max(mention),
            mails: mail_deliveries::unsent_counts(db).await?,
            tokens: budget::spent_today(db, clock).await?,
            reddit: listening::reddit_budget(db, clock).await?,
            customers: billing::customers_by_state(db).await?,
            accounts: identity::count(db).await?,
            behind,
        })
    }

    /// Every kind of job that waits, runs or is dead, in the order of the alphabet.
    pub(super) fn job_kinds(&self) -> Vec<&str> {
        let open = self.backlog.iter().map(|row| row.kind.as_str());
        let dead = self.dead_by_kind.iter().map(|(kind, _)| kind.as_str());
        let mut kinds: Vec<&str> = open.chain(dead).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    pub(super) fn jobs_in(&self, kind: &str, states: &[&str]) -> i64 {
        let rows = self.backlog.iter().filter(|row| row.kind == kind);
        let counted = rows.filter(|row| states.contains(&row.state.as_str()));
        counted.map(|row| row.jobs).sum()
    }

    /// Since when the oldest job of a kind could run.
    pub(super) fn oldest_ready(&self, kind: &str) -> Option<DateTime<Utc>> {
        let rows = self.backlog.iter().filter(|row| row.kind == kind);
        rows.filter_map(|row| row.ready_since).min()
    }

    pub(super) fn dead_of(&self, kind: &str) -> i64 {
        let row = self.dead_by_kind.iter().find(|(name, _)| name == kind);
        row.map_or(0, |(_, count)| *count)
    }

    pub(super) fn mails_in(&self, state: &str) -> i64 {
        let row = self.mails.iter().find(|row| row.state == state);
        row.map_or(0, |row| row.mails)
    }

    pub(super) fn customers_in(&self, state: &str) -> i64 {
        let rows = self.customers.iter().filter(|row| row.state == state);
        rows.map(|row| row.customers).sum()
    }
}
