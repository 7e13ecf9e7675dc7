//! The outside world behind small traits.
//!
//! This is the only crate that opens outgoing connections, and it knows nothing of the product:
//! no database, no settings, no clock of ours. Whoever builds the product hands in addresses
//! and keys and receives something to ask.
//!
//! # The shape of a provider
//!
//! Every provider has a folder with the same two parts; [`mail`] is the model to copy.
//!
//! * **The trait** (`mod.rs`): what the product asks, in the product's words, with one error
//!   enum whose arms the caller chooses between (try again, give up). No word of the
//!   provider's protocol passes through it.
//! * **The live adapter** (`live.rs`): the trait over the provider's real protocol. It takes an
//!   address and keys, limits its own time, and prints no secret.
//!
//! The servers that stand in for providers in development and tests are the crate `sandboxes`,
//! and so are the contract tests that hold each adapter against its server. Nothing here knows
//! them.
//!
//! # The two ways out
//!
//! * [`http`] is for providers that the operator chose: retries where they are safe, a
//!   deadline, a circuit breaker. HTTP adapters hold one [`http::Outgoing`] each.
//! * [`guard`] is for addresses that strangers gave us: nothing private is ever dialled.
//!
//! TLS is rustls with ring everywhere; call [`install_tls`] first thing in a process.

pub mod guard;
pub mod http;
pub mod llm;
pub mod mail;
pub mod payments;
pub mod rank;
pub mod reddit;
mod tls;
pub mod website;

pub use tls::install_tls;
