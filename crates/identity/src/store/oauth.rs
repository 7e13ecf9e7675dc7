//! Identities at other providers, and sign-ins that are on their way there.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use platform::db::{Db, DbResult, FromRow, Tx, args};

/// Who an account is at a provider, as it is written.
#[derive(Clone, Debug)]
pub(crate) struct LinkedIdentity {
    pub(crate) provider: &'static str,
    pub(crate) subject: String,
    pub(crate) user_id: Uuid,
    pub(crate) email: String,
    pub(crate) now: DateTime<Utc>,
}

/// A sign-in as it is written when it goes to the provider.
#[derive(Clone, Debug)]
pub(crate) struct NewAttempt {
    pub(crate) hash: Vec<u8>,
    pub(crate) browser_hash: Vec<u8>,
    pub(crate) challenge: Option<String>,
    pub(crate) redirect_to: String,
    pub(crate) created_at: DateTime<Utc>,
}

/// One that has just come back.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct ReturnedAttempt {
    pub(crate) challenge: Option<String>,
    pub(crate) redirect_to: String,
}

/// Whose identity it is.
pub(crate) async fn owner(tx: &mut Tx, provider: &str, subject: &str) -> DbResult<Option<Uuid>> {
    let row: Option<(Uuid,)> = tx
        .maybe(
            "select user_id from oauth_identities where provider = $1 and subject = $2",
            args![provider, subject],
        )
        .await?;
    Ok(row.map(|(id,)| id))
}

/// Gives the account this identity; false if it, or the identity, has another already.
pub(crate) async fn link(tx: &mut Tx, identity: &LinkedIdentity) -> DbResult<bool> {
    let added = tx
        .run(
            "insert into oauth_identities
                 (provider, subject, user_id, email, created_at, last_sign_in_at)
             values ($1, $2, $3, $4, $5, $5) on conflict do nothing",
            args![
                identity.provider,
                &identity.subject,
                identity.user_id,
                &identity.email,
                identity.now
            ],
        )
        .await?;
    Ok(added == 1)
}

pub(crate) async fn note_sign_in(tx: &mut Tx, identity: &LinkedIdentity) -> DbResult<()> {
    tx.run(
        "update oauth_identities set email = $3, last_sign_in_at = $4
         where provider = $1 and subject = $2",
        args![
            identity.provider,
            &identity.subject,
            &identity.email,
            identity.now
        ],
    )
    .await
    .map(drop)
}

pub(crate) async fn add_attempt(db: &Db, attempt: NewAttempt) -> DbResult<()> {
    db.run(
        "insert into oauth_attempts (hash, browser_hash, challenge, redirect_to, created_at)
         values ($1, $2, $3, $4, $5)",
        args![
            attempt.hash,
            attempt.browser_hash,
            attempt.challenge,
            attempt.redirect_to,
            attempt.created_at
        ],
    )
    .await
    .map(drop)
}

/// Uses the attempt up, if it is live and this browser's. Of several who try at once one gets it.
pub(crate) async fn claim_attempt(
    db: &Db,
    (hash, browser_hash): (Vec<u8>, Vec<u8>),
    begun_after: DateTime<Utc>,
    now: DateTime<Utc>,
) -> DbResult<Option<ReturnedAttempt>> {
    let mut tx = db.begin().await?;
    let claimed = tx
        .maybe(
            "update oauth_attempts set used_at = $4
             where hash = $1 and browser_hash = $2 and used_at is null and created_at > $3
             returning challenge, redirect_to",
            args![hash, browser_hash, begun_after, now],
        )
        .await?;
    tx.commit().await?;
    Ok(claimed)
}

/// Removes attempts that were begun before, used or not.
pub(crate) async fn forget_begun_before(db: &Db, before: DateTime<Utc>) -> DbResult<u64> {
    db.run_in_pieces(
        "delete from oauth_attempts where hash in
         (select hash from oauth_attempts where created_at < $1 limit $2)",
        args![before],
    )
    .await
}
