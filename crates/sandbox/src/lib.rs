//! The room that hosts the embedded sandboxes and the pages that go with them.
//!
//! A sandbox stands in for an outside provider that is not configured. It speaks the provider's
//! own protocol on a port of its own, so the live adapter is what runs; only the address differs.
//! What it remembers is in the tables `sandbox_*`. Among several processes one hosts the sandboxes
//! and the others learn the addresses from the database.
//!
//! **Architecture invariant:** no other room knows whether it talks to a sandbox.

pub mod api;
mod clock;
mod hosting;
mod mailbox;
mod pages;
mod payments;
mod samples;
mod store;
mod websites;

use std::net::SocketAddr;

use chrono::TimeDelta;
use sandboxes::payments::PriceList;

pub use clock::{follow as follow_clock, load as load_clock};
pub use hosting::SandboxAddresses;
pub use payments::{
    CatchUpPayments, SendWebhooks, WebhookTools, forget_payments, pay_checkout, stripe_settings,
};
pub use websites::sample_sites;

use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::tasks::Tasks;

/// What this process gives its sandboxes to work with.
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    /// What the payment sandbox sells.
    pub shop: PriceList,
    /// Where this process answers requests; none if it does not.
    pub web: Option<SocketAddr>,
    /// Another process on the same SQLite file has the sandboxes open.
    pub is_guest: bool,
}

/// Opens a sandbox for each of `providers`, or finds the process that has them open.
pub async fn open(
    db: &Db,
    clock: &Clock,
    tasks: &Tasks,
    providers: Vec<&'static str>,
    options: SandboxOptions,
) -> anyhow::Result<SandboxAddresses> {
    if providers.is_empty() {
        return Ok(SandboxAddresses::default());
    }
    let webhook_url = hosting::webhook_url(db, options.web).await?;
    let host = hosting::Host {
        db: db.clone(),
        clock: clock.clone(),
        tasks: tasks.clone(),
        shop: options.shop,
        is_guest: options.is_guest,
    };
    let addresses = host.open_or_find(providers).await?;
    Ok(addresses.with_webhooks_at(webhook_url))
}

/// Whether the demo account was ever made here.
pub async fn has_demo(db: &Db) -> DbResult<bool> {
    Ok(store::state(db, DEMO).await?.is_some())
}

/// Remembers that it was, for good.
pub async fn note_demo(db: &Db) -> DbResult<()> {
    store::keep_state(db, DEMO, "made").await.map(drop)
}

const DEMO: &str = "demo.account";

/// Removes what the mailbox holds of somebody who is gone: mails to their addresses, and those
/// that went to others on their account.
pub async fn forget_mails(
    tx: &mut Tx,
    addresses: &[String],
    message_ids: &[String],
) -> DbResult<()> {
    for address in addresses {
        store::forget_mails_to(tx, address).await?;
    }
    for message_id in message_ids {
        store::forget_mail(tx, message_id).await?;
    }
    Ok(())
}

/// Removes mails that nobody has looked for in three months.
pub async fn forget_old(db: &Db, clock: &Clock) -> DbResult<u64> {
    store::forget_mails_before(db, clock.now() - TimeDelta::days(90)).await
}
