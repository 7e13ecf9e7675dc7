//! Which jobs go first, and how many workers' slots they leave to those before them.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How soon a job has to run. What comes first here goes first, however much of the others waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JobUrgency {
    /// A moment's work that a person waits for, such as the mail that confirms an address.
    Immediate,
    /// Work that a person has started, or whose end is seen on a screen.
    Interactive,
    /// What nobody waits for: scans, digests, sweeps, house-keeping.
    Background,
}

impl JobUrgency {
    pub(super) const ALL: [JobUrgency; 3] = [
        JobUrgency::Immediate,
        JobUrgency::Interactive,
        JobUrgency::Background,
    ];

    /// Its number in the database.
    pub(super) fn level(self) -> i64 {
        match self {
            JobUrgency::Immediate => 0,
            JobUrgency::Interactive => 1,
            JobUrgency::Background => 2,
        }
    }

    pub(super) fn of_level(level: i64) -> Self {
        let known = Self::ALL.into_iter().find(|it| it.level() == level);
        known.unwrap_or(JobUrgency::Background)
    }

    /// How many of a worker's slots jobs of this urgency and below may fill. A long job cannot be
    /// interrupted, so a slot is kept free for each step of urgency above it.
    fn most_of(self, slots: usize) -> usize {
        let kept = match self {
            JobUrgency::Immediate => 0,
            JobUrgency::Interactive => 1,
            JobUrgency::Background => 1 + slots / 8,
        };
        slots.saturating_sub(kept).max(1)
    }
}

/// The slots of one worker.
#[derive(Clone, Debug)]
pub(super) struct JobSlots {
    /// By urgency: for jobs of this one and the less urgent ones together.
    shares: [Arc<Semaphore>; JobUrgency::ALL.len()],
}

impl JobSlots {
    pub(super) fn new(slots: usize) -> Self {
        Self {
            shares: JobUrgency::ALL.map(|it| Arc::new(Semaphore::new(it.most_of(slots)))),
        }
    }

    /// How many more jobs of this urgency may run.
    pub(super) fn free(&self, urgency: JobUrgency) -> usize {
        let shares = self.shares_of(urgency);
        let free = shares.map(|share| share.available_permits()).min();
        free.unwrap_or(0)
    }

    /// Fills a slot until the answer is dropped. Only after [`Self::free`], by the same worker.
    pub(super) fn take(&self, urgency: JobUrgency) -> Vec<OwnedSemaphorePermit> {
        let taken = self.shares_of(urgency).map(|share| {
            share
                .clone()
                .try_acquire_owned()
                .expect("only one loop takes slots")
        });
        taken.collect()
    }

    fn shares_of(&self, urgency: JobUrgency) -> impl Iterator<Item = &Arc<Semaphore>> {
        let all = JobUrgency::ALL.into_iter().zip(&self.shares);
        all.filter(move |(it, _)| *it <= urgency)
            .map(|(_, share)| share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_waits_for_leaves_slots_to_what_somebody_waits_for() {
        let most = |slots| JobUrgency::ALL.map(|urgency| urgency.most_of(slots));

        assert_eq!(most(1), [1, 1, 1]);
        assert_eq!(most(2), [2, 1, 1]);
        assert_eq!(most(8), [8, 7, 6]);
        assert_eq!(most(32), [32, 31, 27]);
    }

    #[test]
    fn a_slot_that_is_taken_is_missing_for_the_same_and_the_more_urgent() {
        let slots = JobSlots::new(8);
        let free = || JobUrgency::ALL.map(|urgency| slots.free(urgency));

        let background: Vec<_> = (0..6).map(|_| slots.take(JobUrgency::Background)).collect();
        assert_eq!(free(), [2, 1, 0]);
        let interactive = slots.take(JobUrgency::Interactive);
        assert_eq!(free(), [1, 0, 0]);
        drop((background, interactive));
        assert_eq!(free(), [8, 7, 6]);
    }
}
