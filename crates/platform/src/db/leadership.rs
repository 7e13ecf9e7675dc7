//! Choosing one process among several for something that only one may do.

use sqlx::{Connection, PgConnection};

use super::{Db, DbResult};

/// Held by the one process that leads; let go when it is dropped or the process dies.
#[derive(Debug)]
pub struct Leadership {
    // Dropping the connection ends its session, and with it PostgreSQL's lock.
    _session: Option<PgConnection>,
}

impl Db {
    /// Leadership in `matter`, unless another process has it. SQLite has one process, which leads.
    pub async fn try_lead(&self, matter: i64) -> DbResult<Option<Leadership>> {
        let Some(pool) = self.postgres_pool() else {
            return Ok(Some(Leadership { _session: None }));
        };
        let mut session = pool.acquire().await?.detach();
        let leads: bool = sqlx::query_scalar("select pg_try_advisory_lock($1)")
            .bind(matter)
            .fetch_one(&mut session)
            .await?;
        if leads {
            return Ok(Some(Leadership {
                _session: Some(session),
            }));
        }
        session.close().await?;
        Ok(None)
    }
}
