//! The contracts of the two ways out: calls to providers we chose, and fetches of addresses
//! that strangers gave us. Both against real servers on loopback.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it stands"
)]

mod calls;
mod circuit;
mod fetching;
mod kit;
mod refusals;
