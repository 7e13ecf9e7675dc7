//! The worker: claims jobs into its free slots, keeps their leases alive, writes down how they end.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use chrono::TimeDelta;
use futures::FutureExt;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::job_urgency::{JobSlots, JobUrgency};
use super::registry::JobKind;
use super::store::{self, Claimed};
use super::{Done, GiveUp, Lease, LeaseLost, Registry, backoff, schedule};
use crate::changes::Topic;
use crate::clock::Clock;
use crate::crash;
use crate::db::{Db, DbResult, Engine};
use crate::tasks::{Tasks, pause};

/// The outcome of a job that failed for the last time.
const DEAD: &str = "dead";
/// A job of a kind that this build does not know waits for a newer process.
const UNKNOWN_KIND_PAUSE: TimeDelta = TimeDelta::seconds(30);

#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// How many jobs run at once in this process.
    pub slots: usize,
    /// How long a silent process keeps a job.
    pub lease: Duration,
    /// Behind the wake-ups: how long it goes without looking by itself.
    pub poll: Duration,
    /// How long running jobs may go on after the process is asked to stop.
    pub drain: Duration,
}

#[derive(Clone, Debug)]
pub struct Worker {
    db: Db,
    clock: Clock,
    registry: Registry,
    settings: WorkerSettings,
    id: Uuid,
    slots: JobSlots,
    /// Schedules of this kind of job rest, as the operator wishes.
    resting: &'static str,
}

impl Worker {
    pub fn new(db: Db, clock: Clock, registry: Registry, settings: WorkerSettings) -> Self {
        let slots = JobSlots::new(settings.slots);
        Self {
            db,
            clock,
            registry,
            settings,
            id: Uuid::now_v7(),
            slots,
            resting: "",
        }
    }

    /// Queues no jobs of this kind by itself, however long they have been due.
    #[must_use]
    pub fn resting(mut self, kind: &'static str) -> Self {
        self.resting = kind;
        self
    }

    /// Works in the background until the process stops.
    pub fn start(self, tasks: &Tasks) {
        let stopping = tasks.stopping();
        // Jobs that were running when it panicked are given up with it; their leases run out.
        tasks.keep_running("worker", move || self.clone().work(stopping.clone()));
    }

    /// Runs everything that is due now, and what that brings with it, then returns: how tests and
    /// commands work off the queue without a worker in the background.
    pub async fn run_until_idle(&self) -> DbResult<usize> {
        let mut ran = 0;
        loop {
            match self.run_next().await? {
                0 => return Ok(ran),
                more => ran += more,
            }
        }
    }

    /// Runs the jobs that are next in line, one for each slot, to their end.
    pub async fn run_next(&self) -> DbResult<usize> {
        while self.tidy_queue().await? {}
        let slots = JobSlots::new(self.settings.slots);
        let mut running = Vec::new();
        for urgency in JobUrgency::ALL {
            for job in self.claim(urgency, &slots).await? {
                let slot = slots.take(urgency);
                running.push(async move {
                    self.run(job).await;
                    drop(slot);
                });
            }
        }
        let count = running.len();
        futures::future::join_all(running).await;
        Ok(count)
    }

    async fn work(self, stopping: CancellationToken) {
        let mut wakes = self.db.changes().subscribe(Topic::Jobs);
        let mut running = JoinSet::new();
        if self.db.engine() == Engine::Sqlite {
            self.log_failure(
                "releasing an earlier process's jobs",
                store::expire_all(&self.db, self.clock.real()).await,
            );
        }
        while !stopping.is_cancelled() {
            wakes.borrow_and_update();
            let rest = match self.fill_slots(&mut running).await {
                Ok(true) => continue,
                Ok(false) => self.until_next_due().await,
                Err(error) => {
                    tracing::warn!(%error, "the job queue could not be read; trying again");
                    Duration::from_secs(1)
                }
            };
            self.wait(rest, &mut wakes, &mut running, &stopping).await;
        }
        self.drain(running).await;
    }

    /// Claims as many jobs as there are free slots; a job gives its slot back when it ends. True if
    /// more jobs may have become due.
    async fn fill_slots(&self, running: &mut JoinSet<()>) -> DbResult<bool> {
        let may_be_more = self.tidy_queue().await?;
        for urgency in JobUrgency::ALL {
            for job in self.claim(urgency, &self.slots).await? {
                let slot = self.slots.take(urgency);
                let worker = self.clone();
                running.spawn(async move {
                    worker.run(job).await;
                    drop(slot);
                });
            }
        }
        Ok(may_be_more)
    }

    /// Queues what has become due, some of it at a time: ten thousand digests that are due together
    /// must not hold up what somebody waits for. True if there may be more of it.
    async fn tidy_queue(&self) -> DbResult<bool> {
        store::reap_expired(&self.db, self.clock.real()).await?;
        let scheduled = schedule::run_due_but(&self.db, &self.clock, self.resting).await?;
        let promoted = store::promote_due(&self.db, &self.clock).await?;
        Ok(scheduled > 0 || promoted)
    }

    /// Takes jobs of an urgency for the slots that are free for it.
    async fn claim(&self, urgency: JobUrgency, slots: &JobSlots) -> DbResult<Vec<Claimed>> {
        let most = i64::try_from(slots.free(urgency)).unwrap_or(i64::MAX);
        if most == 0 {
            return Ok(Vec::new());
        }
        let lease_until = self.clock.real() + lease_length(&self.settings);
        let claimed = store::claim(&self.db, self.id, lease_until, (urgency, most)).await?;
        if !claimed.is_empty() {
            crash::point("job.after_claim");
        }
        Ok(claimed)
    }

