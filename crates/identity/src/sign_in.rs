//! Signing in with a password.

use std::net::IpAddr;

use uuid::Uuid;

use super::auth_refusal::Refusal;
use super::device::Device;
use super::email_address::EmailAddress;
use super::passwords::NewPassword;
use super::sessions::{self, Grant};
use super::sign_in_limits;
use super::store::{self, User};
use platform::app::App;
use platform::password_hasher::is_outdated;

/// A session for whoever knows the password. Who does not know it learns nothing, not even
/// whether there is an account.
pub async fn sign_in(
    app: &App,
    email: &EmailAddress,
    password: &str,
    (client, device): (IpAddr, &Device),
) -> Result<Grant, Refusal> {
    sign_in_limits::count_sign_in(app, email, client).await?;
    let known = store::users::by_email(&app.db, email.as_str()).await?;
    if let Some(user) = known.as_ref().filter(|user| !user.is_confirmed()) {
        return Err(refuse_unconfirmed(app, user, password).await?);
    }
    let hash = known.as_ref().and_then(|user| user.password_hash.clone());
    let is_right = app.passwords.matches(password, hash.as_deref()).await?;
    let (Some(user), Some(hash), true) = (known, hash, is_right) else {
        return Err(Refusal::WrongCredentials);
    };
    let hash = strengthened(app, &user, password, hash).await?;
    begin(app, user.id, &hash, (email, client, device)).await
}

/// "Not confirmed" is only for somebody who knows the password of one of the pending sign-ups.
async fn refuse_unconfirmed(app: &App, user: &User, password: &str) -> Result<Refusal, Refusal> {
    let pending = store::users::pending(&app.db, user.id).await?;
    if pending.is_empty() {
        app.passwords.matches(password, None).await?;
    }
    for sign_up in pending {
        let hash = Some(sign_up.password_hash.as_str());
        if app.passwords.matches(password, hash).await? {
            return Ok(Refusal::NotConfirmed);
        }
    }
    Ok(Refusal::WrongCredentials)
}

/// The password is here for a moment: the time to hash it as well as it is done today.
async fn strengthened(
    app: &App,
    user: &User,
    password: &str,
    hash: String,
) -> Result<String, Refusal> {
    if !is_outdated(&hash) {
        return Ok(hash);
    }
    let Ok(password) = NewPassword::parse(password) else {
        return Ok(hash);
    };
    let stronger = app.passwords.hash(password.as_str()).await?;
    store::users::replace_hash(&app.db, user.id, &hash, &stronger).await?;
    Ok(stronger)
}

async fn begin(
    app: &App,
    user_id: Uuid,
    hash: &str,
    (email, client, device): (&EmailAddress, IpAddr, &Device),
) -> Result<Grant, Refusal> {
    let mut tx = app.db.begin().await?;
    sign_in_limits::note_success(app, &mut tx, email, client).await?;
    let held = store::users::hold(&mut tx, user_id).await?;
    // A password that was changed while this one was checked wins.
    let is_unchanged = |user: &User| user.password_hash.as_deref() == Some(hash);
    let mut user = held.filter(is_unchanged).ok_or(Refusal::WrongCredentials)?;
    let began = ("password", device);
    let (session, first) = sessions::begin(&mut tx, &mut user, began, app.clock.real()).await?;
    tx.commit().await?;
    sessions::grant(app, user, &session, &first)
}
