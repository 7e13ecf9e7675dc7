//! Backup and restore, with the same proof for both engines.
//!
//! A backup is a folder: the copy and a manifest that says what must be in it. The copy is taken
//! while the server runs. A restore trusts nothing: the file's fingerprint, the engine's own
//! reading of it and the number of rows of every table must agree with the manifest. On SQLite the
//! old file gives way only after all of that, and is kept beside the new one; on PostgreSQL the
//! fingerprint comes first, `pg_restore` works in one transaction, and the rows are counted last.

mod manifest;
mod postgres;
mod sqlite;

use std::fs;
use std::path::Path;

use anyhow::ensure;
use chrono::{DateTime, Utc};

use super::DatabaseLocation;
use super::sqlite::create_private_folder;
pub use manifest::Manifest;

/// Copies the data into the new folder `to` and answers what is in the copy.
pub async fn backup(
    place: &DatabaseLocation,
    to: &Path,
    at: DateTime<Utc>,
) -> anyhow::Result<Manifest> {
    prepare(to)?;
    let copied = match place {
        DatabaseLocation::Sqlite { data_dir } => sqlite::backup(data_dir, to, at).await,
        DatabaseLocation::Postgres { address } => postgres::backup(address, to, at).await,
    };
    // A folder without a manifest is no backup, and must not look like one.
    let manifest = copied.inspect_err(|_| drop(fs::remove_dir_all(to)))?;
    manifest.write(to)?;
    Ok(manifest)
}

/// Replaces the data by a backup. Existing data is only replaced with `force`.
pub async fn restore(
    place: &DatabaseLocation,
    from: &Path,
    force: bool,
) -> anyhow::Result<Manifest> {
    let manifest = Manifest::read(from)?;
    manifest.check_file(from)?;
    match place {
        DatabaseLocation::Sqlite { data_dir } => {
            manifest.demand_engine("sqlite")?;
            sqlite::restore(data_dir, from, &manifest, force).await?;
        }
        DatabaseLocation::Postgres { address } => {
            manifest.demand_engine("postgres")?;
            postgres::restore(address, from, &manifest, force).await?;
        }
    }
    Ok(manifest)
}

/// A backup holds everything about everybody: only its owner may read it, and it overwrites nothing.
fn prepare(to: &Path) -> anyhow::Result<()> {
    let is_taken = fs::read_dir(to).is_ok_and(|mut entries| entries.next().is_some());
    ensure!(
        !is_taken,
        "{} is not empty; give the backup a folder of its own",
        to.display()
    );
    create_private_folder(to)
}
