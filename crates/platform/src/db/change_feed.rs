//! Noticing what other processes commit: by `LISTEN/NOTIFY` on PostgreSQL, and by the file's change
//! counter on SQLite, looked at every second, so that `earshot admin` reaches a running server too.

use std::time::Duration;

use sqlx::postgres::PgListener;
use sqlx::{Connection, PgPool, SqliteConnection, SqlitePool};
use tokio_util::sync::CancellationToken;

use super::{Db, Pools, postgres};
use crate::changes::{Changes, Topic};
use crate::tasks::{Tasks, pause};

impl Db {
    /// Starts announcing the commits of other processes on this process's bus.
    pub fn follow_other_processes(&self, tasks: &Tasks) {
        let (changes, stopping) = (self.changes.clone(), tasks.stopping());
        match &self.pools {
            Pools::Postgres { pool } => {
                let own = postgres::pool_of_one(pool);
                tasks.keep_running("changes", move || {
                    follow_postgres(own.clone(), changes.clone(), stopping.clone())
                });
            }
            Pools::Sqlite { readers, .. } => {
                let readers = readers.clone();
                tasks.keep_running("changes", move || {
                    follow_sqlite(readers.clone(), changes.clone(), stopping.clone())
                });
            }
        }
    }
}

async fn follow_postgres(pool: PgPool, changes: Changes, stopping: CancellationToken) {
    loop {
        tokio::select! {
            () = stopping.cancelled() => return,
            ended = listen(&pool, &changes) => {
                if let Err(error) = ended {
                    tracing::warn!(%error, "lost PostgreSQL's notifications; listening again");
                }
            }
        }
        if !pause(Duration::from_secs(1), &stopping).await {
            return;
        }
    }
}

/// Announces what PostgreSQL reports, until the connection breaks.
async fn listen(pool: &PgPool, changes: &Changes) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen("earshot").await?;
    // Whatever was committed while nobody listened is found by looking.
    changes.announce_all();
    while let Some(note) = listener.try_recv().await? {
        if let Some(topic) = Topic::ALL
            .into_iter()
            .find(|topic| topic.name() == note.payload())
        {
            changes.announce(topic);
        }
    }
    Ok(())
}

async fn follow_sqlite(readers: SqlitePool, changes: Changes, stopping: CancellationToken) {
    let mut watcher = None;
    let mut seen = None;
    loop {
        // The counter is only comparable on one connection, so one is kept for it.
        if watcher.is_none() {
            watcher = SqliteConnection::connect_with(&readers.connect_options())
                .await
                .ok();
        }
        if let Some(connection) = &mut watcher {
            let version: Result<i64, _> = sqlx::query_scalar("pragma data_version")
                .fetch_one(connection)
                .await;
            // The first look counts as a change: nobody knows what came before it.
            let version = version.ok();
            if version != seen {
                changes.announce_all();
                seen = version;
            }
        }
        if !pause(Duration::from_secs(1), &stopping).await {
            return;
        }
    }
}
