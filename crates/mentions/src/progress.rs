//! How far a search for mentions is, for the open pages of its owner.

use tokio::sync::watch;
use uuid::Uuid;

use platform::clock::Clock;
use platform::db::{Db, Tx};
use platform::jobs::{Lease, Progress, ProgressState};

/// As pages know it.
const JOB: &str = "mentions";

/// What a search is doing, as people read it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    Searching,
    Threads,
    Saving,
}

impl Stage {
    pub(super) const fn at(self, percent: u8, found: usize) -> Progress {
        let stage = match self {
            Stage::Searching => "Searching Reddit",
            Stage::Threads => "Reading comments",
            Stage::Saving => "Saving mentions",
        };
        Progress {
            job: JOB,
            stage,
            percent,
            found,
            state: ProgressState::Running,
        }
    }

    /// Of the hundred, where it begins and how much of it it is.
    const fn part(self) -> (usize, usize) {
        match self {
            Stage::Searching => (1, 49),
            Stage::Threads => (50, 35),
            Stage::Saving => (85, 14),
        }
    }
}

/// Tells pages of a search that came to nothing.
pub(super) async fn tell_of_failure(db: &Db, clock: &Clock, user_id: Uuid) -> anyhow::Result<()> {
    let mut tx = db.begin().await?;
    ended(&mut tx, clock, user_id, None).await?;
    Ok(tx.commit().await?)
}

/// Tells pages of the end; `found` is none for a search that came to nothing.
pub(super) async fn ended(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    found: Option<usize>,
) -> anyhow::Result<()> {
    let end = match found {
        Some(found) => Progress {
            state: ProgressState::Done,
            ..Stage::Saving.at(100, found)
        },
        None => Progress {
            state: ProgressState::Failed,
            ..Stage::Searching.at(0, 0)
        },
    };
    Ok(end.tell(tx, clock, user_id).await?)
}

/// Tells pages, but not of every single step: each telling is a write.
#[derive(Debug)]
pub(super) struct Reporter<'a> {
    lease: &'a Lease,
    user_id: Uuid,
    told: u8,
}

/// How much of a stage is done, and what was found by then.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    pub(super) done: usize,
    pub(super) of: usize,
    pub(super) found: usize,
}

/// A bar that moves in steps of five looks alive.
const STEP: u8 = 5;

impl<'a> Reporter<'a> {
    pub(super) async fn begin(lease: &'a Lease, user_id: Uuid) -> anyhow::Result<Self> {
        lease.report(user_id, Stage::Searching.at(1, 0)).await?;
        let told = 1;
        Ok(Self {
            lease,
            user_id,
            told,
        })
    }

    /// Tells of every step that is sent, until nobody sends any more. It runs beside the work: whoever
    /// waits for it in between keeps others waiting, who may hold what it needs.
    pub(super) async fn follow(
        &mut self,
        stage: Stage,
        mut steps: watch::Receiver<Step>,
    ) -> anyhow::Result<()> {
        while steps.changed().await.is_ok() {
            let Step { done, of, found } = *steps.borrow_and_update();
            self.tell(stage, (done, of), found).await?;
        }
        Ok(())
    }

    pub(super) async fn saved(
        &mut self,
        done: usize,
        of: usize,
        found: usize,
    ) -> anyhow::Result<()> {
        self.tell(Stage::Saving, (done, of), found).await
    }

    async fn tell(
        &mut self,
        stage: Stage,
        (done, of): (usize, usize),
        found: usize,
    ) -> anyhow::Result<()> {
        let (from, whole) = stage.part();
        let percent = u8::try_from(from + done * whole / of.max(1)).unwrap_or(99);
        if percent < self.told + STEP {
            return Ok(());
        }
        self.told = percent;
        let progress = stage.at(percent, found);
        self.lease.report(self.user_id, progress).await
    }
}
