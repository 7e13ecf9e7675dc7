//! Links in mails, and the codes that opened links of the PKCE kind are exchanged with.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use platform::db::{Db, DbResult, FromRow, Tx, args};

/// A link as it is written.
#[derive(Clone, Debug)]
pub(crate) struct NewLink {
    pub(crate) hash: Vec<u8>,
    pub(crate) user_id: Uuid,
    pub(crate) kind: &'static str,
    pub(crate) pending_signup_id: Option<Uuid>,
    pub(crate) new_email: Option<String>,
    pub(crate) challenge: Option<String>,
    pub(crate) created_at: DateTime<Utc>,
}

/// A link that was just opened.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct OpenedLink {
    pub(crate) pending_signup_id: Option<Uuid>,
    pub(crate) new_email: Option<String>,
    pub(crate) challenge: Option<String>,
}

#[derive(Clone, Debug, FromRow)]
pub(crate) struct AuthCode {
    pub(crate) user_id: Uuid,
    pub(crate) challenge: String,
    pub(crate) method: String,
    pub(crate) created_at: DateTime<Utc>,
}

pub(crate) async fn add(tx: &mut Tx, link: NewLink) -> DbResult<()> {
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
pub(crate) async fn owner(db: &Db, hash: Vec<u8>) -> DbResult<Option<Uuid>> {
    let row: Option<(Uuid,)> = db
        .maybe(
            "select user_id from mail_links where hash = $1 and used_at is null",
            args![hash],
        )
        .await?;
    Ok(row.map(|(id,)| id))
}

/// Uses the link up, if it is live. Of several who try at once one gets it.
pub(crate) async fn open(
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
pub(crate) async fn kill_kind(tx: &mut Tx, user_id: Uuid, kind: &str) -> DbResult<()> {
    tx.run(
        "delete from mail_links where user_id = $1 and kind = $2",
        args![user_id, kind],
    )
    .await
    .map(drop)
}

/// Kills every link and code of the user that is still outstanding.
pub(crate) async fn kill_all(tx: &mut Tx, user_id: Uuid) -> DbResult<()> {
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

pub(crate) async fn add_code(tx: &mut Tx, hash: Vec<u8>, code: &AuthCode) -> DbResult<()> {
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
pub(crate) async fn unused_code(db: &Db, hash: Vec<u8>) -> DbResult<Option<AuthCode>> {
    db.maybe(
        "select user_id, challenge, method, created_at from auth_codes
         where hash = $1 and used_at is null",
        args![hash],
    )
    .await
}

/// Uses the code up; whether it was still there to be used.
pub(crate) async fn use_code(tx: &mut Tx, hash: Vec<u8>, now: DateTime<Utc>) -> DbResult<bool> {
    let used = tx
        .run(
            "update auth_codes set used_at = $2 where hash = $1 and used_at is null",
            args![hash, now],
        )
        .await?;
    Ok(used == 1)
}

/// Removes links and codes that were made before, used or not.
pub(crate) async fn forget_made_before(db: &Db, before: DateTime<Utc>) -> DbResult<u64> {
    let links = db
        .run_in_pieces(
            "delete from mail_links where hash in
             (select hash from mail_links where created_at < $1 limit $2)",
            args![before],
        )
        .await?;
    let codes = db
        .run_in_pieces(
            "delete from auth_codes where hash in
             (select hash from auth_codes where created_at < $1 limit $2)",
            args![before],
        )
        .await?;
    Ok(links + codes)
}
