//! Releases waiting posts when a user's plan changes.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{post_writer, store};
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, Done, Job, Lease, NewJob};

pub(super) async fn when_something_waits(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
) -> DbResult<()> {
    if store::release_candidates(tx, user_id, 1).await?.is_empty() {
        return Ok(());
    }
    let job = NewJob::of(&ReleaseWaiting { user_id }).lane(user_id.to_string());
    let job = job.once(format!("release_waiting:{user_id}"));
    jobs::enqueue(tx, clock, job).await.map(drop)
}

/// Saves a user's waiting posts as far as the allowance has room.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReleaseWaiting {
    user_id: Uuid,
}

impl Job for ReleaseWaiting {
    const KIND: &'static str = "release_waiting";
    type Context = Db;

    async fn run(self, db: Db, lease: Lease) -> anyhow::Result<Done> {
        post_writer::release(&db, lease.clock(), self.user_id).await?;
        lease.done().await
    }
}
