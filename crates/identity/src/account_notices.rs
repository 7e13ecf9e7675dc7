//! Mails that tell the owner of an account what has just changed about it, so that whoever did not do
//! it themselves hears of it.

use super::mail_texts;
use super::store::User;
use platform::app::App;
use platform::db::{DbResult, Tx};
use platform::mail_layout::MailLayout;
use platform::outbox::NewMail;

/// Tells the address of the account that its password is another one, in the caller's transaction.
pub(super) async fn tell_of_new_password(app: &App, tx: &mut Tx, user: &User) -> DbResult<()> {
    let letter = mail_texts::password_changed(
        &letterhead(app),
        &user.email,
        user.full_name(),
        page(app, "/auth").as_str(),
    );
    post(app, tx, user, letter).await
}

/// Tells the address of the account that Google opens it from now on.
pub(super) async fn tell_of_google(app: &App, tx: &mut Tx, user: &User) -> DbResult<()> {
    let letter = mail_texts::google_connected(
        &letterhead(app),
        &user.email,
        user.full_name(),
        page(app, "/auth").as_str(),
    );
    post(app, tx, user, letter).await
}

/// Tells the address that the account still has that it moves to another one. Called before it does.
pub(super) async fn tell_of_new_address(
    app: &App,
    tx: &mut Tx,
    user: &User,
    new_email: &str,
) -> DbResult<()> {
    let letter = mail_texts::address_changed(
        &letterhead(app),
        &user.email,
        user.full_name(),
        (&shortened(new_email), page(app, "/auth").as_str()),
    );
    post(app, tx, user, letter).await
}

async fn post(app: &App, tx: &mut Tx, user: &User, letter: NewMail) -> DbResult<()> {
    let letter = NewMail {
        lane: user.id.to_string(),
        ..letter
    };
    app.outbox.post(tx, letter).await.map(drop)
}

fn letterhead(app: &App) -> MailLayout {
    MailLayout::new(&app.site_url, &app.settings.support_email)
}

fn page(app: &App, path: &str) -> url::Url {
    let mut page = app.site_url.clone();
    page.set_path(path);
    page
}

/// `a…@example.com`: enough for its owner, and not the whole of an address that may be a stranger's.
fn shortened(email: &str) -> String {
    let (name, domain) = email.split_once('@').unwrap_or((email, ""));
    let first: String = name.chars().take(1).collect();
    format!("{first}…@{domain}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_address_is_told_in_short() {
        assert_eq!(shortened("ada@lovelace.example"), "a…@lovelace.example");
    }
}
