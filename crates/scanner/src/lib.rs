//! Automatic scans for posts and mentions, as often as a user's plan promises.
//!
//! **Owns** the table `scan_runs`. When the next scan is due is a schedule of the platform
//! (`platform/src/jobs/schedule.rs`), one per user with a live subscription.
//!
//! **Promises** that the first scan starts with the subscription; that a plan change applies its
//! cadence in the same transaction; that no paid work is done once access has ended; that a scan is
//! done once, however many processes run and wherever one crashes; that one scan makes up for all
//! that were missed while nothing ran; that a failing part does not lose the other; and that searches
//! which an outage cut off are repeated soon.
//!
//! **Calls** `discovery` and `mentions` for the parts of a scan, `listening` for how they ended and
//! `billing` for the plan.
//!
//! ```text
//!  schedule ─► Scan ─┬─► discovery ─┬─► FinishScan ─► scan_runs ─► status, runs, open pages
//!                    └─► mentions ──┘       └─► RepeatScan, after an outage
//! ```

pub mod api;
mod operator_view;
mod progress;
mod scan_jobs;
mod scan_repeat;
mod scan_run;
mod store;

use std::time::Duration;

use billing::Entitlement;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, Job, Recurring, ScheduledRun};
use platform::product::{Plan, TRIAL_CADENCE_HOURS};
use serde_json::Value;
use uuid::Uuid;

pub use operator_view::{FailingScan, ScanSummary, ScanTrouble, failing_scans, newest_scans};
pub use scan_jobs::{FinishScan, Scan};
pub use scan_repeat::RepeatScan;
pub use store::FAILING_RUNS;

/// A subscription became live: the first scan is due at once, the others follow.
pub async fn start(tx: &mut Tx, clock: &Clock, user_id: Uuid, plan: Plan) -> DbResult<()> {
    let cadence = cadence(tx, clock, user_id, plan).await?;
    let scan = Recurring::new(schedule_name(user_id), cadence, &Scan { user_id });
    jobs::start_at_once(tx, clock, scan.lane(user_id.to_string())).await
}

/// Schedules scans for users who subscribed before the scanner existed. If any scan is scheduled,
/// there are no such users.
pub async fn adopt(db: &Db, clock: &Clock) -> DbResult<()> {
    if jobs::is_anything_planned(db, Scan::KIND).await? {
        return Ok(());
    }
    // Read before the transaction: one that waits for a second connection may wait for itself.
    let subscribers = billing::live_subscribers(db).await?;
    let mut tx = db.begin().await?;
    for (user_id, plan) in subscribers {
        start(&mut tx, clock, user_id, plan).await?;
    }
    tx.commit().await
}

/// The plan changed, or its trial ended: scans run at the cadence that holds now.
pub async fn change_plan(tx: &mut Tx, clock: &Clock, user_id: Uuid, plan: Plan) -> DbResult<()> {
    let last = store::last_started(tx, user_id).await?;
    let last = last.unwrap_or_else(|| clock.now());
    let cadence = cadence(tx, clock, user_id, plan).await?;
    let is_scheduled =
        jobs::change_cadence(tx, clock, &schedule_name(user_id), (cadence, last)).await?;
    if !is_scheduled {
        start(tx, clock, user_id, plan).await?;
    }
    Ok(())
}

/// Scans now instead of at the next time; false if nothing is scheduled.
pub async fn scan_now(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<bool> {
    let enqueued = jobs::bring_forward(tx, clock, &schedule_name(user_id)).await?;
    Ok(enqueued.is_some())
}

/// Access has ended: nothing is scheduled any more, and a running scan does no more paid work,
/// because its parts check the subscription themselves.
pub async fn stop(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    jobs::unschedule(tx, &schedule_name(user_id)).await
}

/// Everything this room stores about a user.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    store::SCAN_RUNS.of(db, user_id).await
}

/// Deletes a user's data.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    stop(tx, user_id).await?;
    store::delete_runs(tx, user_id).await
}

/// When a user's next scan is due, and how often scans run; `None` without a subscription.
pub async fn next_scan(db: &Db, user_id: Uuid) -> DbResult<Option<ScheduledRun>> {
    jobs::planned(db, &schedule_name(user_id)).await
}

fn schedule_name(user_id: Uuid) -> String {
    format!("scan:{user_id}")
}

/// How often scans run. A trial with one scan cannot convince anybody, so during a trial they run
/// every day, or as often as the plan says if that is more.
async fn cadence(tx: &mut Tx, clock: &Clock, user_id: Uuid, plan: Plan) -> DbResult<Duration> {
    let access = billing::check_entitlement(tx, clock, user_id, Entitlement::PaidWork).await?;
    let is_trial = access.is_ok_and(|access| access.is_trial);
    let hours = plan.terms().cadence_hours;
    let hours = if is_trial {
        hours.min(TRIAL_CADENCE_HOURS)
    } else {
        hours
    };
    Ok(Duration::from_hours(u64::from(hours)))
}
