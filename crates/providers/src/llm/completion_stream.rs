//! Streamed completions. Every answer is streamed where the server can, so that a slow model can be
//! told from one that is stuck: what counts is how long it is silent, not how long it takes.

use std::sync::{Arc, Mutex, PoisonError};

use futures::{StreamExt, stream};
use genai::chat::{ChatStream, ChatStreamEvent, StreamEnd};
use tokio::time::{Instant, timeout_at};

use super::{
    AnswerLimits, Completion, CompletionChunk, CompletionRequest, CompletionStream, LiveModel,
    LlmError, PartialText,
    errors::CompletionError,
    frame_watch::FrameWatch,
    live_model::{chat, finished},
    server_features::UsedFeatures,
    thought_filter::ThoughtFilter,
};
use crate::http::HttpError;

/// Opens the stream and waits for the first chunk. Until then it may be retried; afterwards
/// somebody has read a part, and a retry would say something else.
pub(super) async fn open(
    model: &LiveModel,
    request: &CompletionRequest,
    used: UsedFeatures,
) -> Result<CompletionStream, CompletionError> {
    let deadline = Instant::now() + model.limits.total;
    let attempt = || async {
        let mut open = OpenStream::new(model, request, used, deadline).await?;
        let first = open.next().await?;
        Ok((first, open))
    };
    let (first, open) = model.call(attempt).await?;
    model.note_thoughts(open.has_thought());
    let all = stream::once(async { Ok(first) }).chain(rest(open));
    Ok(all.boxed())
}

/// Reads the answer to its end. Nobody reads along, so it may be retried at any point.
pub(super) async fn read_whole(
    model: &LiveModel,
    request: &CompletionRequest,
    used: UsedFeatures,
) -> Result<Completion, CompletionError> {
    let deadline = Instant::now() + model.limits.total;
    let so_far = Mutex::new(String::new());
    let attempt = || async {
        let mut open = OpenStream::new(model, request, used, deadline).await?;
        let answer = open.read_to_end().await;
        model.note_thoughts(open.has_thought());
        *so_far.lock().unwrap_or_else(PoisonError::into_inner) = open.text;
        answer
    };
    let answer = model.call(attempt).await;
    let so_far = so_far.into_inner().unwrap_or_else(PoisonError::into_inner);
    answer.map_err(|failed| with_text(failed, so_far))
}

/// A completion that is still being streamed.
struct OpenStream {
    stream: ChatStream,
    request: CompletionRequest,
    model: String,
    watch: Arc<FrameWatch>,
    thoughts: ThoughtFilter,
    /// The model has sent a token, of its thoughts or of the answer.
    has_begun: bool,
    has_thought: bool,
    text: String,
    end: Option<StreamEnd>,
    limits: AnswerLimits,
    deadline: Instant,
}

impl OpenStream {
    async fn new(
        model: &LiveModel,
        request: &CompletionRequest,
        used: UsedFeatures,
        deadline: Instant,
    ) -> Result<Self, CompletionError> {
        let watch = Arc::new(FrameWatch::new());
        let watching = watch.clone();
        let options = model
            .options(request, used)
            .with_raw_frame_fn(move |_, frame| watching.note(&frame));
        let target = model.target.clone();
        let opened = model
            .client
            .exec_chat_stream(target, chat(request), Some(&options))
            .await
            .map_err(|error| CompletionError::from(&error))?;
        Ok(Self {
            stream: opened.stream,
            request: request.clone(),
            model: model.target.model.model_name.to_string(),
            watch,
            thoughts: ThoughtFilter::default(),
            has_begun: false,
            has_thought: false,
            text: String::new(),
            end: None,
            limits: model.limits,
            deadline,
        })
    }

    async fn read_to_end(&mut self) -> Result<Completion, CompletionError> {
        loop {
            if let CompletionChunk::End(completion) = self.next().await? {
                return Ok(completion);
            }
        }
    }

