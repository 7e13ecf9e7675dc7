//! Answers piece by piece.

use futures::StreamExt;
use providers::llm::{
    Completion, CompletionChunk, CompletionStream, LanguageModel, LlmError, PartialText, Protocol,
};

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
    assert_eq!(end, Err(cut_off("Paperlark sends ")));
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
    assert_eq!(end, Err(cut_off("Half a")));
}

#[tokio::test(start_paused = true)]
async fn failures_before_the_first_piece_are_those_of_any_call() {
    let sandbox = Sandbox::start().await;

    for (name, expected) in [
        ("empty", LlmError::Empty),
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

#[tokio::test]
async fn a_server_that_answers_in_one_piece_is_asked_so_from_then_on() {
    let server = Recording::of(json(200, "", GOOD)).await;
    let model = server.model(Protocol::OpenAi, "m");

    for _ in 0..2 {
        let (text, end) = read(model.stream(&question()).await.unwrap()).await;
        assert_eq!(text, ["Fine."]);
        assert_eq!(end.unwrap().text, "Fine.");
    }

    let heard = server.heard();
    let streams: Vec<bool> = heard
        .iter()
        .map(|heard| heard.body["stream"] == true)
        .collect();
    assert_eq!(streams, [true, false, false]);
}

#[tokio::test]
async fn a_server_that_rejects_streams_is_asked_without() {
    let server = Recording::script(|number| match number {
        0 => json(
            400,
            "",
            r#"{"error":{"message":"'stream' is not supported"}}"#,
        ),
        _ => json(200, "", GOOD),
    })
    .await;

    let answer = server
        .model(Protocol::OpenAi, "m")
        .complete(&question())
        .await;

    assert_eq!(answer.unwrap().text, "Fine.");
    assert_eq!(server.heard()[1].body["stream"], false);
}

const GOOD: &str = r#"{"model":"m","choices":[{"message":{"content":"Fine."}}]}"#;

pub(crate) fn cut_off(so_far: &str) -> LlmError {
    LlmError::CutOff {
        so_far: PartialText(so_far.to_owned()),
    }
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
