//! Profiles, as far as the server writes them itself; their owners write through /rest/v1.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use platform::db::{Db, DbResult, Tx, args};

/// A profile at its beginning, before the first step of the onboarding.
#[derive(Debug)]
pub(crate) struct Profile {
    pub(crate) id: Uuid,
    pub(crate) full_name: Option<String>,
    pub(crate) email: String,
    pub(crate) avatar_url: Option<String>,
    pub(crate) created_at: DateTime<Utc>,
}

pub(crate) async fn exists(db: &Db, id: Uuid) -> DbResult<bool> {
    let sql = "select cast(count(*) as bigint) from profiles where id = $1";
    let (count,): (i64,) = db.one(sql, args![id]).await?;
    Ok(count > 0)
}

/// Whether it was missing.
pub(crate) async fn add_missing(tx: &mut Tx, profile: &Profile) -> DbResult<bool> {
    let added = tx.run(
        "insert into profiles (id, full_name, email, avatar_url, onboarding_completed, onboarding_step, created_at, updated_at)
         values ($1, $2, $3, $4, $5, 0, $6, $6) on conflict (id) do nothing",
        args![
            profile.id,
            profile.full_name.clone(),
            &profile.email,
            profile.avatar_url.clone(),
            false,
            profile.created_at
        ],
    );
    Ok(added.await? > 0)
}

pub(crate) async fn complete_onboarding(tx: &mut Tx, id: Uuid, at: DateTime<Utc>) -> DbResult<()> {
    tx.run(
        "update profiles set onboarding_completed = $2, onboarding_step = 2, updated_at = $3 where id = $1",
        args![id, true, at],
    )
    .await
    .map(drop)
}
