//! PostgreSQL: `pg_dump` and `pg_restore`, held to the same manifest.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, bail, ensure};
use chrono::{DateTime, Utc};
use sqlx::{AssertSqlSafe, PgConnection, PgPool};
use tokio::process::Command;

use super::Manifest;
use crate::db::PoolSettings;
use crate::db::postgres::{self, Address};

const COPY: &str = "earshot.dump";

pub(super) async fn backup(
    address: &Address,
    to: &Path,
    at: DateTime<Utc>,
) -> anyhow::Result<Manifest> {
    let pool = postgres::open(address, PoolSettings::default()).await?;
    let mut snapshot = pool
        .begin_with("begin isolation level repeatable read")
        .await?;
    sqlx::query("set local idle_in_transaction_session_timeout = 0")
        .execute(&mut *snapshot)
        .await?;
    let name: String = sqlx::query_scalar("select pg_export_snapshot()")
        .fetch_one(&mut *snapshot)
        .await?;
    // The rows are counted in the very snapshot that is dumped, so they agree to the row.
    let tables = count_rows(&mut snapshot).await?;
    let dump = ["--format=custom", "--no-owner", "--no-privileges"];
    let mut command = tool("pg_dump", address)?;
    command
        .args(dump)
        .arg(format!("--snapshot={name}"))
        .arg("--file")
        .arg(to.join(COPY));
    run(command, "pg_dump").await?;
    snapshot.rollback().await?;
    // Reads the whole table of contents: a torn dump does not pass.
    let mut check = tool("pg_restore", address)?;
    check.arg("--list").arg(to.join(COPY));
    run(check, "pg_restore")
        .await
        .context("checking the copy")?;
    fs::set_permissions(to.join(COPY), Permissions::from_mode(0o600))?;
    Manifest::of(to, "postgres", COPY, tables, at)
}

pub(super) async fn restore(
    address: &Address,
    from: &Path,
    manifest: &Manifest,
    force: bool,
) -> anyhow::Result<()> {
    let pool = postgres::open(address, PoolSettings::default()).await?;
    postgres::refuse_while_others_work(&mut *pool.acquire().await?).await?;
    let before = count_rows(&mut *pool.acquire().await?).await?;
    ensure!(
        force || before.is_empty(),
        "the database has tables; --force replaces them"
    );
    let mut command = tool("pg_restore", address)?;
    command.args([
        "--single-transaction",
        "--exit-on-error",
        "--no-owner",
        "--no-privileges",
    ]);
    if force {
        command.args(["--clean", "--if-exists"]);
    }
    let database = address.database().unwrap_or_else(|| "postgres".to_owned());
    command
        .arg("--dbname")
        .arg(database)
        .arg(from.join(&manifest.file));
    run(command, "pg_restore").await?;
    drop_tables_not_in(&pool, manifest, &before).await?;
    let mut connection = pool.acquire().await?;
    let applied: Vec<String> = sqlx::query_scalar("select name from schema_migrations")
        .fetch_all(&mut *connection)
        .await?;
    Manifest::check_migrations(&applied)?;
    manifest
        .check_rows(&count_rows(&mut connection).await?)
        .context("checking the restored database")
}

/// Tables of a newer version would be in the way of its migrations later.
async fn drop_tables_not_in(
    pool: &PgPool,
    manifest: &Manifest,
    before: &BTreeMap<String, i64>,
) -> anyhow::Result<()> {
    for table in before
        .keys()
        .filter(|table| !manifest.tables.contains_key(*table))
    {
        let drop = AssertSqlSafe(format!("drop table \"{table}\" cascade"));
        sqlx::query(drop)
            .execute(pool)
            .await
            .with_context(|| format!("dropping table {table}"))?;
    }
    Ok(())
}

async fn count_rows(connection: &mut PgConnection) -> anyhow::Result<BTreeMap<String, i64>> {
    sqlx::query("set statement_timeout = 0")
        .execute(&mut *connection)
        .await?;
    let tables: Vec<String> = sqlx::query_scalar(
        "select tablename::text from pg_tables where schemaname = current_schema()",
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

/// The address goes through the environment: arguments are visible to everybody on the machine.
fn tool(name: &str, address: &Address) -> anyhow::Result<Command> {
    let mut command = Command::new(name);
    command
        .envs(address.as_environment()?)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    Ok(command)
}

async fn run(mut command: Command, name: &str) -> anyhow::Result<()> {
    let output = command.output().await.with_context(|| {
        format!("running {name}; it comes with PostgreSQL's client programs (Debian: apt-get install postgresql-client)")
    })?;
    if !output.status.success() {
        bail!(
            "{name} failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    Ok(())
}
