//! Scans as an operator sees them: when, how much, and what kind of trouble. What a failure is about can
//! be a keyword, so it stays out.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::scan_run::{INTERNAL_ERROR, INTERRUPTED, REDDIT_BUSY, ScanFailure, ScanRun};
use super::store;
use platform::db::{Db, DbResult};

/// Why a scan is not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScanTrouble {
    /// Something of ours is broken.
    Error,
    /// A source did not answer; the scan is repeated by itself.
    Outage,
    /// The budget of calls was used up.
    Busy,
    /// What the customer can change: no keywords, a closed community, no subscription.
    Customer,
}

impl ScanTrouble {
    pub const ALL: [ScanTrouble; 4] = [
        ScanTrouble::Error,
        ScanTrouble::Outage,
        ScanTrouble::Busy,
        ScanTrouble::Customer,
    ];

    pub fn name(self) -> &'static str {
        match self {
            ScanTrouble::Error => "error",
            ScanTrouble::Outage => "outage",
            ScanTrouble::Busy => "busy",
            ScanTrouble::Customer => "customer",
        }
    }
}

/// A customer whose newest scan is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailingScan {
    pub user_id: Uuid,
    pub started_at: DateTime<Utc>,
    /// The worst of what happened.
    pub trouble: ScanTrouble,
    /// When what failed is searched again; none: at the next scan.
    pub repeat_at: Option<DateTime<Utc>>,
}

/// One scan of a customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanSummary {
    pub started_at: DateTime<Utc>,
    pub ended_at: Option<DateTime<Utc>>,
    pub new_posts: i64,
    pub new_mentions: i64,
    /// What went wrong, in the sentences that customers read; each once.
    pub problems: Vec<String>,
    pub repeat_at: Option<DateTime<Utc>>,
}

/// The customers whose newest complete run has failures, newest first.
pub async fn failing_scans(db: &Db) -> DbResult<Vec<FailingScan>> {
    let rows = store::failing_runs(db).await?.into_iter();
    let failing = rows.filter_map(|row| {
        Some(FailingScan {
            user_id: row.user_id,
            started_at: row.started_at,
            trouble: row.failures.0.iter().map(ScanFailure::trouble).min()?,
            repeat_at: row.repeat_at,
        })
    });
    Ok(failing.collect())
}

/// The newest scans of a customer, newest first.
pub async fn newest_scans(db: &Db, user_id: Uuid) -> DbResult<Vec<ScanSummary>> {
    let runs = store::newest_runs(db, user_id).await?;
    Ok(runs.into_iter().map(ScanSummary::from).collect())
}

impl From<ScanRun> for ScanSummary {
    fn from(run: ScanRun) -> Self {
        let mut problems: Vec<String> = run.failures.into_iter().map(|it| it.why).collect();
        problems.sort();
        problems.dedup();
        Self {
            started_at: run.started_at,
            ended_at: run.ended_at,
            new_posts: run.new_posts,
            new_mentions: run.new_mentions,
            problems,
            repeat_at: run.repeat_at,
        }
    }
}

impl ScanFailure {
    fn trouble(&self) -> ScanTrouble {
        match self.why.as_str() {
            INTERNAL_ERROR | INTERRUPTED => ScanTrouble::Error,
            REDDIT_BUSY => ScanTrouble::Busy,
            _ if self.is_outage() => ScanTrouble::Outage,
            _ => ScanTrouble::Customer,
        }
    }
}
