//! An inbox in memory, for tests: it can hold mails back or fail.

use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use tokio::sync::watch;

use super::{Inbox, InboxError, ReceivedMail};

/// Keeps mails in memory, in the order of arrival.
#[derive(Debug)]
pub struct MemoryInbox {
    mails: Mutex<Vec<ReceivedMail>>,
    mode: watch::Sender<InboxMode>,
    attempts: watch::Sender<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum InboxMode {
    Open,
    Held,
    Full,
}

impl MemoryInbox {
    pub fn new() -> Self {
        Self {
            mails: Mutex::default(),
            mode: watch::Sender::new(InboxMode::Open),
            attempts: watch::Sender::new(0),
        }
    }

    /// All mails stored so far.
    pub fn mails(&self) -> Vec<ReceivedMail> {
        self.lock().clone()
    }

    /// From now on mails wait, unacknowledged, until [`Self::release`].
    pub fn hold(&self) {
        self.mode.send_replace(InboxMode::Held);
    }

    /// Stores waiting and new mails again.
    pub fn release(&self) {
        self.mode.send_replace(InboxMode::Open);
    }

    /// From now on storing a mail fails, until [`Self::release`].
    pub fn fill_up(&self) {
        self.mode.send_replace(InboxMode::Full);
    }

    /// Waits until `count` mails have been delivered to the inbox, stored or not.
    pub async fn wait_for_attempts(&self, count: usize) {
        let mut attempts = self.attempts.subscribe();
        let _ = attempts.wait_for(|so_far| *so_far >= count).await;
    }

    fn lock(&self) -> MutexGuard<'_, Vec<ReceivedMail>> {
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
    async fn keep(&self, mail: ReceivedMail) -> Result<(), InboxError> {
        self.attempts.send_modify(|so_far| *so_far += 1);
        let mut mode = self.mode.subscribe();
        let opened = *mode.wait_for(|mode| *mode != InboxMode::Held).await?;
        if opened == InboxMode::Full {
            return Err("the inbox is full".into());
        }
        self.lock().push(mail);
        Ok(())
    }
}
