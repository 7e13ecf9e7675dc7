//! Sessions and their refresh tokens.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use platform::db::{Db, DbResult, FromRow, Tx, args};

/// Somebody's being signed in, on one device.
#[derive(Clone, Debug, FromRow)]
pub struct Session {
    pub id: Uuid,
    pub user_id: Uuid,
    /// How it began: password, oauth, otp, recovery, email/signup, email_change.
    pub method: String,
    pub began_at: DateTime<Utc>,
    /// Where it began, as people call it; empty if that is not known.
    pub device: String,
}

/// A session as its owner sees it.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct SessionRow {
    pub(crate) id: Uuid,
    pub(crate) device: String,
    pub(crate) began_at: DateTime<Utc>,
    pub(crate) refreshed_at: DateTime<Utc>,
}

/// One refresh token of a session; the one with the highest generation is active.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct RefreshToken {
    pub(crate) hash: Vec<u8>,
    pub(crate) generation: i64,
    pub(crate) sealed_next: Option<Vec<u8>>,
    pub(crate) rotated_at: Option<DateTime<Utc>>,
}

/// The address of the user whose live session this is.
pub(crate) async fn address_behind(
    db: &Db,
    session_id: Uuid,
    user_id: Uuid,
) -> DbResult<Option<String>> {
    let row: Option<(String,)> = db
        .maybe(
            "select users.email from sessions join users on users.id = sessions.user_id
             where sessions.id = $1 and sessions.user_id = $2",
            args![session_id, user_id],
        )
        .await?;
    Ok(row.map(|(email,)| email))
}

pub(crate) async fn add(tx: &mut Tx, session: &Session, first_token: Vec<u8>) -> DbResult<()> {
    tx.run(
        "insert into sessions (id, user_id, method, began_at, refreshed_at, device)
         values ($1, $2, $3, $4, $4, $5)",
        args![
            session.id,
            session.user_id,
            &session.method,
            session.began_at,
            &session.device
        ],
    )
    .await?;
    add_token(tx, session.id, 0, first_token).await
}

/// The session to which a refresh token belongs, whatever its generation.
pub(crate) async fn of_token(db: &Db, hash: Vec<u8>) -> DbResult<Option<Uuid>> {
    let row: Option<(Uuid,)> = db
        .maybe(
            "select session_id from refresh_tokens where hash = $1",
            args![hash],
        )
        .await?;
    Ok(row.map(|(id,)| id))
}

/// The session, held against every other refresh until the transaction ends.
pub(crate) async fn hold(tx: &mut Tx, id: Uuid, now: DateTime<Utc>) -> DbResult<Option<Session>> {
    tx.maybe(
        "update sessions set refreshed_at = $2 where id = $1
         returning id, user_id, method, began_at, device",
        args![id, now],
    )
    .await
}

/// The session's tokens, oldest first.
pub(crate) async fn tokens(tx: &mut Tx, session_id: Uuid) -> DbResult<Vec<RefreshToken>> {
    tx.all(
        "select hash, generation, sealed_next, rotated_at from refresh_tokens
         where session_id = $1 order by generation",
        args![session_id],
    )
    .await
}

pub(crate) async fn add_token(
    tx: &mut Tx,
    session_id: Uuid,
    generation: i64,
    hash: Vec<u8>,
) -> DbResult<()> {
    tx.run(
        "insert into refresh_tokens (hash, session_id, generation) values ($1, $2, $3)",
        args![hash, session_id, generation],
    )
    .await
    .map(drop)
}

pub(crate) async fn seal_token(
    tx: &mut Tx,
    hash: Vec<u8>,
    sealed_next: Vec<u8>,
    now: DateTime<Utc>,
) -> DbResult<()> {
    tx.run(
        "update refresh_tokens set sealed_next = $2, rotated_at = $3 where hash = $1",
        args![hash, sealed_next, now],
    )
    .await
    .map(drop)
}

pub(crate) async fn prune_tokens(tx: &mut Tx, session_id: Uuid, oldest_kept: i64) -> DbResult<()> {
    tx.run(
        "delete from refresh_tokens where session_id = $1 and generation < $2",
        args![session_id, oldest_kept],
    )
    .await
    .map(drop)
}

/// A user's live sessions, the last used first.
pub(crate) async fn of_user(db: &Db, user_id: Uuid) -> DbResult<Vec<SessionRow>> {
    db.all(
        "select id, device, began_at, refreshed_at from sessions
         where user_id = $1 order by refreshed_at desc, id desc",
        args![user_id],
    )
    .await
}

/// When a live session began.
pub(crate) async fn began_at(db: &Db, id: Uuid) -> DbResult<Option<DateTime<Utc>>> {
    let sql = "select began_at from sessions where id = $1";
    let row: Option<(DateTime<Utc>,)> = db.maybe(sql, args![id]).await?;
    Ok(row.map(|(began_at,)| began_at))
}

/// Ends a session, if it is this user's.
pub(crate) async fn end_one(tx: &mut Tx, user_id: Uuid, id: Uuid) -> DbResult<Vec<Uuid>> {
    ids(tx
        .all(
            "delete from sessions where user_id = $1 and id = $2 returning id",
            args![user_id, id],
        )
        .await)
}

pub(crate) async fn end_all(tx: &mut Tx, user_id: Uuid) -> DbResult<Vec<Uuid>> {
    ids(tx
        .all(
            "delete from sessions where user_id = $1 returning id",
            args![user_id],
        )
        .await)
}

pub(crate) async fn end_others(tx: &mut Tx, user_id: Uuid, kept: Uuid) -> DbResult<Vec<Uuid>> {
    ids(tx
        .all(
            "delete from sessions where user_id = $1 and id <> $2 returning id",
            args![user_id, kept],
        )
        .await)
}

fn ids(rows: DbResult<Vec<(Uuid,)>>) -> DbResult<Vec<Uuid>> {
    Ok(rows?.into_iter().map(|(id,)| id).collect())
}
