//! Answers piece by piece, as they are written.

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
    Completion, LiveModel, LlmFailed, Piece, Pieces, Request, failures,
    live::{chat, finished},
};
use crate::http::CallFailed;

/// Until the first piece is there. A provider that streams says something soon, or is stuck.
const FIRST_PIECE: Duration = Duration::from_secs(15);
/// Between two pieces.
const NEXT_PIECE: Duration = Duration::from_secs(10);
/// People read along, so a stream may go on for longer than a silent call.
const TOTAL: Duration = Duration::from_mins(2);

/// Opens the stream and waits for its first piece. Until then it may be tried again; afterwards
/// somebody has read a part, and another try would tell it differently.
pub(super) async fn open(model: &LiveModel, request: &Request) -> Result<Pieces, LlmFailed> {
    let opened = model.line.call(true, || first_piece(model, request)).await;
    let (piece, writing) = opened.map_err(|failure| LlmFailed::from(&failure))??;
    let all = stream::once(async { Ok(piece) }).chain(rest(writing));
    Ok(all.boxed())
}

/// An answer in the middle of being written.
struct Writing {
    stream: ChatStream,
    request: Request,
    model: String,
    text: String,
    deadline: Instant,
    says_no: Arc<AtomicBool>,
}

/// How the next piece turned out: the outer failure is the connection's, the inner one the answer's.
type Next = Result<Result<Piece, LlmFailed>, CallFailed>;

async fn first_piece(
    model: &LiveModel,
    request: &Request,
) -> Result<Result<(Piece, Writing), LlmFailed>, CallFailed> {
    let says_no = Arc::new(AtomicBool::new(false));
    let seen = says_no.clone();
    let in_mode = request.schema().is_some() && model.has_schema_mode();
    // The library passes over the words with which some providers refuse.
    let options = model
        .options(request, in_mode)
        .with_raw_frame_fn(move |_, frame| {
            if frame.json().is_some_and(|body| failures::is_refusal(&body)) {
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
        Err(error) => return failures::sorted(&error).map(Err),
    };
    let mut writing = Writing {
        stream: opened.stream,
        request: request.clone(),
        model: model.target.model.model_name.to_string(),
        text: String::new(),
        deadline: Instant::now() + TOTAL,
        says_no,
    };
    let piece = timeout(FIRST_PIECE, writing.next())
        .await
        .unwrap_or(Err(CallFailed::TimedOut))?;
    Ok(piece.map(|piece| (piece, writing)))
}

/// What comes after the first piece; ends with the first failure.
fn rest(writing: Writing) -> impl stream::Stream<Item = Result<Piece, LlmFailed>> + Send {
    stream::unfold(Some(writing), async |writing| {
        let mut writing = writing?;
        let limit = writing.deadline.min(Instant::now() + NEXT_PIECE);
        let next = timeout_at(limit, writing.next())
            .await
            .unwrap_or(Err(CallFailed::TimedOut));
        let piece = next.unwrap_or_else(|failure| Err(LlmFailed::from(&failure)));
        let goes_on = matches!(piece, Ok(Piece::Text(_)));
        Some((piece, goes_on.then_some(writing)))
    })
}

impl Writing {
    async fn next(&mut self) -> Next {
        loop {
            // A stream that just stops was cut off: every protocol says when it is done.
            let event = self.stream.next().await.ok_or(CallFailed::Unreachable)?;
            match event {
                Ok(ChatStreamEvent::Chunk(chunk)) => {
                    self.text.push_str(&chunk.content);
                    return Ok(Ok(Piece::Text(chunk.content)));
                }
                Ok(ChatStreamEvent::End(end)) => return Ok(self.end(&end).map(Piece::End)),
                Ok(_) => {}
                Err(_) if self.says_no.load(Ordering::Relaxed) => {
                    return Ok(Err(LlmFailed::Refused));
                }
                Err(error) => return failures::sorted(&error).map(Err),
            }
        }
    }

    fn end(&mut self, end: &StreamEnd) -> Result<Completion, LlmFailed> {
        if self.says_no.load(Ordering::Relaxed) {
            return Err(LlmFailed::Refused);
        }
        let usage = end.captured_usage.clone().unwrap_or_default();
        let text = std::mem::take(&mut self.text);
        let stop_reason = end.captured_stop_reason.as_ref();
        finished(&self.request, text, stop_reason, &usage, self.model.clone())
    }
}
