//! A running Earshot: how it starts and how it stops.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::edge::http::accept_loop::{self, ConnectionLimits};
use crate::operations::metric_catalogue;
use crate::wiring::{Foundation, Product, ProviderState};
use crate::{lifecycle, router, schedule};
use listening::Listening;
use platform::app::App;
use platform::changes::Topic;
use platform::clock::Clock;
use platform::crash;
use platform::db::{DataDirLock, DatabaseLocation, Db, DbResult, is_away};
use platform::jobs::{Job, Worker, WorkerSettings};
use platform::settings::{Role, Settings};
use platform::tasks::{Tasks, pause};
use sandbox::SandboxAddresses;
use scanner::Scan;
use stream::StreamListener;

/// How often the start looks whether a database that is away has come.
const LOOK_FOR_DATABASE: Duration = Duration::from_secs(2);
const JOB_POLL: Duration = Duration::from_secs(5);
/// How often the metrics are brought together; without it they would only grow.
const METRICS_UPKEEP: Duration = Duration::from_secs(10);
/// How often the signing keys are read; a new one is published for longer than that before it signs.
const KEY_CHECK: Duration = Duration::from_mins(1);
/// How often the clock is compared with the database's.
const CLOCK_CHECK: Duration = Duration::from_mins(1);

#[derive(Debug)]
pub struct Server {
    pub app: App,
    pub listening: Listening,
    pub sandboxes: SandboxAddresses,
    pub address: SocketAddr,
    /// Reads what is new; in the background if it was started with the listener's role.
    pub listener: Arc<StreamListener>,
    /// Runs the jobs; in the background if it was started with the worker's role.
    pub worker: Worker,
    _lock: Option<DataDirLock>,
}

impl Server {
    /// Everything up to the first request: port, database, schema, sandboxes, routes.
    pub async fn start(
        settings: Settings,
        clock: Clock,
        metrics: PrometheusHandle,
    ) -> anyhow::Result<Self> {
        crash::arm(settings.crash_at.as_deref());
        metric_catalogue::describe_all();
        let listener = TcpListener::bind(settings.bind).await.with_context(|| {
            format!(
                "listening at {} (EARSHOT_BIND or --bind chooses another)",
                settings.bind
            )
        })?;
        let address = listener.local_addr()?;
        let lock = lock_data_dir(&settings.place)?;
        let db = open_when_there(&settings).await?;
        let tasks = Tasks::default();
        correct_clock(&db, &clock)
            .await
            .context("reading the database's clock")?;
        db.follow_other_processes(&tasks);
        let foundation = Foundation {
            provider_state: ProviderState::of(&db),
            db,
            clock,
            settings,
            tasks,
            metrics,
        };
        let product = Product::build(foundation, address).await?;
        lifecycle::refuse_published_password(&product.app).await?;
        schedule::declare(&product.app)
            .await
            .context("declaring the schedules")?;
        accept_in_background(&product, listener);
        let worker = worker(&product);
        let listener = StreamListener::new(
            product.app.db.clone(),
            product.app.clock.clone(),
            &product.listening,
            product.app.events.clone(),
        );
        Ok(Self {
            app: product.app,
            listening: product.listening,
            sandboxes: product.sandboxes,
            address,
            listener: Arc::new(listener),
            worker,
            _lock: lock,
        })
    }

    /// Starts what runs by itself: the worker, and the upkeep of metrics and clock.
    pub fn work_in_background(&self) {
        if self.app.settings.roles.contains(&Role::Worker) {
            self.worker.clone().start(&self.app.tasks);
        }
        let settings = &self.app.settings;
        if settings.roles.contains(&Role::Listener) && settings.automatic_work.listens {
            let (listener, tasks) = (self.listener.clone(), self.app.tasks.clone());
            let lease = settings.job_lease;
            self.app.tasks.keep_running("listener", move || {
                let (listener, tasks) = (listener.clone(), tasks.clone());
                async move { Box::pin(listener.run(&tasks, lease)).await }
            });
        }
        let app = self.app.clone();
        let key_watch = move || keep_keys(app.clone());
        self.app.tasks.keep_running("signing keys", key_watch);
        let app = self.app.clone();
        let metrics = move || keep_metrics(app.clone());
        self.app.tasks.keep_running("metrics", metrics);
        let app = self.app.clone();
        let clock_check = move || keep_clock(app.clone());
        self.app.tasks.keep_running("clock check", clock_check);
    }

