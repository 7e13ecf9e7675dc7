//! SQL for preferences and digests.

pub(super) mod trial_reminders;

use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

use super::digest_contents::DigestContents;
use super::preferences::PreferencesRow;
use platform::db::{Db, DbResult, FromRow, Json, Kind, OwnedRows, Tx, args};

pub(super) const PREFERENCES: OwnedRows = OwnedRows {
    table: "notification_preferences",
    owner: "user_id",
    order: "user_id",
    columns: &[
        ("user_id", Kind::Uuid),
        ("enabled", Kind::Bool),
        ("frequency", Kind::Text),
        ("time_zone", Kind::Text),
        ("next_digest_at", Kind::Timestamptz),
        ("told_until", Kind::Timestamptz),
        ("alerted_at", Kind::Timestamptz),
        ("minimum_match", Kind::Int8),
        ("lead_alerts", Kind::Bool),
        ("mention_alerts", Kind::Bool),
        ("quiet_hours_enabled", Kind::Bool),
        ("quiet_from", Kind::Int8),
        ("quiet_until", Kind::Int8),
        ("quiet_notes", Kind::Bool),
        ("trial_mails", Kind::Bool),
    ],
};

pub(super) const DIGESTS: OwnedRows = OwnedRows {
    table: "digests",
    owner: "user_id",
    order: "created_at",
    columns: &[
        ("id", Kind::Uuid),
        ("posts", Kind::Int8),
        ("mentions", Kind::Int8),
        ("created_at", Kind::Timestamptz),
    ],
};

macro_rules! preference_columns {
    () => {
        "user_id, enabled, frequency, time_zone, next_digest_at, told_until, alerted_at, minimum_match,
         lead_alerts, mention_alerts, quiet_hours_enabled, quiet_from, quiet_until, quiet_notes, trial_mails"
    };
}

pub(super) async fn load_preferences(db: &Db, user_id: Uuid) -> DbResult<Option<PreferencesRow>> {
    let sql = concat!(
        "select ",
        preference_columns!(),
        " from notification_preferences where user_id = $1"
    );
    db.maybe(sql, args![user_id]).await
}

/// A user's row, locked until the transaction ends; `defaults` is inserted if there is none.
pub(super) async fn lock_or_create_preferences(
    tx: &mut Tx,
    defaults: &PreferencesRow,
) -> DbResult<PreferencesRow> {
    tx.run(
        "insert into notification_preferences (user_id, enabled, frequency, time_zone, next_digest_at, told_until)
         values ($1, $2, $3, null, null, $4) on conflict (user_id) do nothing",
        args![defaults.user_id, defaults.enabled, defaults.chosen_frequency().name(), defaults.told_until],
    )
    .await?;
    let locked = lock_preferences(tx, defaults.user_id).await?;
    locked.ok_or(platform::db::DbError::RowNotFound)
}

/// The same, if there is one.
pub(super) async fn lock_preferences(
    tx: &mut Tx,
    user_id: Uuid,
) -> DbResult<Option<PreferencesRow>> {
    let sql = concat!(
        "update notification_preferences set enabled = enabled where user_id = $1 returning ",
        preference_columns!()
    );
    tx.maybe(sql, args![user_id]).await
}

pub(super) async fn save_preferences(tx: &mut Tx, preferences: &PreferencesRow) -> DbResult<()> {
    tx.run(
        "update notification_preferences set enabled = $2, frequency = $3, time_zone = $4,
                next_digest_at = $5, told_until = $6, minimum_match = $7, lead_alerts = $8,
                mention_alerts = $9, quiet_hours_enabled = $10, quiet_from = $11, quiet_until = $12,
                quiet_notes = $13, trial_mails = $14
         where user_id = $1",
        args![
            preferences.user_id,
            preferences.enabled,
            preferences.chosen_frequency().name(),
            preferences.time_zone.as_deref(),
            preferences.next_digest_at,
            preferences.told_until,
            preferences.minimum_match,
            preferences.lead_alerts,
            preferences.mention_alerts,
            preferences.quiet_hours_enabled,
            preferences.quiet_from,
            preferences.quiet_until,
            preferences.quiet_notes,
            preferences.trial_mails,
        ],
    )
    .await
    .map(drop)
}

