//! What goes wrong, and what the caller hears of it.

use std::time::Duration;

use providers::llm::{Completion, LanguageModel, LiveModel, LlmError, LlmSettings, Protocol};
use tokio::time::Instant;

use crate::completion_streams::cut_off;
use crate::kit::{
    DONE, Recording, Sandbox, events, json, model, question, question_with, respond, said,
};

#[tokio::test(start_paused = true)]
async fn every_sentinel_leads_to_its_failure() {
    let sandbox = Sandbox::start().await;

    for (name, expected) in [
        ("empty", LlmError::Empty),
        ("refusal", LlmError::Refused),
        ("rate-limited", rate_limited(30)),
        ("broken", LlmError::Unavailable),
        ("cut", cut_off("Paperlark sends ")),
        ("unheard", LlmError::Misconfigured),
    ] {
        let answer = sandbox
            .model(&format!("sandbox-{name}"))
            .complete(&question())
            .await;
        assert_eq!(answer, Err(expected), "{name}");
    }
}

#[tokio::test]
async fn a_word_in_the_prompt_provokes_the_same() {
    let sandbox = Sandbox::start().await;

    let answer = sandbox
        .model("sandbox")
        .complete(&question_with("Please sandbox:refusal now."))
        .await;

    assert_eq!(answer, Err(LlmError::Refused));
}

#[tokio::test]
async fn a_wrong_key_is_the_operator_s_to_mend() {
    let sandbox = Sandbox::start().await;
    let url = sandbox.url("");
    let settings = LlmSettings::new(Protocol::OpenAi, Some(&url), "sandbox", Some("wrong-key"));
    let model = LiveModel::new(&settings.unwrap(), "earshot-test/1.0");

    assert_eq!(
        model.complete(&question()).await,
        Err(LlmError::Misconfigured)
    );
}

#[tokio::test(start_paused = true)]
async fn passing_troubles_are_tried_again() {
    for trouble in [
        json(429, "retry-after: 2\r\n", "{}"),
        json(500, "", "{}"),
        json(503, "", "{}"),
        json(
            529,
            "",
            r#"{"type":"error","error":{"type":"overloaded_error"}}"#,
        ),
        b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nhalf".to_vec(),
    ] {
        let server = Recording::script(move |number| match number {
            0 | 1 => trouble.clone(),
            _ => good(),
        })
        .await;

        let answer = ask(&server).await;

        assert!(answer.is_ok(), "{answer:?}");
        assert_eq!(server.heard().len(), 3);
    }
}

#[tokio::test(start_paused = true)]
async fn the_provider_decides_how_long_to_wait() {
    let server = Recording::script(|number| match number {
        0 => json(429, "retry-after: 12\r\n", "{}"),
        _ => good(),
    })
    .await;
    let before = Instant::now();

    assert!(ask(&server).await.is_ok());

    assert_eq!(before.elapsed().as_secs(), 12);
}

#[tokio::test]
async fn what_waiting_does_not_mend_is_not_asked_twice() {
    for (status, body, expected) in [
        (400, "{}", LlmError::Misconfigured),
        (401, "{}", LlmError::Misconfigured),
        (403, "{}", LlmError::Misconfigured),
        (404, "{}", LlmError::Misconfigured),
        (301, "{}", LlmError::Misconfigured),
        (
            429,
            r#"{"error":{"code":"insufficient_quota"}}"#,
            LlmError::Misconfigured,
        ),
        (429, "{}", rate_limited(60)),
        (
            400,
            r#"{"error":{"code":"content_filter"}}"#,
            LlmError::Refused,
        ),
    ] {
        let server = Recording::of(json(status, "retry-after: 60\r\n", body)).await;

        let answer = ask(&server).await;

        assert_eq!(answer, Err(expected), "{status} {body}");
        assert_eq!(server.heard().len(), 1, "{status} {body}");
    }
}

#[tokio::test]
async fn answers_of_another_kind_are_nonsense_or_empty() {
    let page = "<html>Please sign in</html>";
    for (answer, expected) in [
        (
            respond(200, "content-type: text/html\r\n", page),
            LlmError::InvalidResponse,
        ),
        (json(200, "", "not JSON"), LlmError::InvalidResponse),
        (json(200, "", "{}"), LlmError::Empty),
        (json(200, "", r#"{"choices":[]}"#), LlmError::Empty),
    ] {
        let server = Recording::of(answer).await;

        assert_eq!(ask(&server).await, Err(expected));
    }
}

#[tokio::test(start_paused = true)]
async fn an_error_in_the_middle_of_a_stream_is_told_apart() {
    for (error, expected) in [
        (r#"{"type":"server_error"}"#, cut_off("Half a")),
        (
            r#"{"code":"rate_limit_exceeded"}"#,
            LlmError::RateLimited { after: None },
        ),
    ] {
        let events = events(&format!(
            "{}data: {{\"error\":{error}}}\n\n",
            said("Half a")
        ));
        let server = Recording::of(events).await;

        assert_eq!(ask(&server).await, Err(expected));
    }
}

#[tokio::test]
async fn a_missing_sample_is_no_failure_and_not_asked_for_twice() {
    let body = r#"{"error":{"message":"No sample.","code":"no_sample"}}"#;
    let server = Recording::of(json(404, "", body)).await;
    let model = server.model(Protocol::OpenAi, "m");

    // More often than the circuit breaker lets a provider fail.
    for _ in 0..6 {
        let answer = model.complete(&question()).await;
        assert_eq!(answer, Err(LlmError::NoSample));
    }

    assert_eq!(server.heard().len(), 6);
}

#[tokio::test]
async fn an_answer_that_was_filtered_is_a_refusal() {
    let body =
        r#"{"choices":[{"finish_reason":"content_filter","message":{"content":"The ans"}}]}"#;
    let server = Recording::of(json(200, "", body)).await;

    assert_eq!(ask(&server).await, Err(LlmError::Refused));
}

#[tokio::test(start_paused = true)]
async fn with_nobody_listening_the_model_is_unavailable() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);

    let answer = model(Protocol::Ollama, &url, "m")
        .complete(&question())
        .await;

    assert_eq!(answer, Err(LlmError::Unavailable));
}

#[tokio::test(start_paused = true)]
async fn after_five_failures_the_provider_is_left_alone_for_a_while() {
    let server = Recording::script(|number| match number {
        0..5 => json(500, "", "{}"),
        _ => good(),
    })
    .await;
    let model = server.model(Protocol::OpenAi, "m");

    for _ in 0..4 {
        let answer = model.complete(&question()).await;
        assert_eq!(answer, Err(LlmError::Unavailable));
    }
    assert_eq!(server.heard().len(), 5);

    tokio::time::advance(Duration::from_secs(30)).await;
    assert!(model.complete(&question()).await.is_ok());
}

fn good() -> Vec<u8> {
    events(&format!("{}{DONE}", said("Fine.")))
}

async fn ask(server: &Recording) -> Result<Completion, LlmError> {
    server
        .model(Protocol::OpenAi, "m")
        .complete(&question())
        .await
}

fn rate_limited(seconds: u64) -> LlmError {
    LlmError::RateLimited {
        after: Some(Duration::from_secs(seconds)),
    }
}
