//! The contract of mail: the live adapter and the sandbox, held against each other over real
//! sockets, and the sandbox held against plain transcripts that any client could produce.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it stands"
)]

mod delivery;
mod failures;
mod kit;
mod shutdown;
mod transcripts;
