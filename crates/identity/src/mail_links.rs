//! The links in mails: asked for, posted, opened once.

use anyhow::Context;
use chrono::TimeDelta;
use url::Url;
use uuid::Uuid;

use super::auth_refusal::Refusal;
use super::device::Device;
use super::email_address::EmailAddress;
use super::pkce::Challenge;
use super::sessions::Grant;
use super::store::links::{AuthCode, NewLink, OpenedLink};
use super::store::{self, User};
use super::{account_notices, mail_texts, opaque_token, redirect_target, sessions};
use platform::app::App;
use platform::db::{DbResult, Tx};
use platform::mail_layout::MailLayout;
use platform::outbox::NewMail;

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    SignUp,
    Recovery,
    EmailChange,
}

impl LinkKind {
    /// The word in the link and in the database.
    pub fn name(self) -> &'static str {
        match self {
            LinkKind::SignUp => "signup",
            LinkKind::Recovery => "recovery",
            LinkKind::EmailChange => "email_change",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        [LinkKind::SignUp, LinkKind::Recovery, LinkKind::EmailChange]
            .into_iter()
            .find(|kind| kind.name() == name)
    }

    /// How a session that begins with the code of such a link says that it began.
    fn method(self) -> &'static str {
        match self {
            LinkKind::SignUp => "email/signup",
            LinkKind::Recovery => "recovery",
            LinkKind::EmailChange => "email_change",
        }
    }

    fn life(self, app: &App) -> TimeDelta {
        let life = match self {
            LinkKind::Recovery => TimeDelta::hours(1),
            LinkKind::SignUp | LinkKind::EmailChange => TimeDelta::hours(24),
        };
        life.min(app.settings.link_life)
    }
}

/// How a link comes back to the one who asked for it.
#[derive(Clone, Debug)]
pub struct WayBack {
    pub challenge: Option<Challenge>,
    /// Where the page wants it to lead; checked before it is used.
    pub redirect_to: Option<String>,
}

/// What an opened link gives to the page it leads to.
#[derive(Debug)]
pub enum Opened {
    /// To be exchanged by the one who asked for the link.
    Code(String),
    Session(Box<Grant>),
}

/// Opens a link. It is used up by that, whatever becomes of the code.
pub async fn open_link(
    app: &App,
    token: &str,
    kind: LinkKind,
    device: &Device,
) -> Result<Opened, Refusal> {
    let (mut tx, mut user, link) = use_up(app, token, kind).await?;
    if let Some(challenge) = link.challenge {
        let code = issue_code(app, &mut tx, user.id, kind.method(), challenge).await?;
        tx.commit().await?;
        return Ok(Opened::Code(code));
    }
    let began = ("otp", device);
    let (session, first) = sessions::begin(&mut tx, &mut user, began, app.clock.real()).await?;
    tx.commit().await?;
    let grant = sessions::grant(app, user, &session, &first)?;
    Ok(Opened::Session(Box::new(grant)))
}

/// Opens a link for a session at once: whoever shows the token has read the mail.
pub async fn redeem_link(
    app: &App,
    token: &str,
    kind: LinkKind,
    device: &Device,
) -> Result<Grant, Refusal> {
    let (mut tx, mut user, _) = use_up(app, token, kind).await?;
    let began = ("otp", device);
    let (session, first) = sessions::begin(&mut tx, &mut user, began, app.clock.real()).await?;
    tx.commit().await?;
    sessions::grant(app, user, &session, &first)
}

/// A link about to be posted.
#[derive(Clone, Debug)]
pub(super) struct Envelope<'a> {
    pub(super) user: &'a User,
    pub(super) kind: LinkKind,
    pub(super) to: &'a EmailAddress,
    pub(super) pending_signup_id: Option<Uuid>,
    pub(super) name: Option<&'a str>,
}

/// Stores a link and posts the mail with it, in the caller's transaction.
pub(super) async fn post(
    app: &App,
    tx: &mut Tx,
    envelope: Envelope<'_>,
    way_back: &WayBack,
) -> DbResult<()> {
    let prefix = way_back.challenge.as_ref().map_or("", |_| "pkce_");
    let token = format!("{prefix}{}", opaque_token::new_text());
    let new_email =
        (envelope.kind == LinkKind::EmailChange).then(|| envelope.to.as_str().to_owned());
    let link = NewLink {
        hash: opaque_token::hash_of(&token),
        user_id: envelope.user.id,
        kind: envelope.kind.name(),
        pending_signup_id: envelope.pending_signup_id,
        new_email,
        challenge: way_back
            .challenge
            .as_ref()
            .map(|challenge| challenge.as_str().to_owned()),
        created_at: app.clock.real(),
    };
    store::links::add(tx, link).await?;
    let address = address_of(app, &token, envelope.kind, way_back);
    let letter = letter(app, &envelope, address.as_str());
    app.outbox.post(tx, letter).await.map(drop)
}

