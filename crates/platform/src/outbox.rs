//! Mail that survives a crash: written in the caller's transaction, sent by a job.
//!
//! In the database a mail is sent exactly once. Over SMTP it is at least once: a crash between the
//! server's "250" and our commit sends it again, under the same Message-ID, by which mailboxes
//! recognise the second copy.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use chrono::{DateTime, TimeDelta, Utc};
use providers::mail::{Mail, MailError, Mailer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::clock::Clock;
use super::crash;
use super::db::{Db, DbResult, Tx, args};
use super::jobs::{Done, Job, JobUrgency, Lease, NewJob, enqueue};

/// Longer than a mail is tried: then the last one of a deleted account reaches nobody any more.
const LAST_MAILS_KEPT: TimeDelta = TimeDelta::days(3);

/// A mail as a room writes it.
#[derive(Clone, Debug)]
pub struct NewMail {
    /// The user on whose account it is sent; users share the workers fairly.
    pub lane: String,
    pub to: String,
    pub subject: String,
    pub html: String,
    pub text: String,
    /// Further headers, such as `List-Unsubscribe`.
    pub headers: Vec<(String, String)>,
    /// How soon it has to go out.
    pub urgency: JobUrgency,
}

/// Writes mails into the database and sends them from there.
#[derive(Clone, Debug)]
pub struct Outbox {
    db: Db,
    clock: Clock,
    mailer: Arc<dyn Mailer>,
    /// The host in the Message-ID.
    host: String,
}

impl Outbox {
    pub fn new(db: Db, clock: Clock, mailer: Arc<dyn Mailer>, host: String) -> Self {
        Self {
            db,
            clock,
            mailer,
            host,
        }
    }

    /// Stores the letter and the job that sends it, in the caller's transaction.
    pub async fn post(&self, tx: &mut Tx, letter: NewMail) -> DbResult<Uuid> {
        let id = Uuid::now_v7();
        let job = NewJob::of(&SendMail { id }).lane(letter.lane.clone());
        self.add(tx, (id, job), letter, false).await?;
        Ok(id)
    }

    /// Stores the last letter to somebody whose account is deleted in the same transaction. It has no
    /// lane, and nothing of it stays once a server has taken or refused it.
    pub async fn post_and_forget(&self, tx: &mut Tx, letter: NewMail) -> DbResult<()> {
        let id = Uuid::now_v7();
        let letter = NewMail {
            lane: String::new(),
            ..letter
        };
        let job = NewJob::of(&SendMail { id });
        self.add(tx, (id, job), letter, true).await
    }

    async fn add(
        &self,
        tx: &mut Tx,
        (id, job): (Uuid, NewJob),
        letter: NewMail,
        forget_when_settled: bool,
    ) -> DbResult<()> {
        let job = job.urgency(letter.urgency);
        let job_id = enqueue(tx, &self.clock, job).await?.id();
        tx.run(
            "insert into outbox_mails (id, lane, recipient, subject, html, text, headers, message_id, created_at,
                                       job_id, forget_when_settled)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            args![
                id, letter.lane, letter.to, letter.subject, letter.html, letter.text,
                json!(letter.headers), format!("{id}@{}", self.host), self.clock.real(), job_id,
                forget_when_settled,
            ],
        )
        .await
        .map(drop)
    }

    /// Removes mails that were settled a month ago, and those that could not be sent at all after
    /// three; nobody asks for them any more. The last mail of a deleted account goes as soon as nobody
    /// tries to send it. What refused its mail a year ago may be asked again.
    pub async fn forget_old(&self) -> DbResult<u64> {
        let real = self.clock.real();
        self.db
            .run_in_pieces(
                "delete from refused_addresses where address in
                 (select address from refused_addresses where refused_at < $1 limit $2)",
                args![real - TimeDelta::days(365)],
            )
            .await?;
        self.db
            .run_in_pieces(
                "delete from outbox_mails where id in (
                     select id from outbox_mails
                     where created_at < $1 and forget_when_settled = $2 limit $3)",
                args![real - LAST_MAILS_KEPT, true],
            )
            .await?;
        self.db
            .run_in_pieces(
                "delete from outbox_mails where id in (
                     select id from outbox_mails where created_at < $1
                       and (created_at < $2 or sent_at is not null or refused_at is not null) limit $3)",
                args![real - TimeDelta::days(30), real - TimeDelta::days(90)],
            )
            .await
    }

    async fn unsettled(&self, id: Uuid) -> DbResult<Option<OutboxRow>> {
        self.db
            .maybe(
                "select recipient, subject, html, text, headers, message_id, forget_when_settled
                 from outbox_mails where id = $1 and sent_at is null and refused_at is null",
                args![id],
            )
            .await
    }
}

