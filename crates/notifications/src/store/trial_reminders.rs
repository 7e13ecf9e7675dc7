//! SQL for the reminders before a trial ends.

use chrono::{DateTime, Utc};
use serde_json::Value;
use uuid::Uuid;

use platform::db::{Db, DbResult, FromRow, Json, Tx, args};

/// A reminder, by the mail it is.
#[derive(Debug, FromRow)]
pub(crate) struct TrialReminderRow {
    pub(crate) mail_id: Uuid,
    pub(crate) contents: Json<Value>,
}

/// Saves what a reminder says, and which posts it names.
pub(crate) async fn add(
    tx: &mut Tx,
    (mail_id, user_id): (Uuid, Uuid),
    contents: Value,
    named: &[String],
    now: DateTime<Utc>,
) -> DbResult<()> {
    let sql = "insert into trial_reminders (mail_id, user_id, contents, created_at)
               values ($1, $2, $3, $4)";
    tx.run(sql, args![mail_id, user_id, contents, now]).await?;
    for reddit_id in named {
        let sql = "insert into trial_reminder_posts (mail_id, reddit_id) values ($1, $2)
                   on conflict (mail_id, reddit_id) do nothing";
        tx.run(sql, args![mail_id, reddit_id]).await?;
    }
    Ok(())
}

/// The mails that name a post, always in the same order, so that two who hold several of them never
/// wait for each other.
pub(crate) async fn naming(tx: &mut Tx, reddit_id: &str, most: i64) -> DbResult<Vec<Uuid>> {
    let sql =
        "select mail_id from trial_reminder_posts where reddit_id = $1 order by mail_id limit $2";
    let rows: Vec<(Uuid,)> = tx.all(sql, args![reddit_id, most]).await?;
    Ok(rows.into_iter().map(|(mail_id,)| mail_id).collect())
}

/// A reminder, held against everybody else who would rewrite it until the transaction ends.
pub(crate) async fn hold(tx: &mut Tx, mail_id: Uuid) -> DbResult<Option<TrialReminderRow>> {
    let sql = "update trial_reminders set contents = contents where mail_id = $1
               returning mail_id, contents";
    tx.maybe(sql, args![mail_id]).await
}

/// Saves what a reminder says without a post.
pub(crate) async fn remove_post(
    tx: &mut Tx,
    mail_id: Uuid,
    reddit_id: &str,
    contents: Value,
) -> DbResult<()> {
    let sql = "update trial_reminders set contents = $2 where mail_id = $1";
    tx.run(sql, args![mail_id, contents]).await?;
    let sql = "delete from trial_reminder_posts where mail_id = $1 and reddit_id = $2";
    tx.run(sql, args![mail_id, reddit_id]).await.map(drop)
}

pub(crate) async fn delete_before(db: &Db, moment: DateTime<Utc>) -> DbResult<u64> {
    let sql = "delete from trial_reminders where mail_id in
               (select mail_id from trial_reminders where created_at < $1 limit $2)";
    db.run_in_pieces(sql, args![moment]).await
}

pub(crate) async fn delete_all_of(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    let sql = "delete from trial_reminders where user_id = $1";
    tx.run(sql, args![user_id]).await.map(drop)
}
