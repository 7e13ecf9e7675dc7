//! What open pages are told while a comment is being written: the text so far, on the channel of
//! progress.

use serde_json::json;
use uuid::Uuid;

use super::strangers;
use platform::db::Tx;
use platform::jobs::{Lease, PROGRESS, ProgressState};
use platform::live;

/// The pages of one user that show one post.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) lease: Lease,
    pub(super) user_id: Uuid,
    pub(super) post_id: String,
}

/// As pages know this kind of work.
const JOB: &str = "comment";

impl Page {
    /// The comment so far; of a word that is still being written nothing is shown.
    pub(super) async fn shows(&self, so_far: &str) -> anyhow::Result<()> {
        let text = presentable(so_far);
        // A comment is never longer than this, give or take.
        let percent = (text.chars().count() / 12).clamp(5, 95);
        self.tells("Writing", percent, ProgressState::Running, Some(&text))
            .await
    }

    pub(super) async fn starts(&self) -> anyhow::Result<()> {
        self.tells("Reading the post", 5, ProgressState::Running, None)
            .await
    }

    /// The words that end it, for the transaction that keeps the draft.
    pub(super) async fn ends(&self, tx: &mut Tx) -> anyhow::Result<()> {
        let payload = self.payload("Done", 100, ProgressState::Done, None);
        Ok(live::broadcast(tx, self.lease.clock(), self.user_id, PROGRESS, payload).await?)
    }

    async fn tells(
        &self,
        doing: &str,
        percent: usize,
        state: ProgressState,
        text: Option<&str>,
    ) -> anyhow::Result<()> {
        let payload = self.payload(doing, percent, state, text);
        let mut tx = self.lease.begin().await?;
        live::broadcast(&mut tx, self.lease.clock(), self.user_id, PROGRESS, payload).await?;
        Ok(tx.commit().await?)
    }

    fn payload(
        &self,
        doing: &str,
        percent: usize,
        state: ProgressState,
        text: Option<&str>,
    ) -> serde_json::Value {
        json!({
            "job": JOB, "stage": doing, "percent": percent, "found": 0, "state": state,
            "post_id": self.post_id, "text": text,
        })
    }
}

/// Whole words only, and no addresses: what is shown has not been checked yet.
fn presentable(so_far: &str) -> String {
    let end = so_far.rfind(char::is_whitespace).unwrap_or(0);
    strangers::without_addresses(&strangers::visible(&so_far[..end]))
}
