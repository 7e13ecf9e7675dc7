//! Queues a job for every digest that is due, once, however many processes run.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::digest_job::WriteDigest;
use super::{preferences, store};
use platform::crash;
use platform::db::Tx;
use platform::jobs::{self, Done, Job, JobUrgency, Lease, NewJob};

/// Queues the digests that are due.
#[derive(Debug, Serialize, Deserialize)]
pub struct QueueDigests {}

/// How often due digests are queued. Users are spread by the second; a longer interval would bunch them.
pub const QUEUE_DIGESTS_EVERY: Duration = Duration::from_mins(1);

/// How many users one transaction handles.
const BATCH_SIZE: i64 = 50;

impl Job for QueueDigests {
    const KIND: &'static str = "queue_digests";
    const URGENCY: JobUrgency = JobUrgency::Background;
    type Context = ();

    async fn run(self, (): (), lease: Lease) -> anyhow::Result<Done> {
        loop {
            let mut tx = lease.begin().await?;
            let due = store::due_preferences(&mut tx, lease.clock().now(), BATCH_SIZE).await?;
            let is_last_batch = due.len() < usize::try_from(BATCH_SIZE).unwrap_or(usize::MAX);
            for preferences in &due {
                queue(&mut tx, &lease, preferences).await?;
            }
            tx.commit().await?;
            if !due.is_empty() {
                crash::point("notifications.after_queue");
            }
            if is_last_batch {
                return lease.done().await;
            }
        }
    }
}

/// Schedules a user's next digest and queues this one, in one transaction. However many were
/// missed, one is queued.
async fn queue(
    tx: &mut Tx,
    lease: &Lease,
    due: &preferences::PreferencesRow,
) -> anyhow::Result<()> {
    let (clock, user_id) = (lease.clock(), due.user_id);
    let reader = preferences::reader_of(tx, clock, due).await?;
    let next = due.next_for(reader, clock.now());
    let is_ours = store::advance_next_digest(tx, due, next).await?;
    if !is_ours || !due.enabled || reader.is_none() {
        return Ok(());
    }
    let job = NewJob::of(&WriteDigest { user_id })
        .lane(user_id.to_string())
        .once(format!("digest:{user_id}"));
    jobs::enqueue(tx, clock, job).await?;
    Ok(())
}