/// The users whose digest is due, the longest overdue first.
pub(super) async fn due_preferences(
    tx: &mut Tx,
    now: DateTime<Utc>,
    most: i64,
) -> DbResult<Vec<PreferencesRow>> {
    let sql = concat!(
        "select ",
        preference_columns!(),
        " from notification_preferences where next_digest_at <= $1 order by next_digest_at limit $2"
    );
    tx.all(sql, args![now, most]).await
}

/// Sets the next digest; false if another process already did.
pub(super) async fn advance_next_digest(
    tx: &mut Tx,
    due: &PreferencesRow,
    next: Option<DateTime<Utc>>,
) -> DbResult<bool> {
    let sql = "update notification_preferences set next_digest_at = $3
               where user_id = $1 and next_digest_at = $2";
    let moved = tx.run(sql, args![due.user_id, due.next_digest_at, next]);
    Ok(moved.await? == 1)
}

pub(super) async fn set_next_digest(
    tx: &mut Tx,
    user_id: Uuid,
    next: Option<DateTime<Utc>>,
) -> DbResult<()> {
    let sql = "update notification_preferences set next_digest_at = $2 where user_id = $1";
    tx.run(sql, args![user_id, next]).await.map(drop)
}

/// An instant alert is due at this moment, unless one is due before. The row is locked until the
/// caller commits, so that whoever writes the alert sees what the caller saved.
pub(super) async fn bring_alert_forward(
    tx: &mut Tx,
    user_id: Uuid,
    due: DateTime<Utc>,
) -> DbResult<()> {
    let sql = "update notification_preferences set next_digest_at =
                   case when next_digest_at < $2 then next_digest_at else $2 end
               where user_id = $1 and enabled = $3 and frequency = 'instant'";
    tx.run(sql, args![user_id, due, true]).await.map(drop)
}

/// Remembers an instant alert.
pub(super) async fn set_alerted(tx: &mut Tx, user_id: Uuid, at: DateTime<Utc>) -> DbResult<()> {
    let sql = "update notification_preferences set alerted_at = $2 where user_id = $1";
    tx.run(sql, args![user_id, at]).await.map(drop)
}

/// The threads that mails to a user have named.
pub(super) async fn named_threads(db: &Db, user_id: Uuid) -> DbResult<Vec<String>> {
    let sql = "select distinct digest_items.thread_id from digests
               join digest_items on digest_items.digest_id = digests.id
               where digests.user_id = $1";
    let rows: Vec<(String,)> = db.all(sql, args![user_id]).await?;
    Ok(rows.into_iter().map(|(thread_id,)| thread_id).collect())
}

/// A user's mails that were written after this moment, and so may still wait in the outbox.
pub(super) async fn digests_since(
    tx: &mut Tx,
    user_id: Uuid,
    since: DateTime<Utc>,
) -> DbResult<Vec<DigestRow>> {
    let sql = "select id, mail_id, contents from digests where user_id = $1 and told_until > $2";
    tx.all(sql, args![user_id, since]).await
}

/// Whether a user ever got a digest, as far as they are kept.
pub(super) async fn has_digests(tx: &mut Tx, user_id: Uuid) -> DbResult<bool> {
    let sql = "select id from digests where user_id = $1 limit 1";
    let row: Option<(Uuid,)> = tx.maybe(sql, args![user_id]).await?;
    Ok(row.is_some())
}

pub(super) async fn set_told_until(
    tx: &mut Tx,
    user_id: Uuid,
    until: DateTime<Utc>,
) -> DbResult<()> {
    let sql = "update notification_preferences set told_until = $2 where user_id = $1";
    tx.run(sql, args![user_id, until]).await.map(drop)
}

