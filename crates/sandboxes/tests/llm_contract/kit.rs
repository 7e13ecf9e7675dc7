//! The sandbox, servers that answer from recordings, and models that talk to them.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use providers::llm::{
    CompletionRequest, LiveModel, LlmSettings, Protocol, RequestKind, quote_untrusted,
};
use sandboxes::llm as sandbox;
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

pub(crate) const KEY: &str = "hunter2";

/// A site as the product reads one.
pub(crate) const SITE: &str = "Name: Paperlark\nIndustry: accounting software\n\
    Paperlark sends invoice reminders for freelancers. Invoice reminders go out by themselves.";

/// A question about [`SITE`].
pub(crate) fn question() -> CompletionRequest {
    CompletionRequest::new(
        RequestKind::Website,
        "Describe this company.",
        &quote_untrusted(SITE),
    )
}

/// The same, with a word for the sandbox in it.
pub(crate) fn question_with(word: &str) -> CompletionRequest {
    CompletionRequest::new(
        RequestKind::Website,
        "Describe this company.",
        &quote_untrusted(&format!("{SITE}\n{word}")),
    )
}

/// The sandbox on a port of its own; gone when it is dropped.
pub(crate) struct Sandbox {
    pub(crate) address: SocketAddr,
    pub(crate) stop: CancellationToken,
    pub(crate) tasks: JoinSet<()>,
}

impl Sandbox {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let mut tasks = JoinSet::new();
        tasks.spawn(sandbox::serve(listener, stop.clone()));
        Self {
            address,
            stop,
            tasks,
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The live adapter, pointed at the sandbox.
    pub(crate) fn model(&self, name: &str) -> LiveModel {
        model(Protocol::OpenAi, &self.url(""), name)
    }
}

pub(crate) fn model(protocol: Protocol, url: &str, name: &str) -> LiveModel {
    let settings = LlmSettings::new(protocol, Some(url), name, Some(KEY)).unwrap();
    LiveModel::new(&settings, "earshot-test/1.0")
}

/// A request that reached a recording.
#[derive(Debug, Clone)]
pub(crate) struct Heard {
    pub(crate) head: String,
    pub(crate) body: Value,
}

/// A server that answers from a script, given the number of the request, from zero.
pub(crate) struct Recording {
    address: SocketAddr,
    heard: Arc<Mutex<Vec<Heard>>>,
    _tasks: JoinSet<()>,
}

impl Recording {
    /// Answers every request with the same bytes.
    pub(crate) async fn of(answer: impl Into<Vec<u8>>) -> Self {
        let answer = answer.into();
        Self::script(move |_| answer.clone()).await
    }

    pub(crate) async fn script(answer: impl Fn(usize) -> Vec<u8> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = JoinSet::new();
        tasks.spawn(serve(listener, heard.clone(), Arc::new(answer)));
        Self {
            address,
            heard,
            _tasks: tasks,
        }
    }

    pub(crate) fn model(&self, protocol: Protocol, name: &str) -> LiveModel {
        model(protocol, &format!("http://{}", self.address), name)
    }

    pub(crate) fn heard(&self) -> Vec<Heard> {
        self.heard.lock().unwrap().clone()
    }
}

pub(crate) fn json(status: u16, headers: &str, body: &str) -> Vec<u8> {
    respond(
        status,
        &format!("content-type: application/json\r\n{headers}"),
        body,
    )
}

pub(crate) fn events(body: &str) -> Vec<u8> {
    respond(200, "content-type: text/event-stream\r\n", body)
}

pub(crate) fn respond(status: u16, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.1 {status} Because\r\ncontent-length: {length}\r\n{headers}\r\n{body}")
        .into_bytes()
}

type Script = dyn Fn(usize) -> Vec<u8> + Send + Sync;

async fn serve(listener: TcpListener, heard: Arc<Mutex<Vec<Heard>>>, answer: Arc<Script>) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        connections.spawn(converse(stream, heard.clone(), answer.clone()));
    }
}

/// One request per connection keeps the order of things plain. An empty answer is silence.
async fn converse(stream: TcpStream, all: Arc<Mutex<Vec<Heard>>>, answer: Arc<Script>) {
    let mut stream = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head).await.unwrap_or(0) == 0 {
            return;
        }
    }
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).await.unwrap();
    let body = serde_json::from_slice(&body).unwrap_or_default();
    let number = {
        let mut all = all.lock().unwrap();
        all.push(Heard { head, body });
        all.len() - 1
    };
    match answer(number) {
        silence if silence.is_empty() => {
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
        answer => {
            let _ = stream.write_all(&answer).await;
            let _ = stream.shutdown().await;
        }
    }
}
