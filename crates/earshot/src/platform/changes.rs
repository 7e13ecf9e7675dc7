//! The only bus: tells every part of every process that something was committed.
//!
//! Own commits are announced at once. Those of other processes are noticed by `LISTEN/NOTIFY` on
//! PostgreSQL and by the file's change counter on SQLite, looked at every second, so that
//! `earshot admin` reaches a running server too. A wake is a hint and may come without a reason;
//! whoever waits looks for itself, and looks now and then without one.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgListener;
use sqlx::{Connection, PgPool, SqliteConnection, SqlitePool};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::db::Db;
use super::tasks::{Tasks, pause};

/// What kind of thing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A job was queued, or became due.
    Jobs,
    /// The sandbox moved the product's clock.
    Clock,
}

impl Topic {
    const ALL: [Topic; 2] = [Topic::Jobs, Topic::Clock];

    pub(super) fn name(self) -> &'static str {
        match self {
            Topic::Jobs => "jobs",
            Topic::Clock => "clock",
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Changes {
    jobs: Arc<watch::Sender<u64>>,
    clock: Arc<watch::Sender<u64>>,
}

impl Changes {
    /// Wakes whoever waits for this topic in this process.
    pub fn announce(&self, topic: Topic) {
        self.sender(topic)
            .send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Hears of every change from now on; several changes in a row may arrive as one.
    pub fn subscribe(&self, topic: Topic) -> watch::Receiver<u64> {
        self.sender(topic).subscribe()
    }

    fn announce_all(&self) {
        for topic in Topic::ALL {
            self.announce(topic);
        }
    }

    fn sender(&self, topic: Topic) -> &watch::Sender<u64> {
        match topic {
            Topic::Jobs => &self.jobs,
            Topic::Clock => &self.clock,
        }
    }
}

/// Starts listening for the commits of other processes.
pub fn follow(db: &Db, tasks: &Tasks) {
    let (changes, stopping) = (db.changes().clone(), tasks.stopping());
    if let Some(pool) = db.postgres_pool().cloned() {
        tasks.supervise("changes", follow_postgres(pool, changes, stopping));
    } else if let Some(readers) = db.sqlite_readers().cloned() {
        tasks.supervise("changes", follow_sqlite(readers, changes, stopping));
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
