//! What the provider tells by itself: each event once, and only as a hint to ask.

use anyhow::Context;
use chrono::TimeDelta;
use providers::payments::{PaymentEvent, PaymentEventKind};
use serde::{Deserialize, Serialize};

use super::hearing::refresh;
use super::refusal::NotDone;
use super::store::{accounts, usage};
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult};
use platform::jobs::{self, Done, Job, Lease, NewJob};

/// The provider repeats an event for days; a month later nobody does.
const EVENTS_KEPT: TimeDelta = TimeDelta::days(30);
const ALLOWANCES_KEPT: TimeDelta = TimeDelta::days(400);

/// Writes the event down, and the job that goes after it; a copy changes nothing.
pub(super) async fn take(app: &App, event: &PaymentEvent) -> DbResult<()> {
    let mut tx = app.db.begin().await?;
    let kind = format!("{:?}", event.kind);
    let is_new = usage::add_event(&mut tx, &event.id, &kind, app.clock.real()).await?;
    if is_new
        && !matches!(event.kind, PaymentEventKind::Other(_))
        && let Some(customer) = &event.customer
    {
        let job = NewJob::of(&HearPayment {
            customer: customer.clone(),
        });
        jobs::enqueue(&mut tx, &app.clock, job).await?;
    }
    tx.commit().await
}

/// Asks the provider about a customer, because something happened there.
#[derive(Debug, Serialize, Deserialize)]
pub struct HearPayment {
    customer: String,
}

impl Job for HearPayment {
    const KIND: &'static str = "hear_payment";
    const MAX_FAILURES: i64 = 30;
    type Context = App;

    async fn run(self, app: App, lease: Lease) -> anyhow::Result<Done> {
        let owner = accounts::owner_of(&app.db, &self.customer).await;
        // A customer of nobody's: the account is gone, and `StopCharging` has seen to the rest.
        if let Some(user_id) = owner.context("finding the customer's account")? {
            match refresh(&app, user_id).await {
                Ok(_) | Err(NotDone::NoSuchSubscription) => {}
                Err(failed) => return Err(failed.into()),
            }
        }
        lease.done().await
    }
}

pub(super) async fn forget_old(db: &Db, clock: &Clock) -> DbResult<u64> {
    let events = usage::forget_events_before(db, clock.real() - EVENTS_KEPT).await?;
    let allowances = usage::forget_allowances_before(db, clock.now() - ALLOWANCES_KEPT).await?;
    Ok(events + allowances)
}
