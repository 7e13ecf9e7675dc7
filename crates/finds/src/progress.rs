//! How far a search is, for the open pages of its owner.

use std::time::Duration;

use futures::StreamExt;
use futures::stream;
use tokio::sync::watch;
use uuid::Uuid;

use listening::Ears;
use platform::jobs::{Lease, Progress, ProgressState};

/// A stage of a job, and the part of the progress bar that it fills.
#[derive(Clone, Copy, Debug)]
pub struct ProgressStage {
    /// The job as pages know it.
    pub job: &'static str,
    /// The current step, as shown to users.
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
            done: 0,
            of: 0,
            waits_until: None,
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
    /// The calls of earlier rounds.
    calls_done: usize,
    /// Whose limit of calls may make the search wait.
    ears: Option<Ears>,
}

/// How often it is looked whether calls have to wait.
const LOOK_FOR_WAITS: Duration = Duration::from_secs(1);

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
            calls_done: 0,
            ears: None,
        })
    }

    /// Tells pages when Reddit's limit makes these calls wait.
    pub fn watch(&mut self, ears: &Ears) {
        self.ears = Some(ears.clone());
        self.calls_done = 0;
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
        self.advance_to(stage, (done, of), stage.at(0, found)).await
    }

    async fn advance_to(
        &mut self,
        stage: ProgressStage,
        (done, of): (usize, usize),
        progress: Progress,
    ) -> anyhow::Result<()> {
        let percent = stage.from_percent + done * stage.width_percent / of.max(1);
        let percent = u8::try_from(percent).unwrap_or(99);
        if percent < self.reported_percent + STEP_PERCENT {
            return Ok(());
        }
        self.reported_percent = percent;
        let progress = Progress {
            percent,
            ..progress
        };
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
        let (before, of) = (self.calls_done, calls.len());
        self.calls_done += of;
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
            let mut waited_until = None;
            loop {
                let changed = tokio::time::timeout(LOOK_FOR_WAITS, steps.changed()).await;
                if matches!(changed, Ok(Err(_))) {
                    return anyhow::Ok(());
                }
                let (done, found) = *steps.borrow_and_update();
                let progress = Progress {
                    done: before + done,
                    of: before + of,
                    waits_until: self.ears.as_ref().and_then(Ears::waits_until),
                    ..stage.at(self.reported_percent, found)
                };
                if progress.waits_until != waited_until {
                    waited_until = progress.waits_until;
                    self.lease.report(self.user_id, progress).await?;
                }
                self.advance_to(stage, (done, of), progress).await?;
            }
        };
        // Both are polled together: a call that is not polled may hold the database's only writer,
        // which the report needs.
        let ((), reported) = tokio::join!(calling, reporting);
        reported
    }
}
