//! Indexes, foreign keys and triggers of the target: away while rows come, back when all are there.
//!
//! An index that is built once is several times cheaper than one that is kept up row by row, a
//! foreign key that is checked once needs no order among the tables, and a trigger would do again
//! what the source's has done. The statements that bring them back are noted in the transaction
//! that takes them away.

use anyhow::Context;

use super::side::{MoveSide, quoted};
use super::state::MoveState;
use crate::db::Engine;

/// Something of the schema, and how it goes and comes back.
struct SchemaPart {
    remove: String,
    restore: String,
}

/// Takes them away; the caller's transaction is open.
pub(super) async fn take_away(target: &mut MoveSide) -> anyhow::Result<()> {
    let parts = match target.engine() {
        Engine::Sqlite => of_sqlite(target).await,
        Engine::Postgres => of_postgres(target).await,
    };
    let parts = parts.context("listing indexes, foreign keys and triggers")?;
    // Backwards: what comes back last rests on what comes back first.
    for part in parts.iter().rev() {
        target.run(&part.remove).await?;
    }
    for (place, part) in parts.into_iter().enumerate() {
        MoveState::note_put_aside(target, place, part.restore).await?;
    }
    Ok(())
}

/// Brings them back, each in one transaction with the note that it is there.
pub(super) async fn restore(target: &mut MoveSide) -> anyhow::Result<()> {
    let state = MoveState::of(target).await?.unwrap_or_default();
    for (name, statement) in state.put_aside {
        target.begin().await?;
        target
            .run(&statement)
            .await
            .with_context(|| format!("restoring: {statement}"))?;
        MoveState::forget(target, &name).await?;
        target.commit().await?;
    }
    Ok(())
}

/// Triggers last, so that they come back when everything else is there: `index` sorts before them.
async fn of_sqlite(target: &mut MoveSide) -> anyhow::Result<Vec<SchemaPart>> {
    let rows = target
        .texts(
            "select type, name, sql from sqlite_master
             where type in ('index', 'trigger') and sql is not null order by type, name",
        )
        .await?;
    let parts = rows.into_iter().map(|row| {
        let [kind, name, sql] = row.try_into().expect("three columns were asked for");
        SchemaPart {
            remove: format!("drop {kind} {}", quoted(&name)),
            restore: sql,
        }
    });
    Ok(parts.collect())
}

/// Indexes first: a foreign key may rest on a unique one.
async fn of_postgres(target: &mut MoveSide) -> anyhow::Result<Vec<SchemaPart>> {
    let mut parts = Vec::new();
    for sql in [INDEXES, FOREIGN_KEYS, TRIGGERS] {
        for row in target.texts(sql).await? {
            let [remove, restore] = row.try_into().expect("two columns were asked for");
            parts.push(SchemaPart { remove, restore });
        }
    }
    Ok(parts)
}

/// But those that belong to a constraint: a primary or unique key guards the rows as they come.
const INDEXES: &str =
    "select 'drop index ' || indexrelid::regclass::text, pg_get_indexdef(indexrelid)
     from pg_index
     join pg_class on pg_class.oid = indexrelid
     where relnamespace = current_schema()::regnamespace
         and not exists (select 1 from pg_constraint where conindid = indexrelid)
     order by 1";
const FOREIGN_KEYS: &str =
    "select format('alter table %s drop constraint %I', conrelid::regclass, conname),
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
     from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace
     order by 1";
const TRIGGERS: &str =
    "select distinct format('alter table %s disable trigger user', tgrelid::regclass),
         format('alter table %s enable trigger user', tgrelid::regclass)
     from pg_trigger
     join pg_class on pg_class.oid = tgrelid
     where not tgisinternal and relnamespace = current_schema()::regnamespace
     order by 1";
