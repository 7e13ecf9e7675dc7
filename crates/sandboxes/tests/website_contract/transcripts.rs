//! The sandbox as any other client sees it.

use crate::kit::Sandbox;

#[tokio::test]
async fn a_page_is_served_to_whoever_asks_for_it() {
    let sandbox = Sandbox::start().await;

    let said = sandbox
        .hears("GET /pricing HTTP/1.1\r\nHost: paperlark.example.localhost:8000\r\n\r\n")
        .await;

    let (head, body) = said.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    assert!(head.contains("content-type: text/html; charset=utf-8"));
    assert!(head.contains(&format!("content-length: {}", body.len())));
    assert!(body.contains("Prices that fit on one line of an invoice"));
}

#[tokio::test]
async fn a_head_has_no_body_and_a_missing_page_is_missing() {
    let sandbox = Sandbox::start().await;

    let head = sandbox
        .hears("HEAD / HTTP/1.1\r\nhost: cragdesk.example\r\n\r\n")
        .await;
    let missing = sandbox
        .hears("GET /nothing HTTP/1.1\r\nhost: cragdesk.example\r\n\r\n")
        .await;

    assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && head.ends_with("\r\n\r\n"));
    assert!(missing.starts_with("HTTP/1.1 404 Not Found\r\n"));
    assert!(missing.contains("Off route"));
}

#[tokio::test]
async fn the_bare_address_lists_what_there_is() {
    let sandbox = Sandbox::start().await;

    let said = sandbox
        .hears("GET / HTTP/1.1\r\nhost: 127.0.0.1:8000\r\n\r\n")
        .await;

    assert!(said.contains("http://millstead.example.localhost:8000/"));
    assert!(said.contains("The page never ends."));
}

#[tokio::test]
async fn the_server_stops_when_it_is_told_to() {
    let mut sandbox = Sandbox::start().await;

    sandbox.stop.cancel();

    sandbox.has_stopped().await;
}
