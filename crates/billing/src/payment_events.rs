//! Webhook events from the provider: each is stored once and is only a hint to ask the provider.

use anyhow::Context;
use chrono::TimeDelta;
use providers::payments::{PaymentEvent, PaymentEventKind};
use serde::{Deserialize, Serialize};

use super::billing_error::BillingError;
use super::provider_sync::sync_after_payment;
use super::store::{accounts, usage};
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult};
use platform::jobs::{self, Done, Job, Lease, NewJob};

/// The provider repeats an event for a few days, never a month later.
const EVENTS_KEPT: TimeDelta = TimeDelta::days(30);
const ALLOWANCES_KEPT: TimeDelta = TimeDelta::days(400);

/// Stores an event and queues the job that processes it; false if it was there already, which changes
/// nothing.
pub(super) async fn record_event(app: &App, event: &PaymentEvent) -> DbResult<bool> {
    let mut tx = app.db.begin().await?;
    let kind = format!("{:?}", event.kind);
    let is_new = usage::add_event(&mut tx, &event.id, &kind, app.clock.real()).await?;
    if is_new
        && !matches!(event.kind, PaymentEventKind::Other(_))
        && let Some(customer) = &event.customer
    {
        let is_paid = event.kind == PaymentEventKind::InvoicePaid;
        let job = NewJob::of(&ProcessPaymentEvent {
            customer: customer.clone(),
            paid_invoice: event.invoice.clone().filter(|_| is_paid),
        });
        jobs::enqueue(&mut tx, &app.clock, job).await?;
    }
    tx.commit().await?;
    Ok(is_new)
}

/// Asks the provider about a customer after an event about them.
#[derive(Debug, Serialize, Deserialize)]
pub struct ProcessPaymentEvent {
    customer: String,
    #[serde(default)]
    paid_invoice: Option<String>,
}

impl Job for ProcessPaymentEvent {
    const KIND: &'static str = "hear_payment";
    const MAX_FAILURES: i64 = 30;
    type Context = App;

    async fn run(self, app: App, lease: Lease) -> anyhow::Result<Done> {
        let owner = accounts::owner_of(&app.db, &self.customer).await;
        // No owner: the account was deleted, and `CancelAtProvider` handles the rest.
        if let Some(user_id) = owner.context("finding the customer's account")? {
            match sync_after_payment(&app, user_id, self.paid_invoice.as_deref()).await {
                Ok(_) | Err(BillingError::NoSuchSubscription) => {}
                Err(failed) => return Err(failed.into()),
            }
        }
        lease.done().await
    }
}

/// Deletes old events and post counts.
pub(super) async fn forget_old(db: &Db, clock: &Clock) -> DbResult<u64> {
    let events = usage::delete_events_before(db, clock.real() - EVENTS_KEPT).await?;
    let allowances = usage::delete_allowances_before(db, clock.now() - ALLOWANCES_KEPT).await?;
    Ok(events + allowances)
}
