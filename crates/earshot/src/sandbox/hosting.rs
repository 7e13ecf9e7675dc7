//! Which process hosts a sandbox, and at which port.
//!
//! The port is kept in the database and taken again after a restart, so that addresses handed out
//! earlier, such as links to a sandbox's pages, stay good.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use providers::mail::sandbox::Sink;
use tokio::net::TcpListener;

use super::mailbox::Mailbox;
use super::store;
use crate::platform::clock::Clock;
use crate::platform::db::{Db, Leadership};
use crate::platform::tasks::{Tasks, pause};

/// The lock under which one of several processes hosts the sandboxes; any unlikely number.
const HOSTING: i64 = 5_203_171_944_200_156;
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// Where each sandbox listens.
#[derive(Clone, Debug, Default)]
pub struct Doors {
    pub(super) addresses: BTreeMap<&'static str, SocketAddr>,
}

impl Doors {
    /// The address of a provider's sandbox, if there is one.
    pub fn address(&self, provider: &str) -> Option<SocketAddr> {
        self.addresses.get(provider).copied()
    }
}

pub(super) async fn host_or_find(
    db: &Db,
    clock: &Clock,
    tasks: &Tasks,
    provider: &'static str,
) -> anyhow::Result<SocketAddr> {
    if let Some(leadership) = db
        .try_lead(HOSTING)
        .await
        .context("asking who hosts the sandboxes")?
    {
        return host(db, clock, tasks, provider, leadership).await;
    }
    let address = find(db, tasks, provider).await?;
    stand_by(db.clone(), clock.clone(), tasks.clone(), provider);
    Ok(address)
}

async fn host(
    db: &Db,
    clock: &Clock,
    tasks: &Tasks,
    provider: &'static str,
    leadership: Leadership,
) -> anyhow::Result<SocketAddr> {
    let kept = store::state(db, &port_name(provider)).await?;
    let listener = bind(kept.and_then(|port| port.parse().ok()))
        .await
        .context("opening a sandbox's port")?;
    let address = listener.local_addr()?;
    store::set_state(db, &port_name(provider), &address.port().to_string()).await?;
    let inbox = Arc::new(Mailbox {
        db: db.clone(),
        clock: clock.clone(),
    });
    let stopping = tasks.stopping();
    tasks.supervise("mail sandbox", async move {
        Sink::serve(listener, inbox, stopping).await;
        drop(leadership);
    });
    tracing::info!(provider, %address, "sandbox open");
    Ok(address)
}

/// The port it had before, or a free one if somebody else has that now.
async fn bind(kept: Option<u16>) -> std::io::Result<TcpListener> {
    if let Some(port) = kept
        && let Ok(listener) = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await
    {
        return Ok(listener);
    }
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await
}

/// The address that the hosting process has written down, which may take it a moment.
async fn find(db: &Db, tasks: &Tasks, provider: &str) -> anyhow::Result<SocketAddr> {
    for _ in 0..20 {
        if let Some(port) = store::state(db, &port_name(provider)).await? {
            let port = port.parse().context("reading a sandbox's port")?;
            return Ok(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
        }
        pause(LOOK_AGAIN, &tasks.stopping()).await;
    }
    bail!("another process hosts the {provider} sandbox, but it has not said where")
}

/// Takes the sandbox over, at the same port, when the process that hosts it is gone.
fn stand_by(db: Db, clock: Clock, tasks: Tasks, provider: &'static str) {
    let supervisor = tasks.clone();
    supervisor.supervise("sandbox stand-by", async move {
        while pause(LOOK_AGAIN, &tasks.stopping()).await {
            let Ok(Some(leadership)) = db.try_lead(HOSTING).await else {
                continue;
            };
            match host(&db, &clock, &tasks, provider, leadership).await {
                Ok(_) => return,
                Err(error) => tracing::warn!(
                    error = format!("{error:#}"),
                    "a sandbox could not be taken over"
                ),
            }
        }
    });
}

fn port_name(provider: &str) -> String {
    format!("{provider}.port")
}
