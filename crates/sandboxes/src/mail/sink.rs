//! The server: accepts connections and lets each converse.

use std::{io, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use super::{
    Inbox, Received,
    envelope::Envelope,
    lines::{self, Collector, Line, MAX_COMMAND_BYTES, Message},
    protocol::{self, Reply, Session, Step},
};

/// The sandbox's SMTP server.
#[derive(Debug, Clone, Copy)]
pub struct Sink;

const MAX_CONNECTIONS: usize = 100;
const IDLE: Duration = Duration::from_mins(1);
/// How long conversations in the middle of a mail may go on after the stop.
const DRAIN: Duration = Duration::from_secs(5);
/// After a failed accept (no file descriptors left), so that the loop does not spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

impl Sink {
    /// Serves until `stop`, then lets mails that were begun arrive, for five seconds at most.
    pub async fn serve(listener: TcpListener, inbox: Arc<dyn Inbox>, stop: CancellationToken) {
        let mut conversations = JoinSet::new();
        loop {
            tokio::select! {
                // Those who left are counted out before the next one is counted in.
                biased;
                () = stop.cancelled() => break,
                Some(_) = conversations.join_next() => {}
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) if conversations.len() < MAX_CONNECTIONS => {
                        conversations.spawn(Conversation::new(stream, &inbox, &stop).run());
                    }
                    Ok((stream, _)) => turn_away(&stream),
                    Err(error) => pause_after(&error).await,
                },
            }
        }
        drop(listener);
        let _ = timeout(DRAIN, async {
            while conversations.join_next().await.is_some() {}
        })
        .await;
    }
}

/// Says so without waiting: one short write fits any socket's buffer.
fn turn_away(stream: &TcpStream) {
    let _ = stream.try_write(protocol::TOO_MANY_CONNECTIONS.to_wire().as_bytes());
}

#[expect(
    clippy::disallowed_methods,
    reason = "a pause of the server itself, on which no rule depends"
)]
async fn pause_after(error: &io::Error) {
    tracing::warn!(%error, "the mail sandbox could not accept a connection");
    sleep(ACCEPT_PAUSE).await;
}

/// One client at the door.
struct Conversation<S> {
    stream: BufReader<S>,
    session: Session,
    inbox: Arc<dyn Inbox>,
    stop: CancellationToken,
}

/// Why the server stops listening to a client.
enum Hangup {
    Idle,
    Stopping,
    Gone,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Conversation<S> {
    fn new(stream: S, inbox: &Arc<dyn Inbox>, stop: &CancellationToken) -> Self {
        Self {
            stream: BufReader::new(stream),
            session: Session::default(),
            inbox: Arc::clone(inbox),
            stop: stop.clone(),
        }
    }

    async fn run(mut self) {
        let farewell = match self.converse().await {
            Ok(farewell) => farewell,
            Err(Hangup::Idle) => protocol::IDLE_TOO_LONG,
            Err(Hangup::Stopping) => protocol::STOPPING,
            Err(Hangup::Gone) => return,
        };
        let _ = self.say(farewell).await;
        let _ = self.stream.shutdown().await;
    }

    /// Ends with the last words of a conversation that was closed properly.
    async fn converse(&mut self) -> Result<Reply, Hangup> {
        self.say(protocol::GREETING).await?;
        loop {
            let step = match self.next_line(MAX_COMMAND_BYTES).await? {
                Line::Whole(line) => self.session.take_line(line.trim_ascii_end()),
                Line::TooLong => Step::Answer(protocol::LINE_TOO_LONG),
                Line::Closed => return Err(Hangup::Gone),
            };
            match step {
                Step::Answer(reply) => self.say(reply).await?,
                Step::Close(reply) => return Ok(reply),
                Step::ReadMessage(reply) => {
                    self.say(reply).await?;
                    let message = self.read_message().await?;
                    let reply = self.judge(message).await?;
                    self.say(reply).await?;
                }
            }
        }
    }

    /// Waits for a line. Between mails the stop ends the wait; amid one the client may go on.
    async fn next_line(&mut self, limit: usize) -> Result<Line, Hangup> {
        let stop = self.stop.clone();
        let is_amid_a_mail = self.session.is_amid_a_mail();
        tokio::select! {
            biased;
            () = stop.cancelled(), if !is_amid_a_mail => Err(Hangup::Stopping),
            line = timeout(IDLE, lines::read_line(&mut self.stream, limit)) => match line {
                Ok(Ok(line)) => Ok(line),
                Ok(Err(_)) => Err(Hangup::Gone),
                Err(_) => Err(Hangup::Idle),
            },
        }
    }

    async fn read_message(&mut self) -> Result<Message, Hangup> {
        let mut collector = Collector::new();
        loop {
            let line = self.next_line(lines::MAX_STUFFED_BYTES).await?;
            if let Some(message) = collector.take(line) {
                return Ok(message);
            }
        }
    }

    async fn judge(&mut self, message: Message) -> Result<Reply, Hangup> {
        let envelope = self.session.take_envelope();
        match message {
            Message::Whole(_) if envelope.is_to_be_rejected() => Ok(protocol::MESSAGE_REJECTED),
            Message::Whole(raw) => Ok(self.keep(envelope, raw).await),
            Message::TooLarge => Ok(protocol::MESSAGE_TOO_LARGE),
            Message::LineTooLong => Ok(protocol::TEXT_LINE_TOO_LONG),
            Message::Closed => Err(Hangup::Gone),
        }
    }

    async fn keep(&self, envelope: Envelope, raw: Vec<u8>) -> Reply {
        match self.inbox.keep(Received::read(envelope, raw)).await {
            Ok(()) => protocol::KEPT,
            Err(error) => {
                tracing::warn!(%error, "the mail sandbox could not keep a mail");
                protocol::NOT_KEPT
            }
        }
    }

    async fn say(&mut self, reply: Reply) -> Result<(), Hangup> {
        let wire = reply.to_wire();
        match timeout(IDLE, self.stream.write_all(wire.as_bytes())).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Hangup::Gone),
        }
    }
}