    /// Takes no more work, lets what is under way end, and closes the database.
    pub async fn stop(self) {
        // The tasks drain themselves within this time; a little more lets them say so.
        let patience = self.app.settings.drain + Duration::from_secs(3);
        self.app.tasks.stop(patience).await;
        self.app.db.close().await;
    }
}

/// The database with its schema up to date, however long it takes until it answers. Whoever wants to
/// wait no longer drops this.
async fn open_when_there(settings: &Settings) -> anyhow::Result<Db> {
    let never = CancellationToken::new();
    loop {
        let away = match open(settings).await {
            Err(error) if is_away(&error) => error,
            ended => return ended,
        };
        tracing::warn!(
            error = format!("{away:#}"),
            "waiting for the database; trying again in {} s",
            LOOK_FOR_DATABASE.as_secs()
        );
        pause(LOOK_FOR_DATABASE, &never).await;
    }
}

async fn open(settings: &Settings) -> anyhow::Result<Db> {
    let db = Db::open_with(&settings.place, settings.pool).await?;
    match db.migrate().await {
        Ok(()) => Ok(db),
        Err(error) => {
            db.close().await;
            Err(error)
        }
    }
}

async fn keep_metrics(app: App) {
    while pause(METRICS_UPKEEP, &app.tasks.stopping()).await {
        app.metrics.run_upkeep();
    }
}

async fn keep_clock(app: App) {
    while pause(CLOCK_CHECK, &app.tasks.stopping()).await {
        if let Err(error) = correct_clock(&app.db, &app.clock).await {
            tracing::warn!(%error, "the database's clock could not be read");
        }
    }
}

/// Follows the keys that sign access tokens: at once when one changes, and now and then, for an
/// announcement may be lost.
async fn keep_keys(app: App) {
    let stopping = app.tasks.stopping();
    let mut changes = app.db.changes().subscribe(Topic::Keys);
    loop {
        tokio::select! {
            is_going_on = pause(KEY_CHECK, &stopping) => if !is_going_on { return },
            Ok(()) = changes.changed() => {}
        }
        if let Err(error) = app.tokens.reload(&app.db).await {
            tracing::warn!(
                error = format!("{error:#}"),
                "the signing keys could not be read"
            );
        }
    }
}

fn lock_data_dir(place: &DatabaseLocation) -> anyhow::Result<Option<DataDirLock>> {
    match place {
        DatabaseLocation::Sqlite { data_dir } => DataDirLock::take(data_dir).map(Some),
        DatabaseLocation::Postgres { .. } => Ok(None),
    }
}

async fn correct_clock(db: &Db, clock: &Clock) -> DbResult<()> {
    if let Some(time) = db.server_time().await? {
        clock.correct_by(time);
    }
    Ok(())
}

fn accept_in_background(product: &Product, listener: TcpListener) {
    let app = &product.app;
    let limits = ConnectionLimits::new(app.settings.max_connections, app.settings.drain);
    let serving = accept_loop::serve(
        listener,
        router::build(product),
        limits,
        app.tasks.stopping(),
    );
    app.tasks.supervise("http", serving);
}

/// What runs the app's jobs.
pub fn worker(product: &Product) -> Worker {
    let app = &product.app;
    let worker = Worker::new(
        app.db.clone(),
        app.clock.clone(),
        schedule::registry(product),
        worker_settings(&app.settings),
    );
    if app.settings.automatic_work.begins_scans {
        worker
    } else {
        worker.resting(Scan::KIND)
    }
}

fn worker_settings(settings: &Settings) -> WorkerSettings {
    WorkerSettings {
        slots: settings.job_slots,
        lease: settings.job_lease,
        poll: JOB_POLL,
        drain: settings.drain,
    }
}
