//! What the mail sandbox receives goes into the database, where the mailbox page finds it.

use async_trait::async_trait;
use sandboxes::mail::{Inbox, InboxError, ReceivedMail};

use super::store;
use platform::clock::Clock;
use platform::db::Db;

#[derive(Clone, Debug)]
pub(super) struct Mailbox {
    pub(super) db: Db,
    pub(super) clock: Clock,
}

#[async_trait]
impl Inbox for Mailbox {
    async fn keep(&self, mail: ReceivedMail) -> Result<(), InboxError> {
        Ok(store::keep_mail(&self.db, &mail, self.clock.now()).await?)
    }
}
