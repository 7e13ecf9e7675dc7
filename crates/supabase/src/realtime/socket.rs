//! One connection: one loop, in which everything that happens to it happens in order.
//!
//! There is no second task and no further queue. While a message is on its way out nothing else
//! is done, so that no event can overtake the reply to the join that asked for it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::channel::{Channel, Proof};
use super::frame::{Frame, Version};
use platform::app::App;
use platform::live::{Event, Listener, LiveEvent};

/// A stock client sends a heartbeat every 25 seconds.
const SILENCE: TimeDelta = TimeDelta::seconds(60);
/// How long the other end may take to accept a message.
const SEND_PATIENCE: Duration = Duration::from_secs(10);
const FAREWELL_PATIENCE: Duration = Duration::from_secs(1);
/// The topic under which `identity` tells which sessions have ended.
const SESSIONS: &str = "sessions";

pub(super) struct Socket {
    pub(super) app: App,
    wire: WebSocket,
    version: Version,
    pub(super) listener: Listener,
    stopping: CancellationToken,
    pub(super) channels: Vec<Channel>,
    pub(super) last_binding: u32,
    heard_at: DateTime<Utc>,
}

/// One more socket in `/metrics`, until it is dropped.
struct OpenSocket;

impl OpenSocket {
    fn count() -> Self {
        metrics::gauge!("earshot_sockets_open").increment(1.0);
        Self
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        metrics::gauge!("earshot_sockets_open").decrement(1.0);
    }
}

/// Why the connection ends.
pub(super) enum Ending {
    /// The other end closed it, or is no longer there.
    Gone,
    /// What came was no message of this protocol, such as one that is too long.
    Unreadable,
    Silent,
    TooSlow,
    Stopping,
}

/// What the loop wakes up for.
enum Wake {
    Message(Message),
    Events(Arc<[Event]>),
    /// A token expires, or the client has been silent for too long.
    Time,
}

impl Socket {
    pub(super) fn new(app: App, wire: WebSocket, version: Version, listener: Listener) -> Self {
        Self {
            stopping: app.tasks.stopping(),
            heard_at: app.clock.real(),
            app,
            wire,
            version,
            listener,
            channels: Vec::new(),
            last_binding: 0,
        }
    }

    pub(super) async fn run(mut self) {
        let _counted = OpenSocket::count();
        let ending = loop {
            if let Err(ending) = self.turn().await {
                break ending;
            }
        };
        self.part(ending).await;
    }

    async fn turn(&mut self) -> Result<(), Ending> {
        let wake = self.wake().await?;
        let now = self.app.clock.real();
        if matches!(wake, Wake::Message(_)) {
            self.heard_at = now;
        }
        if now - self.heard_at >= SILENCE {
            return Err(Ending::Silent);
        }
        self.expire().await?;
        match wake {
            Wake::Message(Message::Text(text)) => self.take(text.as_str()).await,
            Wake::Events(events) => self.tell(&events).await,
            // Binary messages are broadcasts of clients, and clients cannot publish.
            Wake::Message(_) | Wake::Time => Ok(()),
        }
    }

    /// Waits for whatever comes first. What the client says goes before the clock, so that one
    /// whose heartbeats lay waiting while this process was paused is not taken for a silent one.
    async fn wake(&mut self) -> Result<Wake, Ending> {
        let patience = self.patience();
        let next = async {
            tokio::select! {
                biased;
                () = self.stopping.cancelled() => Err(Ending::Stopping),
                message = self.wire.recv() => match message {
                    Some(Ok(Message::Close(_))) | None => Err(Ending::Gone),
                    Some(Ok(message)) => Ok(Wake::Message(message)),
                    Some(Err(_)) => Err(Ending::Unreadable),
                },
                events = self.listener.next() => events.map(Wake::Events).ok_or(Ending::TooSlow),
            }
        };
        timeout(patience, next).await.unwrap_or(Ok(Wake::Time))
    }

    /// How long nothing happens if nobody does anything.
    fn patience(&self) -> Duration {
        let ends = self.channels.iter().map(|channel| channel.proof.expires_at);
        let next = ends.fold(self.heard_at + SILENCE, DateTime::min);
        let left = next - self.app.clock.real();
        // A little more, so that the time has come when it is looked at.
        left.to_std().unwrap_or_default() + Duration::from_millis(1)
    }

