//! The contract of ranks: Serper's adapter against the sandbox over real sockets, the other
//! adapters against recorded answers of their protocols.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it stands"
)]

mod kit;
mod recorded_responses;
mod search_results;
