//! Sites that cannot be read, and what is said about them.

use std::{collections::BTreeSet, time::Duration};

use providers::website::WebsiteError;
use sandboxes::website::SENTINELS;
use tokio::time::Instant;

use crate::kit::{Reply, Sandbox, Server, links_to_products, missing, page, paths, respond, text};

#[tokio::test]
async fn a_site_that_answers_with_errors_says_which() {
    let sandbox = Sandbox::start().await;

    let broken = sandbox.read("broken.example").await;
    let gone = sandbox.read("gone.example").await;

    assert_eq!(broken, Err(WebsiteError::NoPage { status: 500 }));
    assert_eq!(gone, Err(WebsiteError::NoPage { status: 404 }));
    assert!(broken.unwrap_err().may_pass() && !gone.unwrap_err().may_pass());
}

#[tokio::test]
async fn a_site_that_lets_only_people_in_is_told_from_one_that_is_down() {
    let sandbox = Sandbox::start().await;

    let challenge = sandbox.read("challenge.example").await;
    let members = sandbox.read("members.example").await;

    assert_eq!(challenge, Err(WebsiteError::Challenged));
    assert_eq!(members, Err(WebsiteError::NoPage { status: 403 }));
}

#[tokio::test]
async fn a_refusal_in_plain_text_is_a_refusal_too() {
    let server = Server::start(|path| match path {
        "/robots.txt" => missing(),
        _ => respond(403, "content-type: text/plain\r\n", b"Forbidden"),
    })
    .await;

    let refused = Err(WebsiteError::NoPage { status: 403 });
    assert_eq!(server.read("/").await, refused);
}

#[tokio::test]
async fn a_file_is_no_page() {
    let sandbox = Sandbox::start().await;

    assert_eq!(
        sandbox.read("pdf.example").await,
        Err(WebsiteError::NotAPage)
    );
}

#[tokio::test]
async fn a_circle_of_redirects_ends() {
    let sandbox = Sandbox::start().await;

    assert_eq!(
        sandbox.read("circle.example").await,
        Err(WebsiteError::Refused)
    );
}

#[tokio::test]
async fn ways_inside_read_like_a_site_that_nobody_can_reach() {
    let sandbox = Sandbox::start().await;
    let inward = sandbox.read("inward.example").await.unwrap_err();
    let private = sandbox.read("private.example").await.unwrap_err();
    let literal = sandbox.read("http://127.0.0.1/").await.unwrap_err();
    // The sandbox answers to its names; its address is as private as any other.
    let by_address = sandbox
        .read(&format!("http://{}/", sandbox.address))
        .await
        .unwrap_err();
    let metadata = sandbox.read("169.254.169.254").await.unwrap_err();

    let refused = [inward, private, literal, by_address, metadata];
    assert_eq!(refused, [WebsiteError::Refused; 5]);
    let words: BTreeSet<_> = refused
        .into_iter()
        .chain([WebsiteError::Unreachable, WebsiteError::TimedOut])
        .map(|failure| failure.to_string())
        .collect();
    assert_eq!(
        words,
        BTreeSet::from(["This website cannot be reached.".to_owned()])
    );
}

#[tokio::test(start_paused = true)]
async fn a_site_that_says_nothing_is_given_up() {
    let sandbox = Sandbox::start().await;
    let before = Instant::now();

    let failure = sandbox.read("hangs.example").await;

    assert_eq!(failure, Err(WebsiteError::TimedOut));
    assert!(
        before.elapsed() <= Duration::from_secs(9),
        "{:?}",
        before.elapsed()
    );
}

#[tokio::test(start_paused = true)]
async fn pages_that_do_not_arrive_in_time_are_left_out() {
    let server = Server::start(|path| match path {
        "/robots.txt" | "/sitemap.xml" => missing(),
        "/" => page("<a href=/about>A</a><a href=/pricing>P</a><a href=/features>F</a>"),
        "/pricing" => Reply::Silence,
        _ => page("<h1>Here</h1>"),
    })
    .await;
    let before = Instant::now();

    let site = server.read("/").await.unwrap();

    assert_eq!(paths(&site), ["/", "/about", "/features"]);
    assert!(
        before.elapsed() <= Duration::from_secs(15),
        "{:?}",
        before.elapsed()
    );
}

#[tokio::test(start_paused = true)]
async fn four_pages_are_waited_for_at_once() {
    let links = links_to_products(7);
    let server = Server::start(move |path| match path {
        "/robots.txt" => missing(),
        "/" => page(&links),
        _ => Reply::Silence,
    })
    .await;
    let before = Instant::now();

    let site = server.read("/").await.unwrap();

    // Each is given up after three seconds without a word: seven pages are two rounds of four.
    assert_eq!(paths(&site), ["/"]);
    assert_eq!(before.elapsed().as_secs(), 6);
}

#[tokio::test(start_paused = true)]
async fn after_fifteen_seconds_what_has_arrived_counts() {
    let links = links_to_products(7);
    let server = Server::start(move |path| match path {
        "/robots.txt" => text("User-agent: *\nCrawl-delay: 2"),
        "/" => page(&links),
        "/products/0" => page("<h1>Here</h1>"),
        _ => Reply::Silence,
    })
    .await;
    let before = Instant::now();

    let site = server.read("/").await.unwrap();

    assert_eq!(paths(&site), ["/", "/products/0"]);
    assert_eq!(before.elapsed().as_secs(), 15);
}

#[test]
fn every_sentinel_has_a_name_of_its_own_and_a_sentence() {
    let names: BTreeSet<_> = SENTINELS.iter().map(|sentinel| sentinel.host).collect();

    assert_eq!(names.len(), SENTINELS.len());
    assert!(
        SENTINELS
            .iter()
            .all(|sentinel| sentinel.happens.ends_with('.'))
    );
}
