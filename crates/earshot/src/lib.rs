//! Earshot: a business gives its website's address, and Earshot listens to Reddit for it.
//!
//! The house has an [`edge`] at which requests arrive, rooms that each hold one part of the
//! product, and a floor, [`platform`], on which they stand. `ARCHITECTURE.md` has the picture.

pub mod app;
pub mod billing;
pub mod commands;
pub mod comments;
pub mod discovery;
pub mod edge;
pub mod identity;
pub mod keywords;
pub mod lifecycle;
pub mod listening;
pub mod mentions;
pub mod notifications;
pub mod onboarding;
pub mod platform;
pub mod router;
pub mod sandbox;
pub mod scanner;
pub mod schedule;
pub mod server;

/// The version that the binary, the API and the user menu show.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
