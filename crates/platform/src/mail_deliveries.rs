//! What became of the mails of the outbox, as an operator sees it: never what they say.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::db::{Db, DbResult, args};

/// A mail that nobody has taken yet, as an operator sees it.
#[derive(Clone, Debug, Serialize, row_derive::FromRow)]
pub struct UnsentMail {
    /// What `earshot admin jobs retry` takes; none once a dead job is forgotten.
    pub job_id: Option<Uuid>,
    pub recipient: String,
    pub subject: String,
    pub created_at: DateTime<Utc>,
    /// `waiting`, `dead` or `refused`.
    pub state: String,
    pub failures: i64,
    pub next_try_at: Option<DateTime<Utc>>,
    pub last_error: Option<String>,
}

/// The newest mails that are not sent: under way, dead, or refused for good.
pub async fn unsent(db: &Db, most: i64) -> DbResult<Vec<UnsentMail>> {
    db.all(
        "select jobs.id as job_id, recipient, subject, outbox_mails.created_at,
                case when refused_at is not null then 'refused'
                     when jobs.state in ('waiting', 'queued', 'running') then 'waiting'
                     else 'dead' end as state,
                coalesce(jobs.failures, 0) as failures,
                case when jobs.state in ('waiting', 'queued') then jobs.not_before end as next_try_at,
                coalesce(refusal, jobs.last_error) as last_error
         from outbox_mails left join jobs on jobs.id = outbox_mails.job_id
         where sent_at is null order by outbox_mails.created_at desc, outbox_mails.id desc limit $1",
        args![most],
    )
    .await
}

/// How many mails are not sent, in a state.
#[derive(Clone, Debug, PartialEq, Eq, row_derive::FromRow)]
pub struct UnsentCount {
    /// `waiting`, `dead` or `refused`.
    pub state: String,
    pub mails: i64,
    pub oldest: Option<DateTime<Utc>>,
}

/// How many of the mails that are kept are not sent, by state.
pub async fn unsent_counts(db: &Db) -> DbResult<Vec<UnsentCount>> {
    db.all(
        "select case when refused_at is not null then 'refused'
                     when jobs.state in ('waiting', 'queued', 'running') then 'waiting'
                     else 'dead' end as state,
                cast(count(*) as bigint) as mails, min(outbox_mails.created_at) as oldest
         from outbox_mails left join jobs on jobs.id = outbox_mails.job_id
         where sent_at is null group by 1 order by 1",
        args![],
    )
    .await
}

/// What became of a mail, without what it said.
#[derive(Clone, Debug, row_derive::FromRow)]
pub struct MailDelivery {
    pub created_at: DateTime<Utc>,
    pub sent_at: Option<DateTime<Utc>>,
    pub refused_at: Option<DateTime<Utc>>,
    pub refusal: Option<String>,
    /// Failed tries of the job that sends it.
    pub failures: i64,
    pub job_state: Option<String>,
}

/// What became of the newest mails of a lane or to an address.
pub async fn deliveries(
    db: &Db,
    (lane, address): (&str, &str),
    most: i64,
) -> DbResult<Vec<MailDelivery>> {
    db.all(
        "select outbox_mails.created_at, sent_at, refused_at, refusal,
                coalesce(jobs.failures, 0) as failures, jobs.state as job_state
         from outbox_mails left join jobs on jobs.id = outbox_mails.job_id
         where outbox_mails.lane = $1 or recipient = $2
         order by outbox_mails.created_at desc, outbox_mails.id desc limit $3",
        args![lane, address, most],
    )
    .await
}
