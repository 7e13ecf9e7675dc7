//! A queue with its clock, and workers that work when told to.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use platform::clock::Clock;
use platform::db::{Db, args};
use platform::jobs::{
    Done, Enqueued, GiveUp, Job, Lease, NewJob, Registry, TryAfter, Worker, WorkerSettings, enqueue,
};
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

use crate::kit::{TestPlace, eventually, noon};

/// A job that writes its name down, in the database and on a list of what ran.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Note {
    name: String,
    ending: Ending,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum Ending {
    Well,
    Fails,
    GivesUp,
    AsksForAnHour,
    Panics,
    WaitsForTheGate,
}

#[derive(Clone, Default)]
pub(super) struct Desk {
    pub(super) ran: Arc<Mutex<Vec<String>>>,
    pub(super) leases: Arc<Mutex<Vec<Lease>>>,
    pub(super) gate: Arc<Notify>,
}

impl Job for Note {
    const KIND: &'static str = "note";
    const MAX_FAILURES: i64 = 3;
    type Context = Desk;

    async fn run(self, desk: Desk, lease: Lease) -> anyhow::Result<Done> {
        desk.leases.lock().unwrap().push(lease.clone());
        desk.ran.lock().unwrap().push(self.name.clone());
        match self.ending {
            Ending::Well => {}
            Ending::Fails => anyhow::bail!("the ink is dry"),
            Ending::GivesUp => return Err(GiveUp("there is no paper".to_owned()).into()),
            Ending::AsksForAnHour => {
                return Err(TryAfter {
                    pause: Duration::from_hours(1),
                    reason: "out for lunch".to_owned(),
                }
                .into());
            }
            Ending::Panics => panic!("the desk fell over"),
            Ending::WaitsForTheGate => desk.gate.notified().await,
        }
        let mut tx = lease.begin().await?;
        tx.run(
            "insert into server_keys (name, value) values ($1, '')",
            args![self.name],
        )
        .await?;
        lease.finish(tx, serde_json::json!("noted")).await
    }
}

pub(super) struct Office {
    pub(super) place: TestPlace,
    pub(super) db: Db,
    pub(super) clock: Clock,
    pub(super) desk: Desk,
}

impl Office {
    pub(super) async fn open() -> Self {
        let place = TestPlace::fresh().await;
        let db = place.open().await;
        Self {
            place,
            db,
            clock: Clock::held(noon()),
            desk: Desk::default(),
        }
    }

    pub(super) fn worker(&self) -> Worker {
        self.worker_with(1)
    }

    pub(super) fn worker_with(&self, slots: usize) -> Worker {
        let settings = WorkerSettings {
            slots,
            lease: Duration::from_mins(1),
            poll: Duration::from_hours(24),
            drain: Duration::from_millis(100),
        };
        let registry = Registry::default().with::<Note>(self.desk.clone());
        Worker::new(self.db.clone(), self.clock.clone(), registry, settings)
    }

    pub(super) async fn queues(&self, job: NewJob) -> Enqueued {
        let mut tx = self.db.begin().await.unwrap();
        let enqueued = enqueue(&mut tx, &self.clock, job).await.unwrap();
        tx.commit().await.unwrap();
        enqueued
    }

    pub(super) async fn works(&self) -> usize {
        self.worker().run_until_idle().await.unwrap()
    }

    /// A worker takes the next job and is gone in the middle of it.
    pub(super) async fn loses_a_worker(&self) {
        let (worker, before) = (self.worker(), self.ran().len());
        tokio::select! {
            _ = worker.run_next() => panic!("the job was to wait at the gate"),
            () = eventually("the job runs", || async { self.ran().len() > before }) => {}
        }
    }

    pub(super) fn ran(&self) -> Vec<String> {
        self.desk.ran.lock().unwrap().clone()
    }

    pub(super) async fn notes(&self) -> i64 {
        let (count,): (i64,) = self
            .db
            .one("select cast(count(*) as bigint) from server_keys", args![])
            .await
            .unwrap();
        count
    }

    /// State, failures and last error of the only job there is.
    pub(super) async fn only_job(&self) -> (String, i64, Option<String>) {
        self.db
            .one("select state, failures, last_error from jobs", args![])
            .await
            .unwrap()
    }
}

pub(super) fn note(name: &str, ending: Ending) -> NewJob {
    NewJob::of(&Note {
        name: name.to_owned(),
        ending,
    })
}
