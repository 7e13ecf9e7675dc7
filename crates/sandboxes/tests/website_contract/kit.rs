//! A sandbox on a free port with a reader that knows it, and a web server that does as it is told.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use providers::website::{
    ReadProgress, ReaderSettings, Site, SitePreview, SiteReader, Website, WebsiteError,
};
use sandboxes::website::{SampleSites, SandboxCertificate, WebsiteSandbox};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

pub(crate) const AGENT: &str = "Earshot/1.0 (+https://earshot.example/)";

pub(crate) struct Sandbox {
    pub(crate) address: SocketAddr,
    pub(crate) reader: SiteReader,
    pub(crate) stop: CancellationToken,
    server: JoinSet<()>,
}

impl Sandbox {
    pub(crate) async fn start() -> Self {
        let (listener, address) = free_port().await;
        let certificate = SandboxCertificate::make();
        let stop = CancellationToken::new();
        let mut server = JoinSet::new();
        server.spawn(WebsiteSandbox::serve(listener, &certificate, stop.clone()).unwrap());
        let samples = SampleSites {
            address,
            certificate,
        };
        Self {
            address,
            reader: SiteReader::new(ReaderSettings {
                local_sites: Some(samples.into()),
                ..settings()
            }),
            stop,
            server,
        }
    }

    pub(crate) async fn read(&self, typed: &str) -> Result<Site, WebsiteError> {
        self.reader.read(typed, &|_| {}).await
    }

    pub(crate) async fn preview(&self, typed: &str) -> Result<SitePreview, WebsiteError> {
        self.reader.preview(typed).await
    }

    /// What the server says to `request`, to the end.
    pub(crate) async fn hears(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut said = Vec::new();
        stream.read_to_end(&mut said).await.unwrap();
        String::from_utf8_lossy(&said).into_owned()
    }

    pub(crate) async fn has_stopped(&mut self) {
        self.server.join_next().await.unwrap().unwrap();
    }
}

pub(crate) fn settings() -> ReaderSettings {
    ReaderSettings {
        user_agent: AGENT.to_owned(),
        ..ReaderSettings::default()
    }
}

/// The progress of a read, as it was heard.
#[derive(Default)]
pub(crate) struct Heard(Mutex<Vec<(usize, usize)>>);

impl Heard {
    pub(crate) fn hear(&self, progress: ReadProgress) {
        let counted = (progress.pages_read, progress.pages_chosen);
        self.0.lock().unwrap().push(counted);
    }

    pub(crate) fn all(&self) -> Vec<(usize, usize)> {
        self.0.lock().unwrap().clone()
    }
}

/// A web server at an address that its reader may reach.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) reader: SiteReader,
    requests: Arc<Mutex<Vec<String>>>,
    _tasks: JoinSet<()>,
}

/// What the server does with a request.
pub(crate) enum Reply {
    /// Says this and hangs up.
    Bytes(Vec<u8>),
    Silence,
}

impl Server {
    /// `answer` is given the path.
    pub(crate) async fn start(answer: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Self {
        Self::start_knowing(|_| answer).await
    }

    /// The same for answers that hold the server's own address.
    pub(crate) async fn start_knowing<A>(make: impl FnOnce(SocketAddr) -> A) -> Self
    where
        A: Fn(&str) -> Reply + Send + Sync + 'static,
    {
        let (listener, address) = free_port().await;
        let answer = make(address);
        let requests = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = JoinSet::new();
        tasks.spawn(serve(listener, requests.clone(), Arc::new(answer)));
        let allow = vec![address];
        Self {
            address,
            reader: SiteReader::new(ReaderSettings {
                allow,
                ..settings()
            }),
            requests,
            _tasks: tasks,
        }
    }

    pub(crate) async fn read(&self, path: &str) -> Result<Site, WebsiteError> {
        let typed = format!("http://{}{path}", self.address);
        self.reader.read(&typed, &|_| {}).await
    }

    /// The paths that were asked for, in order.
    pub(crate) fn paths(&self) -> Vec<String> {
        let heads = self.requests.lock().unwrap();
        let path = |head: &String| head.split(' ').nth(1).unwrap_or_default().to_owned();
        heads.iter().map(path).collect()
    }

    pub(crate) fn heads(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

pub(crate) fn page(body: &str) -> Reply {
    respond(200, "content-type: text/html\r\n", body.as_bytes())
}

pub(crate) fn missing() -> Reply {
    respond(404, "content-type: text/html\r\n", b"Not here")
}

pub(crate) fn text(body: &str) -> Reply {
    respond(200, "content-type: text/plain\r\n", body.as_bytes())
}

pub(crate) fn respond(status: u16, headers: &str, body: &[u8]) -> Reply {
    let length = body.len();
    let head = format!("HTTP/1.1 {status} Because\r\ncontent-length: {length}\r\n{headers}\r\n");
    Reply::Bytes([head.as_bytes(), body].concat())
}

/// A page with links to so many products.
pub(crate) fn links_to_products(count: usize) -> String {
    (0..count).fold(String::new(), |page, number| {
        page + &format!("<a href=\"/products/{number}\">x</a>")
    })
}

pub(crate) fn paths(site: &Site) -> Vec<&str> {
    site.pages.iter().map(|page| page.url.path()).collect()
}

pub(crate) async fn free_port() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

type Answer = dyn Fn(&str) -> Reply + Send + Sync;

async fn serve(listener: TcpListener, requests: Arc<Mutex<Vec<String>>>, answer: Arc<Answer>) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        connections.spawn(converse(stream, requests.clone(), answer.clone()));
    }
}

async fn converse(stream: TcpStream, requests: Arc<Mutex<Vec<String>>>, answer: Arc<Answer>) {
    let mut stream = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head).await.unwrap_or(0) == 0 {
            return;
        }
    }
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    requests.lock().unwrap().push(head);
    match answer(&path) {
        Reply::Bytes(bytes) => drop(stream.write_all(&bytes).await),
        Reply::Silence => drop(stream.read_to_end(&mut Vec::new()).await),
    }
}
