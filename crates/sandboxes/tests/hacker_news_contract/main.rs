//! The contract of Hacker News: the live adapter against the sandbox over real sockets, the adapter
//! against a server that misbehaves, and the sandbox against plain requests.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it stands"
)]

mod failures;
mod items;
mod kit;
mod search;
mod transcripts;
