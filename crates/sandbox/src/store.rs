//! The sandboxes' SQL.

use chrono::{DateTime, Utc};
use sandboxes::mail::ReceivedMail;
use serde_json::json;
use uuid::Uuid;

use platform::db::{Db, DbResult, FromRow, Json, Tx, args};

/// A mail as the mailbox shows it.
#[derive(Debug, FromRow)]
pub(super) struct MailRow {
    pub(super) id: Uuid,
    pub(super) recipient: String,
    pub(super) sender: String,
    pub(super) subject: String,
    pub(super) html: Option<String>,
    pub(super) text: Option<String>,
    pub(super) links: Json<Vec<String>>,
    pub(super) sent_at: DateTime<Utc>,
}

/// Keeps a mail for each of its recipients. A second copy of the same message is only counted.
pub(super) async fn keep_mail(db: &Db, mail: &ReceivedMail, at: DateTime<Utc>) -> DbResult<()> {
    let message_id = mail
        .message_id
        .clone()
        .unwrap_or_else(|| Uuid::now_v7().to_string());
    let mut tx = db.begin().await?;
    for recipient in &mail.to {
        tx.run(
            "insert into sandbox_mails
                 (id, message_id, recipient, sender, subject, html, text, links, deliveries, sent_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9)
             on conflict (message_id, recipient) do update set deliveries = sandbox_mails.deliveries + 1",
            args![
                Uuid::now_v7(), &message_id, recipient.to_lowercase(), &mail.from, &mail.subject,
                as_written(mail.html.as_deref()), as_written(mail.text.as_deref()), json!(mail.links), at,
            ],
        )
        .await?;
    }
    tx.commit().await
}

/// The text with the line ends of its writer; on the wire they were SMTP's.
fn as_written(text: Option<&str>) -> Option<String> {
    text.map(|text| text.replace("\r\n", "\n"))
}

/// The newest mails, all of them or those to one address.
pub(super) async fn mails(db: &Db, to: Option<&str>) -> DbResult<Vec<MailRow>> {
    db.all(
        "select id, recipient, sender, subject, html, text, links, sent_at from sandbox_mails
         where $1 = '' or recipient = $1 order by id desc limit 200",
        args![to.map(str::to_lowercase).unwrap_or_default()],
    )
    .await
}

pub(super) async fn mail(db: &Db, id: Uuid) -> DbResult<Option<MailRow>> {
    db.maybe(
        "select id, recipient, sender, subject, html, text, links, sent_at from sandbox_mails where id = $1",
        args![id],
    )
    .await
}

pub(super) async fn forget_mails_to(tx: &mut Tx, recipient: &str) -> DbResult<()> {
    let sql = "delete from sandbox_mails where recipient = $1";
    tx.run(sql, args![recipient]).await.map(drop)
}

pub(super) async fn forget_mail(tx: &mut Tx, message_id: &str) -> DbResult<()> {
    let sql = "delete from sandbox_mails where message_id = $1";
    tx.run(sql, args![message_id]).await.map(drop)
}

pub(super) async fn forget_mails_before(db: &Db, at: DateTime<Utc>) -> DbResult<u64> {
    let sql = "delete from sandbox_mails where id in
               (select id from sandbox_mails where sent_at < $1 limit $2)";
    db.run_in_pieces(sql, args![at]).await
}

/// Adds to a number that several processes may change, and answers the sum.
pub(super) async fn add_to_state(tx: &mut Tx, name: &str, step: i64) -> DbResult<i64> {
    let (sum,): (String,) = tx
        .one(
            "insert into sandbox_state (name, value) values ($1, cast($2 as text))
             on conflict (name) do update
             set value = cast(cast(sandbox_state.value as bigint) + $2 as text)
             returning value",
            args![name, step],
        )
        .await?;
    Ok(sum.parse().unwrap_or(0))
}

pub(super) async fn state(db: &Db, name: &str) -> DbResult<Option<String>> {
    let row: Option<(String,)> = db
        .maybe(
            "select value from sandbox_state where name = $1",
            args![name],
        )
        .await?;
    Ok(row.map(|(value,)| value))
}

/// Keeps a value that is not there yet. Several processes may try, and all get the first one's.
pub(super) async fn keep_state(db: &Db, name: &str, value: &str) -> DbResult<String> {
    let mut tx = db.begin().await?;
    let (kept,): (String,) = tx
        .one(
            "insert into sandbox_state (name, value) values ($1, $2)
             on conflict (name) do update set value = sandbox_state.value
             returning value",
            args![name, value],
        )
        .await?;
    tx.commit().await?;
    Ok(kept)
}

pub(super) async fn set_state(db: &Db, name: &str, value: &str) -> DbResult<()> {
    db.run(
        "insert into sandbox_state (name, value) values ($1, $2)
         on conflict (name) do update set value = excluded.value",
        args![name, value],
    )
    .await
    .map(drop)
}
