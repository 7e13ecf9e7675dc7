//! The two jobs of a scan: one starts both parts, one runs after them, saves the result and has
//! repeated what an outage cut off. No worker waits in between.

use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::scan_repeat::{self, OpenSearches, RepeatScan, Unfinished};
use super::scan_run::{
    INTERNAL_ERROR, MENTIONS, NO_SUBSCRIPTION, POSTS, REDDIT_BUSY, REDDIT_UNAVAILABLE, ScanRun,
};
use super::{progress, store};
use listening::{Outcome, Scanned};
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, Done, Job, JobUrgency, Lease, NewJob};

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
    const URGENCY: JobUrgency = JobUrgency::Background;
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
                let started = discovery::begin_scan(&mut tx, clock, user_id, None).await?;
                run.discovery_job = Some(started.id());
            }
            Err(reason) => run.add_failure(POSTS, &reason.to_string()),
        }
        match mentions {
            Ok(()) => {
                let started = mentions::begin_scan(&mut tx, clock, user_id, None).await?;
                run.mentions_job = Some(started.id());
            }
            Err(reason) => run.add_failure(MENTIONS, &reason.to_string()),
        }
        store::close_interrupted(&mut tx, user_id, clock.now()).await?;
        store::add_run(&mut tx, (user_id, access.plan), &run).await?;
        queue_finish(&mut tx, clock, (user_id, 0), run).await?;
        lease.finish(tx, json!({ "run": lease.job_id() })).await
    }
}

/// Queues the job that runs after the parts; without parts the scan ends at once.
pub(super) async fn queue_finish(
    tx: &mut Tx,
    clock: &Clock,
    (user_id, repeats): (Uuid, usize),
    run: ScanRun,
) -> anyhow::Result<()> {
    let parts = run.parts();
    if parts.is_empty() {
        return finish_run(tx, clock, user_id, run).await;
    }
    let finish = FinishScan {
        user_id,
        run_id: run.id,
        repeats,
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
    /// How often the scan was repeated.
    #[serde(default)]
    repeats: usize,
}

impl Job for FinishScan {
    const KIND: &'static str = "finish_scan";
    const URGENCY: JobUrgency = JobUrgency::Background;
    type Context = Db;

    async fn run(self, db: Db, lease: Lease) -> anyhow::Result<Done> {
        let Some(mut run) = store::load_open(&db, self.run_id).await? else {
            return lease.done().await;
        };
        let (user_id, clock) = (self.user_id, lease.clock());
        let mut open = OpenSearches::default();
        if let Some(job_id) = run.discovery_job {
            let scanned = discovery::scan_ended(&db, clock, (user_id, job_id)).await?;
            let ended = record_part(&mut run, POSTS, scanned);
            run.new_posts += i64::try_from(ended.found)?;
            open.posts = ended.open;
        }
        if let Some(job_id) = run.mentions_job {
            let scanned = mentions::scan_ended(&db, clock, (user_id, job_id)).await?;
            let ended = record_part(&mut run, MENTIONS, scanned);
            run.new_mentions += i64::try_from(ended.found)?;
            open.mentions = ended.open;
        }
        let mut tx = lease.begin().await?;
        let repeat = RepeatScan {
            user_id,
            run_id: run.id,
            repeats: self.repeats,
            open,
        };
        run.repeat_at = scan_repeat::queue(&mut tx, clock, repeat).await?;
        finish_run(&mut tx, clock, user_id, run).await?;
        lease.finish(tx, json!(null)).await
    }
}

/// How a part of a scan ended.
#[derive(Debug, Default)]
struct PartEnd {
    found: usize,
    /// What an outage left open.
    open: Option<Unfinished>,
}

impl PartEnd {
    fn unheard() -> Self {
        Self {
            found: 0,
            open: Some(Unfinished::Everything),
        }
    }
}

/// Records the failures of a part.
fn record_part(run: &mut ScanRun, part: &str, scanned: Option<Scanned>) -> PartEnd {
    match scanned {
        Some(Scanned::Ended(Outcome::Found {
            new,
            failures,
            gaps,
        })) => {
            for failure in &failures {
                run.add_failure(&failure.what, &failure.why);
            }
            let open = (!gaps.is_empty()).then_some(Unfinished::Only(gaps));
            return PartEnd { found: new, open };
        }
        Some(Scanned::Ended(Outcome::Unheard)) => {
            run.add_failure(part, REDDIT_UNAVAILABLE);
            return PartEnd::unheard();
        }
        Some(Scanned::Ended(Outcome::Busy)) => run.add_failure(part, REDDIT_BUSY),
        Some(Scanned::Ended(Outcome::NoSubscription)) => run.add_failure(part, NO_SUBSCRIPTION),
        Some(Scanned::Failed) | None => run.add_failure(part, INTERNAL_ERROR),
    }
    PartEnd::default()
}

/// Saves the end of a run and notifies open pages.
async fn finish_run(tx: &mut Tx, clock: &Clock, user_id: Uuid, run: ScanRun) -> anyhow::Result<()> {
    store::end_run(tx, user_id, &run, clock.now()).await?;
    let ended = progress::ended(run.found(), !run.parts().is_empty());
    Ok(ended.tell(tx, clock, user_id).await?)
}
