//! The small picture of a site.

use providers::website::{Favicon, Website};
use sandboxes::website::SITES;

use crate::kit::{Sandbox, Server, missing, page, respond};

const PNG: &[u8] = include_bytes!("../../src/website/sites/paperlark/favicon.png");

#[tokio::test]
async fn every_sample_site_has_a_picture_of_pixels() {
    let sandbox = Sandbox::start().await;

    for name in SITES {
        let icon = sandbox.preview(name).await.unwrap().icon.unwrap();

        assert_eq!(icon.content_type, "image/png", "{name}");
        assert!(icon.bytes.starts_with(b"\x89PNG"), "{name}");
        assert!(icon.bytes.len() <= 64 * 1024);
    }
}

#[tokio::test]
async fn a_drawing_that_could_run_is_passed_over_for_the_next() {
    let server = Server::start(|path| match path {
        "/" => page("<link rel=icon href=/a.svg><link rel=icon href=/b.png>"),
        "/a.svg" => respond(200, "content-type: image/png\r\n", b"<svg onload=alert(1)>"),
        "/b.png" => respond(200, "content-type: text/html\r\n", PNG),
        _ => missing(),
    })
    .await;

    let icon = favicon_of(&server).await.unwrap();

    assert!(icon.bytes.starts_with(b"\x89PNG"));
}

#[tokio::test]
async fn without_a_word_about_icons_the_usual_place_is_looked_at() {
    let server = Server::start(|path| match path {
        "/favicon.ico" => respond(200, "", PNG),
        "/robots.txt" => missing(),
        _ => page("<h1>Hello</h1>"),
    })
    .await;

    assert!(favicon_of(&server).await.is_some());
}

#[tokio::test]
async fn an_icon_that_cannot_be_shown_is_none() {
    let large = vec![0x89; 300 * 1024];
    let server = Server::start(move |path| match path {
        "/favicon.ico" => respond(200, "content-type: image/png\r\n", &large),
        "/robots.txt" => missing(),
        _ => page("<link rel=icon href=http://10.0.0.1/i.png><link rel=icon href=data:,x>"),
    })
    .await;

    assert_eq!(favicon_of(&server).await, None);
}

async fn favicon_of(server: &Server) -> Option<Favicon> {
    let typed = format!("http://{}/", server.address);
    server.reader.preview(&typed).await.unwrap().icon
}
