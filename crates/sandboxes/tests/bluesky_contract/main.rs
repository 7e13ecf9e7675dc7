//! The contract of Bluesky: the live adapter against the sandbox over real sockets, the adapter
//! against servers that misbehave, and the sandbox against a plain WebSocket client.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it stands"
)]

mod failures;
mod kit;
mod resumption;
mod subscription;
mod transcripts;
