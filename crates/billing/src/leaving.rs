//! Nobody is charged who has left, and nobody twice.

use anyhow::bail;
use providers::payments::CheckoutStatus;
use serde::{Deserialize, Serialize};

use super::{standing, till};
use platform::app::App;
use platform::jobs::{Done, Job, Lease};

/// Ends subscriptions at the provider. It knows people only by the provider's names for them and
/// is on nobody's lane, so that it outlives the account.
#[derive(Debug, Serialize, Deserialize)]
pub struct StopCharging {
    /// Everything of this customer ends …
    customer: Option<String>,
    /// … or only these.
    subscriptions: Vec<String>,
}

impl StopCharging {
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

impl Job for StopCharging {
    const KIND: &'static str = "stop_charging";
    /// A provider that is away for a week must not leave a charge behind.
    const MAX_FAILURES: i64 = 1000;
    type Context = App;

    async fn run(self, app: App, lease: Lease) -> anyhow::Result<Done> {
        for subscription in &self.subscriptions {
            end(&app, subscription).await?;
        }
        if let Some(customer) = &self.customer {
            end_everything(&app, customer).await?;
        }
        lease.done().await
    }
}

async fn end_everything(app: &App, customer: &str) -> anyhow::Result<()> {
    let mut heard = till::ask(app, customer).await?;
    let going_on = heard.subscriptions.iter().filter(|it| !it.status.is_over());
    let going_on: Vec<String> = going_on.map(|it| it.id.clone()).collect();
    if !going_on.is_empty() {
        for subscription in &going_on {
            end(app, subscription).await?;
        }
        // Only now it tells of checkouts too.
        heard = till::ask(app, customer).await?;
    }
    for checkout in &heard.checkouts {
        if checkout.status == CheckoutStatus::Open {
            // It may be paid at this very moment: then it is refused, and the next run sees why.
            till::expire_checkout(app, &checkout.id).await?;
        }
        if standing::is_waiting(checkout, &heard) {
            bail!("a checkout is paid and its subscription is not there yet");
        }
    }
    Ok(())
}

async fn end(app: &App, subscription: &str) -> anyhow::Result<()> {
    match till::cancel_now(app, subscription).await {
        Err(failed) if failed.is_not_found() => Ok(()),
        ended => Ok(ended.map(drop)?),
    }
}
