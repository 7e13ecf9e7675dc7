//! The subscription to Jetstream.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use rustls::{ClientConfig, pki_types::ServerName};
use tokio::{net::TcpStream, time::timeout};
use tokio_rustls::TlsConnector;
use tokio_tungstenite::{
    client_async_with_config,
    tungstenite::{
        Error as SocketError, client::IntoClientRequest as _, protocol::WebSocketConfig,
    },
};
use url::Url;

use super::{
    BlueskyError, JetstreamConnection, JetstreamSettings, MAX_MESSAGE_BYTES,
    connection::{AWAY, SocketStream, failure},
    event::POSTS,
};
use crate::{http, tls};

/// Subscribes to Jetstream. Clones take turns at its servers together.
#[derive(Clone)]
pub struct JetstreamClient {
    shared: Arc<SharedSettings>,
}

struct SharedSettings {
    settings: JetstreamSettings,
    tls: Arc<ClientConfig>,
    /// Where the next subscription begins, modulo the number of servers.
    next_server: AtomicUsize,
}

const CONNECT: Duration = Duration::from_secs(3);
/// For connection, TLS and handshake with one server.
const DEADLINE: Duration = Duration::from_secs(10);
const READ_BUFFER: usize = 16 * 1024;
/// The longest pause that a server may ask for.
const MAX_PAUSE: Duration = Duration::from_hours(1);

impl JetstreamClient {
    pub fn new(settings: JetstreamSettings) -> Self {
        Self {
            shared: Arc::new(SharedSettings {
                settings,
                tls: Arc::new(tls::client_config(&["http/1.1"])),
                next_server: AtomicUsize::new(0),
            }),
        }
    }

    /// Events from `cursor` on, and then live ones; live ones alone without a cursor. Each
    /// subscription begins with the next server, because the one before may have been silent, and
    /// goes on to the others where that one is away.
    pub async fn subscribe(
        &self,
        cursor: Option<i64>,
    ) -> Result<JetstreamConnection, BlueskyError> {
        let sockets = &self.shared.settings.sockets;
        let first = self.shared.next_server.fetch_add(1, Ordering::Relaxed);
        let mut failed = AWAY;
        for place in 0..sockets.len() {
            let server = &sockets[first.wrapping_add(place) % sockets.len()];
            let connected = timeout(DEADLINE, self.connect(server, cursor)).await;
            match connected.unwrap_or(Err(AWAY)) {
                Ok(connection) => return Ok(connection),
                Err(error) => failed = error,
            }
            tracing::debug!(server = server.as_str(), %failed, "no connection to jetstream");
        }
        Err(failed)
    }

    /// The address of the page on which people read a post. Makes no call.
    pub fn address_of(&self, did: &str, rkey: &str) -> String {
        let mut url = self.shared.settings.pages.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.extend(["profile", did, "post", rkey]);
        }
        url.into()
    }

    async fn connect(
        &self,
        server: &Url,
        cursor: Option<i64>,
    ) -> Result<JetstreamConnection, BlueskyError> {
        let url = subscription(server, cursor);
        let request = url
            .as_str()
            .into_client_request()
            .map_err(|error| failure(&error))?;
        let stream = self.stream(server).await?;
        let limits = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .max_message_size(Some(MAX_MESSAGE_BYTES))
            .max_frame_size(Some(MAX_MESSAGE_BYTES));
        let connected = client_async_with_config(request, stream, Some(limits)).await;
        let (socket, _) = connected.map_err(|error| refusal(&error))?;
        Ok(JetstreamConnection::new(socket, cursor))
    }

    async fn stream(&self, server: &Url) -> Result<SocketStream, BlueskyError> {
        let host = server.host_str().ok_or(AWAY)?;
        let name = host.trim_matches(['[', ']']);
        let is_encrypted = server.scheme() == "wss";
        let port = server.port().unwrap_or(if is_encrypted { 443 } else { 80 });
        let connected = timeout(CONNECT, TcpStream::connect((name, port))).await;
        let stream = connected.map_err(|_| AWAY)?.map_err(|_| AWAY)?;
        if !is_encrypted {
            return Ok(Box::new(stream));
        }
        let name = ServerName::try_from(name.to_owned()).map_err(|_| AWAY)?;
        let connector = TlsConnector::from(Arc::clone(&self.shared.tls));
        let stream = connector.connect(name, stream).await.map_err(|_| AWAY)?;
        Ok(Box::new(stream))
    }
}

impl fmt::Debug for JetstreamClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JetstreamClient")
            .field("settings", &self.shared.settings)
            .finish_non_exhaustive()
    }
}

fn subscription(server: &Url, cursor: Option<i64>) -> Url {
    let mut url = server.clone();
    let mut query = url.query_pairs_mut();
    query.append_pair("wantedCollections", POSTS);
    // Otherwise one large record would end every connection that comes past it.
    query.append_pair("maxMessageSizeBytes", &MAX_MESSAGE_BYTES.to_string());
    if let Some(cursor) = cursor {
        query.append_pair("cursor", &cursor.max(0).to_string());
    }
    drop(query);
    url
}

/// A server that answers the handshake with a status may say when to come back.
fn refusal(error: &SocketError) -> BlueskyError {
    let SocketError::Http(response) = error else {
        return failure(error);
    };
    match response.status().as_u16() {
        408 | 425 | 429 | 500.. => BlueskyError::Unavailable {
            retry_after: http::retry_after(response.headers()).map(|pause| pause.min(MAX_PAUSE)),
        },
        _ => BlueskyError::InvalidResponse,
    }
}
