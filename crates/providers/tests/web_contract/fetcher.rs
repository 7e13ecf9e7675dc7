//! Fetches that are allowed, and the limits they run into.

use std::sync::Arc;

use providers::guard::{
    AddressPolicy, FetchError, FetchLimits, FetchedPage, GuardedFetcher, SystemLookup, WEB_PAGES,
};
use tokio::time::Instant;

use crate::kit::{Reply, Server, gzip_bomb, page, redirect_to, respond};

#[tokio::test]
async fn a_page_comes_with_where_it_was_found_and_what_it_is() {
    let server = Server::start(|_, path| match path {
        "/" => redirect_to("/de/../en?x=1"),
        _ => page("<h1>Hello</h1>"),
    })
    .await;

    let found = fetch(&server, "/").await.unwrap();

    assert_eq!(found.url.as_str(), server.url("/en?x=1"));
    assert_eq!(found.status, 200);
    assert_eq!(found.content_type, "text/html; charset=utf-8");
    assert_eq!(found.bytes, "<h1>Hello</h1>");
}

#[tokio::test]
async fn nothing_of_ours_travels_along() {
    let server = Server::start(|number, _| match number {
        0 => respond(302, "location: /next\r\nset-cookie: a=b\r\n", b""),
        _ => page(""),
    })
    .await;

    fetch(&server, "/?secret=1").await.unwrap();

    let second = server.heads()[1].clone();
    let mut names: Vec<_> = second
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once(':'))
        .map(|(name, _)| name)
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["accept", "accept-encoding", "host", "user-agent"]);
}

#[tokio::test]
async fn a_page_that_is_missing_is_still_a_page() {
    let server =
        Server::start(|_, _| respond(404, "content-type: text/html\r\n", b"Not here")).await;

    let found = fetch(&server, "/").await.unwrap();

    assert_eq!((found.status, &found.bytes[..]), (404, &b"Not here"[..]));
}

#[tokio::test]
async fn only_what_was_wanted_is_read() {
    for headers in [
        "content-type: application/pdf\r\n",
        "content-type: text/html-ish\r\n",
        "content-type: image/png\r\n",
        "",
    ] {
        let server = Server::start(move |_, _| respond(200, headers, b"x")).await;
        assert_eq!(
            fetch(&server, "/").await,
            Err(FetchError::WrongType),
            "{headers}"
        );
    }

    let icon = Server::start(|_, _| respond(200, "Content-Type: IMAGE/PNG\r\n", b"x")).await;
    assert!(
        fetcher_for(&icon, FetchLimits::default())
            .fetch(&icon.url("/"), &["image/png"])
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn five_redirects_are_followed_and_not_a_sixth() {
    let server = Server::start(|_, path| match path[1..].parse::<u32>() {
        Ok(0) => page("arrived"),
        Ok(more) => redirect_to(&format!("/{}", more - 1)),
        Err(_) => redirect_to("/round"),
    })
    .await;

    assert_eq!(fetch(&server, "/5").await.unwrap().bytes, "arrived");
    assert_eq!(fetch(&server, "/6").await, Err(FetchError::Refused));

    let before = server.heads().len();
    assert_eq!(fetch(&server, "/round").await, Err(FetchError::Refused));
    assert_eq!(server.heads().len() - before, 6);
}

#[tokio::test]
async fn an_endless_page_is_cut_at_two_mebibytes() {
    let server = Server::start(|_, _| Reply::Endless {
        start: b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n".to_vec(),
        piece: vec![b'x'; 65_536],
    })
    .await;
    assert_eq!(fetch(&server, "/").await, Err(FetchError::TooLarge));

    let full = "x".repeat(2 * 1024 * 1024);
    let just_fits = Server::start(move |_, _| page(&full)).await;
    assert_eq!(
        fetch(&just_fits, "/").await.unwrap().bytes.len(),
        2 * 1024 * 1024
    );
}

#[tokio::test]
async fn a_compressed_page_is_measured_unpacked() {
    // Eight times the limit; packing more takes seconds in a debug build.
    let bomb = gzip_bomb(16 * 1024 * 1024);
    assert!(bomb.len() < 128 * 1024);
    let server = Server::start(move |_, _| {
        respond(
            200,
            "content-type: text/html\r\ncontent-encoding: gzip\r\n",
            &bomb,
        )
    })
    .await;

    assert_eq!(fetch(&server, "/").await, Err(FetchError::TooLarge));
}

#[tokio::test]
async fn endless_headers_are_not_read() {
    let start = || b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n".to_vec();
    let few_but_long = Server::start(move |_, _| {
        let headers = format!("x-a: {0}\r\nx-b: {0}\r\n", "x".repeat(40_000));
        Reply::Bytes([start(), headers.into_bytes(), b"\r\n".to_vec()].concat())
    })
    .await;
    assert_eq!(fetch(&few_but_long, "/").await, Err(FetchError::TooLarge));

    let endless = Server::start(move |_, _| Reply::Endless {
        start: start(),
        piece: b"x-more: and more\r\n".to_vec(),
    })
    .await;
    assert_eq!(fetch(&endless, "/").await, Err(FetchError::Unreachable));
}

#[tokio::test(start_paused = true)]
async fn a_page_that_drips_is_given_up_after_eight_seconds() {
    let server = Server::start(|_, _| {
        Reply::Drip(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n".to_vec())
    })
    .await;
    let before = Instant::now();

    assert_eq!(fetch(&server, "/").await, Err(FetchError::TimedOut));
    assert_eq!(before.elapsed().as_secs(), 8);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_falls_silent_is_given_up_after_three_seconds() {
    let server = Server::start(|_, _| Reply::Silence).await;
    let before = Instant::now();

    assert_eq!(fetch(&server, "/").await, Err(FetchError::TimedOut));
    assert_eq!(before.elapsed().as_secs(), 3);
}

#[tokio::test]
async fn limits_can_be_set() {
    let server = Server::start(|_, _| page("twelve bytes")).await;
    let limits = FetchLimits {
        body_bytes: 11,
        ..FetchLimits::default()
    };

    let answer = fetcher_for(&server, limits)
        .fetch(&server.url("/"), WEB_PAGES)
        .await;

    assert_eq!(answer, Err(FetchError::TooLarge));
}

async fn fetch(server: &Server, path: &str) -> Result<FetchedPage, FetchError> {
    fetcher_for(server, FetchLimits::default())
        .fetch(&server.url(path), WEB_PAGES)
        .await
}

fn fetcher_for(server: &Server, limits: FetchLimits) -> GuardedFetcher {
    let policy = AddressPolicy::new(vec![server.address]);
    GuardedFetcher::new("earshot-test/1.0", policy, Arc::new(SystemLookup), limits)
}
