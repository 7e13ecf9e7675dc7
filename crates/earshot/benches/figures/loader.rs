//! Sends requests over a few connections: as fast as the answers come, or at a given pace.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::interval_at;

use crate::pinned::on_core;

/// More than any answer to what is asked here takes.
const ANSWER_BYTES: usize = 64 * 1024;

/// What is sent: every connection keeps to one of the texts, in turn.
#[derive(Clone)]
pub(crate) struct Requests {
    pub(crate) connections: usize,
    pub(crate) texts: Vec<String>,
}

/// What came back within a time.
pub(crate) struct Load {
    pub(crate) per_second: f64,
    /// Of every single answer, in no order.
    pub(crate) latencies: Vec<Duration>,
}

/// An answer to a request that was sent at its time, and how long after that time it came.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) after: Duration,
}

/// Loads the server for `length`, from a thread that stays on `core`.
pub(crate) fn load(
    address: SocketAddr,
    requests: &Requests,
    core: usize,
    length: Duration,
) -> anyhow::Result<Load> {
    on_core(core, load_here(address, requests.clone(), length))
}

/// Sends `request` every `pace`, the first time after `offset`. Who is late hurries, and what came
/// late for that counts as late.
pub(crate) async fn keep_pace(
    address: SocketAddr,
    request: String,
    (offset, pace, length): (Duration, Duration, Duration),
) -> anyhow::Result<Vec<Answer>> {
    let mut connection = Connection::open(address).await?;
    let started = tokio::time::Instant::now();
    let mut times = interval_at(started + offset, pace);
    let mut answers = Vec::new();
    loop {
        let due = times.tick().await;
        if started.elapsed() >= length {
            return Ok(answers);
        }
        answers.push(Answer {
            status: connection.ask(&request).await?,
            after: due.elapsed(),
        });
    }
}

/// The text of a request, as the stock client would send it but for its many headers.
pub(crate) fn request(start: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut text = format!("{start} HTTP/1.1\r\nhost: earshot.example\r\naccept: */*\r\n");
    for (name, value) in headers {
        let _ = write!(text, "{name}: {value}\r\n");
    }
    if !body.is_empty() {
        let length = body.len();
        let _ = write!(
            text,
            "content-type: application/json\r\ncontent-length: {length}\r\n"
        );
    }
    text + "\r\n" + body
}

async fn load_here(
    address: SocketAddr,
    requests: Requests,
    length: Duration,
) -> anyhow::Result<Load> {
    let mut clients = JoinSet::new();
    let started = Instant::now();
    let texts = requests.texts.iter().cycle().cloned();
    for text in texts.take(requests.connections) {
        clients.spawn(client(address, text, started + length));
    }
    let mut latencies = Vec::new();
    while let Some(ended) = clients.join_next().await {
        latencies.extend(ended??);
    }
    let answers = u32::try_from(latencies.len())?;
    Ok(Load {
        per_second: f64::from(answers) / started.elapsed().as_secs_f64(),
        latencies,
    })
}

async fn client(
    address: SocketAddr,
    request: String,
    until: Instant,
) -> anyhow::Result<Vec<Duration>> {
    let mut connection = Connection::open(address).await?;
    let mut latencies = Vec::new();
    let mut sent = Instant::now();
    while sent < until {
        let status = connection.ask(&request).await?;
        ensure!(status == 200, "the server answered {status}");
        let received = Instant::now();
        latencies.push(received - sent);
        sent = received;
    }
    Ok(latencies)
}

/// A connection that is used again and again.
struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    async fn open(address: SocketAddr) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            buffer: vec![0; ANSWER_BYTES],
        })
    }

    /// Waits for the whole answer; its status.
    async fn ask(&mut self, request: &str) -> anyhow::Result<u16> {
        self.stream.write_all(request.as_bytes()).await?;
        let mut filled = 0;
        loop {
            let read = self.stream.read(&mut self.buffer[filled..]).await?;
            ensure!(read > 0, "the server closed the connection");
            filled += read;
            if let Some((status, length)) = head(&self.buffer[..filled])?
                && filled >= length
            {
                return Ok(status);
            }
        }
    }
}

/// The status, and how many bytes the answer has, as soon as its head is there.
fn head(received: &[u8]) -> anyhow::Result<Option<(u16, usize)>> {
    let Some(end) = received.windows(4).position(|bytes| bytes == b"\r\n\r\n") else {
        return Ok(None);
    };
    let head = str::from_utf8(&received[..end])?;
    let status = head.split(' ').nth(1).context("the answer has no status")?;
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .with_context(|| format!("the answer has no content-length: {head}"))?;
    Ok(Some((status.parse()?, end + 4 + length.parse::<usize>()?)))
}
