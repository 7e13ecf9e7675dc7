//! The demo account's password is printed at every start and stands in the documents. A data folder
//! that was tried out in sandbox mode must not open with it once the server is for real people.

use anyhow::ensure;

use identity::NewPassword;
use platform::app::App;
use platform::settings::Settings;

pub(super) const DEMO_EMAIL: &str = "demo@earshot.example";
/// No secret: it opens nothing but samples, and is printed at every start.
pub(super) const DEMO_PASSWORD: &str = "all-ears-today";

/// Refuses to go on where nothing is a sandbox any more and the demo account still has the password
/// that everybody knows.
pub async fn refuse_published_password(app: &App) -> anyhow::Result<()> {
    if !is_for_real(&app.settings) {
        return Ok(());
    }
    let Some(user) = identity::find(&app.db, DEMO_EMAIL).await? else {
        return Ok(());
    };
    let password = NewPassword::parse(DEMO_PASSWORD)?;
    ensure!(
        !identity::has_password(app, &user, &password).await?,
        "the demo account {DEMO_EMAIL} is in this database, with a password that is public in the \
         documentation; remove it: earshot admin user delete {DEMO_EMAIL}"
    );
    Ok(())
}

fn is_for_real(settings: &Settings) -> bool {
    settings.is_production || settings.sandboxes().is_empty()
}
