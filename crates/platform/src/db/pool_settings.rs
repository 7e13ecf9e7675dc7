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

impl Default for PoolSettings {
    fn default() -> Self {
        Self {
            connections: None,
            wait: None,
            statement: Duration::from_secs(5),
        }
    }
}
