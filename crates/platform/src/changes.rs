//! The only bus: tells every part of every process that something was committed.
//!
//! Own commits are announced at once by `Tx::commit`, those of other processes by
//! `Db::follow_other_processes`. A wake is a hint and may come without a reason;
//! whoever waits looks for itself, and looks now and then without one.

use std::sync::Arc;

use tokio::sync::watch;

/// What kind of thing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A job was queued, or became due.
    Jobs,
    /// The sandbox moved the product's clock.
    Clock,
    /// A job has ended, well or badly.
    JobEnds,
    /// Somebody who wants it sooner has joined a job.
    JobRaises,
    /// Open pages have something to be told.
    Live,
    /// A key that signs access tokens was added or retired.
    Keys,
}

impl Topic {
    pub(super) const ALL: [Topic; 6] = [
        Topic::Jobs,
        Topic::Clock,
        Topic::JobEnds,
        Topic::JobRaises,
        Topic::Live,
        Topic::Keys,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Topic::Jobs => "jobs",
            Topic::Clock => "clock",
            Topic::JobEnds => "job_ends",
            Topic::JobRaises => "job_raises",
            Topic::Live => "live",
            Topic::Keys => "keys",
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Changes {
    jobs: Arc<watch::Sender<u64>>,
    clock: Arc<watch::Sender<u64>>,
    job_ends: Arc<watch::Sender<u64>>,
    job_raises: Arc<watch::Sender<u64>>,
    live: Arc<watch::Sender<u64>>,
    keys: Arc<watch::Sender<u64>>,
}

impl Changes {
    /// Wakes whoever waits for this topic in this process.
    pub fn announce(&self, topic: Topic) {
        self.sender(topic)
            .send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Hears of every change from now on; several changes in a row may arrive as one.
    pub fn subscribe(&self, topic: Topic) -> watch::Receiver<u64> {
        self.sender(topic).subscribe()
    }

    /// Wakes everybody: something changed and nobody knows what.
    pub(super) fn announce_all(&self) {
        for topic in Topic::ALL {
            self.announce(topic);
        }
    }

    fn sender(&self, topic: Topic) -> &watch::Sender<u64> {
        match topic {
            Topic::Jobs => &self.jobs,
            Topic::Clock => &self.clock,
            Topic::JobEnds => &self.job_ends,
            Topic::JobRaises => &self.job_raises,
            Topic::Live => &self.live,
            Topic::Keys => &self.keys,
        }
    }
}
