//! Plans and subscriptions: how they are bought, changed and cancelled, and what they allow.
//!
//! **Owns** the tables `subscriptions`, `billing_accounts`, `payment_events`, `paid_invoices`,
//! `post_allowances` and `used_trials`.
//!
//! **Promises** that access is decided by the table `subscriptions` alone, which no client can
//! write and which is always up to date; that webhooks from the payment provider lead to the same
//! state in any order and however often they arrive; that nobody is charged twice and no purchase
//! is lost, wherever a process crashes; that every amount paid gets one receipt; that limits hold under concurrency
//! ([`check_entitlement`]).
//!
//! **Calls** `lifecycle`, which tells the other rooms when a subscription becomes live, changes
//! its plan or ends. Every call to the provider is in `stripe_calls.rs`.

pub mod api;
mod billing_error;
mod billing_mail;
mod cancel_at_provider_job;
mod change_email_job;
mod checkout;
mod entitlements;
mod new_invoices;
mod payment_events;
mod payment_mail;
mod provider_sync;
mod recheck_job;
mod status;
mod store;
mod stripe_calls;
mod subscription_changes;
mod subscription_state;
mod subscription_update;
mod used_trials;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::events::ProductEvents;
use platform::jobs::{self, NewJob};
use platform::product::Plan;

pub use billing_error::BillingError;
pub use cancel_at_provider_job::CancelAtProvider;
pub use change_email_job::ChangeCustomerEmail;
pub use entitlements::{
    Access, Entitlement, NotAllowed, access_of, check_entitlement, give_back_posts, plan_of,
    posts_reset_at, stored_plan, take_posts, used_posts,
};
pub use payment_events::ProcessPaymentEvent;
pub use recheck_job::RecheckSubscription;
pub use status::Status;
pub use used_trials::TrialHasher;

use store::accounts;

/// Starts a checkout for a user, as the payment page does, and returns its id at the provider.
pub async fn start_checkout(
    app: &App,
    (user_id, email): (Uuid, &str),
    plan: Plan,
) -> Result<String, BillingError> {
    let started = checkout::start(app, checkout::CheckoutUser { user_id, email }, plan).await?;
    Ok(started.session_id)
}

/// Asks the payment provider for a user's subscription, saves it and returns its status.
pub async fn refresh_subscription(
    app: &App,
    user_id: Uuid,
) -> Result<Option<Status>, BillingError> {
    let (account, _) = provider_sync::sync_account(app, user_id).await?;
    Ok(account.state().map(|it| it.status))
}

/// Sets the status of a user's newest subscription, or creates one; the plan stays unless another
/// is given. `None` removes all subscriptions. Open pages are notified. It holds until the payment
/// provider reports something else.
pub async fn set_subscription(
    tx: &mut Tx,
    clock: &Clock,
    events: &dyn ProductEvents,
    user_id: Uuid,
    status: Option<Status>,
    plan: Option<Plan>,
) -> anyhow::Result<()> {
    accounts::advance_revision(tx, user_id).await?;
    let account = store::load_account_in(tx, user_id).await?;
    let given = status.map(|status| {
        let before = account.state();
        let plan = plan.or(before.map(|it| it.plan)).unwrap_or(Plan::Starter);
        let given = store::granted_state(status, plan, clock.now());
        subscription_state::SubscriptionState {
            period_end: before.and_then(|it| it.period_end).or(given.period_end),
            subscription_id: before.and_then(|it| it.subscription_id.clone()),
            ..given
        }
    });
    subscription_update::write_state(tx, (clock, events), &account, given.as_ref()).await?;
    Ok(())
}

/// How many customers have a subscription in this state.
#[derive(Clone, Debug, PartialEq, Eq, platform::db::FromRow)]
pub struct CustomerCount {
    /// The status, or `past_due` for a live subscription whose renewal has failed.
    pub state: String,
    pub plan_id: String,
    pub customers: i64,
}

/// How many customers there are, by the state and plan of their newest subscription.
pub async fn customers_by_state(db: &Db) -> DbResult<Vec<CustomerCount>> {
    store::customers_by_state(db).await
}

/// A customer's newest subscription, for support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubscriptionSummary {
    pub status: Status,
    pub period_end: Option<DateTime<Utc>>,
    /// A renewal has failed.
    pub is_past_due: bool,
    /// It ends with its period.
    pub is_cancelling: bool,
    /// Set by an operator; the provider knows nothing of it.
    pub is_given: bool,
}

pub async fn subscription_of(db: &Db, user_id: Uuid) -> DbResult<Option<SubscriptionSummary>> {
    let account = store::load_account(db, user_id).await?;
    Ok(account.state().map(|it| SubscriptionSummary {
        status: it.status,
        period_end: it.period_end,
        is_past_due: it.is_past_due,
        is_cancelling: it.is_cancelling,
        is_given: it.is_given,
    }))
}

/// Every user with a live subscription, and its plan.
pub async fn live_subscribers(db: &Db) -> DbResult<Vec<(Uuid, Plan)>> {
    let rows = store::live_subscriptions(db).await?.into_iter();
    let plan = |id: String| Plan::named(&id).unwrap_or(Plan::Starter);
    Ok(rows.map(|(user_id, id)| (user_id, plan(id))).collect())
}

/// Everything this room stores about a user: their subscriptions, the newest one with the billing
/// account.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    let mut rows = store::SUBSCRIPTIONS.of(db, user_id).await?;
    let account = store::ACCOUNTS.of(db, user_id).await?.pop();
    if let Some(newest) = rows.last_mut() {
        newest["billing"] = account.unwrap_or_default();
        newest["invoices"] = json!(store::paid_invoices::PAID_INVOICES.of(db, user_id).await?);
    }
    Ok(rows)
}

/// A user has another address: a job tells the payment provider, which sends its receipts there.
pub async fn follow_address(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<()> {
    change_email_job::queue(tx, clock, user_id).await
}

/// What ended with an account, for the mail about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndedBilling {
    /// Something would have been charged later, and is not.
    pub had_subscription: bool,
    /// Hashes of the address and the card stay.
    pub is_trial_remembered: bool,
}

/// Deletes a user's data. A job that outlives the account cancels what the provider would go on
/// charging for. Of a trial that was used, keyed hashes of the address and the card stay.
pub async fn forget(
    tx: &mut Tx,
    clock: &Clock,
    (user_id, address): (Uuid, Option<&str>),
    hasher: &TrialHasher,
) -> DbResult<EndedBilling> {
    let before = store::load_account_in(tx, user_id).await?;
    let ended = EndedBilling {
        had_subscription: before
            .state()
            .is_some_and(subscription_state::SubscriptionState::is_live_at_provider),
        is_trial_remembered: before.trial_used_at.is_some(),
    };
    let gone = accounts::forget_account(tx, user_id).await?;
    if let Some(left) = gone.as_ref().filter(|it| it.trial_used_at.is_some()) {
        let address = address.map(|address| hasher.of_address(address));
        let kept = address.into_iter().chain(left.card_hash.clone());
        used_trials::remember(tx, kept, clock.now()).await?;
    }
    if let Some(customer) = gone.and_then(|account| account.customer_id) {
        let job = NewJob::of(&CancelAtProvider::all_of(customer));
        jobs::enqueue(tx, clock, job).await?;
    }
    store::remove_subscriptions(tx, user_id).await?;
    Ok(ended)
}

/// Deletes payment events, post counts and used trials that are no longer needed.
pub async fn forget_old(db: &Db, clock: &Clock) -> DbResult<u64> {
    used_trials::forget_old(db, clock).await?;
    payment_events::forget_old(db, clock).await
}
