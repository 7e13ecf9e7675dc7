//! Our own accept loop.
//!
//! `axum::serve` gives a connection no time limit before its first complete header, so a client
//! that sends a byte a minute would hold it for ever. Here every connection has a timer from its
//! first byte, a limit on the size of its headers, and there is a limit on their number.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::request_pipeline::HttpService;

const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
const HEADER_BYTES: usize = 64 * 1024;
const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-type: application/json\r\n\
    content-length: 111\r\nconnection: close\r\n\r\n\
    {\"success\":false,\"error\":\"The service is busy.\",\"message\":\"The service is busy. Please try again in a moment.\"}";

/// How the loop treats its connections.
#[derive(Clone, Debug)]
pub struct ConnectionLimits {
    pub connections: usize,
    pub header_timeout: Duration,
    /// How long open requests may go on once the server is asked to stop.
    pub drain: Duration,
}

impl ConnectionLimits {
    pub fn new(connections: usize, drain: Duration) -> Self {
        Self {
            connections,
            header_timeout: HEADER_TIMEOUT,
            drain,
        }
    }
}

/// Serves until `stopping`, then lets open requests end.
pub async fn serve(
    listener: TcpListener,
    service: HttpService,
    limits: ConnectionLimits,
    stopping: CancellationToken,
) {
    let open = Arc::new(Semaphore::new(limits.connections));
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopping.cancelled() => break,
        };
        while connections.try_join_next().is_some() {}
        let Some((stream, peer)) = survive(accepted).await else {
            continue;
        };
        match open.clone().try_acquire_owned() {
            Ok(permit) => {
                let serving = connection(
                    stream,
                    peer,
                    service.clone(),
                    limits.clone(),
                    stopping.clone(),
                );
                connections.spawn(async move {
                    serving.await;
                    drop(permit);
                });
            }
            Err(_) => drop(connections.spawn(turn_away(stream))),
        }
    }
    drop(listener);
    let all_ended = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(limits.drain, all_ended).await.is_err() {
        tracing::warn!("some requests were still open at the end");
        connections.shutdown().await;
    }
}

/// One connection from its first byte to its last. Asked to stop, it ends after the request that
/// is under way.
async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    service: HttpService,
    limits: ConnectionLimits,
    stopping: CancellationToken,
) {
    // Small answers must not wait for more bytes to send with them.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| answer(service.clone(), peer, request));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_timeout)
        .max_buf_size(HEADER_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stopping.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "connection ended early");
    }
}

async fn answer(
    service: HttpService,
    peer: SocketAddr,
    request: Request<Incoming>,
) -> Result<axum::response::Response, Infallible> {
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer));
    Ok(service.answer(request).await)
}

/// Tells a client in one breath that there is no room, instead of letting it wait.
async fn turn_away(mut stream: TcpStream) {
    metrics::counter!("earshot_connections_refused_total").increment(1);
    let _ = tokio::time::timeout(Duration::from_secs(1), stream.write_all(TOO_MANY)).await;
    let _ = stream.shutdown().await;
}

/// A failed accept is the client's affair, or the system is out of file handles: then rest a little.
async fn survive(accepted: io::Result<(TcpStream, SocketAddr)>) -> Option<(TcpStream, SocketAddr)> {
    let error = match accepted {
        Ok(accepted) => return Some(accepted),
        Err(error) => error,
    };
    if !matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    ) {
        tracing::error!(%error, "no connection could be accepted");
        #[expect(
            clippy::disallowed_methods,
            reason = "a pause in the accept loop itself"
        )]
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    None
}
