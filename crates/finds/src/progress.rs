//! How far a search is, for the open pages of its owner.

use futures::StreamExt;
use futures::stream;
use tokio::sync::watch;
use uuid::Uuid;

use platform::jobs::{Lease, Progress, ProgressState};

/// A stage of a job, and the part of the progress bar that it fills.
#[derive(Clone, Copy, Debug)]
pub struct ProgressStage {
    /// The job as pages know it.
    pub job: &'static str,
    /// What is being done, as people read it.
    pub name: &'static str,
    /// Where in the hundred it begins, and how much of the hundred it is.
    pub from_percent: usize,
    pub width_percent: usize,
}

impl ProgressStage {
    pub const fn at(self, percent: u8, found: usize) -> Progress {
        Progress {
            job: self.job,
            stage: self.name,
            percent,
            found,
            state: ProgressState::Running,
        }
    }

    pub const fn done(self, found: usize) -> Progress {
        Progress {
            state: ProgressState::Done,
            ..self.at(100, found)
        }
    }

    pub const fn failed(self) -> Progress {
        Progress {
            state: ProgressState::Failed,
            ..self.at(0, 0)
        }
    }
}

/// Reports progress to pages, but not every single step: each report is a write.
#[derive(Debug)]
pub struct ProgressReporter<'a> {
    lease: &'a Lease,
    user_id: Uuid,
    reported_percent: u8,
}

/// A bar that moves in steps of five looks alive.
const STEP_PERCENT: u8 = 5;

impl<'a> ProgressReporter<'a> {
    pub async fn begin(
        lease: &'a Lease,
        user_id: Uuid,
        first: ProgressStage,
    ) -> anyhow::Result<Self> {
        lease.report(user_id, first.at(1, 0)).await?;
        Ok(Self {
            lease,
            user_id,
            reported_percent: 1,
        })
    }

    /// Reports that a stage begins, however little the bar moves.
    pub async fn enter(&mut self, stage: ProgressStage, found: usize) -> anyhow::Result<()> {
        self.reported_percent = 0;
        self.advance(stage, (0, 1), found).await
    }

    /// Reports that so much of a stage is done, and what was found by then.
    pub async fn advance(
        &mut self,
        stage: ProgressStage,
        (done, of): (usize, usize),
        found: usize,
    ) -> anyhow::Result<()> {
        let percent = stage.from_percent + done * stage.width_percent / of.max(1);
        let percent = u8::try_from(percent).unwrap_or(99);
        if percent < self.reported_percent + STEP_PERCENT {
            return Ok(());
        }
        self.reported_percent = percent;
        let progress = stage.at(percent, found);
        self.lease.report(self.user_id, progress).await
    }

    /// Makes calls, `at_once` at a time, and reports how many have ended. `collect` takes each
    /// result and answers how much was found by then.
    pub async fn run_calls<T>(
        &mut self,
        stage: ProgressStage,
        (calls, at_once): (Vec<impl Future<Output = T>>, usize),
        mut collect: impl FnMut(T) -> usize,
    ) -> anyhow::Result<()> {
        let of = calls.len();
        let (sender, mut steps) = watch::channel((0, 0));
        let calling = async move {
            let mut results = stream::iter(calls).buffer_unordered(at_once);
            let mut done = 0;
            while let Some(result) = results.next().await {
                done += 1;
                sender.send_replace((done, collect(result)));
            }
        };
        let reporting = async {
            while steps.changed().await.is_ok() {
                let (done, found) = *steps.borrow_and_update();
                self.advance(stage, (done, of), found).await?;
            }
            anyhow::Ok(())
        };
        // Both are polled together: a call that is not polled may hold the database's only writer,
        // which the report needs.
        let ((), reported) = tokio::join!(calling, reporting);
        reported
    }
}
