//! The contract of identity providers: the OpenID Connect adapter against the sandbox over real
//! sockets, and the sandbox against any client.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it stands"
)]

mod failures;
mod kit;
mod sign_in;
