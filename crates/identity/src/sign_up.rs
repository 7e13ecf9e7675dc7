//! Signing up, without ever stealing somebody else's sign-up.
//!
//! Anybody may sign up with any address. So nothing of an account changes until a link from the
//! mailbox is opened, and every sign-up keeps its own password until then (see `mail_links::confirm`).

use std::net::IpAddr;

use serde_json::{Map, Value};
use uuid::Uuid;

use super::account::check_size;
use super::auth_refusal::Refusal;
use super::email_address::EmailAddress;
use super::mail_links::{self, Envelope, LinkKind, WayBack};
use super::passwords::NewPassword;
use super::sign_in_limits::{self, Attempt};
use super::store::users::PendingSignUp;
use super::store::{self, User};
use platform::app::App;
use platform::db::{DbResult, Json, Tx};

/// How many sign-ups of one address are kept. Two are enough to know that somebody else may have
/// used it; each costs a hash when somebody signs in before the address is confirmed.
const KEPT_SIGN_UPS: usize = 5;

/// A sign-up as it comes in.
#[derive(Debug)]
pub struct SignUp {
    pub email: EmailAddress,
    pub password: NewPassword,
    pub user_metadata: Map<String, Value>,
    pub way_back: WayBack,
    pub client: IpAddr,
}

/// Adds an account that waits for its link, or a further sign-up to one that does. Shows the
/// account with what was sent, as far as it is the sender's own.
pub async fn sign_up(app: &App, sign_up: SignUp) -> Result<User, Refusal> {
    check_size(&sign_up.user_metadata)?;
    sign_in_limits::count_client_at_once(app, Attempt::SignUp, sign_up.client).await?;
    let known = store::users::by_email(&app.db, sign_up.email.as_str()).await?;
    if known.as_ref().is_some_and(User::is_confirmed) {
        return Err(Refusal::AlreadyRegistered);
    }
    let twin = match &known {
        Some(user) => twin(app, user.id, &sign_up.password).await?,
        None => None,
    };
    let pending = PendingSignUp {
        id: twin.unwrap_or_else(Uuid::now_v7),
        password_hash: app.passwords.hash(sign_up.password.as_str()).await?,
        user_metadata: Json(sign_up.user_metadata),
    };
    let mut tx = app.db.begin().await?;
    sign_in_limits::count_mail(app, &mut tx, LinkKind::SignUp.name(), &sign_up.email).await?;
    let mut user = hold_unconfirmed(app, &mut tx, &sign_up.email).await?;
    let pending_signup_id = keep(app, &mut tx, user.id, &pending).await?;
    user.user_metadata = pending.user_metadata;
    let envelope = Envelope {
        user: &user,
        kind: LinkKind::SignUp,
        to: &sign_up.email,
        pending_signup_id,
        name: user.full_name(),
    };
    mail_links::post(app, &mut tx, envelope, &sign_up.way_back).await?;
    tx.commit().await?;
    Ok(user)
}

/// The pending sign-up with the same password. Two with one password are the same person's; only
/// now, while the password is here, can that be known.
async fn twin(app: &App, user_id: Uuid, password: &NewPassword) -> Result<Option<Uuid>, Refusal> {
    for pending in store::users::pending(&app.db, user_id).await? {
        let hash = Some(pending.password_hash.as_str());
        if app.passwords.matches(password.as_str(), hash).await? {
            return Ok(Some(pending.id));
        }
    }
    Ok(None)
}

/// The unconfirmed account of the address, made if there is none; its mail is noted.
async fn hold_unconfirmed(app: &App, tx: &mut Tx, email: &EmailAddress) -> Result<User, Refusal> {
    let now = app.clock.real();
    let new = User::new(Uuid::now_v7(), email.as_str(), now);
    store::users::add_missing(tx, &new).await?;
    let held = store::users::hold_by_email(tx, email.as_str()).await?;
    // Confirmed or gone in the meantime: the first is what the next try would be told as well.
    let mut user = held
        .filter(|user| !user.is_confirmed())
        .ok_or(Refusal::AlreadyRegistered)?;
    user.confirmation_sent_at = Some(now);
    store::users::save(tx, &user).await?;
    Ok(user)
}

/// Keeps the sign-up. The link of one too many belongs to none, and so sets no password.
async fn keep(
    app: &App,
    tx: &mut Tx,
    user_id: Uuid,
    sign_up: &PendingSignUp,
) -> DbResult<Option<Uuid>> {
    let kept = store::users::pending_in(tx, user_id).await?;
    if kept.iter().any(|pending| pending.id == sign_up.id) {
        store::users::rename_pending(tx, sign_up.id, &sign_up.user_metadata.0).await?;
    } else if kept.len() < KEPT_SIGN_UPS {
        store::users::add_pending(tx, user_id, sign_up, app.clock.real()).await?;
    } else {
        return Ok(None);
    }
    Ok(Some(sign_up.id))
}
