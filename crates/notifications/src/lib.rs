//! The digest: what is new and worth answering, by mail, as often as its reader likes.
//!
//! **Owns** the tables `notification_preferences`, `digests` and `digest_items`. **Promises** that
//! whoever is subscribed gets at most one digest per period, in the morning of their own time zone,
//! and none when nothing is new; that nothing is in two digests, wherever a process dies and however
//! many there are; that what disappears from Reddit leaves a mail that waits; that one click switches
//! it off, without a sign-in; and that an address which refuses its mail gets no more. **Calls**
//! `billing` for what the plan allows, `discovery` and `mentions` for what is new, and `onboarding`
//! for the company's name.
//!
//! ```text
//!  every minute ─► who is due (one index) ─► a job each ─► what is new ─► digest + mail in one commit ─► outbox
//! ```

pub mod api;
mod contents;
mod gone;
mod letters;
mod preferences;
mod queueing;
mod rhythm;
mod store;
mod unsubscribing;
mod writing;

use chrono::TimeDelta;
use serde_json::Value;
use uuid::Uuid;

use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::product::Plan;

pub use queueing::{LOOK_EVERY, QueueDigests};
pub use rhythm::Frequency;
pub use writing::WriteDigest;

/// As long as the mails themselves are kept at most.
const KEPT: TimeDelta = TimeDelta::days(90);

/// Plans the next digest of somebody whose subscription has begun, has another plan, or has ended
/// (none), in the transaction that says so.
pub async fn follow_plan(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    plan: Option<Plan>,
) -> DbResult<()> {
    preferences::follow_plan(tx, clock, user_id, plan).await
}

/// Everything the room holds about a person, by table. What digests said is in the mails.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<[(&'static str, Vec<Value>); 2]> {
    Ok([
        (
            "notification_preferences",
            store::PREFERENCES.of(db, user_id).await?,
        ),
        ("digests", store::DIGESTS.of(db, user_id).await?),
    ])
}

/// Forgets a person.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::forget(tx, user_id).await
}

/// Forgets what digests say of posts and comments that are gone from Reddit; `lifecycle` calls every
/// room.
pub async fn forget_posts(tx: &mut Tx, reddit_ids: &[String]) -> anyhow::Result<()> {
    gone::forget_posts(tx, reddit_ids).await
}

/// Removes digests that nobody asks for any more.
pub async fn forget_old(db: &Db, clock: &Clock) -> DbResult<u64> {
    store::forget_before(db, clock.now() - KEPT).await
}
