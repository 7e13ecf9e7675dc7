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

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use futures::SinkExt as _;
    use rcgen::{CertifiedKey, generate_simple_self_signed};
    use rustls::{ServerConfig, crypto::ring, pki_types::PrivateKeyDer};
    use tokio::net::TcpListener;
    use tokio_rustls::TlsAcceptor;
    use tokio_tungstenite::{accept_async, tungstenite::Message};

    use super::*;
    use crate::bluesky::JetstreamEvent;

    #[tokio::test]
    async fn servers_are_tried_in_turn_until_one_is_there() {
        let listeners = [listener().await, listener().await];
        let away = listener().await.local_addr().unwrap();
        let [one, other] = listeners.each_ref().map(|one| one.local_addr().unwrap());
        let client = client_of(&[away, one, other]);
        let mut chosen = Vec::new();

        for _ in 0..4 {
            let accept = async {
                tokio::select! {
                    accepted = listeners[0].accept() => (1, accepted.unwrap().0),
                    accepted = listeners[1].accept() => (2, accepted.unwrap().0),
                }
            };
            let accept = async {
                let (place, stream) = accept.await;
                accept_async(stream).await.unwrap();
                place
            };
            let (connected, place) = tokio::join!(client.subscribe(None), accept);
            connected.unwrap();
            chosen.push(place);
        }

        assert_eq!(chosen, [1, 1, 2, 1]);
    }

    #[tokio::test]
    async fn a_secure_address_is_reached_over_a_trusted_certificate_alone() {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
        let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = listener().await;
        let url = format!("wss://{}", listener.local_addr().unwrap());
        let settings = JetstreamSettings::at(&url, "https://bsky.example").unwrap();
        let stranger = JetstreamClient::new(settings.clone());
        let roots = [cert.der().clone()];
        let friend = JetstreamClient {
            shared: Arc::new(SharedSettings {
                settings,
                tls: Arc::new(tls::client_config_trusting(&["http/1.1"], &roots)),
                next_server: AtomicUsize::new(0),
            }),
        };

        let accept = async { acceptor.accept(listener.accept().await.unwrap().0).await };
        let (refused, _) = tokio::join!(stranger.subscribe(None), accept);
        let serve = async {
            let stream = acceptor.accept(listener.accept().await.unwrap().0).await;
            let mut socket = accept_async(stream.unwrap()).await.unwrap();
            socket
                .send(Message::text(r#"{"time_us": 7}"#))
                .await
                .unwrap();
            socket
        };
        let (connected, _socket) = tokio::join!(friend.subscribe(None), serve);

        assert_eq!(refused.unwrap_err(), AWAY);
        let event = connected.unwrap().next().await;
        assert_eq!(event, Ok(JetstreamEvent::Other { time_us: 7 }));
    }

    #[test]
    fn names_cannot_lead_an_address_elsewhere() {
        let client = JetstreamClient::new(JetstreamSettings::live());

        for (did, rkey, expected) in [
            (
                "did:plc:abc",
                "3k",
                "https://bsky.app/profile/did:plc:abc/post/3k",
            ),
            (
                "../..",
                "?a=b#c",
                "https://bsky.app/profile/..%2F../post/%3Fa=b%23c",
            ),
        ] {
            assert_eq!(client.address_of(did, rkey), expected);
        }
    }

    #[test]
    fn the_subscription_asks_for_posts_of_a_readable_size() {
        let server = &JetstreamSettings::live().sockets[0];
        let base = "wss://jetstream1.us-east.bsky.network/subscribe\
            ?wantedCollections=app.bsky.feed.post&maxMessageSizeBytes=65536";

        assert_eq!(subscription(server, None).as_str(), base);
        let resumed = subscription(server, Some(1_725_519_626_134_432));
        assert_eq!(resumed.as_str(), format!("{base}&cursor=1725519626134432"));
        let negative = subscription(server, Some(i64::MIN));
        assert_eq!(negative.as_str(), format!("{base}&cursor=0"));
    }

    async fn listener() -> TcpListener {
        TcpListener::bind("127.0.0.1:0").await.unwrap()
    }

    fn client_of(addresses: &[SocketAddr]) -> JetstreamClient {
        let mut settings = JetstreamSettings::live();
        let sockets = addresses.iter().map(|address| {
            let url = format!("ws://{address}");
            let one = JetstreamSettings::at(&url, "https://bsky.example").unwrap();
            one.sockets[0].clone()
        });
        settings.sockets = sockets.collect();
        JetstreamClient::new(settings)
    }
}