/// A digest to store.
#[derive(Debug)]
pub(super) struct NewDigest<'a> {
    pub(super) user_id: Uuid,
    pub(super) mail_id: Uuid,
    pub(super) period: (DateTime<Utc>, DateTime<Utc>),
    pub(super) contents: &'a DigestContents,
    pub(super) at: DateTime<Utc>,
}

pub(super) async fn add_digest(tx: &mut Tx, digest: NewDigest<'_>) -> anyhow::Result<()> {
    let (id, contents) = (Uuid::now_v7(), digest.contents);
    tx.run(
        "insert into digests (id, user_id, mail_id, told_from, told_until, posts, mentions, contents, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        args![
            id, digest.user_id, digest.mail_id, digest.period.0, digest.period.1, contents.posts_in_all,
            contents.mentions_in_all, serde_json::to_value(contents)?, digest.at,
        ],
    )
    .await?;
    for (reddit_id, thread_id) in contents.named() {
        let sql = "insert into digest_items (digest_id, reddit_id, thread_id) values ($1, $2, $3)
                   on conflict (digest_id, reddit_id) do nothing";
        tx.run(sql, args![id, reddit_id, thread_id]).await?;
    }
    Ok(())
}

/// A stored digest.
#[derive(Debug, FromRow)]
pub(super) struct DigestRow {
    pub(super) id: Uuid,
    pub(super) mail_id: Uuid,
    pub(super) contents: Json<Value>,
}

/// The digests that list a post or a comment under it, always in the same order, so that two who hold
/// several of them never wait for each other.
pub(super) async fn digests_naming(tx: &mut Tx, reddit_id: &str, most: i64) -> DbResult<Vec<Uuid>> {
    let sql = "select id from digests where id in
         (select digest_id from digest_items where reddit_id = $1
          union select digest_id from digest_items where thread_id = $1) order by id limit $2";
    let rows: Vec<(Uuid,)> = tx.all(sql, args![reddit_id, most]).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// A digest, held against everybody else who would rewrite it until the transaction ends: the sweeps
/// of posts and of mentions may both take something from it at once.
pub(super) async fn hold_digest(tx: &mut Tx, id: Uuid) -> DbResult<Option<DigestRow>> {
    let sql = "update digests set contents = contents where id = $1
               returning id, mail_id, contents";
    tx.maybe(sql, args![id]).await
}

/// Saves what a digest still lists.
pub(super) async fn update_contents(
    tx: &mut Tx,
    id: Uuid,
    contents: &DigestContents,
) -> anyhow::Result<()> {
    let sql = "update digests set posts = $2, mentions = $3, contents = $4 where id = $1";
    let value = serde_json::to_value(contents)?;
    let (posts, mentions) = (contents.posts_in_all, contents.mentions_in_all);
    tx.run(sql, args![id, posts, mentions, value]).await?;
    Ok(())
}

/// Deletes a digest's index entries of a post and the comments under it.
pub(super) async fn delete_items(tx: &mut Tx, digest_id: Uuid, reddit_id: &str) -> DbResult<()> {
    let sql =
        "delete from digest_items where digest_id = $1 and (reddit_id = $2 or thread_id = $2)";
    tx.run(sql, args![digest_id, reddit_id]).await.map(drop)
}

/// The mails of a user's digests.
pub(super) async fn mails_of(tx: &mut Tx, user_id: Uuid) -> DbResult<Vec<Uuid>> {
    let sql = "select mail_id from digests where user_id = $1";
    let rows: Vec<(Uuid,)> = tx.all(sql, args![user_id]).await?;
    Ok(rows.into_iter().map(|(mail_id,)| mail_id).collect())
}

/// Deletes digests created before this moment.
pub(super) async fn delete_digests_before(db: &Db, moment: DateTime<Utc>) -> DbResult<u64> {
    let sql = "delete from digests where id in
               (select id from digests where created_at < $1 limit $2)";
    db.run_in_pieces(sql, args![moment]).await
}

pub(super) async fn delete_all_of(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    for sql in [
        "delete from digests where user_id = $1",
        "delete from notification_preferences where user_id = $1",
    ] {
        tx.run(sql, args![user_id]).await?;
    }
    Ok(())
}
