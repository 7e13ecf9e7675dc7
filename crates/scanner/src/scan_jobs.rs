//! A scan: its beginning, which starts both parts, and its end, which comes after theirs. No worker
//! is held in between.

use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::run::{MENTIONS, NO_SUBSCRIPTION, OUR_FAULT, POSTS, Run, UNHEARD};
use super::{progress, store};
use listening::{Outcome, Scanned};
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, Done, Job, Lease, NewJob};

/// Whether a scan is under way or waits for its turn.
pub(super) async fn is_under_way(db: &Db, user_id: Uuid) -> DbResult<bool> {
    let lane = user_id.to_string();
    Ok(jobs::is_under_way(db, &lane, Scan::KIND).await?
        || jobs::is_under_way(db, &lane, FinishScan::KIND).await?)
}

/// Begins a scan: queued by the schedule, once at a time.
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
        let mut run = Run::begun(lease.job_id(), clock.now());
        // Everything that the scan begins with is one commit: it begins once or not at all.
        let mut tx = lease.begin().await?;
        match posts {
            Ok(()) => {
                let begun = discovery::begin_scan(&mut tx, clock, user_id).await?;
                run.discovery_job = Some(begun.id());
            }
            Err(reason) => run.fails(POSTS, &reason.to_string()),
        }
        match mentions {
            Ok(()) => {
                let begun = mentions::begin_scan(&mut tx, clock, user_id).await?;
                run.mentions_job = Some(begun.id());
            }
            Err(reason) => run.fails(MENTIONS, &reason.to_string()),
        }
        store::give_up_open(&mut tx, user_id, clock.now()).await?;
        store::add(&mut tx, (user_id, access.plan), &run).await?;
        follow_up(&mut tx, clock, user_id, run).await?;
        lease.finish(tx, json!({ "run": lease.job_id() })).await
    }
}

/// The end comes after the parts; where there are none, at once.
async fn follow_up(tx: &mut Tx, clock: &Clock, user_id: Uuid, run: Run) -> anyhow::Result<()> {
    let parts: Vec<Uuid> = [run.discovery_job, run.mentions_job]
        .into_iter()
        .flatten()
        .collect();
    if parts.is_empty() {
        return end(tx, clock, user_id, run).await;
    }
    let finish = FinishScan {
        user_id,
        run_id: run.id,
    };
    let job = NewJob::of(&finish)
        .lane(user_id.to_string())
        .once(format!("finish_scan:{}", run.id))
        .after(parts)
        .showing(progress::LOOKING);
    jobs::enqueue(tx, clock, job).await?;
    Ok(progress::LOOKING.tell(tx, clock, user_id).await?)
}

/// Writes down how a scan ended, once both parts have.
#[derive(Debug, Serialize, Deserialize)]
pub struct FinishScan {
    user_id: Uuid,
    run_id: Uuid,
}

impl Job for FinishScan {
    const KIND: &'static str = "finish_scan";
    type Context = Db;

    async fn run(self, db: Db, lease: Lease) -> anyhow::Result<Done> {
        let Some(mut run) = store::open(&db, self.run_id).await? else {
            return lease.done().await;
        };
        let (user_id, clock) = (self.user_id, lease.clock());
        if let Some(job_id) = run.discovery_job {
            let scanned = discovery::scan_ended(&db, clock, (user_id, job_id)).await?;
            run.new_posts = hear(&mut run, POSTS, scanned)?;
        }
        if let Some(job_id) = run.mentions_job {
            let scanned = mentions::scan_ended(&db, clock, (user_id, job_id)).await?;
            run.new_mentions = hear(&mut run, MENTIONS, scanned)?;
        }
        let mut tx = lease.begin().await?;
        end(&mut tx, clock, user_id, run).await?;
        lease.finish(tx, json!(null)).await
    }
}

/// Writes down what a part could not do; answers how much it has found that is new.
fn hear(run: &mut Run, part: &str, scanned: Option<Scanned>) -> anyhow::Result<i64> {
    match scanned {
        Some(Scanned::Ended(Outcome::Found { new, failures })) => {
            for failure in &failures {
                run.fails(&failure.what, &failure.why);
            }
            return Ok(i64::try_from(new)?);
        }
        Some(Scanned::Ended(Outcome::Unheard)) => run.fails(part, UNHEARD),
        Some(Scanned::Ended(Outcome::NoSubscription)) => run.fails(part, NO_SUBSCRIPTION),
        Some(Scanned::Failed) | None => run.fails(part, OUR_FAULT),
    }
    Ok(0)
}

/// Writes the end down and tells the open pages.
async fn end(tx: &mut Tx, clock: &Clock, user_id: Uuid, run: Run) -> anyhow::Result<()> {
    store::end(tx, user_id, &run, clock.now()).await?;
    let has_looked = run.discovery_job.is_some() || run.mentions_job.is_some();
    let ended = progress::ended(run.found(), has_looked);
    Ok(ended.tell(tx, clock, user_id).await?)
}
