//! What goes wrong, and what the adapter makes of it.

use std::{collections::HashSet, time::Duration};

use bytes::Bytes;
use futures::SinkExt as _;
use providers::bluesky::{
    BlueskyError::{self, InvalidResponse, Unavailable},
    JetstreamEvent,
};
use sandboxes::bluesky::SENTINELS;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};
use tokio_tungstenite::{accept_async, tungstenite::Message};

use crate::kit::{Sandbox, client_at, posted};

const AWAY: BlueskyError = Unavailable { retry_after: None };

#[tokio::test]
async fn a_connection_that_is_closed_at_once_is_unavailable_and_stays_so() {
    let sandbox = Sandbox::start().await;
    let mut connection = sandbox.subscribes(Some(1)).await;

    assert_eq!(connection.next().await, Err(AWAY));
    assert_eq!(connection.next().await, Err(AWAY));
}

#[tokio::test]
async fn messages_that_cannot_be_read_are_something_else_and_the_stream_goes_on() {
    let sandbox = Sandbox::start().await;
    let mut connection = sandbox.subscribes(Some(2)).await;

    for _ in 0..5 {
        let event = connection.next().await;
        assert_eq!(event, Ok(JetstreamEvent::Other { time_us: 2 }));
    }

    posted(connection.next().await.unwrap());
}

#[tokio::test]
async fn a_message_over_the_limit_ends_the_connection() {
    let sandbox = Sandbox::start().await;
    let mut connection = sandbox.subscribes(Some(3)).await;

    assert_eq!(connection.next().await, Err(InvalidResponse));
    assert_eq!(connection.next().await, Err(AWAY));
}

#[tokio::test]
async fn a_minute_of_silence_ends_the_connection() {
    let sandbox = Sandbox::start().await;
    let mut connection = sandbox.subscribes(Some(4)).await;
    tokio::time::pause();
    let begun = tokio::time::Instant::now();

    let failed = connection.next().await;

    assert_eq!(failed, Err(AWAY));
    let waited = begun.elapsed();
    assert!((60..62).contains(&waited.as_secs()), "{waited:?}");
}

#[tokio::test]
async fn the_sandbox_is_never_silent_for_a_minute() {
    let sandbox = Sandbox::start().await;
    let mut connection = sandbox.subscribes(None).await;
    tokio::time::pause();

    let first = connection.next().await.unwrap();
    let second = connection.next().await.unwrap();

    assert!(matches!(first, JetstreamEvent::Other { .. }), "{first:?}");
    assert!(first.time_us() < second.time_us());
}

#[tokio::test]
async fn a_server_that_is_overloaded_says_when_to_come_back() {
    let sandbox = Sandbox::start().await;

    let failed = sandbox.client.subscribe(Some(5)).await.unwrap_err();

    let retry_after = Some(Duration::from_secs(30));
    assert_eq!(failed, Unavailable { retry_after });
}

#[tokio::test]
async fn every_sentinel_is_listed_once() {
    let cursors: HashSet<i64> = SENTINELS.iter().map(|one| one.cursor).collect();

    assert_eq!(cursors, HashSet::from([1, 2, 3, 4, 5]));
    assert_eq!(cursors.len(), SENTINELS.len());
}

#[tokio::test]
async fn a_server_that_stops_closes_its_connections() {
    let sandbox = Sandbox::start().await;
    let mut connection = sandbox.subscribes(None).await;

    sandbox.stop.cancel();

    assert_eq!(connection.next().await, Err(AWAY));
}

#[tokio::test]
async fn a_server_that_is_away_is_unavailable() {
    let sandbox = Sandbox::start().await;
    let address = sandbox.address;
    drop(sandbox);

    let failed = client_at(address).subscribe(None).await.unwrap_err();

    assert_eq!(failed, AWAY);
}

#[tokio::test]
async fn a_server_that_never_answers_the_handshake_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = client_at(listener.local_addr().unwrap());
    tokio::time::pause();
    let begun = tokio::time::Instant::now();

    let failed = client.subscribe(None).await.unwrap_err();

    assert_eq!(failed, AWAY);
    assert!(begun.elapsed() <= Duration::from_secs(11));
}

#[tokio::test]
async fn statuses_of_the_handshake_say_whether_to_come_back() {
    let later = Unavailable {
        retry_after: Some(Duration::from_secs(90)),
    };
    for (response, expected) in [
        ("HTTP/1.1 200 OK\r\n\r\n", InvalidResponse),
        ("HTTP/1.1 400 Bad Request\r\n\r\n", InvalidResponse),
        ("HTTP/1.1 404 Not Found\r\n\r\n", InvalidResponse),
        ("HTTP/1.1 429 Wait\r\nRetry-After: 90\r\n\r\n", later),
        ("HTTP/1.1 502 Bad Gateway\r\n\r\n", AWAY),
        ("HTTP/1.1 503 Away\r\nRetry-After: 90\r\n\r\n", later),
        ("SSH-2.0-OpenSSH_9.6\r\n\r\n", InvalidResponse),
        ("", AWAY),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = client_at(listener.local_addr().unwrap());
        let answer = async {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 1024];
            let _ = stream.read(&mut request).await.unwrap();
            stream.write_all(response.as_bytes()).await.unwrap();
        };

        let (subscribed, ()) = tokio::join!(client.subscribe(None), answer);

        assert_eq!(subscribed.unwrap_err(), expected, "{response}");
    }
}

#[tokio::test]
async fn a_connection_that_breaks_off_is_unavailable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = client_at(listener.local_addr().unwrap());
    let accept = async {
        let (stream, _) = listener.accept().await.unwrap();
        accept_async(stream).await.unwrap()
    };
    let (connection, socket) = tokio::join!(client.subscribe(None), accept);

    drop(socket);

    assert_eq!(connection.unwrap().next().await, Err(AWAY));
}

#[tokio::test]
async fn a_connection_that_only_pings_is_silent() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = client_at(listener.local_addr().unwrap());
    let accept = async {
        let (stream, _) = listener.accept().await.unwrap();
        accept_async(stream).await.unwrap()
    };
    let (connection, mut socket) = tokio::join!(client.subscribe(None), accept);
    tokio::time::pause();
    let pings = async {
        let mut ticks = tokio::time::interval(Duration::from_secs(5));
        loop {
            ticks.tick().await;
            socket.send(Message::Ping(Bytes::new())).await.unwrap();
        }
    };

    let mut connection = connection.unwrap();
    let failed = tokio::select! {
        heard = connection.next() => heard,
        () = pings => unreachable!("it pings for ever"),
    };

    assert_eq!(failed, Err(AWAY));
}

#[tokio::test]
async fn a_server_that_is_dropped_closes_its_connections() {
    let sandbox = Sandbox::start().await;
    let mut connection = sandbox.subscribes(None).await;

    drop(sandbox);

    assert_eq!(connection.next().await, Err(AWAY));
}
