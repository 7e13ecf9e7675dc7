//! A model whose output is shown on open pages while it arrives.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use futures::StreamExt;
use providers::llm::{
    Completion, CompletionChunk, CompletionRequest, CompletionStream, LanguageModel, LlmError,
};
use tokio::time::timeout;

use super::draft_progress::DraftProgress;
use platform::llm::UserModel;

/// How long to wait for the first token; after that the offline draft is used.
const FIRST_TOKEN_TIMEOUT: Duration = Duration::from_secs(10);
/// How many new characters are worth another broadcast.
const BROADCAST_STEP_CHARS: usize = 60;

#[derive(Debug)]
pub(super) struct StreamingModel<'a> {
    model: UserModel,
    progress: &'a DraftProgress,
    tokens_used: AtomicU32,
}

impl<'a> StreamingModel<'a> {
    pub(super) fn new(model: UserModel, progress: &'a DraftProgress) -> Self {
        Self {
            model,
            progress,
            tokens_used: AtomicU32::new(0),
        }
    }

    /// How many tokens all completions used so far.
    pub(super) fn tokens_used(&self) -> u32 {
        self.tokens_used.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl LanguageModel for StreamingModel<'_> {
    async fn complete(&self, request: &CompletionRequest) -> Result<Completion, LlmError> {
        let opened = timeout(FIRST_TOKEN_TIMEOUT, self.model.stream(request)).await;
        let completion = match opened.unwrap_or(Err(LlmError::Unavailable)) {
            Ok(chunks) => self.read(chunks).await?,
            // Not every server can stream output of a given schema; asked for all of it at once, the
            // adapter finds out what the server supports.
            Err(LlmError::Misconfigured) => self.model.complete(request).await?,
            Err(failed) => return Err(failed),
        };
        self.tokens_used
            .fetch_add(completion.tokens(), Ordering::Relaxed);
        Ok(completion)
    }

    async fn stream(&self, request: &CompletionRequest) -> Result<CompletionStream, LlmError> {
        self.model.stream(request).await
    }
}

impl StreamingModel<'_> {
    async fn read(&self, mut chunks: CompletionStream) -> Result<Completion, LlmError> {
        let (mut raw, mut shown) = (String::new(), 0);
        while let Some(chunk) = chunks.next().await {
            match chunk? {
                CompletionChunk::Text(text) => raw.push_str(&text),
                CompletionChunk::End(completion) => return Ok(completion),
            }
            let so_far = comment_so_far(&raw);
            if so_far.len() >= shown + BROADCAST_STEP_CHARS {
                shown = so_far.len();
                if let Err(error) = self.progress.report_text(&so_far).await {
                    tracing::warn!(%error, "nobody could be shown a comment that is being written");
                }
            }
        }
        Err(LlmError::Unavailable)
    }
}

/// The comment inside a JSON object that is still incomplete.
fn comment_so_far(raw: &str) -> String {
    let Some((_, after)) = raw.split_once("\"comment\"") else {
        return String::new();
    };
    let Some(text) = after.trim_start().strip_prefix(':').map(str::trim_start) else {
        return String::new();
    };
    let Some(text) = text.strip_prefix('"') else {
        return String::new();
    };
    let mut end = text.len();
    let mut is_escaped = false;
    for (at, character) in text.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => {
                end = at;
                break;
            }
            _ => {}
        }
    }
    // An escape may be cut in the middle; then a few characters less are shown.
    let tries = (0..=12).filter_map(|less| text.get(..end.checked_sub(less)?));
    let mut read = tries.filter_map(|part| serde_json::from_str(&format!("\"{part}\"")).ok());
    read.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_can_be_read_from_incomplete_json() {
        check("", "");
        check("{\"comm", "");
        check("{ \"comment\" : \"Send it", "Send it");
        check(
            "{\"comment\":\"Say \\\"no\\\" and\\n\\nthen",
            "Say \"no\" and\n\nthen",
        );
        check("{\"comment\":\"caf\\u00", "caf");
        check("{\"comment\":\"done\"} and more", "done");
    }

    fn check(raw: &str, expected: &str) {
        assert_eq!(comment_so_far(raw), expected, "{raw}");
    }
}
