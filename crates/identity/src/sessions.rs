//! Sessions: how one begins, goes on and ends.
//!
//! A session has one active refresh token. Using it replaces it. The one before it may be shown
//! again at any time and is answered with the active one, because answers get lost and tabs race;
//! anything older is answered so only for a moment, and after that it is taken for stolen: the
//! session ends.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use uuid::Uuid;

use super::auth_refusal::Refusal;
use super::device::Device;
use super::opaque_token::Secret;
use super::store::sessions::RefreshToken;
use super::store::{self, Session, User};
use platform::access_tokens::{ACCESS_TOKEN_LIFE, AccessTokens, TokenSubject};
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::live;

/// For how long after its replacement an older refresh token is still answered.
const REUSE: TimeDelta = TimeDelta::seconds(10);

/// How many generations are remembered, to know a stolen token when it is shown.
const REMEMBERED_GENERATIONS: i64 = 100;

/// What somebody gets who signs in or refreshes.
#[derive(Clone)]
pub struct Grant {
    pub access_token: String,
    pub refresh_token: String,
    pub expires_at: DateTime<Utc>,
    pub user: User,
}

/// Shows none of the tokens.
impl fmt::Debug for Grant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Grant");
        shown
            .field("user_id", &self.user.id)
            .finish_non_exhaustive()
    }
}

/// Which sessions of a user a sign-out ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Global,
    Local,
    Others,
}

/// Replaces a refresh token by the next one.
pub async fn refresh(app: &App, shown: &str) -> Result<Grant, Refusal> {
    let shown = Secret::parse(shown).ok_or(Refusal::UnknownRefreshToken)?;
    let session_id = store::sessions::of_token(&app.db, shown.hash()).await?;
    let session_id = session_id.ok_or(Refusal::UnknownRefreshToken)?;
    let now = app.clock.real();
    let mut tx = app.db.begin().await?;
    let session = store::sessions::hold(&mut tx, session_id, now).await?;
    let session = session.ok_or(Refusal::UnknownRefreshToken)?;
    let Some(active) = successor(&mut tx, &session, shown, now).await? else {
        end(&mut tx, &app.clock, session.user_id, Ended::One(session.id)).await?;
        tx.commit().await?;
        return Err(Refusal::UsedRefreshToken);
    };
    tx.commit().await?;
    let user = store::users::by_id(&app.db, session.user_id).await?;
    let user = user.ok_or(Refusal::UnknownRefreshToken)?;
    grant(app, user, &session, &active)
}

/// Ends sessions of the caller.
pub async fn sign_out(app: &App, caller: &super::Caller, scope: Scope) -> Result<(), Refusal> {
    let ended = match scope {
        Scope::Global => Ended::All,
        Scope::Local => Ended::One(caller.session_id),
        Scope::Others => Ended::AllBut(caller.session_id),
    };
    let mut tx = app.db.begin().await?;
    end(&mut tx, &app.clock, caller.user_id, ended).await?;
    tx.commit().await?;
    Ok(())
}

/// An access token of a new session, for operators and tests; it may have expired already. None
/// if there is no such user.
pub async fn issue_token(
    db: &Db,
    clock: &Clock,
    tokens: &AccessTokens,
    user_id: Uuid,
    expires_in: TimeDelta,
) -> anyhow::Result<Option<String>> {
    let now = clock.real();
    let mut tx = db.begin().await?;
    let Some(mut user) = store::users::hold(&mut tx, user_id).await? else {
        return Ok(None);
    };
    let (session, _) = begin(&mut tx, &mut user, ("password", &Device::default()), now).await?;
    tx.commit().await?;
    tokens
        .sign(subject_of(&user, &session), now, expires_in)
        .map(Some)
}

