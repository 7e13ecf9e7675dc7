//! Streamed completions.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use futures::{StreamExt, stream};
use genai::chat::{ChatStream, ChatStreamEvent, StreamEnd};
use tokio::time::{Instant, timeout, timeout_at};

use super::{
    Completion, CompletionChunk, CompletionRequest, CompletionStream, LiveModel, LlmError, errors,
    live_model::{chat, finished},
};
use crate::http::HttpError;

/// Until the first chunk. A provider that streams sends something soon, or is stuck.
const FIRST_CHUNK: Duration = Duration::from_secs(15);
/// Between two chunks.
const NEXT_CHUNK: Duration = Duration::from_secs(10);
/// People read along, so a stream may take longer than a call without output.
const TOTAL: Duration = Duration::from_mins(2);

/// Opens the stream and waits for the first chunk. Until then it may be retried; afterwards
/// somebody has read a part, and a retry would say something else.
pub(super) async fn open(
    model: &LiveModel,
    request: &CompletionRequest,
) -> Result<CompletionStream, LlmError> {
    let opened = model
        .policy
        .call(true, || first_chunk(model, request))
        .await;
    let (piece, open) = opened.map_err(|failure| LlmError::from(&failure))??;
    let all = stream::once(async { Ok(piece) }).chain(rest(open));
    Ok(all.boxed())
}

/// A completion that is still being streamed.
struct OpenStream {
    stream: ChatStream,
    request: CompletionRequest,
    model: String,
    text: String,
    deadline: Instant,
    is_refused: Arc<AtomicBool>,
}

/// The next chunk. The outer error is the connection's, the inner one the model's.
type ChunkResult = Result<Result<CompletionChunk, LlmError>, HttpError>;

async fn first_chunk(
    model: &LiveModel,
    request: &CompletionRequest,
) -> Result<Result<(CompletionChunk, OpenStream), LlmError>, HttpError> {
    let is_refused = Arc::new(AtomicBool::new(false));
    let seen = is_refused.clone();
    let json_mode = request.schema().is_some() && model.has_schema_mode();
    // The library ignores the field in which some providers refuse.
    let options = model
        .options(request, json_mode)
        .with_raw_frame_fn(move |_, frame| {
            if frame.json().is_some_and(|body| errors::is_refusal(&body)) {
                seen.store(true, Ordering::Relaxed);
            }
        });
    let target = model.target.clone();
    let opened = model
        .client
        .exec_chat_stream(target, chat(request), Some(&options))
        .await;
    let opened = match opened {
        Ok(opened) => opened,
        Err(error) => return errors::classify(&error).map(Err),
    };
    let mut open = OpenStream {
        stream: opened.stream,
        request: request.clone(),
        model: model.target.model.model_name.to_string(),
        text: String::new(),
        deadline: Instant::now() + TOTAL,
        is_refused,
    };
    let piece = timeout(FIRST_CHUNK, open.next())
        .await
        .unwrap_or(Err(HttpError::TimedOut))?;
    Ok(piece.map(|piece| (piece, open)))
}

/// The chunks after the first; ends with the first error.
fn rest(open: OpenStream) -> impl stream::Stream<Item = Result<CompletionChunk, LlmError>> + Send {
    stream::unfold(Some(open), async |open| {
        let mut open = open?;
        let limit = open.deadline.min(Instant::now() + NEXT_CHUNK);
        let next = timeout_at(limit, open.next())
            .await
            .unwrap_or(Err(HttpError::TimedOut));
        let piece = next.unwrap_or_else(|failure| Err(LlmError::from(&failure)));
        let continues = matches!(piece, Ok(CompletionChunk::Text(_)));
        Some((piece, continues.then_some(open)))
    })
}

impl OpenStream {
    async fn next(&mut self) -> ChunkResult {
        loop {
            // A stream that just stops was interrupted: every protocol marks its end.
            let event = self.stream.next().await.ok_or(HttpError::Unreachable)?;
            match event {
                Ok(ChatStreamEvent::Chunk(chunk)) => {
                    self.text.push_str(&chunk.content);
                    return Ok(Ok(CompletionChunk::Text(chunk.content)));
                }
                Ok(ChatStreamEvent::End(end)) => {
                    return Ok(self.end(&end).map(CompletionChunk::End));
                }
                Ok(_) => {}
                Err(_) if self.is_refused.load(Ordering::Relaxed) => {
                    return Ok(Err(LlmError::Refused));
                }
                Err(error) => return errors::classify(&error).map(Err),
            }
        }
    }

    fn end(&mut self, end: &StreamEnd) -> Result<Completion, LlmError> {
        if self.is_refused.load(Ordering::Relaxed) {
            return Err(LlmError::Refused);
        }
        let usage = end.captured_usage.clone().unwrap_or_default();
        let text = std::mem::take(&mut self.text);
        let stop_reason = end.captured_stop_reason.as_ref();
        finished(&self.request, text, stop_reason, &usage, self.model.clone())
    }
}
