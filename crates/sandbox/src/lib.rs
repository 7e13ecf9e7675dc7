//! The room that hosts the embedded sandboxes and the pages that go with them.
//!
//! A sandbox stands in for an outside provider that is not configured. It speaks the provider's
//! own protocol on a port of its own, so the live adapter is what runs; only the address differs.
//! What it remembers is in the tables `sandbox_*`. Among several processes one hosts the sandboxes
//! and the others learn the addresses from the database. A build without the feature `servers` has
//! none of them (`absent.rs`).
//!
//! **Architecture invariant:** no other room knows whether it talks to a sandbox.

#[cfg(not(feature = "servers"))]
mod absent;
mod addresses;
#[cfg(feature = "servers")]
pub mod api;
#[cfg(feature = "servers")]
mod clock;
#[cfg(feature = "servers")]
mod embedded;
#[cfg(feature = "servers")]
mod host;
#[cfg(feature = "servers")]
mod mailbox;
#[cfg(feature = "servers")]
mod mailbox_page;
#[cfg(feature = "servers")]
mod payments;
#[cfg(feature = "servers")]
mod provider_settings;
#[cfg(feature = "servers")]
mod sample_times;
#[cfg(feature = "servers")]
mod store;
#[cfg(feature = "servers")]
mod websites;

use std::net::SocketAddr;
use std::num::NonZeroU32;

use platform::product::Offer;

pub use addresses::SandboxAddresses;

#[cfg(not(feature = "servers"))]
pub use absent::*;
#[cfg(feature = "servers")]
pub use {
    clock::{follow as follow_clock, load as load_clock},
    embedded::{forget_mails, forget_old, has_demo, note_demo, open},
    payments::{
        CatchUpPayments, SendWebhooks, WebhookTools, forget_payments, pay_checkout, stripe_settings,
    },
    provider_settings::{
        bluesky_settings, google_settings, hacker_news_settings, llm_settings, mail_url,
        rank_settings, reddit_settings,
    },
    websites::sample_sites,
};

/// What this process gives its sandboxes to work with.
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    /// What the payment sandbox sells.
    pub offer: Offer,
    /// How many calls the Reddit sandbox answers in ten minutes.
    pub reddit_calls: u32,
    /// How many generated posts and comments the Reddit sandbox publishes a second, if any.
    pub reddit_firehose: Option<NonZeroU32>,
    /// Where this process answers requests; none if it does not.
    pub web: Option<SocketAddr>,
    /// Another process on the same SQLite file has the sandboxes open.
    pub is_guest: bool,
}
