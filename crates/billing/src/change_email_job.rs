//! A job that tells the payment provider of a user's new address.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{store, stripe_calls};
use platform::app::App;
use platform::clock::Clock;
use platform::db::{DbResult, Tx};
use platform::jobs::{self, Done, Job, Lease, NewJob};

/// Gives the provider's customer the address that the user has when the job runs.
#[derive(Debug, Serialize, Deserialize)]
pub struct ChangeCustomerEmail {
    user_id: Uuid,
}

/// Nothing to do for users who never wanted to buy.
pub(super) async fn queue(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<()> {
    let account = store::load_account_in(tx, user_id).await?;
    if account.customer_id.is_none() {
        return Ok(());
    }
    let job = NewJob::of(&ChangeCustomerEmail { user_id }).lane(user_id.to_string());
    jobs::enqueue(tx, clock, job).await.map(drop)
}

impl Job for ChangeCustomerEmail {
    const KIND: &'static str = "change_customer_email";
    /// A provider outage of a week must not leave receipts going to an address that was given up.
    const MAX_FAILURES: i64 = 1000;
    type Context = App;

    async fn run(self, app: App, lease: Lease) -> anyhow::Result<Done> {
        let account = store::load_account(&app.db, self.user_id).await?;
        let user = identity::find(&app.db, &self.user_id.to_string()).await?;
        let (Some(customer), Some(user)) = (account.customer_id, user) else {
            return lease.done().await;
        };
        let key = format!("email:{}", lease.job_id());
        match stripe_calls::change_customer_email(&app, &customer, &user.email, &key).await {
            // The customer was deleted at the provider; there is nobody to send anything to.
            Err(failed) if failed.is_not_found() => {}
            changed => changed?,
        }
        lease.done().await
    }
}
