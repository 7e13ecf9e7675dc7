//! Whether the database takes writes, which reading does not tell: a full or failing disk, a lock
//! that never comes and a standby all go on answering readers.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;
use uuid::Uuid;

use super::{Db, DbResult, Engine, args};

/// Whoever watches over the server wants an answer soon, also while everybody waits for a lock.
const PATIENCE: Duration = Duration::from_secs(2);
/// Anybody may ask whether the server is ready; that must not become a load.
const GOOD_FOR: Duration = Duration::from_secs(1);
/// A few bytes may still fit where an ordinary write does not.
const SQLITE_BYTES: usize = 64 * 1024;

/// When a probe last succeeded. One process probes once at a time.
#[derive(Clone, Debug, Default)]
pub(super) struct WriteProbe(Arc<Mutex<Option<Instant>>>);

impl Db {
    /// Writes and commits something; succeeds for a second longer than that.
    pub async fn check_writes(&self) -> DbResult<()> {
        let mut last = self.write_probe.0.lock().await;
        if last.is_some_and(|at| at.elapsed() < GOOD_FOR) {
            return Ok(());
        }
        *last = None;
        tokio::time::timeout(PATIENCE, self.write_probe_row())
            .await
            .map_err(|_elapsed| sqlx::Error::PoolTimedOut)??;
        *last = Some(Instant::now());
        Ok(())
    }

    async fn write_probe_row(&self) -> DbResult<()> {
        let length = match self.engine() {
            Engine::Sqlite => SQLITE_BYTES,
            // Every value of the same row is kept until it is vacuumed.
            Engine::Postgres => 0,
        };
        let value = Uuid::now_v7().to_string() + &" ".repeat(length);
        let mut tx = self.begin().await?;
        tx.run(
            "insert into server_keys (name, value) values ('write_probe', $1)
             on conflict (name) do update set value = excluded.value",
            args![value],
        )
        .await?;
        tx.commit().await
    }
}
