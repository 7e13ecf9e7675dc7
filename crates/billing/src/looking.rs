//! A look at the moments when time changes something: a trial, a grace, a plan or a period ends.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::hearing::{grow_older, refresh};
use super::refusal::NotDone;
use super::saving::schedule_look;
use platform::app::App;
use platform::jobs::{self, Done, Job, Lease, NewJob};

/// How long after a failed question it is asked again.
const ASK_AGAIN: TimeDelta = TimeDelta::minutes(10);

/// Writes the true status of somebody at a moment when it changes, and looks forward to the next.
#[derive(Debug, Serialize, Deserialize)]
pub struct LookAgain {
    pub(super) user_id: Uuid,
}

impl Job for LookAgain {
    const KIND: &'static str = "look_at_subscription";
    type Context = App;

    async fn run(self, app: App, lease: Lease) -> anyhow::Result<Done> {
        let user_id = self.user_id;
        let (account, is_unsure) = match refresh(&app, user_id).await {
            Ok((account, _)) if account.customer_id.is_some() => (account, false),
            // Nobody to ask.
            Ok(_) => (grow_older(&app, user_id).await?, false),
            // What was promised until today ends today, whether the provider answers or not.
            Err(NotDone::Provider(failed)) => {
                tracing::warn!(%failed, "the payment provider could not be asked");
                (grow_older(&app, user_id).await?, true)
            }
            // The account is gone meanwhile.
            Err(NotDone::NoSuchSubscription) => return lease.done().await,
            Err(other) => return Err(other.into()),
        };
        let mut tx = lease.begin().await?;
        if is_unsure {
            let again = NewJob::of(&self).lane(user_id.to_string());
            let again = again.due(app.clock.now() + ASK_AGAIN);
            jobs::enqueue(&mut tx, &app.clock, again).await?;
        } else if let Some(standing) = account.standing() {
            schedule_look(&mut tx, &app.clock, user_id, standing).await?;
        }
        lease.finish(tx, Value::Null).await
    }
}
