//! Whether the database is what Earshot needs, for `earshot doctor`. Nothing is migrated, and no
//! database is made; the only thing written is the row by which `/readyz` tries whether it can.

mod file_system;
mod postgres;
mod sqlite;

use providers::check::SetupCheck;

use super::schema_state::{self, SchemaState};
use super::{DatabaseLocation, Db, PoolSettings, is_full};

pub use file_system::{check_free_space, existing_part};

const SCHEMA: &str = "schema";
const WRITES: &str = "writes";

/// Looks at the place where the data is, or will be.
pub async fn check_database(place: &DatabaseLocation, pool: PoolSettings) -> Vec<SetupCheck> {
    match place {
        DatabaseLocation::Sqlite { data_dir } => sqlite::check(data_dir, place, pool).await,
        DatabaseLocation::Postgres { .. } => postgres::check(place, pool).await,
    }
}

/// The state of the schema, and whether rows can be written into it.
async fn check_schema(db: &Db) -> Vec<SetupCheck> {
    match schema_state::read(db).await {
        Err(error) => vec![SetupCheck::wrong(
            SCHEMA,
            format!("it cannot be read: {error}"),
            "Give the user of the database all rights on its tables.",
        )],
        Ok(None) => vec![SetupCheck::unused(
            SCHEMA,
            "there are no tables yet; the first start makes them",
        )],
        Ok(Some(state)) => vec![judge_schema(&state), check_writes(db).await],
    }
}

fn judge_schema(state: &SchemaState) -> SetupCheck {
    if !state.changed.is_empty() {
        return SetupCheck::wrong(
            SCHEMA,
            format!("another program changed it: {}", state.changed.join(", ")),
            "This database was made by another build. Use that build, or restore a backup of this one.",
        );
    }
    if !state.unknown.is_empty() {
        return SetupCheck::warning(
            SCHEMA,
            format!("a newer Earshot made it ({})", state.unknown.join(", ")),
            "That works while processes are replaced one by one. Finish the upgrade.",
        );
    }
    if !state.pending.is_empty() {
        return SetupCheck::warning(
            SCHEMA,
            format!("the next start changes it ({})", state.pending.join(", ")),
            "Take a backup before you start this version.",
        );
    }
    SetupCheck::ok(SCHEMA, "up to date")
}

async fn check_writes(db: &Db) -> SetupCheck {
    match db.check_writes().await {
        Ok(()) => SetupCheck::ok(WRITES, "a row can be written"),
        Err(error) if is_full(&error) => SetupCheck::wrong(
            WRITES,
            "the disk of the database is full",
            "Make room on it; no restart is needed.",
        ),
        Err(error) => SetupCheck::wrong(
            WRITES,
            format!("no row can be written: {error}"),
            "Give the user of the database all rights on its tables, and check that it is not a standby.",
        ),
    }
}
