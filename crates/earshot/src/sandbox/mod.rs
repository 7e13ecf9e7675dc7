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
mod store;

use std::collections::BTreeMap;

pub use clock::follow as follow_clock;
pub use hosting::Doors;

use crate::platform::clock::Clock;
use crate::platform::db::Db;
use crate::platform::tasks::Tasks;

/// Opens a sandbox for each of `providers`, or finds the process that has them open.
pub async fn open(
    db: &Db,
    clock: &Clock,
    tasks: &Tasks,
    providers: &[&'static str],
) -> anyhow::Result<Doors> {
    let mut addresses = BTreeMap::new();
    for provider in providers {
        addresses.insert(
            *provider,
            hosting::host_or_find(db, clock, tasks, provider).await?,
        );
    }
    Ok(Doors { addresses })
}
