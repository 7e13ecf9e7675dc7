//! Who people are.
//!
//! **Owns** users, their identities at other providers, pending sign-ups, sessions, refresh tokens,
//! mail links, auth codes and profiles.
//!
//! **Promises** that an identity is never taken from anything but a signed token of a live session
//! ([`caller_of`]); that secrets are kept only as hashes; that sign-ups for one address never
//! steal each other; that a provider opens an account only by its subject or by an address that both
//! sides have verified; that a session which has ended is refused everywhere at once; that the owner
//! of an address is told when it or the password changes.
//!
//! **Calls** no other room. The wire protocol of the stock Supabase client is spoken by
//! `edge/supabase`; what it means is decided here.

mod account;
mod account_deletion;
mod account_notices;
pub mod api;
mod auth_refusal;
mod code_exchange;
mod device;
mod email_address;
mod mail_links;
mod mail_requests;
pub mod mail_texts;
mod oauth_accounts;
mod oauth_attempts;
mod oauth_sign_in;
mod opaque_token;
mod passwords;
mod pkce;
mod profiles;
mod redirect_target;
mod sessions;
mod sign_in;
mod sign_in_limits;
mod sign_up;
mod signed_in;
mod signed_in_devices;
mod store;
mod welcome_mail;

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

pub use account::{AccountChange, account, change_account};
pub use account_deletion::{Leaver, export, forget, hold_leaver};
pub use auth_refusal::Refusal;
pub use code_exchange::exchange;
pub use device::Device;
pub use email_address::EmailAddress;
pub use mail_links::{LinkKind, Opened, WayBack, open_link, redeem_link};
pub use mail_requests::{recover, resend_change, resend_confirmation};
pub use oauth_attempts::{ATTEMPT_LIFE, OauthDeparture, begin_oauth};
pub use oauth_sign_in::{OauthArrival, OauthOutcome, OauthReturn, finish_oauth};
pub use passwords::NewPassword;
pub use pkce::Challenge;
pub use profiles::{complete_onboarding, create_profile};
pub use redirect_target::allowed as allowed_redirect;
pub use sessions::{Grant, Scope, issue_token as issue_token_with, refresh, sign_out};
pub use sign_in::sign_in;
pub use sign_up::{SignUp, sign_up};
pub use signed_in::{SignedIn, bearer};
pub use store::{OauthIdentity, Session, User};
pub use welcome_mail::welcome;

use platform::access_tokens::TokenError;
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult};
use platform::rate_limit::forget_full;

/// Somebody who is signed in: a token of ours, of a session that is live right now.
#[derive(Clone, Debug)]
pub struct Caller {
    pub user_id: Uuid,
    pub session_id: Uuid,
    pub email: String,
    /// When the token itself ends (wall time).
    pub expires_at: DateTime<Utc>,
}

/// Why a token proves nothing.
#[derive(Debug, thiserror::Error)]
pub enum BadToken {
    #[error("invalid JWT: unable to parse or verify signature")]
    Invalid,
    #[error("JWT expired")]
    Expired,
    #[error("Session from session_id claim in JWT does not exist")]
    SessionEnded,
    #[error("User from sub claim in JWT does not exist")]
    UserGone,
    /// The database did not answer; says nothing about the token.
    #[error(transparent)]
    Unknown(#[from] anyhow::Error),
}

/// Who sent this access token.
pub async fn caller_of(app: &App, token: &str) -> Result<Caller, BadToken> {
    let proven = app.tokens.verify(token, app.clock.real())?;
    let email = store::sessions::address_behind(&app.db, proven.session_id, proven.user_id).await;
    if let Some(email) = email.map_err(anyhow::Error::from)? {
        return Ok(Caller {
            user_id: proven.user_id,
            session_id: proven.session_id,
            email,
            expires_at: proven.expires_at,
        });
    }
    let user = store::users::by_id(&app.db, proven.user_id).await;
    Err(match user.map_err(anyhow::Error::from)? {
        Some(_) => BadToken::SessionEnded,
        None => BadToken::UserGone,
    })
}

/// An access token of a new session, for operators and tests; with a negative `expires_in` it has
/// expired already. None if there is no such user.
pub async fn issue_token(
    app: &App,
    user_id: Uuid,
    expires_in: TimeDelta,
) -> anyhow::Result<Option<String>> {
    sessions::issue_token(&app.db, &app.clock, &app.tokens, user_id, expires_in).await
}

/// An account whose address somebody vouches for, without a mail and without a password.
pub async fn add_confirmed(app: &App, email: &str, full_name: &str) -> anyhow::Result<User> {
    let now = app.clock.real();
    let mut tx = app.db.begin().await?;
    let new = User::new(Uuid::now_v7(), &email.to_lowercase(), now);
    store::users::add_missing(&mut tx, &new).await?;
    let held = store::users::hold_by_email(&mut tx, &new.email).await?;
    let mut user = held.context("finding the account that was just added")?;
    user.email_confirmed_at = user.email_confirmed_at.or(Some(now));
    user.user_metadata
        .0
        .insert("full_name".to_owned(), full_name.into());
    store::users::save(&mut tx, &user).await?;
    tx.commit().await?;
    Ok(user)
}

/// Gives an account this password.
pub async fn set_password(app: &App, user_id: Uuid, password: &NewPassword) -> anyhow::Result<()> {
    let hash = app.passwords.hash(password.as_str()).await?;
    let mut tx = app.db.begin().await?;
    let held = store::users::hold(&mut tx, user_id).await?;
    let mut user = held.context("finding the account that gets a password")?;
    user.password_hash = Some(hash);
    store::users::save(&mut tx, &user).await?;
    Ok(tx.commit().await?)
}

/// Whether an account has this password.
pub async fn has_password(app: &App, user: &User, password: &NewPassword) -> anyhow::Result<bool> {
    let hash = user.password_hash.as_deref();
    Ok(app.passwords.matches(password.as_str(), hash).await?)
}

/// The account with this id or this address.
pub async fn find(db: &Db, id_or_address: &str) -> DbResult<Option<User>> {
    match Uuid::parse_str(id_or_address) {
        Ok(id) => store::users::by_id(db, id).await,
        Err(_) => store::users::by_email(db, &id_or_address.trim().to_lowercase()).await,
    }
}

/// How many accounts there are, for those who look after the server.
pub async fn count(db: &Db) -> DbResult<i64> {
    store::users::count(db).await
}

/// The newest accounts, for those who look after the server.
pub async fn newest(db: &Db, most: i64) -> DbResult<Vec<User>> {
    store::users::newest(db, most).await
}

/// Removes links and codes that have long expired, and accounts that nobody confirmed in a month.
pub async fn forget_old(db: &Db, clock: &Clock) -> DbResult<u64> {
    let now = clock.real();
    let links = store::links::forget_made_before(db, now - TimeDelta::days(7)).await?;
    let users = store::users::forget_unconfirmed(db, now - TimeDelta::days(30)).await?;
    let attempts = store::oauth::forget_begun_before(db, now - TimeDelta::days(1)).await?;
    let buckets = forget_full(db, now).await?;
    Ok(links + users + attempts + buckets)
}

impl From<TokenError> for BadToken {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::Invalid => BadToken::Invalid,
            TokenError::Expired => BadToken::Expired,
        }
    }
}
