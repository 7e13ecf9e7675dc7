//! The second half of a link of the PKCE kind: the code for a session.

use chrono::TimeDelta;

use super::auth_refusal::Refusal;
use super::device::Device;
use super::sessions::Grant;
use super::{opaque_token, pkce, sessions, store};
use platform::app::App;

/// How long a code lives, counted from when the link was opened.
const CODE_LIFE: TimeDelta = TimeDelta::minutes(5);

/// Exchanges a code for a session. A wrong verifier leaves the code as it was.
pub async fn exchange(
    app: &App,
    code: &str,
    verifier: &str,
    device: &Device,
) -> Result<Grant, Refusal> {
    let (hash, now) = (opaque_token::hash_of(code), app.clock.real());
    let kept = store::links::unused_code(&app.db, hash.clone()).await?;
    let kept = kept.ok_or(Refusal::UnknownCode)?;
    if now - kept.created_at >= CODE_LIFE {
        return Err(Refusal::ExpiredCode);
    }
    if !pkce::is_proven(verifier, &kept.challenge) {
        return Err(Refusal::WrongVerifier);
    }
    let mut tx = app.db.begin().await?;
    let user = store::users::hold(&mut tx, kept.user_id).await?;
    let mut user = user.ok_or(Refusal::UnknownCode)?;
    if !store::links::use_code(&mut tx, hash, now).await? {
        return Err(Refusal::UnknownCode);
    }
    let (session, first) = sessions::begin(&mut tx, &mut user, (&kept.method, device), now).await?;
    tx.commit().await?;
    sessions::grant(app, user, &session, &first)
}
