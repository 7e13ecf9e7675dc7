//! An open connection to Jetstream.

use std::{fmt, time::Duration};

use futures::StreamExt as _;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Error as SocketError, Message, error::ProtocolError},
};

use super::{BlueskyError, JetstreamEvent, event};

/// Plain or encrypted.
pub(super) type SocketStream = Box<dyn ReadWrite>;

pub(super) trait ReadWrite: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> ReadWrite for T {}

/// An open connection. Its first error ends it.
pub struct JetstreamConnection {
    /// `None` after the end.
    socket: Option<WebSocketStream<SocketStream>>,
    last_us: i64,
}

/// Bluesky has some fifty posts a second, so a minute without any is an outage, whatever the
/// connection says.
const SILENCE: Duration = Duration::from_mins(1);

pub(super) const AWAY: BlueskyError = BlueskyError::Unavailable { retry_after: None };

impl JetstreamConnection {
    pub(super) fn new(socket: WebSocketStream<SocketStream>, cursor: Option<i64>) -> Self {
        Self {
            socket: Some(socket),
            last_us: cursor.unwrap_or_default().max(0),
        }
    }

    /// Waits for the next event. Dropping the future loses none.
    pub async fn next(&mut self) -> Result<JetstreamEvent, BlueskyError> {
        let socket = self.socket.as_mut().ok_or(AWAY)?;
        let message = timeout(SILENCE, next_message(socket)).await;
        match message.unwrap_or(Err(AWAY)) {
            Ok(message) => {
                let text = message.to_text().unwrap_or_default();
                let event = event::read(text, self.last_us);
                self.last_us = event.time_us();
                Ok(event)
            }
            Err(error) => {
                self.socket = None;
                Err(error)
            }
        }
    }
}

impl fmt::Debug for JetstreamConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JetstreamConnection")
            .field("is_open", &self.socket.is_some())
            .field("last_us", &self.last_us)
            .finish()
    }
}

/// Pings are answered by the library and are no messages.
async fn next_message(socket: &mut WebSocketStream<SocketStream>) -> Result<Message, BlueskyError> {
    loop {
        match socket.next().await {
            Some(Ok(message @ (Message::Text(_) | Message::Binary(_)))) => return Ok(message),
            Some(Ok(Message::Close(_))) | None => return Err(AWAY),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(failure(&error)),
        }
    }
}

pub(super) fn failure(error: &SocketError) -> BlueskyError {
    match error {
        SocketError::Capacity(_) | SocketError::Utf8(_) | SocketError::Url(_) => {
            BlueskyError::InvalidResponse
        }
        // The other side went away without a word; that is no mistake in the protocol.
        SocketError::Protocol(
            ProtocolError::ResetWithoutClosingHandshake | ProtocolError::HandshakeIncomplete,
        ) => AWAY,
        SocketError::Protocol(_) => BlueskyError::InvalidResponse,
        _ => AWAY,
    }
}