    async fn next(&mut self) -> Result<CompletionChunk, CompletionError> {
        while self.end.is_none() {
            let visible = match self.event().await? {
                ChatStreamEvent::Chunk(chunk) => {
                    self.has_begun = true;
                    self.thoughts.push(&chunk.content)
                }
                ChatStreamEvent::ReasoningChunk(_) | ChatStreamEvent::ThoughtSignatureChunk(_) => {
                    (self.has_begun, self.has_thought) = (true, true);
                    continue;
                }
                ChatStreamEvent::End(end) => {
                    self.end = Some(end);
                    self.thoughts.finish()
                }
                _ => continue,
            };
            if !visible.is_empty() {
                self.text.push_str(&visible);
                return Ok(CompletionChunk::Text(visible));
            }
        }
        self.finish().map(CompletionChunk::End)
    }

    /// The next event, unless the server is silent for too long.
    async fn event(&mut self) -> Result<ChatStreamEvent, CompletionError> {
        loop {
            let quiet_until = self.quiet_until();
            let limit = quiet_until.min(self.deadline);
            let event = match timeout_at(limit, self.stream.next()).await {
                Ok(event) => event,
                Err(_) if limit == self.deadline => return Err(self.took_too_long()),
                // A frame without an event has come meanwhile.
                Err(_) if self.quiet_until() > quiet_until => continue,
                Err(_) => return Err(CompletionError::Call(HttpError::Silent)),
            };
            return match event {
                Some(Ok(event)) => Ok(event),
                _ if self.watch.is_refused() => Err(CompletionError::Settled(LlmError::Refused)),
                Some(Err(error)) => Err(CompletionError::from(&error)),
                None if self.watch.has_no_events() => Err(CompletionError::NotStreamed),
                // A stream that just stops was interrupted: every protocol marks its end.
                None => Err(CompletionError::Call(HttpError::Unreachable)),
            };
        }
    }

    fn took_too_long(&mut self) -> CompletionError {
        match std::mem::take(&mut self.text) {
            text if text.is_empty() => CompletionError::Call(HttpError::Silent),
            text => cut_off(text),
        }
    }

    fn quiet_until(&self) -> Instant {
        let patience = if self.has_begun {
            self.limits.gap
        } else {
            self.limits.first_token
        };
        self.watch.last_at() + patience
    }

    fn has_thought(&self) -> bool {
        self.has_thought || self.thoughts.has_thought()
    }

    fn finish(&mut self) -> Result<Completion, CompletionError> {
        if self.watch.is_refused() {
            return Err(CompletionError::Settled(LlmError::Refused));
        }
        // Gemini's streams have no mark of their end, so the library takes anything for one.
        if self.watch.has_no_events() {
            return Err(CompletionError::NotStreamed);
        }
        let end = self.end.take().unwrap_or_default();
        let usage = end.captured_usage.unwrap_or_default();
        let text = std::mem::take(&mut self.text);
        let model = self.watch.model().unwrap_or_else(|| self.model.clone());
        let stop_reason = end.captured_stop_reason.as_ref();
        finished(&self.request, &text, stop_reason, &usage, model).map_err(CompletionError::Settled)
    }
}

/// The chunks after the first; ends with the first error.
fn rest(open: OpenStream) -> impl stream::Stream<Item = Result<CompletionChunk, LlmError>> + Send {
    stream::unfold(Some(open), async |open| {
        let mut open = open?;
        let chunk = open.next().await.map_err(|failed| {
            let so_far = std::mem::take(&mut open.text);
            LlmError::from(with_text(failed, so_far))
        });
        let continues = matches!(chunk, Ok(CompletionChunk::Text(_)));
        Some((chunk, continues.then_some(open)))
    })
}

/// An answer whose connection broke is kept as far as it came.
fn with_text(failed: CompletionError, so_far: String) -> CompletionError {
    match failed {
        CompletionError::Call(HttpError::Unreachable | HttpError::TimedOut)
            if !so_far.is_empty() =>
        {
            cut_off(so_far)
        }
        failed => failed,
    }
}

fn cut_off(so_far: String) -> CompletionError {
    let so_far = PartialText(so_far);
    CompletionError::Settled(LlmError::CutOff { so_far })
}
