//! A web server that does as it is told, and a trap that notices being touched.

use std::{
    io::Write,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use flate2::{Compression, write::GzEncoder};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::interval,
};

/// What the server does with a request.
pub(crate) enum Reply {
    Bytes(Vec<u8>),
    /// Bytes, then one of `piece` after the other as fast as it goes.
    Endless {
        start: Vec<u8>,
        piece: Vec<u8>,
    },
    /// Bytes, then one more every second.
    Drip(Vec<u8>),
    Silence,
}

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
    _tasks: JoinSet<()>,
}

impl Server {
    /// `answer` is given the number of the request, from zero, and its path.
    pub(crate) async fn start(
        answer: impl Fn(usize, &str) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let heads = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = JoinSet::new();
        tasks.spawn(serve(listener, heads.clone(), Arc::new(answer)));
        Self {
            address,
            heads,
            _tasks: tasks,
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The heads of all requests so far.
    pub(crate) fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }
}

pub(crate) fn respond(status: u16, headers: &str, body: &[u8]) -> Reply {
    let head = format!(
        "HTTP/1.1 {status} Because\r\ncontent-length: {}\r\n{headers}\r\n",
        body.len()
    );
    Reply::Bytes([head.as_bytes(), body].concat())
}

pub(crate) fn page(body: &str) -> Reply {
    respond(
        200,
        "content-type: text/html; charset=utf-8\r\n",
        body.as_bytes(),
    )
}

pub(crate) fn redirect_to(location: &str) -> Reply {
    respond(302, &format!("location: {location}\r\n"), b"")
}

/// `size` zeros, compressed to next to nothing.
pub(crate) fn gzip_bomb(size: usize) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![0; size]).unwrap();
    encoder.finish().unwrap()
}

/// A port on loopback where nobody should knock.
pub(crate) struct Trap(std::net::TcpListener);

impl Trap {
    pub(crate) fn set() -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        Self(listener)
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.0.local_addr().unwrap()
    }

    pub(crate) fn was_touched(&self) -> bool {
        self.0.accept().is_ok()
    }
}

type Answer = dyn Fn(usize, &str) -> Reply + Send + Sync;

async fn serve(listener: TcpListener, heads: Arc<Mutex<Vec<String>>>, answer: Arc<Answer>) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        connections.spawn(converse(stream, heads.clone(), answer.clone()));
    }
}

/// One request per connection keeps the order of things plain.
async fn converse(stream: TcpStream, heads: Arc<Mutex<Vec<String>>>, answer: Arc<Answer>) {
    let mut stream = BufReader::new(stream);
    let head = read_head(&mut stream).await;
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let number = {
        let mut heads = heads.lock().unwrap();
        heads.push(head);
        heads.len() - 1
    };
    let _ = carry_out(&mut stream, answer(number, &path)).await;
}

async fn read_head(stream: &mut BufReader<TcpStream>) -> String {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head).await.unwrap_or(0) == 0 {
            break;
        }
    }
    head
}

async fn carry_out(stream: &mut BufReader<TcpStream>, reply: Reply) -> std::io::Result<()> {
    match reply {
        Reply::Bytes(bytes) => stream.write_all(&bytes).await,
        Reply::Endless { start, piece } => {
            stream.write_all(&start).await?;
            loop {
                stream.write_all(&piece).await?;
            }
        }
        Reply::Drip(start) => {
            stream.write_all(&start).await?;
            let mut second = interval(Duration::from_secs(1));
            loop {
                second.tick().await;
                stream.write_all(b"x").await?;
            }
        }
        Reply::Silence => stream.read_to_end(&mut Vec::new()).await.map(|_| ()),
    }
}
