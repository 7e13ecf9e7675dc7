//! Checking known posts again, and releasing those that wait for the allowance.

use std::time::Duration;

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::store::{self, REDDIT_POSTS};
use super::{company_preview, heard_posts, post_writer};
use finds::{SWEEP_TIME_LIMIT, SweepTools, SweptPiece, SweptTable, delete_rows, sweep};
use listening::Thing;
use platform::clock::Clock;
use platform::db::{Db, DbResult, OwnedRows, PIECE, PIECE_ROWS, Tx, args};
use platform::events::ProductEvents;
use platform::jobs::{Done, Job, JobUrgency, Lease};

/// Checks every post that is due again, and releases posts that wait.
#[derive(Debug, Serialize, Deserialize)]
pub struct SweepPosts {}

const LEFT_OUT_KEPT_FOR: TimeDelta = TimeDelta::days(90);
const RANK_KEPT_FOR: TimeDelta = TimeDelta::days(30);
/// For posts that nobody has: other searches may return them again.
const VECTOR_KEPT_FOR: TimeDelta = TimeDelta::days(30);

impl Job for SweepPosts {
    const KIND: &'static str = "sweep_posts";
    const URGENCY: JobUrgency = JobUrgency::Background;
    const TIME_LIMIT: Duration = SWEEP_TIME_LIMIT;
    type Context = SweepTools;

    async fn run(self, tools: SweepTools, lease: Lease) -> anyhow::Result<Done> {
        let (db, clock) = (&tools.db, lease.clock());
        sweep::<Self>(&tools, &lease).await?;
        store::delete_unseen_waiting(db, clock.now() - finds::UNSEEN_KEPT_FOR).await?;
        store::delete_old_left_out(db, clock.now() - LEFT_OUT_KEPT_FOR).await?;
        store::drop_old_ranks(db, clock.now() - RANK_KEPT_FOR).await?;
        store::delete_unused_vectors(db, clock.now() - VECTOR_KEPT_FOR).await?;
        store::delete_old_pair_readings(db, clock.now() - VECTOR_KEPT_FOR).await?;
        company_preview::forget_old(db, clock.real()).await?;
        heard_posts::forget_old(db, clock.now()).await?;
        release_all(db, (clock, &*tools.events)).await?;
        lease.done().await
    }
}

impl SweptTable for SweepPosts {
    const ROWS: &'static OwnedRows = &REDDIT_POSTS;
    const SELECT_UNCHECKED: &'static str = store::SELECT_UNCHECKED;
    const MARK_CHECKED: &'static str = store::MARK_CHECKED;
    const DELETE_UNSEEN: &'static str = store::DELETE_UNSEEN;

    async fn update(tx: &mut Tx, clock: &Clock, thing: &Thing) -> anyhow::Result<SweptPiece> {
        let Thing::Post(post) = thing else {
            // The numbers beside a comment are its thread's.
            let rows = store::checked_comment(tx, thing.reddit_id(), clock.now()).await?;
            return Ok(SweptPiece::of(rows));
        };
        let numbers = (post.score, post.comments);
        let rows = store::checked(tx, &post.reddit_id, numbers, clock.now()).await?;
        Ok(SweptPiece::of(rows))
    }

    async fn mark_unlisted(tx: &mut Tx, reddit_id: &str, at: DateTime<Utc>) -> DbResult<()> {
        while store::checked_unlisted(tx, reddit_id, at).await? >= PIECE {}
        Ok(())
    }

    async fn deleted(
        tx: &mut Tx,
        events: &dyn ProductEvents,
        rows: &[(Uuid, Uuid)],
    ) -> anyhow::Result<()> {
        for (user_id, id) in rows {
            events.post_removed(tx, *user_id, *id).await?;
        }
        Ok(())
    }
}

/// Removes a post from a thousand lists and tells open pages; true if others may have it.
pub(super) async fn forget_gone(
    tx: &mut Tx,
    (clock, events): (&Clock, &dyn ProductEvents),
    reddit_id: &str,
) -> anyhow::Result<bool> {
    let waiting = store::delete_waiting(tx, reddit_id).await?;
    let left_out = store::delete_left_out(tx, reddit_id).await?;
    store::delete_vector(tx, reddit_id).await?;
    store::delete_heard(tx, reddit_id).await?;
    let gone = (store::DELETE_GONE, args![reddit_id, PIECE_ROWS]);
    let deleted = delete_rows(tx, clock, &REDDIT_POSTS, gone).await?;
    SweepPosts::deleted(tx, events, &deleted).await?;
    Ok(waiting.max(left_out).max(u64::try_from(deleted.len())?) >= PIECE)
}

/// Releases waiting posts of users whose allowance has room again.
async fn release_all(db: &Db, context: (&Clock, &dyn ProductEvents)) -> anyhow::Result<()> {
    for user_id in store::who_waits(db).await? {
        let released = post_writer::release(db, context, user_id).await;
        released.with_context(|| format!("releasing what waits for {user_id}"))?;
    }
    Ok(())
}
