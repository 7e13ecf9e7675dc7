//! The server: accepts connections, tells HTTP from HTTPS, answers one request each.

use std::{future::Future, io, sync::Arc, time::Duration};

use bytes::Bytes;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::{interval, sleep, timeout},
};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;

use super::{
    Certificate, InvalidCertificate,
    answers::{self, Answer, Body},
};

/// The sandbox's web server.
#[derive(Debug, Clone, Copy)]
pub struct WebServer;

const MAX_CONNECTIONS: usize = 100;
/// For a whole conversation; the slowest site of the sandbox takes as long as its reader lets it.
const LONGEST: Duration = Duration::from_mins(1);
/// Of a request's head.
const LONGEST_HEAD: u64 = 16 * 1024;
/// After a failed accept (no file descriptors left), so that the loop does not spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// How a TLS connection begins: a record that is a handshake.
const HANDSHAKE: u8 = 0x16;

impl WebServer {
    /// Serves until `stop`. Pages are small and nothing is kept, so nobody is waited for.
    pub fn serve(
        listener: TcpListener,
        certificate: &Certificate,
        stop: CancellationToken,
    ) -> Result<impl Future<Output = ()> + Send + use<>, InvalidCertificate> {
        let tls = TlsAcceptor::from(Arc::new(certificate.server_config()?));
        Ok(accept(listener, tls, stop))
    }
}

async fn accept(listener: TcpListener, tls: TlsAcceptor, stop: CancellationToken) {
    let mut conversations = JoinSet::new();
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            Some(_) = conversations.join_next() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) if conversations.len() < MAX_CONNECTIONS => {
                    conversations.spawn(timeout(LONGEST, converse(stream, tls.clone())));
                }
                Ok(_) => {}
                Err(error) => pause_after(&error).await,
            },
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a pause of the server itself, on which no rule depends"
)]
async fn pause_after(error: &io::Error) {
    tracing::warn!(%error, "the website sandbox could not accept a connection");
    sleep(ACCEPT_PAUSE).await;
}

async fn converse(stream: TcpStream, tls: TlsAcceptor) -> io::Result<()> {
    let mut first = [0];
    if stream.peek(&mut first).await? == 0 {
        return Ok(());
    }
    if first == [HANDSHAKE] {
        exchange(tls.accept(stream).await?).await
    } else {
        exchange(stream).await
    }
}

async fn exchange(stream: impl AsyncRead + AsyncWrite + Unpin) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let head = read_head(&mut stream).await?;
    let request = answers::Request::parse(&head);
    let answer = answers::answer(&request);
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

async fn send<S>(stream: &mut BufReader<S>, answer: Answer, wants_body: bool) -> io::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let head = answer.head();
    if let Body::Silence = answer.body {
        // Until the other side has had enough.
        return stream.read_to_end(&mut Vec::new()).await.map(drop);
    }
    stream.write_all(head.as_bytes()).await?;
    match answer.body {
        Body::Whole(bytes) if wants_body => stream.write_all(&bytes).await?,
        Body::Endless(piece) => endless(stream, &piece).await?,
        Body::Drip => drip(stream).await?,
        Body::Whole(_) | Body::Silence => {}
    }
    stream.flush().await
}

/// Ends with the connection, or with the conversation's time.
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
