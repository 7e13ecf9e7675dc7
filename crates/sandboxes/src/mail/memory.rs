//! An inbox in memory, for tests: it can be told to hold mails back or to refuse them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use tokio::sync::watch;

use super::{Inbox, KeepError, Received};

/// Keeps mails in memory, in the order of arrival.
#[derive(Debug)]
pub struct MemoryInbox {
    mails: Mutex<Vec<Received>>,
    door: watch::Sender<Door>,
    knocks: watch::Sender<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Door {
    Open,
    Held,
    Full,
}

impl MemoryInbox {
    pub fn new() -> Self {
        Self {
            mails: Mutex::default(),
            door: watch::Sender::new(Door::Open),
            knocks: watch::Sender::new(0),
        }
    }

    /// Everything kept so far.
    pub fn mails(&self) -> Vec<Received> {
        self.lock().clone()
    }

    /// From now on mails wait, unacknowledged, until [`Self::release`].
    pub fn hold(&self) {
        self.door.send_replace(Door::Held);
    }

    /// Lets waiting and coming mails in.
    pub fn release(&self) {
        self.door.send_replace(Door::Open);
    }

    /// From now on every mail fails to be kept, until [`Self::release`].
    pub fn fill_up(&self) {
        self.door.send_replace(Door::Full);
    }

    /// Waits until `count` mails have come to the door, let in or not.
    pub async fn knocked(&self, count: usize) {
        let mut knocks = self.knocks.subscribe();
        let _ = knocks.wait_for(|so_far| *so_far >= count).await;
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Received>> {
        self.mails.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for MemoryInbox {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait]
impl Inbox for MemoryInbox {
    async fn keep(&self, mail: Received) -> Result<(), KeepError> {
        self.knocks.send_modify(|so_far| *so_far += 1);
        let mut door = self.door.subscribe();
        let opened = *door.wait_for(|door| *door != Door::Held).await?;
        if opened == Door::Full {
            return Err("the inbox is full".into());
        }
        self.lock().push(mail);
        Ok(())
    }
}
