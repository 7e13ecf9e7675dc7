//! Further mails that somebody without a session may ask for. The answer never tells whether there
//! is an account: the limits count for every address alike.

use std::net::IpAddr;

use super::auth_refusal::Refusal;
use super::email_address::EmailAddress;
use super::mail_links::{self, Envelope, LinkKind, WayBack};
use super::sign_in_limits::{self, Attempt};
use super::store::{self, User};
use platform::app::App;
use platform::db::Tx;

/// Posts a link by which the owner of the address gets in and can choose a new password.
pub async fn recover(
    app: &App,
    email: &EmailAddress,
    way_back: &WayBack,
    client: IpAddr,
) -> Result<(), Refusal> {
    let mut tx = counted(app, LinkKind::Recovery, email, client).await?;
    if let Some(mut user) = store::users::hold_by_email(&mut tx, email.as_str()).await? {
        user.recovery_sent_at = Some(app.clock.real());
        store::users::save(&mut tx, &user).await?;
        let envelope = envelope(&user, LinkKind::Recovery, email);
        mail_links::post(app, &mut tx, envelope, way_back).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Posts a further link to confirm a sign-up.
pub async fn resend_confirmation(
    app: &App,
    email: &EmailAddress,
    way_back: &WayBack,
    client: IpAddr,
) -> Result<(), Refusal> {
    let mut tx = counted(app, LinkKind::SignUp, email, client).await?;
    let held = store::users::hold_by_email(&mut tx, email.as_str()).await?;
    if let Some(mut user) = held.filter(|user| !user.is_confirmed()) {
        user.confirmation_sent_at = Some(app.clock.real());
        store::users::save(&mut tx, &user).await?;
        let pending = store::users::pending_in(&mut tx, user.id).await?;
        // Of several none takes effect, so it does not matter to which the link belongs.
        let newest = pending.last();
        user.user_metadata = newest
            .map(|sign_up| sign_up.user_metadata.clone())
            .unwrap_or_default();
        let envelope = Envelope {
            pending_signup_id: newest.map(|sign_up| sign_up.id),
            ..envelope(&user, LinkKind::SignUp, email)
        };
        mail_links::post(app, &mut tx, envelope, way_back).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Posts a further link to the new address of somebody who wants to change theirs.
pub async fn resend_change(
    app: &App,
    email: &EmailAddress,
    way_back: &WayBack,
    client: IpAddr,
) -> Result<(), Refusal> {
    let mut tx = counted(app, LinkKind::EmailChange, email, client).await?;
    let held = store::users::hold_by_email(&mut tx, email.as_str()).await?;
    if let Some(mut user) = held
        && let Some(new_email) = user.new_email.clone()
    {
        let new_email = EmailAddress::parse(&new_email)?;
        user.email_change_sent_at = Some(app.clock.real());
        store::users::save(&mut tx, &user).await?;
        let envelope = envelope(&user, LinkKind::EmailChange, &new_email);
        mail_links::post(app, &mut tx, envelope, way_back).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// A transaction in which the mail is counted.
async fn counted(
    app: &App,
    kind: LinkKind,
    email: &EmailAddress,
    client: IpAddr,
) -> Result<Tx, Refusal> {
    sign_in_limits::count_client_at_once(app, Attempt::Mail, client).await?;
    let mut tx = app.db.begin().await?;
    sign_in_limits::count_mail(app, &mut tx, kind.name(), email).await?;
    Ok(tx)
}

fn envelope<'a>(user: &'a User, kind: LinkKind, to: &'a EmailAddress) -> Envelope<'a> {
    Envelope {
        user,
        kind,
        to,
        pending_signup_id: None,
        name: user.full_name(),
    }
}
