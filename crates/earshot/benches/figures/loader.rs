//! Sends the same request again and again over a few connections, as fast as the answers come.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, ensure};
use rustix::thread::{CpuSet, sched_setaffinity};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

const CONNECTIONS: usize = 64;
const REQUEST: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: earshot.example\r\nAccept: */*\r\n\r\n";
/// More than any answer to [`REQUEST`] takes.
const ANSWER_BYTES: usize = 8192;

/// What came back within a time.
pub(crate) struct Load {
    pub(crate) per_second: f64,
    /// Of every single answer, in no order.
    pub(crate) latencies: Vec<Duration>,
}

/// Loads the server for `length`, from a thread that stays on `core`.
pub(crate) fn load(address: SocketAddr, core: usize, length: Duration) -> anyhow::Result<Load> {
    let pinned = move || {
        let mut cores = CpuSet::new();
        cores.set(core);
        sched_setaffinity(None, &cores).context("staying on one core")?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(load_here(address, length))
    };
    let ended = std::thread::spawn(pinned).join();
    ended.map_err(|_panic| anyhow!("the loader panicked"))?
}

async fn load_here(address: SocketAddr, length: Duration) -> anyhow::Result<Load> {
    let mut clients = JoinSet::new();
    let started = Instant::now();
    for _ in 0..CONNECTIONS {
        clients.spawn(client(address, started + length));
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

async fn client(address: SocketAddr, until: Instant) -> anyhow::Result<Vec<Duration>> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut buffer = vec![0; ANSWER_BYTES];
    let mut latencies = Vec::new();
    let mut sent = Instant::now();
    while sent < until {
        stream.write_all(REQUEST).await?;
        read_answer(&mut stream, &mut buffer).await?;
        let received = Instant::now();
        latencies.push(received - sent);
        sent = received;
    }
    Ok(latencies)
}

async fn read_answer(stream: &mut TcpStream, buffer: &mut [u8]) -> anyhow::Result<()> {
    let mut filled = 0;
    loop {
        let read = stream.read(&mut buffer[filled..]).await?;
        ensure!(read > 0, "the server closed the connection");
        filled += read;
        let whole = whole_length(&buffer[..filled])?;
        if whole.is_some_and(|length| filled >= length) {
            return Ok(());
        }
    }
}

/// How many bytes the answer has, as soon as its head says so.
fn whole_length(received: &[u8]) -> anyhow::Result<Option<usize>> {
    let Some(end) = received.windows(4).position(|bytes| bytes == b"\r\n\r\n") else {
        return Ok(None);
    };
    let head = str::from_utf8(&received[..end])?;
    ensure!(
        head.starts_with("HTTP/1.1 200 "),
        "the server answered {head}"
    );
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .context("the answer has no content-length")?;
    Ok(Some(end + 4 + length.parse::<usize>()?))
}
