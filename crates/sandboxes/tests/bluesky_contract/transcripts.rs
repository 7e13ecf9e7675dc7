//! The sandbox as any client sees it: a plain WebSocket, without our adapter.

use futures::StreamExt as _;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::kit::{ADA, Sandbox, in_time};

#[tokio::test]
async fn events_look_like_jetstreams() {
    let sandbox = Sandbox::start().await;
    let mut socket = connect(&sandbox, "").await;

    let post = sandbox.posts("Hello");
    sandbox.posts.delete_post(ADA, &post.rkey);
    sandbox.posts.remove_author(ADA);

    let (time_us, rkey) = (post.time_us, post.rkey);
    assert_eq!(
        next(&mut socket).await,
        json!({ "did": ADA, "time_us": time_us, "kind": "commit", "commit": {
            "rev": rkey, "operation": "create", "collection": "app.bsky.feed.post", "rkey": rkey,
            "cid": format!("bafyreisandbox{rkey}"), "record": {
                "$type": "app.bsky.feed.post", "createdAt": "2026-11-15T12:00:00.000Z",
                "langs": ["en"], "text": "Hello",
            },
        } })
    );
    let deleted = next(&mut socket).await;
    assert_eq!(
        (
            &deleted["commit"]["operation"],
            &deleted["commit"]["record"]
        ),
        (&json!("delete"), &Value::Null)
    );
    let gone = next(&mut socket).await;
    assert_eq!(gone["kind"], "account");
    assert_eq!(
        (&gone["account"]["active"], &gone["account"]["status"]),
        (&json!(false), &json!("deleted"))
    );
}

#[tokio::test]
async fn a_subscriber_gets_the_collections_it_wants() {
    let sandbox = Sandbox::start().await;
    let everything = collections(&sandbox, "cursor=6").await;
    let likes = collections(&sandbox, "cursor=6&wantedCollections=app.bsky.feed.like").await;
    let feed = collections(&sandbox, "cursor=6&wantedCollections=app.bsky.feed.*").await;

    assert_eq!(likes, ["app.bsky.feed.like", "account"]);
    assert_eq!(everything.len(), 21);
    assert_eq!(feed, everything);
}

#[tokio::test]
async fn a_subscriber_gets_the_authors_it_wants() {
    let sandbox = Sandbox::start().await;
    sandbox.posts("mine");

    let mut socket = connect(&sandbox, &format!("?cursor=6&wantedDids={ADA}")).await;

    assert_eq!(next(&mut socket).await["commit"]["record"]["text"], "mine");
}

#[tokio::test]
async fn a_subscriber_without_a_limit_gets_large_records() {
    let sandbox = Sandbox::start().await;
    let mut socket = connect(&sandbox, "").await;

    sandbox.posts(&"x".repeat(100_000));

    let text = next(&mut socket).await["commit"]["record"]["text"].clone();
    assert_eq!(text.as_str().unwrap().len(), 100_000);
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn connect(sandbox: &Sandbox, query: &str) -> Socket {
    let url = format!("ws://{}/subscribe{query}", sandbox.address);
    connect_async(url).await.unwrap().0
}

async fn next(socket: &mut Socket) -> Value {
    let message = in_time(socket.next()).await.unwrap().unwrap();
    serde_json::from_str(message.to_text().unwrap()).unwrap()
}

/// The collections of the sample events, in order; of events about accounts their kind. They end
/// with the account that is removed for this.
async fn collections(sandbox: &Sandbox, query: &str) -> Vec<String> {
    let end = "did:plc:theend222222222222222222";
    let mut socket = connect(sandbox, &format!("?{query}")).await;
    sandbox.posts.remove_author(end);
    let mut found = Vec::new();
    loop {
        let event = next(&mut socket).await;
        if event["did"] == end {
            return found;
        }
        let kind = event["commit"]["collection"].as_str();
        let kind = kind.or(event["kind"].as_str()).unwrap();
        found.push(kind.to_owned());
    }
}
