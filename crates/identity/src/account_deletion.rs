//! What this room hands over to people who ask for their data, and how it forgets those who leave.

use anyhow::Context;
use serde_json::{Value, json};
use uuid::Uuid;

use super::sessions::{self, Ended};
use super::store::{self, account_data};
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::rate_limit::forget_about;

/// Somebody who is about to be forgotten.
#[derive(Clone, Debug)]
pub struct Leaver {
    pub id: Uuid,
    /// The account's own, and the one that it was about to move to.
    pub addresses: Vec<String>,
    pub full_name: Option<String>,
    /// Whether the account's own address is known to be theirs.
    pub is_confirmed: bool,
}

/// Everything the room holds about a person; none if there is no such account.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<Option<Value>> {
    let user = account_data::USERS.of(db, user_id).await?.pop();
    let Some(user) = user else { return Ok(None) };
    let profile = account_data::PROFILES.of(db, user_id).await?.pop();
    let identities = account_data::OAUTH_IDENTITIES.of(db, user_id).await?;
    let sessions = account_data::SESSIONS.of(db, user_id).await;
    Ok(Some(json!({
        "user": user,
        "profile": profile,
        "identities": identities,
        "sessions": sessions.context("reading the sessions of an account")?,
    })))
}

/// Holds the account until the transaction ends, so that nothing new is written about it while
/// every room forgets it.
pub async fn hold_leaver(tx: &mut Tx, user_id: Uuid) -> DbResult<Option<Leaver>> {
    let held = store::users::hold(tx, user_id).await?;
    Ok(held.map(|user| Leaver {
        id: user.id,
        full_name: user.full_name().map(str::to_owned),
        is_confirmed: user.is_confirmed(),
        addresses: [Some(user.email), user.new_email]
            .into_iter()
            .flatten()
            .collect(),
    }))
}

/// Forgets the person: sessions end everywhere, and the account goes.
pub async fn forget(tx: &mut Tx, clock: &Clock, leaver: &Leaver) -> DbResult<()> {
    sessions::end(tx, clock, leaver.id, Ended::All).await?;
    forget_about(tx, &leaver.id.to_string()).await?;
    for address in &leaver.addresses {
        forget_about(tx, address).await?;
    }
    account_data::remove(tx, leaver.id).await
}
