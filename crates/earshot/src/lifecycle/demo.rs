//! The demo account: whoever starts Earshot for the first time sees a product that lives.

use super::published_password::{DEMO_EMAIL, DEMO_PASSWORD};
use identity::NewPassword;
use platform::app::App;
use platform::settings::Settings;

/// An account to sign in with at once.
#[derive(Clone, Copy, Debug)]
pub struct DemoAccount {
    pub email: &'static str,
    pub password: &'static str,
    /// Whether it was made just now: its posts are on their way.
    pub is_new: bool,
}

/// Makes the demo account on the first start on an empty database, and never again, also not after
/// somebody has deleted it. None where there is none, or where its owner chose another password.
pub async fn prepare_demo(app: &App) -> anyhow::Result<Option<DemoAccount>> {
    if !is_wanted(&app.settings) {
        return Ok(None);
    }
    let password = NewPassword::parse(DEMO_PASSWORD)?;
    let demo = |is_new| DemoAccount {
        email: DEMO_EMAIL,
        password: DEMO_PASSWORD,
        is_new,
    };
    if sandbox::has_demo(&app.db).await? {
        let Some(user) = identity::find(&app.db, DEMO_EMAIL).await? else {
            return Ok(None);
        };
        let is_as_made = identity::has_password(app, &user, &password).await?;
        return Ok(is_as_made.then_some(demo(false)));
    }
    if !identity::newest(&app.db, 1).await?.is_empty() {
        return Ok(None);
    }
    let user = identity::add_confirmed(app, DEMO_EMAIL, "Nora Feld").await?;
    identity::set_password(app, user.id, &password).await?;
    identity::complete_onboarding(app, &user).await?;
    let mut tx = app.db.begin().await?;
    super::fill(&mut tx, &app.clock, user.id).await?;
    tx.commit().await?;
    sandbox::note_demo(&app.db).await?;
    Ok(Some(demo(true)))
}

/// Nobody real is asked, gets mail or pays.
fn is_wanted(settings: &Settings) -> bool {
    let sandboxes = settings.sandboxes();
    let are_samples = ["mail", "payments", "reddit"]
        .iter()
        .all(|provider| sandboxes.contains(provider));
    settings.automatic_work.makes_demo
        && !settings.is_production
        && are_samples
        && !settings.listening.is_to_the_world()
        && !settings.llm.is_live()
}
