//! Servers that speak each provider's protocol, inside the process, for development and tests.
//!
//! A sandbox stands in for a provider that is not configured. The product talks to it with the
//! live adapter of [`providers`] and a loopback address, so sandbox mode runs the code that
//! production runs. [`mail`] is the model to copy.
//!
//! * Each sandbox speaks the provider's real protocol, so any client can use it, not only ours.
//! * It keeps its state behind a small trait, so that the product can store it.
//! * Failures are provoked by *sentinels*: documented inputs that a person can type, exported as
//!   a table.
//! * The rules of the protocol are pure and apart from the sockets.
//!
//! Contract tests (`tests/<provider>_contract/`) run the live adapter against the sandbox over
//! loopback, for each promise of the provider's trait and each sentinel, and the sandbox against
//! plain transcripts, so that it answers any client and not only ours.

pub mod bluesky;
pub mod hacker_news;
mod http_server;
pub mod identity_provider;
pub mod llm;
pub mod mail;
pub mod payments;
pub mod rank;
pub mod reddit;
mod sample_page;
pub mod website;
