//! The SMTP server.

use std::{sync::Arc, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::timeout,
};
use tokio_util::sync::CancellationToken;

use super::{
    Inbox, ReceivedMail,
    envelope::SmtpEnvelope,
    smtp_lines::{self, MAX_COMMAND_BYTES, MessageCollector, SmtpLine, SmtpMessage},
    smtp_session::{self, SessionStep, SmtpReply, SmtpSession},
};
use crate::http_server::pause_after_failed_accept;

/// The sandbox's SMTP server.
#[derive(Debug, Clone, Copy)]
pub struct SmtpSandbox;

const MAX_CONNECTIONS: usize = 100;
const IDLE: Duration = Duration::from_mins(1);
/// How long connections in the middle of a mail may continue after the stop.
const DRAIN: Duration = Duration::from_secs(5);

impl SmtpSandbox {
    /// Serves until `stop`, then gives mails in progress five seconds to arrive.
    pub async fn serve(listener: TcpListener, inbox: Arc<dyn Inbox>, stop: CancellationToken) {
        let mut connections = JoinSet::new();
        loop {
            tokio::select! {
                // Closed connections are removed before the next one is counted.
                biased;
                () = stop.cancelled() => break,
                Some(_) = connections.join_next() => {}
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) if connections.len() < MAX_CONNECTIONS => {
                        connections.spawn(SmtpConnection::new(stream, &inbox, &stop).run());
                    }
                    Ok((stream, _)) => reject_connection(&stream),
                    Err(error) => pause_after_failed_accept("mail", &error).await,
                },
            }
        }
        drop(listener);
        let _ = timeout(DRAIN, async {
            while connections.join_next().await.is_some() {}
        })
        .await;
    }
}

/// Replies without waiting: one short write fits in any socket's buffer.
fn reject_connection(stream: &TcpStream) {
    let _ = stream.try_write(smtp_session::TOO_MANY_CONNECTIONS.to_wire().as_bytes());
}

/// One client's connection.
struct SmtpConnection<S> {
    stream: BufReader<S>,
    session: SmtpSession,
    inbox: Arc<dyn Inbox>,
    stop: CancellationToken,
}

/// Why the server closes a connection.
enum HangUp {
    Idle,
    Stopping,
    Gone,
}

impl<S: AsyncRead + AsyncWrite + Unpin> SmtpConnection<S> {
    fn new(stream: S, inbox: &Arc<dyn Inbox>, stop: &CancellationToken) -> Self {
        Self {
            stream: BufReader::new(stream),
            session: SmtpSession::default(),
            inbox: Arc::clone(inbox),
            stop: stop.clone(),
        }
    }

    async fn run(mut self) {
        let last_reply = match self.run_session().await {
            Ok(last_reply) => last_reply,
            Err(HangUp::Idle) => smtp_session::IDLE_TOO_LONG,
            Err(HangUp::Stopping) => smtp_session::STOPPING,
            Err(HangUp::Gone) => return,
        };
        let _ = self.send(last_reply).await;
        let _ = self.stream.shutdown().await;
    }

    /// Returns the last reply of a session that was closed properly.
    async fn run_session(&mut self) -> Result<SmtpReply, HangUp> {
        self.send(smtp_session::GREETING).await?;
        loop {
            let step = match self.next_line(MAX_COMMAND_BYTES).await? {
                SmtpLine::Whole(line) => self.session.take_line(line.trim_ascii_end()),
                SmtpLine::TooLong => SessionStep::Answer(smtp_session::LINE_TOO_LONG),
                SmtpLine::Closed => return Err(HangUp::Gone),
            };
            match step {
                SessionStep::Answer(reply) => self.send(reply).await?,
                SessionStep::Close(reply) => return Ok(reply),
                SessionStep::ReadMessage(reply) => {
                    self.send(reply).await?;
                    let message = self.read_message().await?;
                    let reply = self.process_message(message).await?;
                    self.send(reply).await?;
                }
            }
        }
    }

    /// Waits for a line. The stop ends the wait between mails, but not inside one.
    async fn next_line(&mut self, limit: usize) -> Result<SmtpLine, HangUp> {
        let stop = self.stop.clone();
        let is_inside_mail = self.session.is_inside_mail();
        tokio::select! {
            biased;
            () = stop.cancelled(), if !is_inside_mail => Err(HangUp::Stopping),
            line = timeout(IDLE, smtp_lines::read_line(&mut self.stream, limit)) => match line {
                Ok(Ok(line)) => Ok(line),
                Ok(Err(_)) => Err(HangUp::Gone),
                Err(_) => Err(HangUp::Idle),
            },
        }
    }

    async fn read_message(&mut self) -> Result<SmtpMessage, HangUp> {
        let mut collector = MessageCollector::new();
        loop {
            let line = self.next_line(smtp_lines::MAX_STUFFED_BYTES).await?;
            if let Some(message) = collector.take(line) {
                return Ok(message);
            }
        }
    }

    async fn process_message(&mut self, message: SmtpMessage) -> Result<SmtpReply, HangUp> {
        let envelope = self.session.take_envelope();
        match message {
            SmtpMessage::Whole(_) if envelope.is_to_be_rejected() => {
                Ok(smtp_session::MESSAGE_REJECTED)
            }
            SmtpMessage::Whole(raw) => Ok(self.keep(envelope, raw).await),
            SmtpMessage::TooLarge => Ok(smtp_session::MESSAGE_TOO_LARGE),
            SmtpMessage::LineTooLong => Ok(smtp_session::TEXT_LINE_TOO_LONG),
            SmtpMessage::Closed => Err(HangUp::Gone),
        }
    }

    async fn keep(&self, envelope: SmtpEnvelope, raw: Vec<u8>) -> SmtpReply {
        match self.inbox.keep(ReceivedMail::read(envelope, raw)).await {
            Ok(()) => smtp_session::KEPT,
            Err(error) => {
                tracing::warn!(%error, "the mail sandbox could not keep a mail");
                smtp_session::NOT_KEPT
            }
        }
    }

    async fn send(&mut self, reply: SmtpReply) -> Result<(), HangUp> {
        let wire = reply.to_wire();
        match timeout(IDLE, self.stream.write_all(wire.as_bytes())).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(HangUp::Gone),
        }
    }
}
