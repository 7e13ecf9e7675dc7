//! How fast the queue is worked off, beside the commits that each job needs at the very least.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::ensure;
use platform::clock::Clock;
use platform::db::{Db, DbResult, args};
use platform::jobs::{Done, Job, Lease, NewJob, Registry, Worker, WorkerSettings, enqueue};
use platform::tasks::Tasks;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::place::FreshPlace;
use crate::report::{Row, shown};

const JOBS: u32 = 3000;
const SLOTS: usize = 8;
/// One to claim a job, one to finish it.
const COMMITS_PER_JOB: usize = 2;

pub(crate) fn measure() -> anyhow::Result<Vec<Row>> {
    tokio::runtime::Runtime::new()?.block_on(async {
        let sqlite = FreshPlace::sqlite()?;
        let postgres = FreshPlace::postgres().await?;
        Ok(vec![
            row("jobs per second, SQLite", &sqlite.open().await?).await?,
            row("jobs per second, PostgreSQL", &postgres.open().await?).await?,
        ])
    })
}

async fn row(figure: &'static str, db: &Db) -> anyhow::Result<Row> {
    let clock = Clock::system();
    let jobs = enqueue_all(db, &clock).await?;
    let worked = work_off(db, clock).await?;
    ensure_all_done(db).await?;
    let updated = update_bare(db, &jobs).await?;
    db.close().await;
    let per_second = |took: Duration| f64::from(JOBS) / took.as_secs_f64();
    let ratio = updated.as_secs_f64() / worked.as_secs_f64();
    Ok(Row {
        figure,
        value: Some(per_second(worked)),
        unit: "/s",
        remark: format!("{} of the floor", shown(ratio)),
        peer: format!(
            "{COMMITS_PER_JOB} bare updates each: {} /s",
            shown(per_second(updated))
        ),
        ..Row::default()
    })
}

/// A job that does nothing but end, and tell that it did.
#[derive(Serialize, Deserialize)]
struct Nothing {}

impl Job for Nothing {
    const KIND: &'static str = "nothing";
    type Context = Arc<Semaphore>;

    async fn run(self, ended: Arc<Semaphore>, lease: Lease) -> anyhow::Result<Done> {
        let done = lease.done().await?;
        ended.add_permits(1);
        Ok(done)
    }
}

async fn enqueue_all(db: &Db, clock: &Clock) -> DbResult<Vec<Uuid>> {
    let mut ids = Vec::new();
    let mut tx = db.begin().await?;
    for _ in 0..JOBS {
        let enqueued = enqueue(&mut tx, clock, NewJob::of(&Nothing {})).await?;
        ids.push(enqueued.id());
    }
    tx.commit().await?;
    Ok(ids)
}

/// From the start of a worker to the end of the last job.
async fn work_off(db: &Db, clock: Clock) -> anyhow::Result<Duration> {
    let (tasks, ended) = (Tasks::default(), Arc::new(Semaphore::new(0)));
    let registry = Registry::default().with::<Nothing>(ended.clone());
    let settings = WorkerSettings {
        slots: SLOTS,
        lease: Duration::from_mins(1),
        poll: Duration::from_secs(5),
        drain: Duration::from_secs(5),
    };
    let started = Instant::now();
    Worker::new(db.clone(), clock, registry, settings).start(&tasks);
    let _all = ended.acquire_many(JOBS).await?;
    let took = started.elapsed();
    tasks.stop(Duration::from_secs(10)).await;
    Ok(took)
}

async fn ensure_all_done(db: &Db) -> anyhow::Result<()> {
    let sql = "select cast(count(*) as bigint) from jobs where state = 'done'";
    let (done,): (i64,) = db.one(sql, args![]).await?;
    ensure!(
        done == i64::from(JOBS),
        "only {done} of {JOBS} jobs are done"
    );
    Ok(())
}

/// As many commits as the jobs need, each of one plain update, by as many tasks as there were slots.
async fn update_bare(db: &Db, jobs: &[Uuid]) -> anyhow::Result<Duration> {
    let mut tasks = JoinSet::new();
    let started = Instant::now();
    for share in jobs.chunks(jobs.len().div_ceil(SLOTS)) {
        tasks.spawn(update_each(db.clone(), share.to_vec()));
    }
    while let Some(ended) = tasks.join_next().await {
        ended??;
    }
    Ok(started.elapsed())
}

async fn update_each(db: Db, jobs: Vec<Uuid>) -> DbResult<()> {
    let sql = "update jobs set failures = failures + 1 where id = $1";
    for id in jobs {
        for _ in 0..COMMITS_PER_JOB {
            db.run(sql, args![id]).await?;
        }
    }
    Ok(())
}
