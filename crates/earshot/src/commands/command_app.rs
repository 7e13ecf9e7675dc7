//! A command that does the product's own work, beside a running server or without one.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::server;
use crate::wiring::{Foundation, Product, ProviderState};
use platform::app::App;
use platform::clock::Clock;
use platform::db::{DataDirLock, DatabaseLocation, Db};
use platform::jobs::Worker;
use platform::settings::{AutomaticWork, Role, Settings};
use platform::tasks::{Tasks, pause};
use platform::telemetry;

/// An app that answers no requests, with a worker for what the command asks for.
pub(super) struct CommandApp {
    pub(super) app: App,
    worker: Worker,
    /// While a command hosts the sandboxes of a SQLite file, no server may start on it.
    _lock: Option<DataDirLock>,
}

/// How long a command goes without looking, while a server does its work.
const LOOK_AGAIN: Duration = Duration::from_millis(100);
const PATIENCE: Duration = Duration::from_secs(5);

impl CommandApp {
    /// In this database; `outside` is that of the server, whose sandboxes and budget are used.
    pub(super) async fn start(
        settings: &Settings,
        (db, clock): (&Db, &Clock),
        outside: (&Db, &DatabaseLocation),
    ) -> anyhow::Result<Self> {
        let (lock, is_guest) = alone_or_guest(outside.1);
        let settings = Settings {
            roles: BTreeSet::from([Role::Worker]),
            // It does what it is asked for and nothing else.
            automatic_work: AutomaticWork {
                begins_scans: false,
                listens: false,
                readers: 1,
                posts_judged: settings.automatic_work.posts_judged,
                makes_demo: false,
            },
            ..settings.clone()
        };
        let (bound, tasks) = (settings.bind, Tasks::default());
        db.follow_other_processes(&tasks);
        let foundation = Foundation {
            db: db.clone(),
            clock: clock.clone(),
            settings,
            tasks,
            metrics: telemetry::start_metrics()?,
            provider_state: ProviderState {
                db: outside.0.clone(),
                is_guest,
            },
        };
        let product = Product::build(foundation, bound).await?;
        Ok(Self {
            worker: server::worker(&product),
            app: product.app,
            _lock: lock,
        })
    }

    /// Works until nothing is left to do for somebody, or a server beside it has done it.
    #[cfg(feature = "sandboxes")]
    pub(super) async fn works_off(&self, user_id: uuid::Uuid) -> anyhow::Result<()> {
        let (lane, stopping) = (user_id.to_string(), self.app.tasks.stopping());
        while platform::jobs::is_busy(&self.app.db, &self.app.clock, &lane).await? {
            if self.worker.run_next().await? == 0 {
                pause(LOOK_AGAIN, &stopping).await;
            }
        }
        Ok(())
    }

    /// Works for as long as `asking` takes.
    pub(super) async fn working_meanwhile<T>(
        &self,
        asking: impl Future<Output = T>,
    ) -> anyhow::Result<T> {
        let stopping = self.app.tasks.stopping();
        let working = async {
            loop {
                if self.worker.run_next().await? == 0 {
                    pause(LOOK_AGAIN / 10, &stopping).await;
                }
            }
        };
        tokio::select! {
            answer = asking => Ok(answer),
            failed = working => failed,
        }
    }

    pub(super) async fn stop(self) {
        self.app.tasks.stop(PATIENCE).await;
    }
}

/// The lock of a SQLite folder, or that a server has it.
fn alone_or_guest(place: &DatabaseLocation) -> (Option<DataDirLock>, bool) {
    let DatabaseLocation::Sqlite { data_dir } = place else {
        return (None, false);
    };
    let lock = DataDirLock::take(data_dir).ok();
    let is_guest = lock.is_none();
    (lock, is_guest)
}