/// A new session in the caller's transaction, and its first refresh token.
pub(super) async fn begin(
    tx: &mut Tx,
    user: &mut User,
    (method, device): (&str, &Device),
    now: DateTime<Utc>,
) -> DbResult<(Session, Secret)> {
    let session = Session {
        id: Uuid::now_v7(),
        user_id: user.id,
        method: method.to_owned(),
        began_at: now,
        device: device.as_str().to_owned(),
    };
    let first = Secret::new();
    store::sessions::add(tx, &session, first.hash()).await?;
    user.last_sign_in_at = Some(now);
    store::users::save(tx, user).await?;
    Ok((session, first))
}

fn subject_of<'a>(user: &'a User, session: &'a Session) -> TokenSubject<'a> {
    TokenSubject {
        user_id: user.id,
        email: &user.email,
        app_metadata: user.app_metadata(),
        user_metadata: user.shown_metadata(),
        session_id: session.id,
        method: &session.method,
        signed_in_at: session.began_at,
    }
}

/// What the client gets of a session once it is committed.
pub(super) fn grant(
    app: &App,
    user: User,
    session: &Session,
    refresh_token: &Secret,
) -> Result<Grant, Refusal> {
    let now = app.clock.real();
    let subject = subject_of(&user, session);
    let access_token = app.tokens.sign(subject, now, ACCESS_TOKEN_LIFE)?;
    Ok(Grant {
        access_token,
        refresh_token: refresh_token.text(),
        expires_at: now + ACCESS_TOKEN_LIFE,
        user,
    })
}

/// Which sessions end.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ended {
    All,
    One(Uuid),
    AllBut(Uuid),
}

/// Ends sessions and tells open pages, in the caller's transaction. Whether there were any.
pub(super) async fn end(tx: &mut Tx, clock: &Clock, user_id: Uuid, ended: Ended) -> DbResult<bool> {
    let ids = match ended {
        Ended::All => store::sessions::end_all(tx, user_id).await?,
        Ended::One(id) => store::sessions::end_one(tx, user_id, id).await?,
        Ended::AllBut(kept) => store::sessions::end_others(tx, user_id, kept).await?,
    };
    if ids.is_empty() {
        return Ok(false);
    }
    live::broadcast(tx, clock, user_id, "sessions", json!({ "ended": ids })).await?;
    Ok(true)
}

/// The token that is active after `shown` was shown: a new one if it was the active one itself,
/// the active one if it may still be shown; none if it must be taken for stolen.
async fn successor(
    tx: &mut Tx,
    session: &Session,
    shown: Secret,
    now: DateTime<Utc>,
) -> DbResult<Option<Secret>> {
    let tokens = store::sessions::tokens(tx, session.id).await?;
    let Some(at) = tokens.iter().position(|token| token.hash == shown.hash()) else {
        return Ok(None);
    };
    let newer = tokens.len() - 1 - at;
    if newer == 0 {
        return rotate(tx, session, shown, &tokens[at], now).await.map(Some);
    }
    let is_parent = newer == 1;
    let is_recent = tokens[at].rotated_at.is_some_and(|at| now - at <= REUSE);
    Ok((is_parent || is_recent)
        .then(|| follow(shown, &tokens[at..]))
        .flatten())
}

async fn rotate(
    tx: &mut Tx,
    session: &Session,
    active: Secret,
    kept: &RefreshToken,
    now: DateTime<Utc>,
) -> DbResult<Secret> {
    let next = Secret::new();
    let generation = kept.generation + 1;
    store::sessions::seal_token(tx, active.hash(), active.seal(&next), now).await?;
    store::sessions::add_token(tx, session.id, generation, next.hash()).await?;
    store::sessions::prune_tokens(tx, session.id, generation - REMEMBERED_GENERATIONS).await?;
    Ok(next)
}

/// Unseals one token after the other, from the one that was shown to the newest.
fn follow(shown: Secret, chain: &[RefreshToken]) -> Option<Secret> {
    let mut sealed = chain.iter().map_while(|token| token.sealed_next.as_deref());
    sealed.try_fold(shown, |token, sealed| token.unseal(sealed))
}
