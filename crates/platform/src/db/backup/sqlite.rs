//! SQLite: an online copy by `VACUUM INTO`, checked before it is trusted.

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteConnection};

use super::Manifest;
use crate::db::data_dir_lock::DataDirLock;
use crate::db::sqlite::file_in;

const COPY: &str = "earshot.sqlite";

pub(super) async fn backup(
    data_dir: &Path,
    to: &Path,
    at: DateTime<Utc>,
) -> anyhow::Result<Manifest> {
    let source = file_in(data_dir);
    ensure!(
        source.exists(),
        "there is no database at {}",
        source.display()
    );
    let copy = to.join(COPY);
    let mut connection = SqliteConnectOptions::new()
        .filename(&source)
        .read_only(true)
        .connect()
        .await?;
    sqlx::query("vacuum into $1")
        .bind(copy.to_string_lossy().into_owned())
        .execute(&mut connection)
        .await
        .context("copying the database")?;
    connection.close().await?;
    fs::set_permissions(&copy, Permissions::from_mode(0o600))?;
    File::open(&copy)?.sync_all()?;
    let tables = checked_rows(&copy).await.context("checking the copy")?;
    Manifest::of(to, "sqlite", COPY, tables, at)
}

pub(super) async fn restore(
    data_dir: &Path,
    from: &Path,
    manifest: &Manifest,
    force: bool,
) -> anyhow::Result<()> {
    let _lock = DataDirLock::take(data_dir)?;
    let target = file_in(data_dir);
    ensure!(
        force || !target.exists(),
        "{} exists; --force replaces it and keeps it beside the new one",
        target.display()
    );
    let arriving = data_dir.join("earshot.sqlite.restoring");
    fs::copy(from.join(&manifest.file), &arriving).context("copying the backup")?;
    fs::set_permissions(&arriving, Permissions::from_mode(0o600))?;
    manifest
        .check_rows(&checked_rows(&arriving).await?)
        .context("checking the copy")?;
    File::open(&arriving)?.sync_all()?;
    put_aside(&target)?;
    fs::rename(&arriving, &target).context("putting the restored database in place")?;
    File::open(data_dir)?
        .sync_all()
        .context("writing the folder")
}

/// SQLite's own verdict, then how many rows each table has.
async fn checked_rows(file: &Path) -> anyhow::Result<BTreeMap<String, i64>> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .immutable(true);
    let mut connection = options.connect().await?;
    let verdict: String = sqlx::query_scalar("pragma integrity_check")
        .fetch_one(&mut connection)
        .await?;
    ensure!(verdict == "ok", "the file is damaged: {verdict}");
    let applied: Vec<String> = sqlx::query_scalar("select name from schema_migrations")
        .fetch_all(&mut connection)
        .await?;
    Manifest::check_migrations(&applied)?;
    let rows = count_rows(&mut connection).await?;
    connection.close().await?;
    Ok(rows)
}

async fn count_rows(connection: &mut SqliteConnection) -> anyhow::Result<BTreeMap<String, i64>> {
    let tables: Vec<String> = sqlx::query_scalar(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut rows = BTreeMap::new();
    for table in tables {
        // The name comes from the database's own catalogue.
        let count = AssertSqlSafe(format!("select count(*) from \"{table}\""));
        rows.insert(
            table,
            sqlx::query_scalar(count)
                .fetch_one(&mut *connection)
                .await?,
        );
    }
    Ok(rows)
}

/// Keeps the replaced database, with its log, under another name. A log that stayed behind would
/// be mixed into the restored file.
fn put_aside(target: &Path) -> anyhow::Result<()> {
    for ending in ["", "-wal", "-shm"] {
        let old = with_ending(target, ending);
        if old.exists() {
            let kept = with_ending(target, &format!(".before-restore{ending}"));
            fs::rename(&old, &kept).with_context(|| format!("putting {} aside", old.display()))?;
        }
    }
    Ok(())
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
