//! The clock of the digests: who is due gets a job, once, whichever process looks.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::writing::WriteDigest;
use super::{preferences, store};
use platform::crash;
use platform::db::Tx;
use platform::jobs::{self, Done, Job, Lease, NewJob};

/// Looks whose digest is due.
#[derive(Debug, Serialize, Deserialize)]
pub struct QueueDigests {}

/// How often somebody looks. People are spread by the second, so a rarer look would gather them.
pub const LOOK_EVERY: Duration = Duration::from_mins(1);

/// As many as one transaction moves on.
const AT_ONCE: i64 = 50;

impl Job for QueueDigests {
    const KIND: &'static str = "queue_digests";
    type Context = ();

    async fn run(self, (): (), lease: Lease) -> anyhow::Result<Done> {
        loop {
            let mut tx = lease.begin().await?;
            let due = store::due(&mut tx, lease.clock().now(), AT_ONCE).await?;
            let is_all = due.len() < usize::try_from(AT_ONCE).unwrap_or(usize::MAX);
            for preferences in &due {
                queue(&mut tx, &lease, preferences).await?;
            }
            tx.commit().await?;
            if !due.is_empty() {
                crash::point("notifications.after_queue");
            }
            if is_all {
                return lease.done().await;
            }
        }
    }
}

/// Moves somebody on to their next digest and queues this one, both or neither. However long nobody
/// looked, it is one.
async fn queue(tx: &mut Tx, lease: &Lease, due: &preferences::Preferences) -> anyhow::Result<()> {
    let (clock, user_id) = (lease.clock(), due.user_id);
    let plan = preferences::live_plan(tx, clock, user_id).await?;
    let next = due.planned(plan, clock.now());
    if !store::move_on(tx, due, next).await? || next.is_none() {
        return Ok(());
    }
    let job = NewJob::of(&WriteDigest { user_id })
        .lane(user_id.to_string())
        .once(format!("digest:{user_id}"));
    jobs::enqueue(tx, clock, job).await?;
    Ok(())
}
