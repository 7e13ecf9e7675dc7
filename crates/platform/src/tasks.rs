//! Work that runs beside the requests: every task has a name, is told to stop, and is waited for.
//!
//! A panic in one is never silent. What must go on is started again after a pause, and while it is
//! gone the process is not ready.

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures::FutureExt;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The pause before a task is started again; it doubles with every panic that comes soon.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// Starts tasks that shutdown can wait for. Cloning gives another handle to the same set.
#[derive(Clone, Debug, Default)]
pub struct Tasks {
    tracker: TaskTracker,
    stopping: CancellationToken,
    gone: Arc<Mutex<BTreeSet<&'static str>>>,
}

impl Tasks {
    /// Runs `work` until it ends by itself; it watches [`Tasks::stopping`] to know when to. If it
    /// panics, that is logged and it has ended.
    pub fn supervise(&self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        let watched = async move {
            if let Err(panic) = AssertUnwindSafe(work).catch_unwind().await {
                report(name, &*panic, "a task panicked");
            }
            tracing::debug!(task = name, "task ended");
        };
        drop(self.tracker.spawn(watched));
    }

    /// Runs what `work` makes until it ends by itself, and makes it anew whenever it panics.
    pub fn keep_running<F>(&self, name: &'static str, mut work: impl FnMut() -> F + Send + 'static)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let tasks = self.clone();
        let watched = async move {
            let mut rest = FIRST_PAUSE;
            loop {
                let started = Instant::now();
                let working = AssertUnwindSafe(async { work().await });
                let Err(panic) = working.catch_unwind().await else {
                    break;
                };
                report(name, &*panic, "a task panicked and was restarted");
                if started.elapsed() > LONGEST_PAUSE {
                    rest = FIRST_PAUSE;
                }
                tasks.gone_names().insert(name);
                if !pause(rest, &tasks.stopping).await {
                    break;
                }
                tasks.gone_names().remove(name);
                rest = (rest * 2).min(LONGEST_PAUSE);
            }
            tracing::debug!(task = name, "task ended");
        };
        drop(self.tracker.spawn(watched));
    }

    /// The tasks that have panicked and are not running again yet.
    pub fn gone(&self) -> Vec<&'static str> {
        self.gone_names().iter().copied().collect()
    }

    /// Resolves when the process is asked to stop.
    pub fn stopping(&self) -> CancellationToken {
        self.stopping.clone()
    }

    /// Asks every task to stop and waits for them, but no longer than `patience`.
    pub async fn stop(&self, patience: Duration) {
        self.stopping.cancel();
        self.tracker.close();
        if tokio::time::timeout(patience, self.tracker.wait())
            .await
            .is_err()
        {
            tracing::warn!(
                left = self.tracker.len(),
                "tasks were still running at the end"
            );
        }
    }

    fn gone_names(&self) -> std::sync::MutexGuard<'_, BTreeSet<&'static str>> {
        self.gone.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn report(name: &'static str, panic: &(dyn Any + Send), what: &str) {
    metrics::counter!("earshot_task_panics_total", "task" => name).increment(1);
    tracing::error!(task = name, panic = panic_words(panic), "{what}");
}

/// What a panic said.
pub fn panic_words(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().map(ToString::to_string);
    words
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}

/// Waits, or returns early with `false` when the process is asked to stop.
#[expect(
    clippy::disallowed_methods,
    reason = "the waiting of background tasks, in one place"
)]
pub async fn pause(length: Duration, stopping: &CancellationToken) -> bool {
    tokio::select! {
        () = tokio::time::sleep(length) => true,
        () = stopping.cancelled() => false,
    }
}
