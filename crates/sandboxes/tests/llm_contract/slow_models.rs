//! Models that take their time. What counts is how long they are silent, not how long they write.

use providers::llm::{LanguageModel, LlmError};
use tokio::time::Instant;

use crate::completion_streams::{cut_off, read};
use crate::kit::{DONE, Recording, Sandbox, json, model_within, question, said};

const USUAL: (u64, u64, u64) = (60, 30, 600);

#[tokio::test(start_paused = true)]
async fn a_model_that_writes_for_minutes_is_heard_to_the_end() {
    let mut pieces = vec![(55, said("Once"))];
    pieces.extend((0..16).map(|_| (29, said(" more"))));
    pieces.push((0, DONE.to_owned()));
    let server = Recording::slow(pieces).await;
    let model = model_within(&server.url(), "small", USUAL);
    let before = Instant::now();

    let answer = model.complete(&question()).await.unwrap();

    assert_eq!(answer.text, format!("Once{}", " more".repeat(16)));
    assert_eq!(before.elapsed().as_secs(), 55 + 16 * 29);
    assert_eq!(server.heard().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_sandbox_s_slow_model_is_waited_for() {
    let sandbox = Sandbox::start().await;

    let answer = sandbox.model("sandbox-slow").complete(&question()).await;

    assert!(answer.is_ok(), "{answer:?}");
}

#[tokio::test(start_paused = true)]
async fn the_first_token_is_waited_for_only_so_long_and_asked_for_once() {
    let server = Recording::slow(vec![(0, String::new())]).await;
    for (limits, expected_s) in [(USUAL, 60), ((7, 30, 600), 7)] {
        let model = model_within(&server.url(), "m", limits);

        for is_stream in [true, false] {
            let before = Instant::now();
            let failure = if is_stream {
                model.stream(&question()).await.err()
            } else {
                model.complete(&question()).await.err()
            };
            assert_eq!(failure, Some(LlmError::Slow));
            assert_eq!(before.elapsed().as_secs(), expected_s);
        }
    }
    assert_eq!(server.heard().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn a_model_that_falls_silent_in_the_middle_is_slow_too() {
    let pieces = vec![(1, said("Half a")), (0, String::new())];
    let server = Recording::slow(pieces).await;
    let model = model_within(&server.url(), "m", USUAL);
    let before = Instant::now();

    let (texts, end) = read(model.stream(&question()).await.unwrap()).await;

    assert_eq!(texts, ["Half a"]);
    assert_eq!(end, Err(LlmError::Slow));
    assert_eq!(before.elapsed().as_secs(), 31);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_says_it_is_alive_is_not_silent() {
    let alive = || (50, ": still working\n\n".to_owned());
    let pieces = vec![alive(), alive(), (50, said("Fine.")), (0, DONE.to_owned())];
    let server = Recording::slow(pieces).await;

    let model = model_within(&server.url(), "m", USUAL);

    let answer = model.complete(&question()).await;
    assert_eq!(answer.unwrap().text, "Fine.");
}

#[tokio::test(start_paused = true)]
async fn an_answer_without_end_is_cut_off_and_kept_as_far_as_it_came() {
    let pieces = (0..100).map(|_| (20, said("more "))).collect();
    let server = Recording::slow(pieces).await;
    let model = model_within(&server.url(), "m", (60, 30, 110));

    let answer = model.complete(&question()).await;
    let (texts, end) = read(model.stream(&question()).await.unwrap()).await;

    assert_eq!(answer, Err(cut_off(&"more ".repeat(5))));
    assert_eq!(texts.concat(), "more ".repeat(5));
    assert_eq!(end, Err(cut_off(&"more ".repeat(5))));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_cannot_stream_has_the_whole_time() {
    let sandbox = Recording::script(|number| match number {
        0 => json(
            400,
            "",
            r#"{"error":{"message":"stream is not supported"}}"#,
        ),
        _ => Vec::new(),
    })
    .await;
    let model = model_within(&sandbox.url(), "m", (60, 30, 400));
    let before = Instant::now();

    let failure = model.complete(&question()).await;

    assert_eq!(failure, Err(LlmError::Slow));
    assert_eq!(before.elapsed().as_secs(), 400);
}

#[tokio::test(start_paused = true)]
async fn silence_opens_the_circuit_breaker() {
    let server = Recording::slow(vec![(0, String::new())]).await;
    let model = model_within(&server.url(), "m", USUAL);

    for _ in 0..5 {
        assert_eq!(model.complete(&question()).await, Err(LlmError::Slow));
    }

    let failure = model.complete(&question()).await;
    assert_eq!(failure, Err(LlmError::Unavailable));
    assert_eq!(server.heard().len(), 5);
}
