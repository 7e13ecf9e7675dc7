//! How many connections there are, and how long anything waits for one.

use std::time::Duration;

/// What the operator decides about connections; what is absent is up to the engine.
#[derive(Clone, Copy, Debug)]
pub struct PoolSettings {
    /// Of PostgreSQL, or of SQLite's readers.
    pub connections: Option<u32>,
    /// How long a caller waits for a connection, and a statement for a lock.
    pub wait: Option<Duration>,
    /// How long one statement may take on PostgreSQL.
    pub statement: Duration,
}

/// How a pool's connections are used at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolUse {
    /// `writer` and `readers` of SQLite, `postgres`.
    pub pool: &'static str,
    pub in_use: u32,
    pub idle: u32,
    pub most: u32,
}

impl Default for PoolSettings {
    fn default() -> Self {
        Self {
            connections: None,
            wait: None,
            statement: Duration::from_secs(5),
        }
    }
}
