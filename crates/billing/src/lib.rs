//! Who may use what: plans, subscriptions, and how they are bought, changed and ended.
//!
//! **Owns** the tables `subscriptions`, `billing_accounts`, `payment_events` and `post_allowances`.
//!
//! **Promises** that access is decided by `subscriptions` alone, which no client can write and
//! which says the truth at every moment; that whatever is heard from the payment provider, in
//! whatever order and however often, ends in the same state; that nobody is charged twice and no
//! purchase is lost, wherever a process dies; that limits hold under races ([`allows`]).
//!
//! **Calls** `lifecycle`, which tells the other rooms when a subscription begins to live, changes
//! its plan or ends. Every call to the provider stands in `till.rs`.

pub mod api;
mod changing;
mod checkout;
mod gates;
mod hearing;
mod leaving;
mod letters;
mod looking;
mod refusal;
mod saving;
mod standing;
mod status;
mod store;
mod till;
mod webhooks;

use serde_json::Value;
use uuid::Uuid;

use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::events::ProductEvents;
use platform::jobs::{self, NewJob};
use platform::product::Plan;

pub use gates::{Access, NotAllowed, What, access_of, allows, plan_of, take_posts};
pub use leaving::StopCharging;
pub use looking::LookAgain;
pub use refusal::NotDone;
pub use status::Status;
pub use webhooks::HearPayment;

use store::accounts;

/// Starts a checkout for somebody, as the page does; the checkout's id at the provider.
pub async fn start_checkout(
    app: &App,
    (user_id, email): (Uuid, &str),
    plan: Plan,
) -> Result<String, NotDone> {
    let started = checkout::start(app, checkout::Who { user_id, email }, plan).await?;
    Ok(started.session_id)
}

/// Asks the payment provider how somebody stands and saves what it says.
pub async fn refresh(app: &App, user_id: Uuid) -> Result<Option<Status>, NotDone> {
    let (account, _) = hearing::refresh(app, user_id).await?;
    Ok(account.standing().map(|it| it.status))
}

/// Gives a person's newest subscription this status, or a new one; its plan stays unless another
/// is named. `None` takes all subscriptions away. Open pages are told. It holds until the payment
/// provider says something else.
pub async fn set_subscription(
    tx: &mut Tx,
    clock: &Clock,
    events: &dyn ProductEvents,
    user_id: Uuid,
    status: Option<Status>,
    plan: Option<Plan>,
) -> anyhow::Result<()> {
    accounts::take_turn_anyway(tx, user_id).await?;
    let account = store::account_in(tx, user_id).await?;
    let given = status.map(|status| {
        let before = account.standing();
        let plan = plan.or(before.map(|it| it.plan)).unwrap_or(Plan::Starter);
        let given = store::given(status, plan, clock.now());
        standing::Standing {
            period_end: before.and_then(|it| it.period_end).or(given.period_end),
            subscription_id: before.and_then(|it| it.subscription_id.clone()),
            ..given
        }
    });
    saving::write(tx, (clock, events), &account, given.as_ref()).await?;
    Ok(())
}

/// Everybody whose subscription lives, with the plan that holds.
pub async fn living(db: &Db) -> DbResult<Vec<(Uuid, Plan)>> {
    let rows = store::living(db).await?.into_iter();
    let plan = |id: String| Plan::named(&id).unwrap_or(Plan::Starter);
    Ok(rows.map(|(user_id, id)| (user_id, plan(id))).collect())
}

/// Everything the room holds about a person: their subscriptions, each with what the payment side
/// knows beside it.
pub async fn export(db: &Db, user_id: Uuid) -> anyhow::Result<Vec<Value>> {
    let mut rows = store::SUBSCRIPTIONS.of(db, user_id).await?;
    let account = store::ACCOUNTS.of(db, user_id).await?.pop();
    if let Some(newest) = rows.last_mut() {
        newest["billing"] = account.unwrap_or_default();
    }
    Ok(rows)
}

/// Forgets a person. What the provider would go on charging ends by a job that outlives them.
pub async fn forget(tx: &mut Tx, clock: &Clock, user_id: Uuid) -> DbResult<()> {
    if let Some(customer) = accounts::forget_account(tx, user_id).await? {
        let job = NewJob::of(&StopCharging::all_of(customer));
        jobs::enqueue(tx, clock, job).await?;
    }
    store::remove_all(tx, user_id).await.map(drop)
}

/// Removes what nobody asks for any more.
pub async fn forget_old(db: &Db, clock: &Clock) -> DbResult<u64> {
    webhooks::forget_old(db, clock).await
}
