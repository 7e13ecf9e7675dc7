//! Answers piece by piece.

use futures::StreamExt;
use providers::llm::{
    Completion, CompletionChunk, CompletionStream, LanguageModel, LlmError, Protocol,
};
use tokio::time::Instant;

use crate::kit::{Recording, Sandbox, events, json, question};

#[tokio::test]
async fn the_pieces_make_the_whole_and_the_end_tells_the_cost() {
    let sandbox = Sandbox::start().await;
    let model = sandbox.model("sandbox-echo");

    let pieces = model.stream(&question()).await.unwrap();
    let (text, end) = read(pieces).await;

    let end = end.unwrap();
    assert!(text.len() > 5, "{text:?}");
    assert_eq!(text.concat(), end.text);
    assert_eq!(end, model.complete(&question()).await.unwrap());
}

#[tokio::test]
async fn a_stream_that_is_cut_ends_with_a_failure() {
    let sandbox = Sandbox::start().await;

    let pieces = sandbox.model("sandbox-cut").stream(&question()).await;
    let (text, end) = read(pieces.unwrap()).await;

    assert_eq!(text.concat(), "Paperlark sends ");
    assert_eq!(end, Err(LlmError::Unavailable));
}

#[tokio::test]
async fn a_stream_that_stops_without_a_word_was_cut_too() {
    let server = Recording::of(events(
        "data: {\"choices\":[{\"delta\":{\"content\":\"Half a\"}}]}\n\n",
    ))
    .await;

    let pieces = server
        .model(Protocol::OpenAi, "m")
        .stream(&question())
        .await;
    let (text, end) = read(pieces.unwrap()).await;

    assert_eq!(text, ["Half a"]);
    assert_eq!(end, Err(LlmError::Unavailable));
}

#[tokio::test(start_paused = true)]
async fn failures_before_the_first_piece_are_those_of_any_call() {
    let sandbox = Sandbox::start().await;

    for (name, expected) in [
        ("empty", LlmError::InvalidResponse),
        ("refusal", LlmError::Refused),
        ("broken", LlmError::Unavailable),
        ("unheard", LlmError::Misconfigured),
    ] {
        let model = sandbox.model(&format!("sandbox-{name}"));
        let failure = model.stream(&question()).await.err();
        assert_eq!(failure, Some(expected), "{name}");
    }
    let limited = sandbox
        .model("sandbox-rate-limited")
        .stream(&question())
        .await;
    assert!(matches!(
        limited.err(),
        Some(LlmError::RateLimited { after: Some(_) })
    ));
}

#[tokio::test(start_paused = true)]
async fn the_first_piece_is_waited_for_only_so_long() {
    let sandbox = Sandbox::start().await;
    let before = Instant::now();

    let failure = sandbox
        .model("sandbox-slow")
        .stream(&question())
        .await
        .err();

    assert_eq!(failure, Some(LlmError::Unavailable));
    // Twice fifteen seconds, and the call as a whole has thirty.
    assert_eq!(before.elapsed().as_secs(), 30);
}

#[tokio::test(start_paused = true)]
async fn until_the_first_piece_a_stream_is_tried_again() {
    let server = Recording::script(|number| match number {
        0 => json(503, "", "{}"),
        1 => events(""),
        _ => {
            events("data: {\"choices\":[{\"delta\":{\"content\":\"Fine.\"}}]}\n\ndata: [DONE]\n\n")
        }
    })
    .await;

    let pieces = server
        .model(Protocol::OpenAi, "m")
        .stream(&question())
        .await;
    let (_, end) = read(pieces.unwrap()).await;

    assert_eq!(end.unwrap().text, "Fine.");
    assert_eq!(server.heard().len(), 3);
}

/// The texts of a stream, and how it ended; nothing may come after that.
pub(crate) async fn read(
    mut pieces: CompletionStream,
) -> (Vec<String>, Result<Completion, LlmError>) {
    let mut texts = Vec::new();
    loop {
        let end = match pieces.next().await.unwrap() {
            Ok(CompletionChunk::Text(text)) => {
                texts.push(text);
                continue;
            }
            Ok(CompletionChunk::End(completion)) => Ok(completion),
            Err(failure) => Err(failure),
        };
        assert!(pieces.next().await.is_none());
        return (texts, end);
    }
}
