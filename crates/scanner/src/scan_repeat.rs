//! Repeating what an outage cut off: soon, with growing pauses, and only the searches that failed.
//!
//! A repeat belongs to its scan: it adds to the same run and moves no schedule. Waiting for Reddit's
//! rate limit is no failure and never leads here.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::scan_jobs;
use super::store;
use listening::Gap;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, Done, Job, Lease, NewJob};

/// Searches again for what a scan could not hear.
#[derive(Debug, Serialize, Deserialize)]
pub struct RepeatScan {
    pub(super) user_id: Uuid,
    pub(super) run_id: Uuid,
    /// How often it was repeated before.
    pub(super) repeats: usize,
    pub(super) open: OpenSearches,
}

/// What a scan left open; none of a part that was heard.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OpenSearches {
    pub(super) posts: Option<Unfinished>,
    pub(super) mentions: Option<Unfinished>,
}

/// How much of a part is to be searched again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Unfinished {
    Everything,
    Only(Vec<Gap>),
}

/// The pauses before each repeat. The first three lie within the hour; an outage that lasts longer
/// is followed through a working day, and after that the next scan is near enough.
const PAUSES_MIN: [i64; 6] = [5, 10, 20, 60, 120, 240];
/// An outage meets everybody's scans at once. Their repeats are spread over this many seconds.
const SPREAD_S: u64 = 120;

impl Unfinished {
    pub(super) fn gaps(self) -> Option<Vec<Gap>> {
        match self {
            Unfinished::Everything => None,
            Unfinished::Only(gaps) => Some(gaps),
        }
    }
}

impl OpenSearches {
    pub(super) fn is_empty(&self) -> bool {
        self.posts.is_none() && self.mentions.is_none()
    }
}

/// Queues the next repeat of a scan and says when it is due; none if nothing is open or it was
/// repeated often enough.
pub(super) async fn queue(
    tx: &mut Tx,
    clock: &Clock,
    repeat: RepeatScan,
) -> DbResult<Option<DateTime<Utc>>> {
    let Some(minutes) = PAUSES_MIN.get(repeat.repeats) else {
        return Ok(None);
    };
    if repeat.open.is_empty() {
        return Ok(None);
    }
    let due = clock.now() + TimeDelta::minutes(*minutes) + offset(repeat.user_id);
    let job = NewJob::of(&repeat)
        .lane(repeat.user_id.to_string())
        .once(format!("repeat_scan:{}", repeat.run_id))
        .due(due);
    jobs::enqueue(tx, clock, job).await?;
    Ok(Some(due))
}

/// The end of an id is random, so users are spread evenly.
fn offset(user_id: Uuid) -> TimeDelta {
    let (_, random) = user_id.as_u64_pair();
    TimeDelta::seconds(i64::try_from(random % SPREAD_S).unwrap_or(0))
}

impl Job for RepeatScan {
    const KIND: &'static str = "repeat_scan";
    type Context = Db;

    async fn run(self, db: Db, lease: Lease) -> anyhow::Result<Done> {
        let (user_id, clock) = (self.user_id, lease.clock());
        let newest = store::newest_runs(&db, user_id).await?.into_iter().next();
        let Some(mut run) = newest.filter(|run| run.id == self.run_id && run.ended_at.is_some())
        else {
            // A later scan has searched for everything.
            return lease.done().await;
        };
        let posts = discovery::is_ready(&db, clock, user_id).await?;
        let mentions = mentions::is_ready(&db, clock, user_id).await?;
        let mut tx = lease.begin().await?;
        run.reopen();
        if let Some(open) = self.open.posts.filter(|_| posts.is_ok()) {
            let started = discovery::begin_scan(&mut tx, clock, user_id, open.gaps()).await?;
            run.discovery_job = Some(started.id());
        }
        if let Some(open) = self.open.mentions.filter(|_| mentions.is_ok()) {
            let started = mentions::begin_scan(&mut tx, clock, user_id, open.gaps()).await?;
            run.mentions_job = Some(started.id());
        }
        if run.parts().is_empty() {
            store::cancel_repeat(&mut tx, run.id).await?;
        } else {
            store::reopen_run(&mut tx, &run).await?;
            scan_jobs::queue_finish(&mut tx, clock, (user_id, self.repeats + 1), run).await?;
        }
        lease.finish(tx, json!({ "run": self.run_id })).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_repeats_lie_within_the_hour_whoever_the_user_is() {
        let within_the_hour: i64 = PAUSES_MIN[..3].iter().sum();

        assert!(within_the_hour + 3 * 2 <= 60, "{within_the_hour}");
        for user in [0, 119, u128::MAX] {
            assert!(offset(Uuid::from_u128(user)) < TimeDelta::minutes(2));
        }
    }
}
