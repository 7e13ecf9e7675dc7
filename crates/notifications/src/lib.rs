//! Mails about findings: alerts within minutes, digests, and notes that there was nothing.
//!
//! **Owns** the tables `notification_preferences`, `digests`, `digest_items` and `trial_reminders`.
//!
//! **Promises** that a subscriber gets at most one digest per period, in the morning of their own time
//! zone, or instant alerts at least fifteen minutes apart, and nothing in their quiet hours; that
//! nothing is in two mails, wherever a process crashes and however many run, and nothing that was
//! rejected is in any; that posts deleted from Reddit are removed from unsent mails; that one click
//! unsubscribes without signing in; and that an address which rejects its mail gets no more.
//!
//! **Calls** `billing` for the subscription, `discovery` and `mentions` for what is new, `searches` for
//! what was looked at, and `onboarding` for the company's name.
//!
//! ```text
//!  a finding ─► next_digest_at ─┐
//!  every minute ────────────────┴─► users that are due (one index) ─► a job each ─► what is new ─► digest + mail in one commit ─► outbox
//! ```

pub mod api;
mod digest_contents;
mod digest_findings;
mod digest_job;
mod digest_mail;
mod digest_queue;
mod digest_schedule;
mod mail_badges;
mod mail_frequency;
mod mail_words;
mod match_histogram;
mod post_age;
mod preferences;
mod quiet_hours;
mod removed_posts;
mod store;
mod test_mail;
mod trial_reminder;
mod trial_reminder_mail;
mod unsubscribe_token;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use uuid::Uuid;

use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::product::Plan;

pub use digest_job::WriteDigest;
pub use digest_queue::{QUEUE_DIGESTS_EVERY, QueueDigests};
pub use trial_reminder::{RemindOfTrialEnd, remind_of_trial_end};

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
    preferences::follow_plan(tx, clock, user_id, plan.is_some()).await
}

/// Something was found for a user, in the same transaction: an instant alert may be due.
pub async fn follow_finding(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<()> {
    preferences::follow_finding(tx, clock, user_id).await
}

/// From which match a lead is worth an alert to a user.
pub async fn alert_threshold(db: &Db, user_id: Uuid) -> DbResult<i64> {
    preferences::alert_threshold(db, user_id).await
}

/// Takes a row that its owner rejected, answered or won out of mails that are not sent yet.
pub async fn leave_out(
    tx: &mut Tx,
    now: DateTime<Utc>,
    user_id: Uuid,
    row_id: Uuid,
) -> anyhow::Result<()> {
    removed_posts::leave_out(tx, now, user_id, row_id).await
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
    store::trial_reminders::delete_all_of(tx, user_id).await?;
    store::delete_all_of(tx, user_id).await
}

/// Removes a post or comment that is gone from Reddit from some digests, true if others may name it;
/// `lifecycle` calls every room.
pub async fn forget_post(tx: &mut Tx, reddit_id: &str) -> anyhow::Result<bool> {
    Ok(trial_reminder::forget_post(tx, reddit_id).await?
        || removed_posts::forget_post(tx, reddit_id).await?)
}

/// Deletes old digests.
pub async fn forget_old(db: &Db, clock: &Clock) -> DbResult<u64> {
    store::trial_reminders::delete_before(db, clock.now() - KEPT).await?;
    store::delete_digests_before(db, clock.now() - KEPT).await
}
