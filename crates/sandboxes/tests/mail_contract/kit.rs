//! A sandbox on a free port, mails to send to it, and servers that misbehave.

use std::{net::SocketAddr, sync::Arc};

use providers::mail::{Mail, SmtpMailer};
use sandboxes::mail::{MemoryInbox, SmtpSandbox};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

pub(crate) struct Sandbox {
    pub(crate) address: SocketAddr,
    pub(crate) inbox: Arc<MemoryInbox>,
    pub(crate) stop: CancellationToken,
    server: JoinSet<()>,
}

impl Sandbox {
    pub(crate) async fn start() -> Self {
        let (listener, address) = free_port().await;
        let inbox = Arc::new(MemoryInbox::new());
        let stop = CancellationToken::new();
        let mut server = JoinSet::new();
        server.spawn(SmtpSandbox::serve(listener, inbox.clone(), stop.clone()));
        Self {
            address,
            inbox,
            stop,
            server,
        }
    }

    pub(crate) fn mailer(&self) -> SmtpMailer {
        mailer_to(self.address)
    }

    pub(crate) async fn has_stopped(&mut self) {
        self.server.join_next().await.unwrap().unwrap();
    }
}

pub(crate) fn mailer_to(address: SocketAddr) -> SmtpMailer {
    SmtpMailer::new(
        &format!("smtp://{address}"),
        "Earshot <hello@earshot.example>",
    )
    .unwrap()
}

pub(crate) fn mail_to(to: &str) -> Mail {
    Mail {
        to: to.to_owned(),
        subject: "Confirm your address".to_owned(),
        html: r#"<p><a href="https://earshot.example/confirm?a=1&amp;b=2">Confirm</a></p>"#
            .to_owned(),
        text: "Confirm: https://earshot.example/confirm?a=1&b=2".to_owned(),
        message_id: "confirmation-1@earshot.example".to_owned(),
        headers: Vec::new(),
    }
}

pub(crate) async fn free_port() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

/// A server that reads a line after each reply and says the next, whatever was asked.
pub(crate) async fn scripted(replies: &'static [&'static str]) -> (SocketAddr, JoinSet<()>) {
    let (listener, address) = free_port().await;
    let mut server = JoinSet::new();
    server.spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let mut stream = BufReader::new(stream);
        for reply in replies {
            stream
                .write_all(format!("{reply}\r\n").as_bytes())
                .await
                .unwrap();
            stream.read_line(&mut String::new()).await.unwrap();
        }
    });
    (address, server)
}

/// A client without a library: it says and hears exactly what a test writes down.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self {
            stream: BufReader::new(stream),
        }
    }

    /// Connects and goes as far as the message itself.
    pub(crate) async fn amid_a_message(address: SocketAddr) -> Self {
        let mut client = Self::connect(address).await;
        client
            .say(b"EHLO me\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<ada@example.com>\r\nDATA\r\n")
            .await;
        for expected in [220, 250, 250, 250, 354] {
            assert_eq!(client.hear().await, expected);
        }
        client
    }

    pub(crate) async fn say(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.unwrap();
    }

    /// The code of the next reply.
    pub(crate) async fn hear(&mut self) -> u16 {
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).await.unwrap();
            if line.as_bytes().get(3) != Some(&b'-') {
                return line
                    .get(..3)
                    .unwrap_or_else(|| panic!("no reply but {line:?}"))
                    .parse()
                    .unwrap();
            }
        }
    }

    pub(crate) async fn hears_nothing_more(&mut self) {
        let mut rest = String::new();
        self.stream.read_to_string(&mut rest).await.unwrap();
        assert_eq!(rest, "");
    }
}