/// A mail as somebody may be told of it later; what it said may let its reader in.
#[derive(Clone, Debug, Serialize, row_derive::FromRow)]
pub struct MailRecord {
    pub recipient: String,
    pub subject: String,
    pub created_at: DateTime<Utc>,
    pub sent_at: Option<DateTime<Utc>>,
}

/// The mails that were posted on a lane or to an address, oldest first.
pub async fn posted(db: &Db, lane: &str, address: &str) -> DbResult<Vec<MailRecord>> {
    db.all(
        "select recipient, subject, created_at, sent_at from outbox_mails
         where lane = $1 or recipient = $2 order by id",
        args![lane, address],
    )
    .await
}

/// Removes the mails of a lane, sent or not, and answers their message ids.
pub async fn forget_lane(tx: &mut Tx, lane: &str) -> DbResult<Vec<String>> {
    let sql = "delete from outbox_mails where lane = $1 returning message_id";
    let gone: Vec<(String,)> = tx.all(sql, args![lane]).await?;
    Ok(gone.into_iter().map(|(message_id,)| message_id).collect())
}

/// Removes the mails to an address, sent or not, and how it took them.
pub async fn forget_recipient(tx: &mut Tx, address: &str) -> DbResult<()> {
    let sql = "delete from outbox_mails where recipient = $1";
    tx.run(sql, args![address]).await?;
    try_again(tx, address).await
}

/// Whether a mail is not settled yet.
pub async fn is_waiting(tx: &mut Tx, id: Uuid) -> DbResult<bool> {
    let sql =
        "select id from outbox_mails where id = $1 and sent_at is null and refused_at is null";
    let row: Option<(Uuid,)> = tx.maybe(sql, args![id]).await?;
    Ok(row.is_some())
}

/// Gives a mail that is not settled yet another text; false if it is on its way or gone.
pub async fn rewrite(tx: &mut Tx, id: Uuid, letter: &NewMail) -> DbResult<bool> {
    let sql = "update outbox_mails set subject = $2, html = $3, text = $4
               where id = $1 and sent_at is null and refused_at is null";
    let arguments = args![id, &letter.subject, &letter.html, &letter.text];
    Ok(tx.run(sql, arguments).await? == 1)
}

/// Takes back a mail that is not settled yet. The job that would send it finds nothing to do.
pub async fn withdraw(tx: &mut Tx, id: Uuid) -> DbResult<()> {
    let sql = "delete from outbox_mails where id = $1 and sent_at is null and refused_at is null";
    tx.run(sql, args![id]).await.map(drop)
}

/// Empties a mail that is settled: what it said is kept no longer, that it was sent is.
pub async fn blank(tx: &mut Tx, id: Uuid) -> DbResult<()> {
    let sql = "update outbox_mails set html = '', text = '' where id = $1";
    tx.run(sql, args![id]).await.map(drop)
}

/// Whether the last mail to this address was refused for good.
pub async fn is_refused(db: &Db, address: &str) -> DbResult<bool> {
    let sql = "select address from refused_addresses where address = $1";
    let row: Option<(String,)> = db.maybe(sql, args![address.to_lowercase()]).await?;
    Ok(row.is_some())
}

/// Forgets that an address refused its mail; the next one will show.
pub async fn try_again(tx: &mut Tx, address: &str) -> DbResult<()> {
    let sql = "delete from refused_addresses where address = $1";
    tx.run(sql, args![address.to_lowercase()]).await.map(drop)
}

