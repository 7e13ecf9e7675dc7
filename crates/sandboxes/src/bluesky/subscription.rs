//! What a subscriber asks for, and what it is sent.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use url::form_urlencoded;

use super::{event_log::LoggedEvent, sentinels::StreamFailure, server::BlueskySandbox};
use crate::http_server::pause;

/// The parameters of a subscription.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct SubscriptionQuery {
    collections: Vec<String>,
    dids: Vec<String>,
    /// Zero: no limit.
    max_message_bytes: usize,
    pub(super) cursor: Option<i64>,
}

/// A subscriber's place in the log.
pub(super) struct Subscription {
    pub(super) query: SubscriptionQuery,
    /// The time of the next event to send.
    pub(super) next_us: i64,
    pub(super) failure: Option<StreamFailure>,
    pub(super) news: watch::Receiver<()>,
    pub(super) stop: CancellationToken,
}

/// Well below a minute, after which clients take the connection for dead.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);
/// How often it is looked whether the clock, which can be moved, has come to another sample.
const LOOK: Duration = Duration::from_millis(250);
const TOO_LARGE: usize = 100 * 1024;

impl SubscriptionQuery {
    pub(super) fn read(query: &str) -> Self {
        let mut read = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match name.as_ref() {
                "wantedCollections" => read.collections.push(value.into_owned()),
                "wantedDids" => read.dids.push(value.into_owned()),
                "maxMessageSizeBytes" => read.max_message_bytes = value.parse().unwrap_or(0),
                "cursor" => read.cursor = value.parse().ok(),
                _ => {}
            }
        }
        read
    }

    /// Events about accounts have no collection and are for everybody.
    fn wants(&self, event: &LoggedEvent) -> bool {
        let is_collection = |wanted: &String, own: &str| match wanted.strip_suffix('*') {
            Some(beginning) => own.starts_with(beginning),
            None => own == wanted,
        };
        let is_wanted = event.collection.is_none_or(|own| {
            let mut wanted = self.collections.iter();
            self.collections.is_empty() || wanted.any(|wanted| is_collection(wanted, own))
        });
        let is_by_wanted = self.dids.is_empty() || self.dids.contains(&event.did);
        let is_small = self.max_message_bytes == 0 || event.json.len() <= self.max_message_bytes;
        is_wanted && is_by_wanted && is_small
    }
}

impl Subscription {
    /// Sends events until the subscriber goes or the server stops.
    pub(super) async fn serve(mut self, mut socket: WebSocket, sandbox: BlueskySandbox) {
        if self.fails(&mut socket).await.is_err() {
            return;
        }
        let mut quiet = Duration::ZERO;
        loop {
            for event in sandbox.events_from(self.next_us) {
                quiet = Duration::ZERO;
                self.next_us = event.time_us + 1;
                if self.send(&mut socket, event).await.is_err() {
                    return;
                }
            }
            tokio::select! {
                () = self.stop.cancelled() => {
                    let _ = socket.send(Message::Close(None)).await;
                    return;
                }
                changed = self.news.changed() => if changed.is_err() {
                    return;
                },
                heard = socket.recv() => if !matches!(heard, Some(Ok(_))) {
                    return;
                },
                () = pause(LOOK) => {
                    quiet += LOOK;
                    if quiet < SIGN_OF_LIFE {
                        continue;
                    }
                    quiet = Duration::ZERO;
                    if self.send(&mut socket, sandbox.sign_of_life()).await.is_err() {
                        return;
                    }
                }
            }
        }
    }

    async fn send(&self, socket: &mut WebSocket, event: LoggedEvent) -> Result<(), axum::Error> {
        if self.query.wants(&event) {
            socket.send(Message::text(event.json)).await?;
        }
        Ok(())
    }

    /// Does what the cursor provokes. An error ends the connection.
    async fn fails(&self, socket: &mut WebSocket) -> Result<(), axum::Error> {
        match self.failure {
            Some(StreamFailure::Closed) => {
                socket.send(Message::Close(None)).await?;
                Err(axum::Error::new("closed"))
            }
            Some(StreamFailure::Garbage) => {
                for message in ["", "<!doctype html>", r#"{"time_us": "#, "[1, 2]", "null"] {
                    socket.send(Message::text(message)).await?;
                }
                Ok(())
            }
            Some(StreamFailure::TooLarge) => {
                socket.send(Message::text("x".repeat(TOO_LARGE))).await
            }
            Some(StreamFailure::Silent) => {
                self.stop.cancelled().await;
                Err(axum::Error::new("silent"))
            }
            Some(StreamFailure::Unavailable) | None => Ok(()),
        }
    }
}
