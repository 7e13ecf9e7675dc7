//! A job that cancels subscriptions at the provider: those of deleted accounts, and a second one
//! beside the one that counts.

use anyhow::bail;
use providers::payments::CheckoutStatus;
use serde::{Deserialize, Serialize};

use super::{stripe_calls, subscription_state};
use platform::app::App;
use platform::jobs::{Done, Job, Lease};

/// Cancels subscriptions at the provider. It names the customer only by the provider's id and has
/// no lane, so that it outlives the account.
#[derive(Debug, Serialize, Deserialize)]
pub struct CancelAtProvider {
    /// Everything this customer has …
    customer: Option<String>,
    /// … or only these subscriptions.
    subscriptions: Vec<String>,
}

impl CancelAtProvider {
    pub(super) fn all_of(customer: String) -> Self {
        Self {
            customer: Some(customer),
            subscriptions: Vec::new(),
        }
    }

    pub(super) fn only(subscriptions: Vec<String>) -> Self {
        Self {
            customer: None,
            subscriptions,
        }
    }
}

impl Job for CancelAtProvider {
    const KIND: &'static str = "stop_charging";
    /// A provider outage of a week must not leave a charge behind.
    const MAX_FAILURES: i64 = 1000;
    type Context = App;

    async fn run(self, app: App, lease: Lease) -> anyhow::Result<Done> {
        for subscription in &self.subscriptions {
            cancel_subscription(&app, subscription).await?;
        }
        if let Some(customer) = &self.customer {
            cancel_everything(&app, customer).await?;
        }
        lease.done().await
    }
}

async fn cancel_everything(app: &App, customer: &str) -> anyhow::Result<()> {
    let mut snapshot = stripe_calls::load_snapshot(app, customer).await?;
    let running = snapshot
        .subscriptions
        .iter()
        .filter(|it| !it.status.is_over());
    let running: Vec<String> = running.map(|it| it.id.clone()).collect();
    if !running.is_empty() {
        for subscription in &running {
            cancel_subscription(app, subscription).await?;
        }
        // A snapshot lists checkouts only when nothing is paid for any more.
        snapshot = stripe_calls::load_snapshot(app, customer).await?;
    }
    for checkout in &snapshot.checkouts {
        if checkout.status == CheckoutStatus::Open {
            // If it is paid at this very moment the call fails, and the next run sees why.
            stripe_calls::expire_checkout(app, &checkout.id).await?;
        }
        if subscription_state::is_awaiting_subscription(checkout, &snapshot) {
            bail!("a checkout is paid and its subscription is not there yet");
        }
    }
    Ok(())
}

async fn cancel_subscription(app: &App, subscription: &str) -> anyhow::Result<()> {
    match stripe_calls::cancel_now(app, subscription).await {
        Err(failed) if failed.is_not_found() => Ok(()),
        cancelled => Ok(cancelled.map(drop)?),
    }
}
