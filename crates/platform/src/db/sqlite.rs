//! Opening SQLite: the version gate, one writer, several readers.

use std::fs::{DirBuilder, OpenOptions};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, SqliteConnection, SqlitePool};

use super::PoolSettings;

/// Versions 3.7.0 to 3.51.2 can lose committed writes when one connection checkpoints the WAL
/// while another writes to it.
const OLDEST_SAFE: (u32, u32, u32) = (3, 51, 3);

const READERS: u32 = 4;
const WAIT: Duration = Duration::from_secs(5);

/// The database file of a data folder.
pub fn file_in(data_dir: &Path) -> PathBuf {
    data_dir.join("earshot.sqlite")
}

pub(super) async fn open(
    data_dir: &Path,
    settings: PoolSettings,
) -> anyhow::Result<(SqlitePool, SqlitePool, PathBuf)> {
    let wait = settings.wait.unwrap_or(WAIT);
    create_private_folder(data_dir)?;
    let file = file_in(data_dir);
    create_private(&file)?;
    // The writer comes first: it makes the WAL, without which a read-only connection cannot open.
    let options = options(&file).busy_timeout(wait);
    let writer = pool_of(1, wait)
        .after_release(|connection, _| Box::pin(is_reusable(connection)))
        .connect_with(options.clone())
        .await
        .context("opening SQLite's writer")?;
    refuse_unsafe_version(&writer).await?;
    let readers = pool_of(settings.connections.unwrap_or(READERS), wait)
        .connect_with(options.read_only(true))
        .await
        .context("opening SQLite's readers")?;
    Ok((writer, readers, file))
}

/// Settings of every connection of ours; each has a reason in `docs/why.md`.
pub(super) fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(WAIT)
        .pragma("trusted_schema", "OFF")
        .pragma("wal_autocheckpoint", "1000")
        .pragma("journal_size_limit", "67108864")
        .pragma("temp_store", "MEMORY")
}

/// Whether the writer's connection can take another transaction. SQLite undoes one by itself when
/// the disk is full or fails; the driver then counts it as open for ever and refuses every further
/// one, so the connection is closed and the next caller opens another.
async fn is_reusable(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // The rollback of a dropped transaction is still in line; this is answered after it.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

fn pool_of(connections: u32, wait: Duration) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .min_connections(1)
        .max_connections(connections)
        .acquire_timeout(wait)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
}

/// Makes the folder, for its owner alone, unless it is there.
pub(super) fn create_private_folder(folder: &Path) -> anyhow::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .with_context(|| format!("creating the folder {}", folder.display()))
}

/// Only the owner may read the file; SQLite gives its WAL the same rights.
pub(super) fn create_private(file: &Path) -> anyhow::Result<()> {
    OpenOptions::new()
        .create(true)
        .append(true)
        .mode(0o600)
        .open(file)
        .with_context(|| format!("opening {}", file.display()))?;
    Ok(())
}

async fn refuse_unsafe_version(writer: &SqlitePool) -> anyhow::Result<()> {
    let version: String = sqlx::query_scalar("select sqlite_version()")
        .fetch_one(writer)
        .await?;
    if !is_safe(&version) {
        bail!("SQLite {version} can lose committed writes; Earshot needs 3.51.3 or later");
    }
    Ok(())
}

fn is_safe(version: &str) -> bool {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    (next(), next(), next()) >= OLDEST_SAFE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_versions_without_the_wal_race_are_safe() {
        for (version, safe) in [
            ("3.51.3", true),
            ("3.52.0", true),
            ("4.0.0", true),
            ("3.51.2", false),
            ("3.8.11", false),
            ("", false),
        ] {
            assert_eq!(is_safe(version), safe, "{version}");
        }
    }
}
