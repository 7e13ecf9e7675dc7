//! The contract of Reddit: the live adapter against the sandbox over real sockets, the adapter
//! against a server that misbehaves, and the sandbox against plain requests and PRAW, which know
//! nothing of us.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it stands"
)]

mod clock;
mod failures;
mod firehose;
mod kit;
mod listings;
mod pages;
mod praw;
mod search;
mod tokens;
mod transcripts;
