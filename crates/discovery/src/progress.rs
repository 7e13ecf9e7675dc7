//! How far a discovery is, for the open pages of its owner.

use uuid::Uuid;

use platform::clock::Clock;
use platform::db::{Db, Tx};
use platform::jobs::{Lease, Progress, ProgressState};

/// As pages know it.
const JOB: &str = "discovery";

/// What a discovery is doing, as people read it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    Searching,
    Judging,
    Saving,
}

impl Stage {
    pub(super) const fn at(self, percent: u8, found: usize) -> Progress {
        Progress {
            job: JOB,
            stage: self.name(),
            percent,
            found,
            state: ProgressState::Running,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Stage::Searching => "Searching Reddit",
            Stage::Judging => "Judging posts",
            Stage::Saving => "Saving posts",
        }
    }
}

/// Tells pages of a discovery that came to nothing.
pub(super) async fn tell_of_failure(db: &Db, clock: &Clock, user_id: Uuid) -> anyhow::Result<()> {
    let mut tx = db.begin().await?;
    failed(&mut tx, clock, user_id).await?;
    Ok(tx.commit().await?)
}

pub(super) async fn failed(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> anyhow::Result<()> {
    let failed = Progress {
        state: ProgressState::Failed,
        ..Stage::Searching.at(0, 0)
    };
    Ok(failed.tell(tx, clock, user_id).await?)
}

pub(super) async fn done(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    found: usize,
) -> anyhow::Result<()> {
    let done = Progress {
        state: ProgressState::Done,
        ..Stage::Saving.at(100, found)
    };
    Ok(done.tell(tx, clock, user_id).await?)
}

/// Tells pages, but not of every single step: each telling is a write.
#[derive(Debug)]
pub(super) struct Reporter<'a> {
    lease: &'a Lease,
    user_id: Uuid,
    told: u8,
}

/// Searching is most of the waiting.
const SEARCHED: usize = 70;
const SAVED_FROM: usize = 80;
/// A bar that moves in steps of five looks alive.
const STEP: u8 = 5;

impl<'a> Reporter<'a> {
    pub(super) async fn begin(lease: &'a Lease, user_id: Uuid) -> anyhow::Result<Self> {
        lease.report(user_id, Stage::Searching.at(1, 0)).await?;
        Ok(Self {
            lease,
            user_id,
            told: 1,
        })
    }

    pub(super) async fn searched(
        &mut self,
        asked: usize,
        of: usize,
        found: usize,
    ) -> anyhow::Result<()> {
        let percent = share(asked, of, SEARCHED);
        self.tell(Stage::Searching, percent, found).await
    }

    pub(super) async fn judging(&mut self, candidates: usize) -> anyhow::Result<()> {
        self.told = 0;
        let percent = u8::try_from(SEARCHED).unwrap_or(u8::MAX);
        self.tell(Stage::Judging, percent, candidates).await
    }

    pub(super) async fn saved(
        &mut self,
        saved: usize,
        of: usize,
        found: usize,
    ) -> anyhow::Result<()> {
        let from = u8::try_from(SAVED_FROM).unwrap_or(u8::MAX);
        let percent = from + share(saved, of, 99 - SAVED_FROM);
        self.tell(Stage::Saving, percent, found).await
    }

    async fn tell(&mut self, stage: Stage, percent: u8, found: usize) -> anyhow::Result<()> {
        if percent < self.told + STEP {
            return Ok(());
        }
        self.told = percent;
        self.lease
            .report(self.user_id, stage.at(percent, found))
            .await
    }
}

fn share(done: usize, of: usize, whole: usize) -> u8 {
    u8::try_from(done * whole / of.max(1)).unwrap_or(u8::MAX)
}