    /// Until something may be due: a wake-up, a finished job, a job's time, or the slow poll.
    async fn wait(
        &self,
        rest: Duration,
        wakes: &mut watch::Receiver<u64>,
        running: &mut JoinSet<()>,
        stopping: &CancellationToken,
    ) {
        tokio::select! {
            _ = wakes.changed() => {}
            Some(_) = running.join_next() => {}
            _ = pause(rest, stopping) => {}
        }
    }

    async fn until_next_due(&self) -> Duration {
        let (now, real) = (self.clock.now(), self.clock.real());
        let waiting = store::next_due(&self.db, now).await.unwrap_or_default();
        waiting
            .into_iter()
            .map(|(due_at, not_before)| (due_at - now).max(not_before - real))
            .map(|rest| rest.to_std().unwrap_or(Duration::ZERO))
            .min()
            .map_or(self.settings.poll, |rest| {
                rest.clamp(Duration::from_millis(10), self.settings.poll)
            })
    }

    /// Lets running jobs end, then puts back what did not.
    async fn drain(&self, mut running: JoinSet<()>) {
        let all_ended = async { while running.join_next().await.is_some() {} };
        if tokio::time::timeout(self.settings.drain, all_ended)
            .await
            .is_err()
        {
            running.shutdown().await;
        }
        self.log_failure(
            "handing jobs back",
            store::hand_back_all(&self.db, self.id).await,
        );
    }

    async fn run(&self, job: Claimed) {
        let Some(kind) = self.registry.kind(&job.kind) else {
            tracing::warn!(
                job.kind,
                "this build does not know the kind of job; leaving it to a newer one"
            );
            let later = self.clock.real() + UNKNOWN_KIND_PAUSE;
            self.log_failure(
                "handing a job back",
                store::hand_back(&self.db, &job, later).await,
            );
            return;
        };
        let started = Instant::now();
        let lease = self.lease_of(&job);
        let handler = AssertUnwindSafe(kind.run(job.payload.clone(), lease.clone())).catch_unwind();
        let ended = tokio::select! {
            ended = tokio::time::timeout(kind.time_limit, handler) => match ended {
                Ok(Ok(result)) => result,
                Ok(Err(_panic)) => Err(anyhow!("it panicked")),
                Err(_elapsed) => Err(anyhow!("it took longer than {} s", kind.time_limit.as_secs())),
            },
            () = self.keep_alive(&lease) => Err(LeaseLost.into()),
        };
        self.write_down((&job, &kind), started.elapsed(), ended)
            .await;
    }

    /// Renews the lease until it is lost.
    async fn keep_alive(&self, lease: &Lease) {
        let never = CancellationToken::new();
        loop {
            pause(self.settings.lease / 3, &never).await;
            match lease.renew().await {
                Ok(true) => {}
                Ok(false) => return,
                // The lease may outlive a short failure of the database; the fence decides.
                Err(error) => tracing::warn!(%error, "a lease could not be renewed"),
            }
        }
    }

    async fn write_down(
        &self,
        (job, kind): (&Claimed, &JobKind),
        took: Duration,
        ended: anyhow::Result<Done>,
    ) {
        let outcome = match &ended {
            Ok(_) => "done",
            Err(error) if error.is::<LeaseLost>() => "lease_lost",
            Err(error) => self.write_down_failure((job, kind), error).await,
        };
        metrics::counter!("earshot_jobs_total", "kind" => job.kind.clone(), "outcome" => outcome)
            .increment(1);
        metrics::histogram!("earshot_job_seconds", "kind" => job.kind.clone())
            .record(took.as_secs_f64());
        match ended {
            Ok(_) => tracing::debug!(job.id = %job.id, job.kind, ?took, "job done"),
            // Nobody tries it again by itself: an operator has to look.
            Err(error) if outcome == DEAD => tracing::error!(
                job.id = %job.id, job.kind, job.lane, outcome, error = format!("{error:#}"),
                "job gave up after {} failures; `earshot admin jobs retry` retries it",
                job.failures + 1
            ),
            Err(error) => tracing::warn!(
                job.id = %job.id, job.kind, job.lane, outcome, error = format!("{error:#}"), "job not done"
            ),
        }
    }

    async fn write_down_failure(
        &self,
        (job, kind): (&Claimed, &JobKind),
        error: &anyhow::Error,
    ) -> &'static str {
        let real = self.clock.real();
        let is_last = job.failures + 1 >= job.max_failures || error.is::<GiveUp>();
        let failures = job.failures + 1;
        let rest = backoff::pause(failures, rand::random(), error, kind.retry_pauses);
        let not_before =
            (!is_last).then(|| real + TimeDelta::from_std(rest).unwrap_or(TimeDelta::MAX));
        let written = store::fail(&self.db, job, &format!("{error:#}"), not_before, real).await;
        self.log_failure("writing down a job's failure", written);
        if is_last { DEAD } else { "failed" }
    }

    fn lease_of(&self, job: &Claimed) -> Lease {
        Lease {
            db: self.db.clone(),
            clock: self.clock.clone(),
            job_id: job.id,
            attempt: job.attempt,
            urgency: JobUrgency::of_level(job.urgency),
            length: self.settings.lease,
        }
    }

    /// What cannot be written now comes right by itself when the lease runs out.
    fn log_failure(&self, what: &str, result: DbResult<()>) {
        if let Err(error) = result {
            tracing::error!(%error, worker = %self.id, "while {what}");
        }
    }
}

fn lease_length(settings: &WorkerSettings) -> TimeDelta {
    TimeDelta::from_std(settings.lease).unwrap_or(TimeDelta::MAX)
}
