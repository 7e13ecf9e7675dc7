//! The welcome: one mail, to the address that the account itself has.

use super::{Caller, mail_texts, store};
use platform::app::App;
use platform::mail_layout::MailLayout;
use platform::outbox::NewMail;

/// Welcomes the caller, once in the life of the account and not before its address is confirmed.
/// Whoever has given their website already is not asked for it again.
pub async fn welcome(app: &App, caller: &Caller, has_company: bool) -> anyhow::Result<()> {
    let mut tx = app.db.begin().await?;
    let welcomed = store::users::mark_welcomed(&mut tx, caller.user_id, app.clock.real()).await?;
    let Some(user) = welcomed else {
        return Ok(());
    };
    let letterhead = MailLayout::new(&app.site_url, &app.settings.support_email);
    let (to, name) = (&user.email, user.full_name());
    let letter = if has_company {
        let start = format!("{}/dashboard", letterhead.site);
        mail_texts::welcome_with_company(&letterhead, to, name, &start)
    } else {
        let start = format!("{}/onboarding", letterhead.site);
        mail_texts::welcome(&letterhead, to, name, &start)
    };
    let letter = NewMail {
        lane: user.id.to_string(),
        ..letter
    };
    app.outbox.post(&mut tx, letter).await?;
    tx.commit().await?;
    Ok(())
}