fn letter(app: &App, envelope: &Envelope<'_>, link: &str) -> NewMail {
    let write = match envelope.kind {
        LinkKind::SignUp => mail_texts::confirmation,
        LinkKind::Recovery => mail_texts::recovery,
        LinkKind::EmailChange => mail_texts::email_change,
    };
    let letterhead = MailLayout::new(&app.site_url, &app.settings.support_email);
    NewMail {
        lane: envelope.user.id.to_string(),
        ..write(&letterhead, envelope.to.as_str(), envelope.name, link)
    }
}

/// Links lead to the address that the operator has set, whatever name the request called us by.
fn address_of(app: &App, token: &str, kind: LinkKind, way_back: &WayBack) -> Url {
    let redirect_to = redirect_target::allowed(&app.site_url, way_back.redirect_to.as_deref());
    let mut address = app.site_url.clone();
    address.set_path("/auth/v1/verify");
    address
        .query_pairs_mut()
        .clear()
        .append_pair("token", token)
        .append_pair("type", kind.name())
        .append_pair("redirect_to", redirect_to.as_str());
    address
}

/// Uses up the link and does what it is for. The user is held before the link, as everywhere, so
/// that two links opened at once wait for each other instead of for ever.
async fn use_up(app: &App, token: &str, kind: LinkKind) -> Result<(Tx, User, OpenedLink), Refusal> {
    let (hash, now) = (opaque_token::hash_of(token), app.clock.real());
    let owner = store::links::owner(&app.db, hash.clone()).await?;
    let owner = owner.ok_or(Refusal::DeadLink)?;
    let mut tx = app.db.begin().await?;
    let user = store::users::hold(&mut tx, owner).await?;
    let mut user = user.ok_or(Refusal::DeadLink)?;
    let issued_after = now - kind.life(app);
    let link = store::links::open(&mut tx, hash, kind.name(), issued_after, now).await?;
    let link = link.ok_or(Refusal::DeadLink)?;
    match kind {
        LinkKind::SignUp => confirm(app, &mut tx, &mut user, link.pending_signup_id).await?,
        // Whoever reads the mail owns the address; the passwords of sign-ups are not needed for it.
        LinkKind::Recovery => confirm(app, &mut tx, &mut user, None).await?,
        LinkKind::EmailChange => {
            change_address(app, &mut tx, &mut user, link.new_email.as_deref()).await?;
        }
    }
    Ok((tx, user, link))
}

/// Confirms the address. The sign-up of the link takes effect if no other with a different
/// password is pending: somebody else may have used the address, and the one who reads the mail
/// chooses anew.
async fn confirm(
    app: &App,
    tx: &mut Tx,
    user: &mut User,
    pending_signup_id: Option<Uuid>,
) -> DbResult<()> {
    let now = app.clock.real();
    let pending = store::users::pending_in(tx, user.id).await?;
    if !user.is_confirmed() {
        user.email_confirmed_at = Some(now);
        if let [only] = pending.as_slice()
            && pending_signup_id == Some(only.id)
        {
            user.password_hash = Some(only.password_hash.clone());
            user.user_metadata = only.user_metadata.clone();
        }
        user.updated_at = now;
        store::users::save(tx, user).await?;
    }
    store::users::drop_pending(tx, user.id).await?;
    store::links::kill_kind(tx, user.id, LinkKind::SignUp.name()).await
}

async fn change_address(
    app: &App,
    tx: &mut Tx,
    user: &mut User,
    new_email: Option<&str>,
) -> Result<(), Refusal> {
    let new_email = new_email.ok_or(Refusal::DeadLink)?;
    if store::users::has_address(tx, new_email).await? {
        return Err(Refusal::DeadLink);
    }
    let now = app.clock.real();
    account_notices::tell_of_new_address(app, tx, user, new_email).await?;
    new_email.clone_into(&mut user.email);
    user.email_confirmed_at = Some(now);
    user.new_email = None;
    user.email_change_sent_at = None;
    user.updated_at = now;
    store::users::save(tx, user).await?;
    store::users::readdress_profile(tx, user.id, new_email, app.clock.now()).await?;
    // Links that were sent to the old address prove nothing about the new one.
    store::links::kill_all(tx, user.id).await?;
    app.events
        .address_changed(tx, &app.clock, user.id)
        .await
        .context("telling of the new address")?;
    Ok(())
}

/// A code for whoever holds the secret behind the challenge. `method` is how their session will say
/// that it began.
pub(super) async fn issue_code(
    app: &App,
    tx: &mut Tx,
    user_id: Uuid,
    method: &str,
    challenge: String,
) -> DbResult<String> {
    let text = Uuid::new_v4().to_string();
    let code = AuthCode {
        user_id,
        challenge,
        method: method.to_owned(),
        created_at: app.clock.real(),
    };
    store::links::add_code(tx, opaque_token::hash_of(&text), &code).await?;
    Ok(text)
}
