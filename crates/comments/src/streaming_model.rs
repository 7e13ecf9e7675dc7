//! A model whose text is shown on open pages while it arrives.

use std::pin::pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures::StreamExt;
use providers::llm::{
    Completion, CompletionChunk, CompletionRequest, CompletionStream, LanguageModel, LlmError,
};
use tokio::time::timeout;

use super::draft::DraftProblem;
use super::draft_progress::DraftProgress;
use platform::llm::UserModel;

/// How long a model is silent before the page says that it is slow. It is not given up: how long a
/// silence may last is the provider's affair.
const SLOW: Duration = Duration::from_secs(10);
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

    /// How many tokens all answers used so far.
    pub(super) fn tokens_used(&self) -> u32 {
        self.tokens_used.load(Ordering::Relaxed)
    }

    /// The whole answer.
    pub(super) async fn ask(&self, request: &CompletionRequest) -> Result<String, DraftProblem> {
        let completion = match self.unless_slow(self.model.stream(request)).await {
            Ok(chunks) => self.read(chunks).await?,
            // A server that cannot stream may still answer.
            Err(LlmError::Misconfigured) => self.unless_slow(self.model.complete(request)).await?,
            Err(failed) => return Err(failed.into()),
        };
        self.tokens_used
            .fetch_add(completion.tokens(), Ordering::Relaxed);
        if completion.is_cut {
            return Err(DraftProblem::CutOff);
        }
        Ok(completion.text)
    }

    async fn read(&self, mut chunks: CompletionStream) -> Result<Completion, DraftProblem> {
        let (mut text, mut shown) = (String::new(), 0);
        while let Some(chunk) = self.unless_slow(chunks.next()).await {
            match chunk {
                Ok(CompletionChunk::Text(more)) => text.push_str(&more),
                Ok(CompletionChunk::End(completion)) => return Ok(completion),
                Err(LlmError::Unavailable) if !text.is_empty() => return Err(DraftProblem::CutOff),
                Err(failed) => return Err(failed.into()),
            }
            if text.len() >= shown + BROADCAST_STEP_CHARS {
                shown = text.len();
                warn_if_unheard(self.progress.report_text(&text).await);
            }
        }
        Err(DraftProblem::CutOff)
    }

    /// Waits for the model, and tells the page once if that takes long.
    async fn unless_slow<T>(&self, waiting: impl Future<Output = T>) -> T {
        let report = async || warn_if_unheard(self.progress.report_slowness().await);
        with_notice(waiting, SLOW, report).await
    }
}

async fn with_notice<T>(
    waiting: impl Future<Output = T>,
    patience: Duration,
    notice: impl AsyncFnOnce(),
) -> T {
    let mut waiting = pin!(waiting);
    match timeout(patience, waiting.as_mut()).await {
        Ok(answer) => answer,
        Err(_elapsed) => {
            notice().await;
            waiting.await
        }
    }
}

fn warn_if_unheard(reported: anyhow::Result<()>) {
    if let Err(error) = reported {
        tracing::warn!(%error, "could not stream a comment that is being written");
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn a_model_that_is_silent_for_long_is_called_slow_and_waited_for() {
        let (answers, answer) = oneshot::channel();
        let answers = Cell::new(Some(answers));
        let notice = async || {
            let answers = answers.take().expect("the notice is given once");
            answers
                .send("Send it as a link.")
                .expect("it is waited for");
        };

        let answer = with_notice(answer, Duration::ZERO, notice).await;

        assert_eq!(answer, Ok("Send it as a link."));
    }

    #[tokio::test]
    async fn a_model_that_answers_in_time_is_not_called_slow() {
        let is_slow = Cell::new(false);

        with_notice(std::future::ready(()), SLOW, async || is_slow.set(true)).await;

        assert!(!is_slow.get());
    }
}
