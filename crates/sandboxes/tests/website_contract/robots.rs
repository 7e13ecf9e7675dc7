//! How the reader behaves as a guest.

use std::time::Duration;

use providers::website::WebsiteError;
use tokio::time::Instant;

use crate::kit::{AGENT, Sandbox, Server, missing, page, paths, respond, text};

#[tokio::test]
async fn a_site_that_wants_no_readers_is_left_alone() {
    let server = Server::start(|path| match path {
        "/robots.txt" => text("User-agent: *\nDisallow: /"),
        _ => page("<h1>Private</h1>"),
    })
    .await;

    assert_eq!(server.read("/").await, Err(WebsiteError::Forbidden));
    assert_eq!(server.paths(), ["/robots.txt"]);
    let sandbox = Sandbox::start().await;
    assert_eq!(
        sandbox.read("closed.example").await,
        Err(WebsiteError::Forbidden)
    );
    assert_eq!(
        sandbox.preview("closed.example").await,
        Err(WebsiteError::Forbidden)
    );
}

#[tokio::test]
async fn rules_that_name_us_hold_for_us() {
    let server = Server::start(|path| match path {
        "/robots.txt" => {
            text("User-agent: *\nDisallow: /\n\nUser-agent: earshot\nDisallow: /pricing")
        }
        "/sitemap.xml" => missing(),
        _ => page("<a href=/about>A</a><a href=/pricing>P</a>"),
    })
    .await;

    let site = server.read("/").await.unwrap();

    assert_eq!(paths(&site), ["/", "/about"]);
    assert!(!server.paths().contains(&"/pricing".to_owned()));
}

#[tokio::test]
async fn a_redirect_into_a_forbidden_place_is_not_followed() {
    let server = Server::start(|path| match path {
        "/robots.txt" => text("User-agent: *\nDisallow: /inside"),
        "/" => respond(302, "location: /inside\r\n", b""),
        _ => page("<h1>Inside</h1>"),
    })
    .await;

    assert_eq!(server.read("/").await, Err(WebsiteError::Forbidden));
    assert_eq!(server.paths(), ["/robots.txt", "/"]);
}

#[tokio::test]
async fn the_rules_are_asked_for_once_and_before_anything_else() {
    let server = Server::start(|path| match path {
        "/robots.txt" | "/sitemap.xml" => missing(),
        _ => page("<a href=/about>A</a><a href=/pricing>P</a>"),
    })
    .await;

    server.read("/").await.unwrap();

    let paths = server.paths();
    assert_eq!(paths[0], "/robots.txt");
    assert_eq!(
        paths.iter().filter(|path| *path == "/robots.txt").count(),
        1
    );
    let named = format!("user-agent: {AGENT}\r\n");
    assert!(server.heads().iter().all(|head| head.contains(&named)));
}

#[tokio::test]
async fn while_the_rules_cannot_be_had_nothing_is_read() {
    for status in [429, 500, 503] {
        let server = Server::start(move |path| match path {
            "/robots.txt" => respond(status, "", b""),
            _ => page("<h1>Here</h1>"),
        })
        .await;

        assert_eq!(server.read("/").await, Err(WebsiteError::NoPage { status }));
        assert_eq!(server.paths(), ["/robots.txt"]);
    }
}

#[tokio::test]
async fn rules_behind_a_gate_for_people_are_told_from_a_server_that_is_down() {
    let gate = b"<title>Just a moment...</title>";
    let server = Server::start(|_| respond(503, "content-type: text/html\r\n", gate)).await;

    assert_eq!(server.read("/").await, Err(WebsiteError::Challenged));
    assert_eq!(server.paths(), ["/robots.txt"]);
}

#[tokio::test]
async fn rules_that_are_none_forbid_nothing() {
    for robots in [
        "<!doctype html><title>App</title><div id=root>",
        "",
        "Disallow",
    ] {
        let server = Server::start(move |path| match path {
            "/robots.txt" => page(robots),
            "/sitemap.xml" => missing(),
            _ => page("<h1>Here</h1>"),
        })
        .await;

        assert!(server.read("/").await.is_ok(), "{robots}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_site_that_asks_for_pauses_gets_them() {
    let sandbox = Sandbox::start().await;
    let before = Instant::now();

    let site = sandbox.read("patient.example").await.unwrap();

    assert_eq!(paths(&site), ["/", "/about", "/pricing"]);
    assert!(
        before.elapsed() >= Duration::from_secs(2),
        "{:?}",
        before.elapsed()
    );
}

#[tokio::test(start_paused = true)]
async fn a_pause_of_a_day_is_not_kept() {
    let server = Server::start(|path| match path {
        "/robots.txt" => text("User-agent: *\nCrawl-delay: 86400"),
        "/sitemap.xml" => missing(),
        _ => page("<a href=/about>A</a>"),
    })
    .await;
    let before = Instant::now();

    let site = server.read("/").await.unwrap();

    assert_eq!(site.pages.len(), 2);
    assert_eq!(before.elapsed().as_secs(), 2);
}
