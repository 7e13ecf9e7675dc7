//! What open pages are sent while a comment is being written: the text so far, on the progress
//! channel.

use serde_json::json;
use uuid::Uuid;

use super::addresses::without_addresses;
use super::untrusted_text;
use platform::db::Tx;
use platform::jobs::{Lease, PROGRESS, ProgressState};
use platform::live;

/// The progress of one draft, for the user's open pages.
#[derive(Clone, Debug)]
pub(super) struct DraftProgress {
    pub(super) lease: Lease,
    pub(super) user_id: Uuid,
    pub(super) post_id: String,
}

/// The name that pages know this job by.
const JOB: &str = "comment";

impl DraftProgress {
    pub(super) async fn report_start(&self) -> anyhow::Result<()> {
        self.broadcast("Reading the post", 5, ProgressState::Running, None)
            .await
    }

    /// Sends the comment so far, up to the last complete word.
    pub(super) async fn report_text(&self, so_far: &str) -> anyhow::Result<()> {
        let text = presentable(so_far);
        // A comment has about 800 characters at most.
        let percent = (text.chars().count() / 8).clamp(5, 95);
        self.broadcast("Writing", percent, ProgressState::Running, Some(&text))
            .await
    }

    /// Says that the model has been silent for a while and is still waited for.
    pub(super) async fn report_slowness(&self) -> anyhow::Result<()> {
        let stage = "The model is slow but still writing";
        let mut payload = self.payload(stage, 5, ProgressState::Running, None);
        payload["is_slow"] = json!(true);
        self.send(payload).await
    }

    /// Reports the end, in the transaction that saves the draft.
    pub(super) async fn report_end(&self, tx: &mut Tx) -> anyhow::Result<()> {
        let payload = self.payload("Done", 100, ProgressState::Done, None);
        Ok(live::broadcast(tx, self.lease.clock(), self.user_id, PROGRESS, payload).await?)
    }

    async fn broadcast(
        &self,
        stage: &str,
        percent: usize,
        progress: ProgressState,
        text: Option<&str>,
    ) -> anyhow::Result<()> {
        self.send(self.payload(stage, percent, progress, text))
            .await
    }

    async fn send(&self, payload: serde_json::Value) -> anyhow::Result<()> {
        let mut tx = self.lease.begin().await?;
        live::broadcast(&mut tx, self.lease.clock(), self.user_id, PROGRESS, payload).await?;
        Ok(tx.commit().await?)
    }

    fn payload(
        &self,
        stage: &str,
        percent: usize,
        progress: ProgressState,
        text: Option<&str>,
    ) -> serde_json::Value {
        json!({
            "job": JOB, "stage": stage, "percent": percent, "found": 0, "state": progress,
            "post_id": self.post_id, "text": text, "is_slow": false,
        })
    }
}

/// Whole words only, and no addresses: this text has not been checked yet.
fn presentable(so_far: &str) -> String {
    let end = so_far.rfind(char::is_whitespace).unwrap_or(0);
    without_addresses(&untrusted_text::visible(&so_far[..end]), " …")
}
