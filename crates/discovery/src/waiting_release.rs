//! Releases waiting posts when a user's plan changes.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{post_writer, store};
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::events::ProductEvents;
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

/// What it needs.
#[derive(Clone, Debug)]
pub struct ReleaseTools {
    pub db: Db,
    pub events: Arc<dyn ProductEvents>,
}

impl Job for ReleaseWaiting {
    const KIND: &'static str = "release_waiting";
    type Context = ReleaseTools;

    async fn run(self, tools: ReleaseTools, lease: Lease) -> anyhow::Result<Done> {
        let context = (lease.clock(), &*tools.events);
        post_writer::release(&tools.db, context, self.user_id).await?;
        lease.done().await
    }
}
