//! A job for the moments when time alone changes a subscription: the end of a trial, of a grace
//! period, of a plan or of a billing period.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::billing_error::BillingError;
use super::provider_sync::{apply_elapsed_time, sync_account};
use super::subscription_update::schedule_recheck;
use platform::app::App;
use platform::jobs::{self, Done, Job, Lease, NewJob};

/// How long to wait before asking again after the provider could not be reached.
const RETRY_AFTER: TimeDelta = TimeDelta::minutes(10);

/// Saves a user's current status when it is due to change, and schedules the next check.
#[derive(Debug, Serialize, Deserialize)]
pub struct RecheckSubscription {
    pub(super) user_id: Uuid,
}

impl Job for RecheckSubscription {
    const KIND: &'static str = "look_at_subscription";
    type Context = App;

    async fn run(self, app: App, lease: Lease) -> anyhow::Result<Done> {
        let user_id = self.user_id;
        let (account, must_retry) = match sync_account(&app, user_id).await {
            Ok((account, _)) if account.customer_id.is_some() => (account, false),
            // There is no customer at the provider to ask about.
            Ok(_) => (apply_elapsed_time(&app, user_id).await?, false),
            // What was promised until today ends today, whether the provider answers or not.
            Err(BillingError::Provider(failed)) => {
                tracing::warn!(%failed, "the payment provider could not be reached");
                (apply_elapsed_time(&app, user_id).await?, true)
            }
            // The account was deleted in the meantime.
            Err(BillingError::NoSuchSubscription) => return lease.done().await,
            Err(other) => return Err(other.into()),
        };
        let mut tx = lease.begin().await?;
        if must_retry {
            let retry = NewJob::of(&self).lane(user_id.to_string());
            let retry = retry.due(app.clock.now() + RETRY_AFTER);
            jobs::enqueue(&mut tx, &app.clock, retry).await?;
        } else if let Some(state) = account.state() {
            schedule_recheck(&mut tx, &app.clock, user_id, state).await?;
        }
        lease.finish(tx, Value::Null).await
    }
}
