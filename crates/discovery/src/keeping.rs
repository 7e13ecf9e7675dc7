//! Keeping what was found: known posts are brought up to date, new ones saved as far as the month's
//! allowance goes, the rest put by until there is room.

use std::collections::HashMap;

use uuid::Uuid;

use super::allowance;
use super::judging::Judged;
use super::lead::Lead;
use super::progress::SAVING;
use super::store::{self, KnownPost, REDDIT_POSTS};
use finds::{ProgressReporter, ROWS_PER_TRANSACTION, Sighting};
use platform::clock::Clock;
use platform::crash;
use platform::db::{Db, Tx};
use platform::jobs::Lease;
use platform::live::{self, RowWrite};

/// What is known of the posts of a discovery.
pub(super) type Known = HashMap<String, KnownPost>;

pub(super) async fn known(db: &Db, user_id: Uuid, reddit_ids: &[&str]) -> anyhow::Result<Known> {
    let rows = store::known(db, user_id, reddit_ids).await?;
    let named = rows.into_iter().map(|post| (post.reddit_id.clone(), post));
    Ok(named.collect())
}

/// Writes everything down, bit by bit; new posts come best first, so that the allowance goes to
/// the best. A worker that begins anew finds what the last one saved and goes on from there.
pub(super) async fn keep(
    lease: &Lease,
    user_id: Uuid,
    known: &Known,
    (again, new): (Vec<Judged>, Vec<Judged>),
    reporter: &mut ProgressReporter<'_>,
) -> anyhow::Result<()> {
    let total = again.len() + new.len();
    let (mut written, mut saved) = (0, 0);
    for some in again.chunks(ROWS_PER_TRANSACTION) {
        let mut tx = lease.begin().await?;
        for judged in some {
            see_again(&mut tx, lease.clock(), user_id, known, &judged.lead).await?;
        }
        tx.commit().await?;
        written += some.len();
        reporter.advance(SAVING, (written, total), saved).await?;
    }
    for some in new.chunks(ROWS_PER_TRANSACTION) {
        crash::point("discovery.before_save");
        let mut tx = lease.begin().await?;
        let leads = some.iter().map(|judged| &judged.lead);
        let seen = Sighting {
            at: lease.clock().now(),
            job_id: Some(lease.job_id()),
        };
        saved += save(&mut tx, lease.clock(), user_id, leads, seen).await?;
        tx.commit().await?;
        crash::point("discovery.after_save");
        written += some.len();
        reporter.advance(SAVING, (written, total), saved).await?;
    }
    Ok(())
}

async fn see_again(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    known: &Known,
    lead: &Lead,
) -> anyhow::Result<()> {
    let at = clock.now();
    if known.get(&lead.reddit_id).is_some_and(|it| it.is_waiting) {
        store::see_waiting_again(tx, user_id, lead, at).await?;
    } else {
        store::see_again(tx, user_id, lead, at).await?;
    }
    Ok(())
}

/// Saves as many as the allowance has room for, and puts the others by; how many were saved.
async fn save(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    leads: impl ExactSizeIterator<Item = &Lead>,
    seen: Sighting,
) -> anyhow::Result<usize> {
    let room = allowance::take_posts(tx, clock, user_id, leads.len()).await?;
    let mut saved = 0;
    for lead in leads {
        if saved < room {
            saved += usize::from(add(tx, clock, user_id, lead, seen).await?);
        } else {
            store::put_by(tx, user_id, lead, seen.at).await?;
        }
    }
    Ok(saved)
}

/// Adds a post and tells open pages; false if it was there.
async fn add(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    lead: &Lead,
    seen: Sighting,
) -> anyhow::Result<bool> {
    let Some(id) = store::add(tx, user_id, lead, seen).await? else {
        return Ok(false);
    };
    let written = (id, RowWrite::Added);
    live::record_written(tx, clock, user_id, &REDDIT_POSTS, written).await?;
    Ok(true)
}

/// Saves what waits for a person, as far as there is room by now; how many.
pub(super) async fn release(db: &Db, clock: &Clock, user_id: Uuid) -> anyhow::Result<usize> {
    if allowance::access_of(db, clock, user_id).await?.is_none() {
        return Ok(0);
    }
    let mut released = 0;
    loop {
        let mut tx = db.begin().await?;
        let mut leads = store::release_candidates(&mut tx, user_id, ROWS_PER_TRANSACTION).await?;
        let wanted = leads.len();
        let room = allowance::take_posts(&mut tx, clock, user_id, wanted).await?;
        leads.truncate(room);
        let seen = Sighting {
            at: clock.now(),
            job_id: None,
        };
        for lead in &leads {
            released += usize::from(add(&mut tx, clock, user_id, lead, seen).await?);
            store::remove_waiting(&mut tx, user_id, &lead.reddit_id).await?;
        }
        tx.commit().await?;
        if leads.len() < ROWS_PER_TRANSACTION {
            return Ok(released);
        }
    }
}
