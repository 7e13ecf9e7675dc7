//! Where the data lives, and how many connections lead there.

use std::path::PathBuf;
use std::time::Duration;

use super::source::Reader;
use super::{catalogue, number};
use crate::db::{DatabaseLocation, PoolSettings, PostgresAddress};

pub(super) fn location(reader: &mut Reader) -> DatabaseLocation {
    let data_dir = PathBuf::from(reader.text(catalogue::DATA_DIR).unwrap_or_default());
    let Some(raw) = reader.text(catalogue::DATABASE_URL) else {
        return DatabaseLocation::Sqlite { data_dir };
    };
    if let Ok(address) = PostgresAddress::parse(&raw) {
        return DatabaseLocation::Postgres { address };
    }
    reader.problem(catalogue::DATABASE_URL, "it is not a postgres:// address");
    DatabaseLocation::Sqlite { data_dir }
}

pub(super) fn pool(reader: &mut Reader) -> PoolSettings {
    let connections: Option<u32> = reader.parse(catalogue::DB_CONNECTIONS, "a whole number");
    let wait_ms: Option<u64> = reader.parse(catalogue::DB_WAIT_MS, "a whole number");
    PoolSettings {
        connections: connections.map(|count| count.max(1)),
        wait: wait_ms.map(|wait| Duration::from_millis(wait.max(1))),
        statement: Duration::from_millis(number(reader, catalogue::DB_STATEMENT_MS)),
    }
}
