//! Work that runs beside the requests: every task has a name, is told to stop, and is waited for.

use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Starts tasks that shutdown can wait for. Cloning gives another handle to the same set.
#[derive(Clone, Debug, Default)]
pub struct Tasks {
    tracker: TaskTracker,
    stopping: CancellationToken,
}

impl Tasks {
    /// Runs `work` until it ends by itself; it watches [`Tasks::stopping`] to know when to.
    pub fn supervise(&self, name: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        let watched = async move {
            work.await;
            tracing::debug!(task = name, "task ended");
        };
        drop(self.tracker.spawn(watched));
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
