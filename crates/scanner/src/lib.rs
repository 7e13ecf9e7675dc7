//! Looking by itself: every so often, as somebody's plan promises, for posts and for mentions.
//!
//! **Owns** the table `scan_runs`; when a scan comes again is a schedule of the floor's
//! (`platform/jobs/schedule.rs`), one for every user with a subscription that lives. **Promises** that
//! the first scan begins with the subscription; that the cadence is the plan's from the transaction
//! on that changes it; that nothing paid is done once access has ended; that a scan is done once
//! however many processes there are and wherever one dies; that what was missed while nothing ran is
//! made up for by one scan; and that one failing part does not lose the other. **Calls** `discovery`
//! and `mentions` for the parts of a scan, `listening` for how they ended and `billing` for the plan.
//!
//! ```text
//!  schedule ─► Scan ─┬─► discovery ─┬─► FinishScan ─► scan_runs ─► status, runs, open pages
//!                    └─► mentions ──┘
//! ```

pub mod api;
mod progress;
mod run;
mod scan;
mod store;

use std::time::Duration;

use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, Job, Recurring, ScheduledRun};
use platform::product::Plan;
use serde_json::Value;
use uuid::Uuid;

pub use run::{Run, ScanFailure};
pub use scan::{FinishScan, Scan};

/// Somebody's subscription has begun to live: the first scan is due at once, the others follow.
pub async fn start(tx: &mut Tx, clock: &Clock, user_id: Uuid, plan: Plan) -> DbResult<()> {
    let scan = Recurring::new(name(user_id), cadence(plan), &Scan { user_id });
    jobs::start_at_once(tx, clock, scan.lane(user_id.to_string())).await
}

/// Begins to scan for those who subscribed before there was a scanner. Where anybody is scanned for,
/// there are none.
pub async fn adopt(db: &Db, clock: &Clock) -> DbResult<()> {
    if jobs::is_anything_planned(db, Scan::KIND).await? {
        return Ok(());
    }
    let mut tx = db.begin().await?;
    for (user_id, plan) in billing::live_subscribers(db).await? {
        start(&mut tx, clock, user_id, plan).await?;
    }
    tx.commit().await
}

/// Another plan holds: scans come as often as it promises.
pub async fn change_plan(tx: &mut Tx, clock: &Clock, user_id: Uuid, plan: Plan) -> DbResult<()> {
    let last = store::last_started(tx, user_id).await?;
    let last = last.unwrap_or_else(|| clock.now());
    let is_there = jobs::change_cadence(tx, clock, &name(user_id), (cadence(plan), last)).await?;
    if !is_there {
        start(tx, clock, user_id, plan).await?;
    }
    Ok(())
}

/// Scans now instead of at the next time; false if nothing is scheduled.
pub async fn scan_now(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<bool> {
    let enqueued = jobs::bring_forward(tx, clock, &name(user_id)).await?;
    Ok(enqueued.is_some())
}

/// Access has ended: nothing is scheduled any more, and a scan that runs does nothing more that is
/// paid for, because its parts ask for the subscription themselves.
pub async fn stop(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    jobs::unschedule(tx, &name(user_id)).await
}

/// When somebody's next scan is due, and how often they come; none without a subscription.
pub async fn planned(db: &Db, user_id: Uuid) -> DbResult<Option<ScheduledRun>> {
    jobs::planned(db, &name(user_id)).await
}

/// The newest runs, newest first.
pub async fn runs(db: &Db, user_id: Uuid) -> DbResult<Vec<Run>> {
    store::newest(db, user_id).await
}

/// Whether a scan is under way or waits for its turn.
pub async fn is_running(db: &Db, user_id: Uuid) -> DbResult<bool> {
    scan::is_under_way(db, user_id).await
}

/// Everything the room holds about a person.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    store::SCAN_RUNS.of(db, user_id).await
}

/// Forgets a person.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    stop(tx, user_id).await?;
    store::forget(tx, user_id).await
}

fn name(user_id: Uuid) -> String {
    format!("scan:{user_id}")
}

fn cadence(plan: Plan) -> Duration {
    Duration::from_hours(u64::from(plan.terms().cadence_hours))
}
