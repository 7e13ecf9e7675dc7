//! Links in mails, and the codes that opened links of the PKCE kind are exchanged with.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::platform::db::{Db, DbResult, FromRow, Tx, args};

/// A link as it is written.
#[derive(Clone, Debug)]
pub(in crate::identity) struct NewLink {
    pub(in crate::identity) hash: Vec<u8>,
    pub(in crate::identity) user_id: Uuid,
    pub(in crate::identity) kind: &'static str,
    pub(in crate::identity) pending_signup_id: Option<Uuid>,
    pub(in crate::identity) new_email: Option<String>,
    pub(in crate::identity) challenge: Option<String>,
    pub(in crate::identity) created_at: DateTime<Utc>,
}

/// A link that was just opened.
#[derive(Clone, Debug, FromRow)]
pub(in crate::identity) struct OpenedLink {
    pub(in crate::identity) pending_signup_id: Option<Uuid>,
    pub(in crate::identity) new_email: Option<String>,
    pub(in crate::identity) challenge: Option<String>,
}

#[derive(Clone, Debug, FromRow)]
pub(in crate::identity) struct AuthCode {
    pub(in crate::identity) user_id: Uuid,
    pub(in crate::identity) challenge: String,
    pub(in crate::identity) method: String,
    pub(in crate::identity) created_at: DateTime<Utc>,
}

pub(in crate::identity) async fn add(tx: &mut Tx, link: NewLink) -> DbResult<()> {
    tx.run(
        "insert into mail_links
             (hash, user_id, kind, pending_signup_id, new_email, challenge, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        args![
            link.hash,
            link.user_id,
            link.kind,
            link.pending_signup_id,
            link.new_email,
            link.challenge,
            link.created_at
        ],
    )
    .await
    .map(drop)
}

/// Whose link it is.
pub(in crate::identity) async fn owner(db: &Db, hash: Vec<u8>) -> DbResult<Option<Uuid>> {
    let row: Option<(Uuid,)> = db
        .maybe(
            "select user_id from mail_links where hash = $1 and used_at is null",
            args![hash],
        )
        .await?;
    Ok(row.map(|(id,)| id))
}

/// Uses the link up, if it is live. Of several who try at once one gets it.
pub(in crate::identity) async fn open(
    tx: &mut Tx,
    hash: Vec<u8>,
    kind: &str,
    issued_after: DateTime<Utc>,
    now: DateTime<Utc>,
) -> DbResult<Option<OpenedLink>> {
    tx.maybe(
        "update mail_links set used_at = $4
         where hash = $1 and kind = $2 and used_at is null and created_at > $3
         returning pending_signup_id, new_email, challenge",
        args![hash, kind, issued_after, now],
    )
    .await
}

/// Kills the user's links of one kind.
pub(in crate::identity) async fn kill_kind(tx: &mut Tx, user_id: Uuid, kind: &str) -> DbResult<()> {
    tx.run(
        "delete from mail_links where user_id = $1 and kind = $2",
        args![user_id, kind],
    )
    .await
    .map(drop)
}

/// Kills every link and code of the user that is still outstanding.
pub(in crate::identity) async fn kill_all(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
    tx.run(
        "delete from mail_links where user_id = $1 and used_at is null",
        args![user_id],
    )
    .await?;
    tx.run(
        "delete from auth_codes where user_id = $1 and used_at is null",
        args![user_id],
    )
    .await
    .map(drop)
}

pub(in crate::identity) async fn add_code(
    tx: &mut Tx,
    hash: Vec<u8>,
    code: &AuthCode,
) -> DbResult<()> {
    tx.run(
        "insert into auth_codes (hash, user_id, challenge, method, created_at)
         values ($1, $2, $3, $4, $5)",
        args![
            hash,
            code.user_id,
            &code.challenge,
            &code.method,
            code.created_at
        ],
    )
    .await
    .map(drop)
}

/// A code that nobody has used.
pub(in crate::identity) async fn unused_code(db: &Db, hash: Vec<u8>) -> DbResult<Option<AuthCode>> {
    db.maybe(
        "select user_id, challenge, method, created_at from auth_codes
         where hash = $1 and used_at is null",
        args![hash],
    )
    .await
}

/// Uses the code up; whether it was still there to be used.
pub(in crate::identity) async fn use_code(
    tx: &mut Tx,
    hash: Vec<u8>,
    now: DateTime<Utc>,
) -> DbResult<bool> {
    let used = tx
        .run(
            "update auth_codes set used_at = $2 where hash = $1 and used_at is null",
            args![hash, now],
        )
        .await?;
    Ok(used == 1)
}

/// Removes links and codes that were made before, used or not.
pub(in crate::identity) async fn forget_made_before(
    db: &Db,
    before: DateTime<Utc>,
) -> DbResult<u64> {
    let links = db
        .run(
            "delete from mail_links where created_at < $1",
            args![before],
        )
        .await?;
    let codes = db
        .run(
            "delete from auth_codes where created_at < $1",
            args![before],
        )
        .await?;
    Ok(links + codes)
}
