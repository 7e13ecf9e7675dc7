//! The server: accepts HTTP and HTTPS on one port, one request per connection.

use std::{future::Future, io, sync::Arc, time::Duration};

use bytes::Bytes;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::{interval, timeout},
};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;

use super::{
    InvalidCertificate, SandboxCertificate,
    responses::{self, SiteBody, SiteResponse},
};
use crate::http_server::pause_after_failed_accept;

/// The sandbox's web server.
#[derive(Debug, Clone, Copy)]
pub struct WebsiteSandbox;

const MAX_CONNECTIONS: usize = 100;
/// The limit of a connection; the slowest sites last as long as the client waits.
const LONGEST: Duration = Duration::from_mins(1);
/// The maximum size of a request's head.
const LONGEST_HEAD: u64 = 16 * 1024;
/// The first byte of a TLS connection: a handshake record.
const HANDSHAKE: u8 = 0x16;

impl WebsiteSandbox {
    /// Serves until `stop`. It does not wait for open connections.
    pub fn serve(
        listener: TcpListener,
        certificate: &SandboxCertificate,
        stop: CancellationToken,
    ) -> Result<impl Future<Output = ()> + Send + use<>, InvalidCertificate> {
        let tls = TlsAcceptor::from(Arc::new(certificate.server_config()?));
        Ok(accept(listener, tls, stop))
    }
}

async fn accept(listener: TcpListener, tls: TlsAcceptor, stop: CancellationToken) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            Some(_) = connections.join_next() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) if connections.len() < MAX_CONNECTIONS => {
                    connections.spawn(timeout(LONGEST, handle_connection(stream, tls.clone())));
                }
                Ok(_) => {}
                Err(error) => pause_after_failed_accept("website", &error).await,
            },
        }
    }
}

async fn handle_connection(stream: TcpStream, tls: TlsAcceptor) -> io::Result<()> {
    let mut first = [0];
    if stream.peek(&mut first).await? == 0 {
        return Ok(());
    }
    if first == [HANDSHAKE] {
        handle_request(tls.accept(stream).await?).await
    } else {
        handle_request(stream).await
    }
}

async fn handle_request(stream: impl AsyncRead + AsyncWrite + Unpin) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let head = read_head(&mut stream).await?;
    let request = responses::SiteRequest::parse(&head);
    let answer = responses::answer(&request);
    send(&mut stream, answer, request.wants_body).await?;
    stream.shutdown().await
}

async fn read_head(stream: &mut (impl AsyncBufReadExt + Unpin)) -> io::Result<String> {
    let mut head = String::new();
    let mut stream = stream.take(LONGEST_HEAD);
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head).await? == 0 {
            break;
        }
    }
    Ok(head)
}

async fn send<S>(
    stream: &mut BufReader<S>,
    answer: SiteResponse,
    wants_body: bool,
) -> io::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let head = answer.head();
    if let SiteBody::Silence = answer.body {
        // Until the client disconnects.
        return stream.read_to_end(&mut Vec::new()).await.map(drop);
    }
    stream.write_all(head.as_bytes()).await?;
    match answer.body {
        SiteBody::Whole(bytes) if wants_body => stream.write_all(&bytes).await?,
        SiteBody::Endless(piece) => endless(stream, &piece).await?,
        SiteBody::Drip => drip(stream).await?,
        SiteBody::Whole(_) | SiteBody::Silence => {}
    }
    stream.flush().await
}

/// Ends with the connection or its time limit.
async fn endless(stream: &mut (impl AsyncWrite + Unpin), piece: &Bytes) -> io::Result<()> {
    loop {
        stream.write_all(piece).await?;
    }
}

async fn drip(stream: &mut (impl AsyncWrite + Unpin)) -> io::Result<()> {
    let mut second = interval(Duration::from_secs(1));
    loop {
        second.tick().await;
        stream.write_all(b"x").await?;
        stream.flush().await?;
    }
}
