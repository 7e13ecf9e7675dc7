//! The outside world behind small traits.
//!
//! This is the only crate that opens outgoing connections, and it knows nothing of the product:
//! no database, no settings, no clock of ours. The product passes in addresses and keys and gets
//! back an implementation of a trait.
//!
//! # The shape of a provider
//!
//! Every provider has a folder with the same two parts; [`mail`] is the model to copy.
//!
//! * **The trait** (`mod.rs`): what the product needs, in the product's words, with one error
//!   enum whose variants the caller acts on (try again, give up). Nothing of the provider's
//!   protocol shows through it.
//! * **The live adapter** (such as `smtp_mailer.rs`): the trait over the provider's real protocol. It takes an
//!   address and keys, limits its own time, and prints no secret.
//!
//! The servers that stand in for providers in development and tests are the crate `sandboxes`,
//! and so are the contract tests that hold each adapter against its server. Nothing here knows
//! them.
//!
//! # The two ways out
//!
//! * [`http`] is for providers that the operator chose: retries where they are safe, a
//!   deadline, a circuit breaker. HTTP adapters hold one [`http::HttpClient`] each.
//! * [`guard`] is for addresses that strangers gave us: it never connects to a private address.
//!
//! [`check`] asks each provider, beside its adapter, whether it would work: for `earshot doctor`.
//!
//! TLS is rustls with ring everywhere; call [`install_tls`] before anything else in a process.

pub mod bluesky;
pub mod check;
pub mod guard;
pub mod hacker_news;
pub mod http;
pub mod identity_provider;
pub mod llm;
pub mod mail;
pub mod payments;
pub mod rank;
pub mod reddit;
mod tls;
pub mod website;

pub use tls::install_tls;
