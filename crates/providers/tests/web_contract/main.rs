//! The contracts of the two ways out: calls to providers we chose, and fetches of addresses
//! that strangers gave us. Both against real servers on loopback.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it stands"
)]

mod circuit_breaker;
mod fetcher;
mod guard_refusals;
mod http_calls;
mod kit;
