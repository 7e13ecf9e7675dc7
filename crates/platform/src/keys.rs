//! Keys the server makes for itself on its first start and keeps in the database.

use rand::distr::{Alphanumeric, SampleString};

use super::db::{Db, DbResult, args};

/// The key of this name; made by `make` if there is none yet. Several processes may ask at once
/// and all get the same one.
pub async fn get_or_make(
    db: &Db,
    name: &str,
    make: impl FnOnce() -> String + Send,
) -> DbResult<String> {
    if let Some(kept) = find(db, name).await? {
        return Ok(kept);
    }
    db.run(
        "insert into server_keys (name, value) values ($1, $2) on conflict (name) do nothing",
        args![name, make()],
    )
    .await?;
    find(db, name).await?.ok_or(sqlx::Error::RowNotFound)
}

/// A publishable key for the browser's client: it names the server and protects nothing.
pub fn publishable() -> String {
    format!(
        "sb_publishable_{}",
        Alphanumeric.sample_string(&mut rand::rng(), 32)
    )
}

/// The key of this name, if one was made.
pub async fn find(db: &Db, name: &str) -> DbResult<Option<String>> {
    let row: Option<(String,)> = db
        .maybe("select value from server_keys where name = $1", args![name])
        .await?;
    Ok(row.map(|(value,)| value))
}
