//! Bluesky: every public post, as it is written.
//!
//! [`JetstreamClient`] subscribes to Jetstream, Bluesky's stream of events as JSON over a WebSocket,
//! and reads posts, their deletion and the end of accounts from it. It is public and needs no key.
//!
//! A connection ends with its first error; whoever reads it subscribes again with the last time as
//! the cursor. Jetstream starts **at** the cursor, so the event of that time comes a second time,
//! and its servers order events a little differently: go back a few seconds and ignore what is known
//! by its `did` and `rkey`.

mod client;
mod connection;
mod event;
mod names;
mod settings;

use std::time::{Duration, SystemTime};

pub use client::JetstreamClient;
pub use connection::JetstreamConnection;
pub use settings::{InvalidJetstreamSettings, JetstreamSettings};

/// The maximum size of a message. Jetstream is asked to leave larger ones out; one that comes anyway
/// ends the connection.
pub const MAX_MESSAGE_BYTES: usize = 64 * 1024;

/// What Jetstream tells. `time_us` is the event's time in microseconds since 1970, and a cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JetstreamEvent {
    /// A post was written or edited.
    Posted(BlueskyPost),
    Deleted {
        did: String,
        rkey: String,
        time_us: i64,
    },
    /// The account was deleted, deactivated or blocked: nothing of this author may be shown.
    AuthorGone { did: String, time_us: i64 },
    /// Something else, or a message that cannot be read. Without a readable time this is the time of
    /// the event before it; zero if there was none.
    Other { time_us: i64 },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlueskyPost {
    /// The author's account: `did:plc:…`.
    pub did: String,
    /// The post's key among the posts of its author.
    pub rkey: String,
    pub time_us: i64,
    /// As the author's app says, but never later than `time_us`.
    pub written_at: SystemTime,
    pub text: String,
    /// Language tags such as `en` or `pt-BR`, as the author's app says.
    pub languages: Vec<String>,
    pub is_reply: bool,
    /// The first link in the text, or else the attached one.
    pub link: Option<String>,
}

/// Why there is no connection, or no more. Nothing here repeats what was sent or received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BlueskyError {
    /// Unreachable, closed or silent: try again later.
    #[error("Bluesky is unavailable right now.")]
    Unavailable { retry_after: Option<Duration> },
    #[error("Bluesky's response could not be read.")]
    InvalidResponse,
}

impl JetstreamEvent {
    /// The event's time, for the next cursor.
    pub fn time_us(&self) -> i64 {
        match self {
            Self::Posted(post) => post.time_us,
            Self::Deleted { time_us, .. }
            | Self::AuthorGone { time_us, .. }
            | Self::Other { time_us } => *time_us,
        }
    }
}
