//! The application's token, and how Reddit is asked.

use std::time::Duration;

use axum::http::StatusCode;
use futures::future::join_all;
use providers::reddit::{PageRequest, Reddit, RedditError};

use crate::kit::{AGENT, EMPTY, Sandbox, Scripted, TOKEN, grant, reddit_at};

#[tokio::test]
async fn calls_that_come_at_once_share_one_token() {
    let server = Scripted::start(|path, _| match path {
        TOKEN => grant("first", 3600),
        _ => EMPTY.to_owned(),
    })
    .await;

    let part = PageRequest::first(1);
    let calls = (0..20).map(|_| server.reddit.newest(&[], &part));
    let answers = join_all(calls).await;

    assert!(answers.iter().all(Result::is_ok));
    assert_eq!(server.heard(TOKEN).len(), 1);
    let calls = server.heard("/r/all/new");
    assert_eq!(calls.len(), 20);
    assert_eq!(calls[0].authorization, "Bearer first");
    assert_eq!(calls[0].agent, AGENT);
    assert!(calls[0].query.contains("raw_json=1"));
}

#[tokio::test]
async fn a_token_is_renewed_before_its_end() {
    let server = Scripted::start(|path, before| match path {
        TOKEN => grant(&format!("token-{before}"), 600),
        _ => EMPTY.to_owned(),
    })
    .await;
    server
        .reddit
        .newest(&[], &PageRequest::first(1))
        .await
        .unwrap();
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(530)).await;
    tokio::time::resume();
    server
        .reddit
        .newest(&[], &PageRequest::first(1))
        .await
        .unwrap();
    assert_eq!(server.heard(TOKEN).len(), 1);

    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(15)).await;
    tokio::time::resume();
    server
        .reddit
        .newest(&[], &PageRequest::first(1))
        .await
        .unwrap();

    assert_eq!(server.heard(TOKEN).len(), 2);
    assert_eq!(
        server.heard("/r/all/new")[2].authorization,
        "Bearer token-1"
    );
}

#[tokio::test]
async fn a_token_that_was_taken_back_is_replaced_once() {
    let server = Scripted::start(|path, before| match (path, before) {
        (TOKEN, _) => (StatusCode::OK, grant(&format!("token-{before}"), 3600)),
        (_, 0) => (StatusCode::UNAUTHORIZED, String::new()),
        _ => (StatusCode::OK, EMPTY.to_owned()),
    })
    .await;
    let never = Scripted::start(|path, _| match path {
        TOKEN => (StatusCode::OK, grant("token", 3600)),
        _ => (StatusCode::UNAUTHORIZED, String::new()),
    })
    .await;

    let answer = server.reddit.newest(&[], &PageRequest::first(1)).await;
    let refused = never.reddit.newest(&[], &PageRequest::first(1)).await;

    assert!(answer.is_ok());
    assert_eq!(server.heard(TOKEN).len(), 2);
    assert_eq!(refused, Err(RedditError::Unauthorised));
    assert_eq!(never.heard("/r/all/new").len(), 2);
}

#[tokio::test]
async fn a_wrong_secret_is_refused_and_not_repeated_for_everybody_who_waits() {
    let sandbox = Sandbox::start().await;
    let wrong = reddit_at(sandbox.address, "wrong-secret");
    let server = Scripted::start(|_, _| (StatusCode::UNAUTHORIZED, String::new())).await;

    let refused = wrong.newest(&[], &PageRequest::first(1)).await;
    let part = PageRequest::first(1);
    let answers = join_all((0..10).map(|_| server.reddit.newest(&[], &part))).await;

    assert_eq!(refused, Err(RedditError::Unauthorised));
    assert!(
        answers
            .iter()
            .all(|answer| *answer == Err(RedditError::Unauthorised))
    );
    assert_eq!(server.heard(TOKEN).len(), 1);
}

#[tokio::test]
async fn a_refusal_with_a_status_of_200_is_a_refusal() {
    let server = Scripted::start(|_, _| r#"{"error": "unsupported_grant_type"}"#).await;

    let refused = server.reddit.newest(&[], &PageRequest::first(1)).await;

    assert_eq!(refused, Err(RedditError::Unauthorised));
}

#[tokio::test]
async fn the_sandbox_forgets_tokens_and_the_adapter_does_not_mind() {
    let sandbox = Sandbox::start_with(|one| one.with_token_life(Duration::from_secs(20))).await;
    sandbox
        .reddit
        .newest(&[], &PageRequest::first(1))
        .await
        .unwrap();

    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(25)).await;
    tokio::time::resume();

    assert!(
        sandbox
            .reddit
            .newest(&[], &PageRequest::first(1))
            .await
            .is_ok()
    );
}
