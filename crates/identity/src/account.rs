//! What a signed-in person changes about the account: name, password, address.

use chrono::TimeDelta;
use serde_json::{Map, Value};

use super::Caller;
use super::account_notices;
use super::auth_refusal::Refusal;
use super::email_address::EmailAddress;
use super::mail_links::{self, Envelope, LinkKind, WayBack};
use super::passwords::NewPassword;
use super::sessions::{self, Ended};
use super::sign_in_limits;
use super::store::{self, User};
use platform::app::App;
use platform::db::Tx;

/// What of it is to change.
#[derive(Debug, Default)]
pub struct AccountChange {
    /// Merged into what is there; null removes a key.
    pub user_metadata: Map<String, Value>,
    pub password: Option<NewPassword>,
    /// The password of today, for somebody who signed in long ago and wants another one.
    pub current_password: Option<String>,
    pub email: Option<EmailAddress>,
}

/// The caller's own account.
pub async fn account(app: &App, caller: &Caller) -> Result<User, Refusal> {
    let user = store::users::by_id(&app.db, caller.user_id).await?;
    user.ok_or(Refusal::UserGone)
}

/// Changes the account in one go: all of it or nothing.
pub async fn change_account(
    app: &App,
    caller: &Caller,
    change: AccountChange,
    way_back: &WayBack,
) -> Result<User, Refusal> {
    if change.password.is_some() || change.email.is_some() {
        sign_in_limits::count_account_change(app, caller.user_id).await?;
    }
    let new_hash = match &change.password {
        Some(password) => {
            let user = account(app, caller).await?;
            prove_owner(app, caller, &user, change.current_password.as_deref()).await?;
            Some(hash_of_new(app, &user, password).await?)
        }
        None => None,
    };
    let mut tx = app.db.begin().await?;
    let new_email = change.email.filter(|email| email.as_str() != caller.email);
    if let Some(email) = &new_email {
        sign_in_limits::count_mail(app, &mut tx, LinkKind::EmailChange.name(), email).await?;
    }
    let user = store::users::hold(&mut tx, caller.user_id).await?;
    let mut user = user.ok_or(Refusal::UserGone)?;
    merge(&mut user.user_metadata.0, change.user_metadata)?;
    user.updated_at = app.clock.real();
    if let Some(hash) = new_hash {
        user.password_hash = Some(hash);
        store::links::kill_all(&mut tx, user.id).await?;
        let others = Ended::AllBut(caller.session_id);
        sessions::end(&mut tx, &app.clock, user.id, others).await?;
        account_notices::tell_of_new_password(app, &mut tx, &user).await?;
    }
    if let Some(email) = &new_email {
        ask_for_address(app, &mut tx, &mut user, email, way_back).await?;
    }
    store::users::save(&mut tx, &user).await?;
    tx.commit().await?;
    Ok(user)
}

/// For how long after signing in, with a password or by a link in a mail, a new password may be chosen
/// without the old one: as long as a link for that lives.
const FRESH: TimeDelta = TimeDelta::hours(1);

/// Whoever finds a page that somebody left open, or steals its token, must not take over the account:
/// a new password takes the one of today or a session that has just begun.
async fn prove_owner(
    app: &App,
    caller: &Caller,
    user: &User,
    current_password: Option<&str>,
) -> Result<(), Refusal> {
    if let (Some(current), Some(hash)) = (current_password, user.password_hash.as_deref()) {
        let is_right = app.passwords.matches(current, Some(hash)).await?;
        return is_right.then_some(()).ok_or(Refusal::WrongCurrentPassword);
    }
    let began_at = store::sessions::began_at(&app.db, caller.session_id).await?;
    let is_fresh = began_at.is_some_and(|began_at| app.clock.real() - began_at < FRESH);
    is_fresh
        .then_some(())
        .ok_or(Refusal::ReauthenticationNeeded)
}

/// The hash of a password that is not the one of today.
async fn hash_of_new(app: &App, user: &User, password: &NewPassword) -> Result<String, Refusal> {
    if let Some(hash) = user.password_hash.as_deref()
        && app.passwords.matches(password.as_str(), Some(hash)).await?
    {
        return Err(Refusal::SamePassword);
    }
    Ok(app.passwords.hash(password.as_str()).await?)
}

/// How much somebody may keep about themselves; it travels in every token.
const LARGEST_METADATA: usize = 4096;

fn merge(kept: &mut Map<String, Value>, change: Map<String, Value>) -> Result<(), Refusal> {
    for (key, value) in change {
        if value.is_null() {
            kept.remove(&key);
        } else {
            kept.insert(key, value);
        }
    }
    check_size(kept)
}

/// Refuses what would not fit into a header with every call.
pub(super) fn check_size(user_metadata: &Map<String, Value>) -> Result<(), Refusal> {
    let size = serde_json::to_string(user_metadata).map_or(usize::MAX, |text| text.len());
    if size > LARGEST_METADATA {
        return Err(Refusal::Invalid("User metadata is too large"));
    }
    Ok(())
}

/// Notes the wanted address and posts a link to it; until it is opened the old one holds.
async fn ask_for_address(
    app: &App,
    tx: &mut Tx,
    user: &mut User,
    email: &EmailAddress,
    way_back: &WayBack,
) -> Result<(), Refusal> {
    if store::users::has_address(tx, email.as_str()).await? {
        return Err(Refusal::AddressTaken);
    }
    store::links::kill_kind(tx, user.id, LinkKind::EmailChange.name()).await?;
    user.new_email = Some(email.as_str().to_owned());
    user.email_change_sent_at = Some(app.clock.real());
    let envelope = Envelope {
        user,
        kind: LinkKind::EmailChange,
        to: email,
        pending_signup_id: None,
        name: user.full_name(),
    };
    mail_links::post(app, tx, envelope, way_back).await?;
    Ok(())
}
