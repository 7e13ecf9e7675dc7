//! The two jobs of a scan: one starts both parts, one runs after them and saves the result. No worker
//! waits in between.

use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::scan_run::{
    INTERNAL_ERROR, MENTIONS, NO_SUBSCRIPTION, POSTS, REDDIT_UNAVAILABLE, ScanRun,
};
use super::{progress, store};
use listening::{Outcome, Scanned};
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, Done, Job, Lease, NewJob};

/// Whether a scan is running or queued.
pub(super) async fn is_scan_running(db: &Db, user_id: Uuid) -> DbResult<bool> {
    let lane = user_id.to_string();
    Ok(jobs::is_under_way(db, &lane, Scan::KIND).await?
        || jobs::is_under_way(db, &lane, FinishScan::KIND).await?)
}

/// Starts a scan. The schedule queues it, one at a time.
#[derive(Debug, Serialize, Deserialize)]
pub struct Scan {
    pub(super) user_id: Uuid,
}

impl Job for Scan {
    const KIND: &'static str = "scan";
    type Context = Db;

    async fn run(self, db: Db, lease: Lease) -> anyhow::Result<Done> {
        let (user_id, clock) = (self.user_id, lease.clock());
        let access = billing::access_of(&db, clock, user_id).await?;
        if !access.is_live {
            return lease.done().await;
        }
        let posts = discovery::is_ready(&db, clock, user_id).await?;
        let mentions = mentions::is_ready(&db, clock, user_id).await?;
        let mut run = ScanRun::started(lease.job_id(), clock.now());
        // One commit, so that the scan starts once or not at all.
        let mut tx = lease.begin().await?;
        match posts {
            Ok(()) => {
                let started = discovery::begin_scan(&mut tx, clock, user_id).await?;
                run.discovery_job = Some(started.id());
            }
            Err(reason) => run.add_failure(POSTS, &reason.to_string()),
        }
        match mentions {
            Ok(()) => {
                let started = mentions::begin_scan(&mut tx, clock, user_id).await?;
                run.mentions_job = Some(started.id());
            }
            Err(reason) => run.add_failure(MENTIONS, &reason.to_string()),
        }
        store::close_interrupted(&mut tx, user_id, clock.now()).await?;
        store::add_run(&mut tx, (user_id, access.plan), &run).await?;
        queue_finish(&mut tx, clock, user_id, run).await?;
        lease.finish(tx, json!({ "run": lease.job_id() })).await
    }
}

/// Queues the job that runs after the parts; without parts the scan ends at once.
async fn queue_finish(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    run: ScanRun,
) -> anyhow::Result<()> {
    let parts: Vec<Uuid> = [run.discovery_job, run.mentions_job]
        .into_iter()
        .flatten()
        .collect();
    if parts.is_empty() {
        return finish_run(tx, clock, user_id, run).await;
    }
    let finish = FinishScan {
        user_id,
        run_id: run.id,
    };
    let job = NewJob::of(&finish)
        .lane(user_id.to_string())
        .once(format!("finish_scan:{}", run.id))
        .after(parts)
        .showing(progress::RUNNING);
    jobs::enqueue(tx, clock, job).await?;
    Ok(progress::RUNNING.tell(tx, clock, user_id).await?)
}

/// Saves the result of a scan once both parts have ended.
#[derive(Debug, Serialize, Deserialize)]
pub struct FinishScan {
    user_id: Uuid,
    run_id: Uuid,
}

impl Job for FinishScan {
    const KIND: &'static str = "finish_scan";
    type Context = Db;

    async fn run(self, db: Db, lease: Lease) -> anyhow::Result<Done> {
        let Some(mut run) = store::load_open(&db, self.run_id).await? else {
            return lease.done().await;
        };
        let (user_id, clock) = (self.user_id, lease.clock());
        if let Some(job_id) = run.discovery_job {
            let scanned = discovery::scan_ended(&db, clock, (user_id, job_id)).await?;
            run.new_posts = record_part(&mut run, POSTS, scanned)?;
        }
        if let Some(job_id) = run.mentions_job {
            let scanned = mentions::scan_ended(&db, clock, (user_id, job_id)).await?;
            run.new_mentions = record_part(&mut run, MENTIONS, scanned)?;
        }
        let mut tx = lease.begin().await?;
        finish_run(&mut tx, clock, user_id, run).await?;
        lease.finish(tx, json!(null)).await
    }
}

/// Records the failures of a part and returns how many new items it found.
fn record_part(run: &mut ScanRun, part: &str, scanned: Option<Scanned>) -> anyhow::Result<i64> {
    match scanned {
        Some(Scanned::Ended(Outcome::Found { new, failures })) => {
            for failure in &failures {
                run.add_failure(&failure.what, &failure.why);
            }
            return Ok(i64::try_from(new)?);
        }
        Some(Scanned::Ended(Outcome::Unheard)) => run.add_failure(part, REDDIT_UNAVAILABLE),
        Some(Scanned::Ended(Outcome::NoSubscription)) => run.add_failure(part, NO_SUBSCRIPTION),
        Some(Scanned::Failed) | None => run.add_failure(part, INTERNAL_ERROR),
    }
    Ok(0)
}

/// Saves the end of a run and notifies open pages.
async fn finish_run(tx: &mut Tx, clock: &Clock, user_id: Uuid, run: ScanRun) -> anyhow::Result<()> {
    store::end_run(tx, user_id, &run, clock.now()).await?;
    let has_parts = run.discovery_job.is_some() || run.mentions_job.is_some();
    let ended = progress::ended(run.found(), has_parts);
    Ok(ended.tell(tx, clock, user_id).await?)
}
