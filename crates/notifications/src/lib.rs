//! The digest mail: new posts and mentions worth answering, as often as the user wants.
//!
//! **Owns** the tables `notification_preferences`, `digests` and `digest_items`.
//!
//! **Promises** that a subscriber gets at most one digest per period, in the morning of their own
//! time zone, and none when nothing is new; that nothing is in two digests, wherever a process
//! crashes and however many run; that posts deleted from Reddit are removed from unsent mails; that
//! one click unsubscribes without signing in; and that an address which rejects its mail gets no
//! more.
//!
//! **Calls** `billing` for what the plan allows, `discovery` and `mentions` for what is new, and
//! `onboarding` for the company's name.
//!
//! ```text
//!  every minute ─► users that are due (one index) ─► a job each ─► what is new ─► digest + mail in one commit ─► outbox
//! ```

pub mod api;
mod digest_contents;
mod digest_job;
mod digest_mail;
mod digest_queue;
mod digest_schedule;
mod frequency;
mod preferences;
mod removed_posts;
mod store;
mod unsubscribe_token;

use chrono::TimeDelta;
use serde_json::Value;
use uuid::Uuid;

use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::product::Plan;

pub use digest_job::WriteDigest;
pub use digest_queue::{QUEUE_DIGESTS_EVERY, QueueDigests};

/// Digests are kept no longer than the mails themselves.
const KEPT: TimeDelta = TimeDelta::days(90);

/// Reschedules a user's next digest after their subscription started, changed its plan or ended
/// (`None`), in the same transaction.
pub async fn follow_plan(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    plan: Option<Plan>,
) -> DbResult<()> {
    preferences::follow_plan(tx, clock, user_id, plan).await
}

/// Everything this room stores about a user, by table. The text of digests is in the mails.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<[(&'static str, Vec<Value>); 2]> {
    Ok([
        (
            "notification_preferences",
            store::PREFERENCES.of(db, user_id).await?,
        ),
        ("digests", store::DIGESTS.of(db, user_id).await?),
    ])
}

/// Deletes a user's data.
pub async fn forget(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    store::delete_all_of(tx, user_id).await
}

/// Removes a post or comment that is gone from Reddit from some digests, true if others may name it;
/// `lifecycle` calls every room.
pub async fn forget_post(tx: &mut Tx, reddit_id: &str) -> anyhow::Result<bool> {
    removed_posts::forget_post(tx, reddit_id).await
}

/// Deletes old digests.
pub async fn forget_old(db: &Db, clock: &Clock) -> DbResult<u64> {
    store::delete_digests_before(db, clock.now() - KEPT).await
}
