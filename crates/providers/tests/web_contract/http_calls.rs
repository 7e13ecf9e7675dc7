//! Calls to providers: what is tried again, for how long, and what comes back.

use std::{collections::HashMap, time::Duration};

use providers::http::{HttpClient, HttpError, HttpRequest, HttpResponse};
use tokio::time::Instant;

use crate::kit::{Reply, Server, gzip_bomb, respond};

#[tokio::test]
async fn an_answer_brings_status_headers_and_body() {
    let server =
        Server::start(|_, _| respond(201, "x-ratelimit-remaining: 99.0\r\n", br#"{"id":"cs_1"}"#))
            .await;

    let answer = outgoing()
        .call(outgoing().post(server.url("/v1/checkout")))
        .await
        .unwrap();

    assert_eq!(answer.status, 201);
    assert_eq!(answer.headers["x-ratelimit-remaining"], "99.0");
    assert_eq!(
        answer.json::<HashMap<String, String>>().unwrap()["id"],
        "cs_1"
    );
    assert!(server.heads()[0].contains("user-agent: earshot-test/1.0\r\n"));
}

#[tokio::test(start_paused = true)]
async fn passing_troubles_are_tried_again() {
    for status in [429, 500, 502, 503, 504] {
        let server =
            Server::start(move |number, _| respond(if number < 2 { status } else { 200 }, "", b""))
                .await;

        let answer = get(&server).await;

        assert!(answer.is_ok(), "{status}: {answer:?}");
        assert_eq!(server.heads().len(), 3, "{status}");
    }
}

#[tokio::test(start_paused = true)]
async fn broken_connections_are_tried_again() {
    let half = || Reply::Bytes(b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf".to_vec());
    let nonsense = || Reply::Bytes(b"SSH-2.0-OpenSSH\r\n".to_vec());
    let server = Server::start(move |number, _| match number {
        0 => half(),
        1 => nonsense(),
        _ => respond(200, "", b"whole"),
    })
    .await;

    let answer = get(&server).await.unwrap();

    assert_eq!(answer.text().unwrap(), "whole");
}

#[tokio::test(start_paused = true)]
async fn after_three_tries_the_last_failure_comes_back() {
    let server = Server::start(|_, _| respond(503, "", b"maintenance")).await;

    let failure = get(&server).await.unwrap_err();

    assert!(
        matches!(failure, HttpError::Status { status: 503, ref body, .. } if body.0 == "maintenance")
    );
    assert_eq!(server.heads().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn only_what_is_safe_to_repeat_is_repeated() {
    let outgoing = outgoing();

    check_tries(|url| outgoing.get(url).into(), 3).await;
    check_tries(
        |url| outgoing.request(reqwest::Method::DELETE, url).into(),
        3,
    )
    .await;
    check_tries(|url| outgoing.post(url).into(), 1).await;
    check_tries(
        |url| outgoing.post(url).header("Idempotency-Key", "job-1").into(),
        3,
    )
    .await;
    check_tries(
        |url| HttpRequest::repeatable(outgoing.post(url).body("q")),
        3,
    )
    .await;
}

#[tokio::test]
async fn what_the_provider_refuses_is_not_asked_twice() {
    for status in [302, 400, 401, 402, 404, 409, 422, 501] {
        let server =
            Server::start(move |_, _| respond(status, "location: /elsewhere\r\n", b"because"))
                .await;

        let failure = get(&server).await.unwrap_err();

        assert!(
            matches!(failure, HttpError::Status { status: said, .. } if said == status),
            "{failure:?}"
        );
        assert_eq!(server.heads().len(), 1, "{status}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_provider_says_how_long_to_wait() {
    let server = Server::start(|number, _| match number {
        0 => respond(429, "retry-after: 4\r\n", b""),
        _ => respond(200, "", b""),
    })
    .await;
    let before = Instant::now();

    get(&server).await.unwrap();

    assert_eq!(before.elapsed().as_secs(), 4);
}

#[tokio::test(start_paused = true)]
async fn a_wait_longer_than_the_deadline_ends_the_call_at_once() {
    for (status, asked) in [(429, "60"), (503, "60"), (429, "1000000000000000")] {
        let server =
            Server::start(move |_, _| respond(status, &format!("retry-after: {asked}\r\n"), b""))
                .await;
        let before = Instant::now();

        let failure = get(&server).await.unwrap_err();

        assert_eq!(
            failure.retry_after(),
            Some(Duration::from_secs(asked.parse().unwrap()))
        );
        assert_eq!(before.elapsed(), Duration::ZERO);
        assert_eq!(server.heads().len(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_provider_is_given_up_at_the_deadline() {
    let server = Server::start(|_, _| Reply::Silence).await;
    let before = Instant::now();

    let failure = get(&server).await.unwrap_err();

    assert_eq!(failure, HttpError::TimedOut);
    assert_eq!(before.elapsed().as_secs(), 10);
}

#[tokio::test(start_paused = true)]
async fn tries_and_waits_together_stay_within_the_deadline() {
    let server = Server::start(|_, _| {
        Reply::Drip(b"HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n".to_vec())
    })
    .await;
    let outgoing = outgoing()
        .with_total_timeout(Duration::from_secs(3))
        .with_tries(100);
    let before = Instant::now();

    let failure = outgoing
        .call(outgoing.get(server.url("/")))
        .await
        .unwrap_err();

    assert_eq!(failure, HttpError::TimedOut);
    assert_eq!(before.elapsed().as_secs(), 3);
}

#[tokio::test(start_paused = true)]
async fn with_nobody_listening_the_provider_is_unreachable() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);

    let failure = outgoing().call(outgoing().get(url)).await.unwrap_err();

    assert_eq!(failure, HttpError::Unreachable);
}

#[tokio::test]
async fn an_answer_is_read_only_so_far_however_it_was_compressed() {
    let bomb = gzip_bomb(9 * 1024 * 1024);
    let zipped = Server::start(move |_, _| respond(200, "content-encoding: gzip\r\n", &bomb)).await;
    assert_eq!(get(&zipped).await.unwrap_err(), HttpError::TooLarge);

    let endless = Server::start(|_, _| Reply::Endless {
        start: b"HTTP/1.1 200 OK\r\n\r\n".to_vec(),
        piece: vec![b'x'; 65_536],
    })
    .await;
    assert_eq!(get(&endless).await.unwrap_err(), HttpError::TooLarge);
}

#[tokio::test]
async fn a_success_that_makes_no_sense_is_garbled() {
    let html = Server::start(|_, _| respond(200, "", b"<html>Please sign in</html>")).await;
    let parsed = get(&html).await.unwrap().json::<Vec<String>>();
    assert_eq!(parsed, Err(HttpError::Garbled));

    let zipped =
        Server::start(|_, _| respond(200, "content-encoding: gzip\r\n", b"not gzip at all")).await;
    assert_eq!(get(&zipped).await.unwrap_err(), HttpError::Garbled);
}

#[tokio::test]
async fn nothing_that_was_sent_or_answered_is_printed() {
    let server = Server::start(|_, _| respond(401, "x-key: hunter2\r\n", b"bad key hunter2")).await;
    let outgoing = outgoing();
    let mut printed = Vec::new();

    for url in [
        server.url("/?key=hunter2"),
        "http://127.0.0.1:1/?key=hunter2".to_owned(),
        "ftp://hunter2/".to_owned(),
        "hunter2".to_owned(),
    ] {
        let call = HttpRequest::from(outgoing.post(url).bearer_auth("hunter2").body("hunter2"));
        printed.push(format!("{call:?}"));
        let failure = outgoing.call(call).await.unwrap_err();
        printed.push(format!("{failure} {failure:?}"));
    }
    let answer = Server::start(|_, _| respond(200, "x-key: hunter2\r\n", b"hunter2")).await;
    printed.push(format!("{:?}", get(&answer).await.unwrap()));

    assert!(!printed.concat().contains("hunter2"), "{printed:?}");
}

/// Each check has a client of its own, whose breaker has seen nothing yet.
async fn check_tries(request: impl Fn(String) -> HttpRequest, expected: usize) {
    let server = Server::start(|_, _| respond(503, "", b"")).await;

    let _ = outgoing().call(request(server.url("/"))).await;

    assert_eq!(server.heads().len(), expected);
}

async fn get(server: &Server) -> Result<HttpResponse, HttpError> {
    let outgoing = outgoing();
    outgoing.call(outgoing.get(server.url("/"))).await
}

fn outgoing() -> HttpClient {
    HttpClient::new("test", "earshot-test/1.0")
}
