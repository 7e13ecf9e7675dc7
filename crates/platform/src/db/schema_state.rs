//! How far the schema of a database is, without changing it.

use std::collections::BTreeMap;

use super::dialect::Dialect;
use super::{Db, DbResult, args, migrations};

/// The schema beside the migrations that this program knows.
#[derive(Debug, Default)]
pub(super) struct SchemaState {
    /// Not applied yet.
    pub(super) pending: Vec<&'static str>,
    /// Applied with another text.
    pub(super) changed: Vec<&'static str>,
    /// Applied by a newer program.
    pub(super) unknown: Vec<String>,
}

const HAS_LEDGER: Dialect = Dialect {
    sqlite: "select cast(count(*) as bigint) from sqlite_master
             where type = 'table' and name = 'schema_migrations'",
    postgres: "select cast(count(*) as bigint) from pg_catalog.pg_class
               where oid = to_regclass('schema_migrations')",
};

/// None: nothing was ever applied.
pub(super) async fn read(db: &Db) -> DbResult<Option<SchemaState>> {
    let (tables,): (i64,) = db.one(HAS_LEDGER.on(db.engine()), args![]).await?;
    if tables == 0 {
        return Ok(None);
    }
    let sql = "select name, fingerprint from schema_migrations order by name";
    let applied: Vec<(String, String)> = db.all(sql, args![]).await?;
    let mut applied: BTreeMap<String, String> = applied.into_iter().collect();
    let mut state = SchemaState::default();
    for (name, fingerprint) in migrations::fingerprints(db.engine()) {
        match applied.remove(name) {
            None => state.pending.push(name),
            Some(known) if known != fingerprint => state.changed.push(name),
            Some(_) => {}
        }
    }
    state.unknown = applied.into_keys().collect();
    Ok(Some(state))
}
