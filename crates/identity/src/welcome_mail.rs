//! The welcome: one mail, to the address that the account itself has.

use super::{Caller, mail_texts, store};
use platform::app::App;
use platform::mail_layout::MailLayout;
use platform::outbox::NewMail;

/// Welcomes the caller, once in the life of the account and not before its address is confirmed.
pub async fn welcome(app: &App, caller: &Caller) -> anyhow::Result<()> {
    let mut tx = app.db.begin().await?;
    let welcomed = store::users::mark_welcomed(&mut tx, caller.user_id, app.clock.real()).await?;
    let Some(user) = welcomed else {
        return Ok(());
    };
    let letterhead = MailLayout::new(&app.site_url, &app.settings.support_email);
    let start = format!("{}/onboarding", letterhead.site);
    let letter = NewMail {
        lane: user.id.to_string(),
        ..mail_texts::welcome(&letterhead, &user.email, user.full_name(), &start)
    };
    app.outbox.post(&mut tx, letter).await?;
    tx.commit().await?;
    Ok(())
}
