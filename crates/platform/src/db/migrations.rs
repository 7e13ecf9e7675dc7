//! Bringing the schema up to date, on both engines, from texts inside the binary.
//!
//! A migration is never changed once it has been released: what was applied is remembered with
//! its fingerprint, and a difference stops the start. An older binary may run beside a newer
//! schema, so that processes can be replaced one by one.

use anyhow::{Context, ensure};
use sha2::{Digest, Sha256};

use super::dialect::Dialect;
use super::{Db, Engine, Tx, args, database_move};

/// A schema change under the same name for both engines.
struct Migration {
    name: &'static str,
    text: Dialect,
}

macro_rules! migration {
    ($name:literal) => {
        Migration {
            name: $name,
            text: Dialect {
                sqlite: include_str!(concat!("../../migrations/sqlite/", $name, ".sql")),
                postgres: include_str!(concat!("../../migrations/postgres/", $name, ".sql")),
            },
        }
    };
}

const MIGRATIONS: &[Migration] = &[
    migration!("0001_platform"),
    migration!("0002_sandbox"),
    migration!("0003_identity"),
    migration!("0004_rooms"),
    migration!("0005_budget"),
    migration!("0006_companies"),
    migration!("0007_sandbox_payments"),
    migration!("0008_billing"),
    migration!("0009_listening"),
    migration!("0010_discovery"),
    migration!("0011_mentions"),
    migration!("0012_comments"),
    migration!("0013_scanner"),
    migration!("0014_notifications"),
    migration!("0015_plans"),
    migration!("0016_rate_buckets"),
    migration!("0017_job_urgency"),
    migration!("0018_outages"),
    migration!("0019_account_safety"),
    migration!("0020_reader"),
    migration!("0021_keyword_suggestions"),
    migration!("0022_reading"),
    migration!("0023_searches"),
    migration!("0024_learning"),
    migration!("0025_pair_readings"),
    migration!("0026_states"),
    migration!("0027_draft_versions"),
    migration!("0028_alerts"),
    migration!("0029_account_mails"),
    migration!("0030_oauth_identities"),
    migration!("0031_company_previews"),
    migration!("0032_stream"),
    migration!("0033_sources"),
    migration!("0034_reader_queue"),
    migration!("0035_reader_turns"),
    migration!("0036_list_counts"),
    migration!("0037_operations"),
];

/// Any number that no other program on the same server is likely to lock.
const LOCK: &str = "select pg_advisory_xact_lock(5203171944200155)";
const TRY_LOCK: &str = "select pg_try_advisory_xact_lock(5203171944200155)";

/// The names of all migrations this binary knows, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    MIGRATIONS.iter().map(|migration| migration.name)
}

/// The name and the fingerprint of every migration on this engine, in order.
pub(super) fn fingerprints(engine: Engine) -> impl Iterator<Item = (&'static str, String)> {
    let texts = MIGRATIONS.iter();
    texts.map(move |migration| (migration.name, fingerprint_of(migration.text.on(engine))))
}

/// Applies what is missing in one transaction, which a second process waits for. A database that a
/// move has not finished is refused: nobody but the move may use it.
pub(super) async fn run(db: &Db) -> anyhow::Result<()> {
    let mut tx = db.begin().await.context("beginning the migrations")?;
    database_move::refuse_half_moved(&mut tx).await?;
    run_in(tx).await
}

/// The same for the move itself.
pub(super) async fn run_for_move(db: &Db) -> anyhow::Result<()> {
    let tx = db.begin().await.context("beginning the migrations")?;
    run_in(tx).await
}

async fn run_in(mut tx: Tx) -> anyhow::Result<()> {
    if tx.engine() == Engine::Postgres {
        // A long migration of another process must not look like a hang.
        tx.run("set local lock_timeout = '10min'", args![]).await?;
        tx.run("set local statement_timeout = '10min'", args![])
            .await?;
        let (is_alone,): (bool,) = tx.one(TRY_LOCK, args![]).await?;
        if !is_alone {
            tracing::info!("waiting for another process's migrations");
            tx.run(LOCK, args![])
                .await
                .context("waiting for another process's migrations")?;
        }
    }
    create_ledger(&mut tx).await?;
    for migration in MIGRATIONS {
        apply(&mut tx, migration)
            .await
            .with_context(|| format!("applying migration {}", migration.name))?;
    }
    tx.commit().await.context("committing the migrations")
}

async fn create_ledger(tx: &mut Tx) -> anyhow::Result<()> {
    tx.run(
        "create table if not exists schema_migrations (name text primary key, fingerprint text not null)",
        args![],
    )
    .await
    .context("creating the table of migrations")?;
    Ok(())
}

async fn apply(tx: &mut Tx, migration: &Migration) -> anyhow::Result<()> {
    let text = migration.text.on(tx.engine());
    let fingerprint = fingerprint_of(text);
    let known: Option<(String,)> = tx
        .maybe(
            "select fingerprint from schema_migrations where name = $1",
            args![migration.name],
        )
        .await?;
    if let Some((applied,)) = known {
        ensure!(
            applied == fingerprint,
            "its text has changed since it was applied; add a new migration instead"
        );
        return Ok(());
    }
    tx.script(text).await?;
    tx.run(
        "insert into schema_migrations (name, fingerprint) values ($1, $2)",
        args![migration.name, fingerprint],
    )
    .await?;
    tracing::info!(migration = migration.name, "migration applied");
    Ok(())
}

fn fingerprint_of(text: &str) -> String {
    hex(&Sha256::digest(text))
}

pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
