//! What the pages know of a person: name, picture, how far the onboarding is.

use serde_json::json;

use super::{Caller, User, store};
use platform::app::App;
use platform::db::json_time;
use platform::live::{self, RowChange};
use store::profiles::Profile;

/// Makes the profile of a person with a confirmed address, unless it is there; any number of pages
/// may ask at once. False if the address is not confirmed.
pub async fn create_profile(app: &App, caller: &Caller) -> anyhow::Result<bool> {
    if store::profiles::exists(&app.db, caller.user_id).await? {
        return Ok(true);
    }
    let mut tx = app.db.begin().await?;
    let user = store::users::hold(&mut tx, caller.user_id).await?;
    let Some(user) = user.filter(User::is_confirmed) else {
        return Ok(false);
    };
    let profile = Profile {
        id: user.id,
        full_name: user.full_name().map(str::to_owned),
        avatar_url: user.avatar_url().map(str::to_owned),
        created_at: app.clock.now(),
        email: user.email,
    };
    if store::profiles::add_missing(&mut tx, &profile).await? {
        live::record(&mut tx, &app.clock, inserted(&profile)).await?;
    }
    tx.commit().await?;
    Ok(true)
}

/// Makes the profile of somebody who has the onboarding behind them.
pub async fn complete_onboarding(app: &App, user: &User) -> anyhow::Result<()> {
    let profile = Profile {
        id: user.id,
        full_name: user.full_name().map(str::to_owned),
        avatar_url: user.avatar_url().map(str::to_owned),
        created_at: app.clock.now(),
        email: user.email.clone(),
    };
    let mut tx = app.db.begin().await?;
    store::profiles::add_missing(&mut tx, &profile).await?;
    store::profiles::complete_onboarding(&mut tx, user.id, app.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// The new row as /rest/v1 shows it.
fn inserted(profile: &Profile) -> RowChange {
    let created_at = json_time(profile.created_at);
    RowChange {
        table: "profiles",
        owner_id: profile.id,
        new: Some(json!({
            "id": profile.id,
            "full_name": profile.full_name,
            "email": profile.email,
            "avatar_url": profile.avatar_url,
            "onboarding_completed": false,
            "onboarding_step": 0,
            "subscription_plan": null,
            "subscription_status": null,
            "created_at": created_at,
            "updated_at": created_at,
        })),
        old: None,
    }
}