/// Sends one mail of the outbox.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendMail {
    id: Uuid,
}

impl Job for SendMail {
    const KIND: &'static str = "send_mail";
    // Tried for two days, as mail servers do among themselves: what the other side says with 4xx,
    // greylisting included, and a server that is away are over by then, or somebody has to look.
    const MAX_FAILURES: i64 = 52;
    const RETRY_PAUSES: &'static [Duration] = &[
        Duration::from_mins(1),
        Duration::from_mins(5),
        Duration::from_mins(15),
        Duration::from_hours(1),
    ];
    type Context = Outbox;

    async fn run(self, outbox: Outbox, lease: Lease) -> anyhow::Result<Done> {
        let Some(row) = outbox
            .unsettled(self.id)
            .await
            .context("reading the outbox")?
        else {
            return lease.done().await;
        };
        let is_forgotten = row.forget_when_settled;
        crash::point("mail.before_call");
        let sent = outbox.mailer.send(&row.into_mail()).await;
        match sent {
            // What a server says may repeat the address, and a job keeps its last error.
            Err(MailError::Unavailable { .. }) if is_forgotten => bail!("the server is away"),
            Err(unavailable @ MailError::Unavailable { .. }) => return Err(unavailable.into()),
            _ => crash::point("mail.after_call"),
        }
        let mut tx = lease.begin().await?;
        if is_forgotten {
            let sql = "delete from outbox_mails where id = $1";
            tx.run(sql, args![self.id]).await?;
            return lease.finish(tx, Value::Null).await;
        }
        settle(&mut tx, self.id, sent.as_ref(), outbox.clock.real()).await?;
        // Asking again would get the same answer; the room that wrote it can see the refusal.
        let refusal = sent.err().map(|refused| refused.to_string());
        lease.finish(tx, json!({ "refused": refusal })).await
    }
}

/// Writes down how it went, of the mail and of its address.
async fn settle(
    tx: &mut Tx,
    id: Uuid,
    sent: Result<&(), &MailError>,
    real: DateTime<Utc>,
) -> DbResult<()> {
    let sql = "update outbox_mails set sent_at = $2, refused_at = $3, refusal = $4 where id = $1
               returning recipient";
    let (sent_at, refused_at) = match sent {
        Ok(()) => (Some(real), None),
        Err(_) => (None, Some(real)),
    };
    let refusal = sent.err().map(ToString::to_string);
    let arguments = args![id, sent_at, refused_at, refusal];
    let row: Option<(String,)> = tx.maybe(sql, arguments).await?;
    match (row, sent) {
        (Some((recipient,)), Ok(())) => try_again(tx, &recipient).await,
        (Some((recipient,)), Err(MailError::AddressRefused { .. })) => {
            let sql = "insert into refused_addresses (address, refused_at) values ($1, $2)
                       on conflict (address) do update set refused_at = excluded.refused_at";
            let arguments = args![recipient.to_lowercase(), real];
            tx.run(sql, arguments).await.map(drop)
        }
        _ => Ok(()),
    }
}

#[derive(row_derive::FromRow)]
struct OutboxRow {
    recipient: String,
    subject: String,
    html: String,
    text: String,
    headers: Json<Vec<(String, String)>>,
    message_id: String,
    forget_when_settled: bool,
}

impl OutboxRow {
    fn into_mail(self) -> Mail {
        Mail {
            to: self.recipient,
            subject: self.subject,
            html: self.html,
            text: self.text,
            message_id: self.message_id,
            headers: self.headers.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_is_tried_for_two_days() {
        let pauses = SendMail::RETRY_PAUSES;
        let repeated = u32::try_from(SendMail::MAX_FAILURES).unwrap()
            - u32::try_from(pauses.len()).unwrap()
            - 1;
        let all: Duration = pauses.iter().sum::<Duration>() + pauses[pauses.len() - 1] * repeated;

        assert!(all >= Duration::from_hours(48), "{all:?}");
        assert!(all < Duration::from_hours(49), "{all:?}");
    }
}
