//! Looking again at what is known: what is gone from Reddit goes from here (within a day, as
//! Reddit's terms ask), what is there is brought up to date.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::keeping;
use super::store::{self, Gone, REDDIT_POSTS};
use listening::{Fullname, Listening, Thing, Urgency};
use platform::clock::Clock;
use platform::db::{Db, Tx};
use platform::events::ProductEvents;
use platform::jobs::{Done, Job, Lease};
use platform::live;

/// Looks again at every post that nobody has looked at for a while, and at those who wait.
#[derive(Debug, Serialize, Deserialize)]
pub struct SweepPosts {}

/// What looking again needs.
#[derive(Clone, Debug)]
pub struct SweepTools {
    pub db: Db,
    pub listening: Listening,
    pub events: Arc<dyn ProductEvents>,
}

/// How often the sweep comes. A post is looked at again after `STALE`; together that is less than
/// the day within which a deleted post must be gone, also when a sweep or two find nobody to ask.
pub const SWEEP_EVERY: Duration = Duration::from_hours(1);
const STALE: TimeDelta = TimeDelta::hours(12);
/// One batch is a call for every hundred.
const AT_ONCE: i64 = 1_000;
const KEPT_UNSEEN: TimeDelta = TimeDelta::days(365);
const RANK_KEPT: TimeDelta = TimeDelta::days(30);

impl Job for SweepPosts {
    const KIND: &'static str = "sweep_posts";
    const TIME_LIMIT: Duration = Duration::from_mins(50);
    type Context = SweepTools;

    async fn run(self, tools: SweepTools, lease: Lease) -> anyhow::Result<Done> {
        let SweepTools {
            db,
            listening,
            events,
        } = tools;
        let clock = lease.clock();
        let stale = clock.now() - STALE;
        loop {
            let ids = store::unchecked(&db, stale, AT_ONCE).await?;
            let names: Vec<Fullname> = ids.iter().filter_map(|id| id.parse().ok()).collect();
            let was_heard = look_again((&listening, &*events), &lease, &names).await?;
            // Samples have no place on Reddit; they count as looked at, or they would come again.
            let strangers = ids.iter().filter(|id| id.parse::<Fullname>().is_err());
            leave_alone(&lease, strangers).await?;
            if !was_heard || ids.len() < usize::try_from(AT_ONCE).unwrap_or(usize::MAX) {
                break;
            }
        }
        forget_old(&lease, &*events).await?;
        store::drop_old_ranks(&db, clock.now() - RANK_KEPT).await?;
        release_all(&db, clock).await?;
        lease.done().await
    }
}

/// False if something could not be heard: then it is tried again with the next sweep.
async fn look_again(
    (listening, events): (&Listening, &dyn ProductEvents),
    lease: &Lease,
    names: &[Fullname],
) -> anyhow::Result<bool> {
    // Nobody in particular asks: everybody's posts are looked at together. Not as a re-visit, which
    // is the first to wait when calls are scarce: a deleted post must be gone within a day.
    let ears = listening.for_user(Uuid::nil(), Urgency::Scan);
    let heard = ears.again(names).await;
    let was_heard = heard.missed.is_empty();
    for some in heard.found.there.chunks(IN_A_TRANSACTION) {
        let mut tx = lease.begin().await?;
        for thing in some {
            if let Thing::Post(post) = thing {
                let now = (post.score, post.comments);
                store::checked(&mut tx, &post.reddit_id, now, lease.clock().now()).await?;
            }
        }
        tx.commit().await?;
    }
    for some in heard.found.gone.chunks(IN_A_TRANSACTION) {
        let gone: Vec<String> = some.iter().map(Fullname::to_string).collect();
        let mut tx = lease.begin().await?;
        events.posts_gone(&mut tx, lease.clock(), &gone).await?;
        tx.commit().await?;
    }
    Ok(was_heard)
}

const IN_A_TRANSACTION: usize = 50;

async fn leave_alone<'a>(
    lease: &Lease,
    ids: impl Iterator<Item = &'a String>,
) -> anyhow::Result<()> {
    let mut tx = lease.begin().await?;
    for reddit_id in ids {
        store::left_alone(&mut tx, reddit_id, lease.clock().now()).await?;
    }
    Ok(tx.commit().await?)
}

/// Posts that no discovery has met for a year.
async fn forget_old(lease: &Lease, events: &dyn ProductEvents) -> anyhow::Result<()> {
    let mut tx = lease.begin().await?;
    let since = lease.clock().now() - KEPT_UNSEEN;
    let gone = store::forget_unseen(&mut tx, since).await?;
    tell(&mut tx, (lease.clock(), events), gone).await?;
    Ok(tx.commit().await?)
}

/// Removes these posts from everybody's list and tells open pages.
pub(super) async fn forget_gone(
    tx: &mut Tx,
    (clock, events): (&Clock, &dyn ProductEvents),
    reddit_ids: &[String],
) -> anyhow::Result<()> {
    for reddit_id in reddit_ids {
        let gone = store::forget_gone(tx, reddit_id).await?;
        tell(tx, (clock, events), gone).await?;
    }
    Ok(())
}

async fn tell(
    tx: &mut Tx,
    (clock, events): (&Clock, &dyn ProductEvents),
    gone: Vec<Gone>,
) -> anyhow::Result<()> {
    for Gone { user_id, id } in gone {
        live::record_gone(tx, clock, user_id, &REDDIT_POSTS, id).await?;
        events.post_removed(tx, user_id, id).await?;
    }
    Ok(())
}

/// A month has turned for some, or a plan has grown.
async fn release_all(db: &Db, clock: &Clock) -> anyhow::Result<()> {
    for user_id in store::who_waits(db).await? {
        let released = keeping::release(db, clock, user_id).await;
        released.with_context(|| format!("releasing what waits for {user_id}"))?;
    }
    Ok(())
}
