//! Making the target ready: empty, of the same schema, and marked as a move's.

use anyhow::{Context, bail, ensure};

use super::comparison;
use super::put_aside;
use super::side::{MoveSide, quoted};
use super::state::MoveState;
use crate::crash;
use crate::db::{DatabaseLocation, Db, PoolSettings, migrations};

/// The target, ready for rows, and whether an earlier run has been here.
pub(super) async fn prepared(
    to: &DatabaseLocation,
    source: &mut MoveSide,
    start_over: bool,
) -> anyhow::Result<(MoveSide, bool)> {
    let digest = comparison::identity(source).await?;
    let mut target = MoveSide::target(to).await.context("opening the target")?;
    let mut state = MoveState::of(&mut target).await?;
    if start_over && state.is_some() {
        empty(&mut target).await.context("emptying the target")?;
        state = None;
    }
    match state.map(|state| state.source) {
        Some(Some(earlier)) => {
            ensure!(
                earlier == digest,
                "the target holds a part of another database; --start-over empties it first"
            );
            return Ok((target, true));
        }
        // It ended before the schema was there.
        Some(None) => {}
        None => {
            refuse_foreign_data(&mut target).await?;
            // From here on no server starts on it.
            MoveState::create(&mut target).await?;
        }
    }
    let mut target = with_schema(to, target).await?;
    target.begin().await?;
    put_aside::take_away(&mut target).await?;
    MoveState::note_source(&mut target, digest).await?;
    target.commit().await?;
    crash::point("move.after_prepare");
    Ok((target, false))
}

/// What is there may be customers of another server: nothing of it is touched.
async fn refuse_foreign_data(target: &mut MoveSide) -> anyhow::Result<()> {
    let counts = target.counts().await?;
    let filled = counts.into_iter().filter(|(_, rows)| *rows > 0);
    let filled: Vec<String> = filled
        .map(|(table, rows)| format!("{table}: {rows}"))
        .collect();
    if filled.is_empty() {
        return Ok(());
    }
    bail!(
        "the target holds data that is not from this move (rows of {}). Nothing was changed. \
         Choose an empty database, or compare the two with --check",
        filled.join(", ")
    )
}

/// The migrations come through a connection of their own, with the time limits of a server.
async fn with_schema(to: &DatabaseLocation, target: MoveSide) -> anyhow::Result<MoveSide> {
    target.close().await?;
    let db = Db::open_with(to, PoolSettings::default()).await?;
    let migrated = migrations::run_for_move(&db).await;
    db.close().await;
    migrated.context("creating the schema in the target")?;
    MoveSide::target(to).await.context("opening the target")
}

/// Removes what an earlier move has brought: every table, which a half-filled database has from it
/// alone.
async fn empty(target: &mut MoveSide) -> anyhow::Result<()> {
    target.begin().await?;
    let mut tables = target.table_names().await?;
    tables.push("schema_migrations".to_owned());
    // Last, so that a target that is not empty stays marked.
    tables.push(super::state::TABLE.to_owned());
    for table in tables {
        let cascade = match target {
            MoveSide::Sqlite(_) => "",
            MoveSide::Postgres(_) => " cascade",
        };
        target
            .run(&format!("drop table if exists {}{cascade}", quoted(&table)))
            .await?;
    }
    target.commit().await
}