    async fn take(&mut self, text: &str) -> Result<(), Ending> {
        let Some(frame) = Frame::parse(self.version, text) else {
            return Ok(());
        };
        // What asks the database lies in memory of its own, so that an idle socket is without it.
        match frame.event.as_str() {
            "heartbeat" if frame.topic == "phoenix" => self.send(frame.reply_ok(&json!({}))).await,
            "phx_join" => Box::pin(self.join(frame)).await,
            "phx_leave" => self.leave(&frame).await,
            "access_token" => Box::pin(self.renew(&frame)).await,
            _ => Ok(()),
        }
    }

    async fn tell(&mut self, events: &[Event]) -> Result<(), Ending> {
        for event in events {
            // Before each of them: the one before it may have taken its time.
            self.expire().await?;
            if let Some(ended) = ended_sessions(event) {
                self.end_where("phx_close", |proof| ended.contains(&proof.session_id))
                    .await?;
            }
            let hear = |channel: &mut Channel| channel.hears(event);
            let frames: Vec<Frame> = self.channels.iter_mut().filter_map(hear).collect();
            for frame in frames {
                self.send(frame).await?;
            }
        }
        Ok(())
    }

    /// Nothing is told on the word of a token that has ended. After `phx_error` the client joins
    /// again by itself, with the token it has by then.
    async fn expire(&mut self) -> Result<(), Ending> {
        let now = self.app.clock.real();
        self.end_where("phx_error", |proof| proof.expires_at <= now)
            .await
    }

    async fn end_where(
        &mut self,
        event: &str,
        is_meant: impl Fn(&Proof) -> bool,
    ) -> Result<(), Ending> {
        let ended: Vec<Channel> = self
            .channels
            .extract_if(.., |channel| is_meant(&channel.proof))
            .collect();
        if ended.is_empty() {
            return Ok(());
        }
        self.follow_channels();
        for channel in ended {
            self.send(channel.end(event)).await?;
        }
        Ok(())
    }

    pub(super) async fn send(&mut self, frame: Frame) -> Result<(), Ending> {
        let message = Message::text(frame.print(self.version));
        let sent = timeout(SEND_PATIENCE, self.wire.send(message)).await;
        sent.map_err(|_elapsed| Ending::Gone)?
            .map_err(|_broken| Ending::Gone)
    }

    /// Hears of the users whose channels are joined here, and of nobody else.
    pub(super) fn follow_channels(&mut self) {
        let channels = &self.channels;
        self.listener.follow_only(|user_id| {
            channels
                .iter()
                .any(|channel| channel.proof.user_id == user_id)
        });
    }

    /// Says why, unless nobody is there to hear it, and gives the other end a moment to agree.
    async fn part(mut self, ending: Ending) {
        let Some(frame) = ending.farewell() else {
            return;
        };
        let farewell = async {
            if self.wire.send(Message::Close(Some(frame))).await.is_ok() {
                while let Some(Ok(_)) = self.wire.recv().await {}
            }
        };
        let _ = timeout(FAREWELL_PATIENCE, farewell).await;
    }
}

impl Ending {
    /// After each of these the stock client connects again by itself.
    fn farewell(&self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            Ending::Gone => return None,
            Ending::Unreadable => (close_code::SIZE, "message too big or unreadable"),
            Ending::Silent => (close_code::AWAY, "silent for too long"),
            Ending::TooSlow => (close_code::AGAIN, "too far behind"),
            Ending::Stopping => (close_code::RESTART, "the server is stopping"),
        };
        Some(CloseFrame {
            code,
            reason: reason.into(),
        })
    }
}

/// The sessions of which `identity` says that they have ended.
fn ended_sessions(event: &Event) -> Option<Vec<Uuid>> {
    match &event.news {
        LiveEvent::Broadcast { topic, payload } if topic == SESSIONS => {
            let ended = payload["ended"].as_array().into_iter().flatten();
            Some(ended.filter_map(|id| id.as_str()?.parse().ok()).collect())
        }
        _ => None,
    }
}
