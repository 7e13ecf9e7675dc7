//! Starting a checkout: one open checkout at a time, one trial per user, and never a second live
//! subscription.

use anyhow::anyhow;
use chrono::{DateTime, TimeDelta, Utc};
use providers::payments::{
    Buyer, Checkout, CheckoutStatus, NewCheckout, NewCustomer, PaymentRefusal, PaymentsError, Trial,
};
use uuid::Uuid;

use super::billing_error::BillingError;
use super::provider_sync::sync_account;
use super::store::{self, BillingAccount, accounts};
use super::stripe_calls;
use super::subscription_state::{ProviderSnapshot, is_awaiting_subscription};
use super::used_trials;
use platform::app::App;
use platform::product::Plan;

/// The provider accepts no trial that ends sooner.
const SHORTEST_TRIAL: TimeDelta = TimeDelta::hours(48);
/// An open checkout that expires sooner is not reused.
const SHORTEST_REUSE: TimeDelta = TimeDelta::minutes(10);
const ATTEMPTS: usize = 5;

/// The buyer: the id and the email address of the access token.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckoutUser<'a> {
    pub(super) user_id: Uuid,
    pub(super) email: &'a str,
}

#[derive(Debug)]
pub(super) struct StartedCheckout {
    pub(super) link: String,
    pub(super) session_id: String,
    /// There is no trial, so the card is charged when the checkout is completed.
    pub(super) bills_at_once: bool,
}

/// Starts a checkout for a plan. An open checkout is reused, or replaced.
pub(super) async fn start(
    app: &App,
    user: CheckoutUser<'_>,
    plan: Plan,
) -> Result<StartedCheckout, BillingError> {
    let customer = customer_of(app, user).await?;
    let is_known = used_trials::is_known_address(&app.db, user.email).await?;
    for _ in 0..ATTEMPTS {
        let (account, snapshot) = sync_account(app, user.user_id).await?;
        reject_second_subscription(&account, &snapshot, app.clock.now())?;
        let trial = trial_for(
            &account,
            is_known,
            (app.settings.offer.trial_days, app.clock.now()),
        );
        let wanted = new_checkout(app, user, (plan, trial), &customer);
        match open_checkout(&snapshot) {
            Some(open) if is_reusable(open, &wanted, app.clock.now()) => {
                return started(open, &wanted);
            }
            Some(open) => close(app, open).await?,
            None => {
                let key = idempotency_key(app, user, (plan, trial), &snapshot);
                let created = stripe_calls::create_checkout(app, &wanted, &key).await?;
                close_older(app, user, &created).await?;
                return started(&created, &wanted);
            }
        }
    }
    Err(anyhow!("the open checkout could neither be used nor closed").into())
}

fn reject_second_subscription(
    account: &BillingAccount,
    snapshot: &ProviderSnapshot,
    now: DateTime<Utc>,
) -> Result<(), BillingError> {
    if snapshot
        .checkouts
        .iter()
        .any(|it| is_awaiting_subscription(it, snapshot))
    {
        return Err(BillingError::Processing);
    }
    let state = account.state();
    let is_subscribed = state.is_some_and(|it| it.has_access(now) && !it.is_cancelled_trial);
    if is_subscribed {
        return Err(BillingError::AlreadySubscribed);
    }
    Ok(())
}

/// The provider's customer id of a user. The first time, a customer is created and saved before
/// anything is sold.
async fn customer_of(app: &App, user: CheckoutUser<'_>) -> Result<String, BillingError> {
    for _ in 0..ATTEMPTS {
        let account = store::load_account(&app.db, user.user_id).await?;
        if let Some(customer) = account.customer_id {
            return Ok(customer);
        }
        let customer = find_or_create_customer(app, user).await?;
        let mut tx = app.db.begin().await?;
        if accounts::claim_revision(&mut tx, user.user_id, account.revision).await? {
            accounts::save_customer(&mut tx, user.user_id, &customer).await?;
            tx.commit().await?;
            return Ok(customer);
        }
    }
    Err(anyhow!("others kept writing about the same account").into())
}

/// A crash may have come between creating a customer and saving its id, so look for it first.
async fn find_or_create_customer(
    app: &App,
    user: CheckoutUser<'_>,
) -> Result<String, BillingError> {
    let user_id = user.user_id.to_string();
    let existing = stripe_calls::customers(app, user.email).await?;
    let own = existing
        .into_iter()
        .find(|it| it.metadata.get("user_id") == Some(&user_id));
    if let Some(own) = own {
        return Ok(own.id);
    }
    let new = NewCustomer {
        email: user.email.to_owned(),
        metadata: [("user_id".to_owned(), user_id.clone())].into(),
    };
    let key = format!("customer:{user_id}");
    let created = stripe_calls::create_customer(app, &new, &key).await?;
    Ok(created.id)
}

fn new_checkout(
    app: &App,
    user: CheckoutUser<'_>,
    (plan, trial): (Plan, Trial),
    customer: &str,
) -> NewCheckout {
    let site = app.site_url.as_str().trim_end_matches('/');
    let (id, has_trial) = (plan.id(), trial != Trial::None);
    let metadata = [
        ("user_id", user.user_id.to_string()),
        ("plan_id", id.to_owned()),
        ("trial", trial_metadata(trial)),
    ];
    NewCheckout {
        plan: id.to_owned(),
        buyer: Buyer::Known(customer.to_owned()),
        trial,
        client_reference_id: user.user_id.to_string(),
        metadata: metadata
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
        success_url: format!(
            "{site}/dashboard?session={{CHECKOUT_SESSION_ID}}&plan={id}&trial={has_trial}"
        ),
        cancel_url: format!("{site}/payment?error=cancelled"),
    }
}

/// Every person gets one trial, also if they delete the account in between (`is_known`). A trial that
/// was cancelled early may be resumed for the time left.
pub(super) fn trial_for(
    account: &BillingAccount,
    is_known: bool,
    (trial_days, now): (u32, DateTime<Utc>),
) -> Trial {
    let cancelled = account.state().filter(|it| it.is_cancelled_trial);
    let cancelled_trial_end = cancelled.and_then(|it| it.access_until);
    match (cancelled_trial_end, account.trial_used_at) {
        (Some(end), _) if end - now >= SHORTEST_TRIAL => Trial::Until(end),
        (None, None) if !is_known => Trial::Days(trial_days),
        _ => Trial::None,
    }
}

fn trial_metadata(trial: Trial) -> String {
    match trial {
        Trial::None => "none".to_owned(),
        Trial::Days(days) => format!("{days} days"),
        Trial::Until(end) => format!("until {}", end.timestamp()),
    }
}

fn open_checkout(snapshot: &ProviderSnapshot) -> Option<&Checkout> {
    let mut all = snapshot.checkouts.iter();
    all.find(|it| it.status == CheckoutStatus::Open)
}

/// Whether an open checkout sells exactly what is wanted.
fn is_reusable(open: &Checkout, wanted: &NewCheckout, now: DateTime<Utc>) -> bool {
    let has_same = |name: &str| open.metadata.get(name) == wanted.metadata.get(name);
    let lasts = open.expires_at.is_none_or(|end| end - now > SHORTEST_REUSE);
    open.url.is_some() && lasts && has_same("plan_id") && has_same("trial")
}

fn started(checkout: &Checkout, wanted: &NewCheckout) -> Result<StartedCheckout, BillingError> {
    let link = checkout.url.clone();
    Ok(StartedCheckout {
        link: link.ok_or(PaymentsError::InvalidResponse)?,
        session_id: checkout.id.clone(),
        bills_at_once: wanted.trial == Trial::None,
    })
}

/// User, plan, trial and minute, so that a repeated call finds the same checkout; and the newest
/// earlier checkout, so that one that was closed within the minute is not found again.
fn idempotency_key(
    app: &App,
    user: CheckoutUser<'_>,
    (plan, trial): (Plan, Trial),
    snapshot: &ProviderSnapshot,
) -> String {
    let minute = app.clock.now().timestamp() / 60;
    let last = snapshot.checkouts.first().map_or("first", |it| &it.id);
    let (user, plan, trial) = (user.user_id, plan.id(), trial_metadata(trial));
    format!("checkout:{user}:{plan}:{trial}:{minute}:{last}")
}

/// Expires a checkout so that nobody can pay on it. If it was paid at this very moment the provider
/// answers with a conflict, and the next sync finds the purchase.
async fn close(app: &App, open: &Checkout) -> Result<(), BillingError> {
    match stripe_calls::expire_checkout(app, &open.id).await {
        Ok(_) | Err(PaymentsError::Refused(PaymentRefusal::Conflict)) => Ok(()),
        Err(failed) => Err(failed.into()),
    }
}

/// Two tabs may have opened one checkout each: the newest stays. The sync also saves that a
/// checkout is open.
async fn close_older(
    app: &App,
    user: CheckoutUser<'_>,
    created: &Checkout,
) -> Result<(), BillingError> {
    let (_, snapshot) = sync_account(app, user.user_id).await?;
    let open = snapshot
        .checkouts
        .iter()
        .filter(|it| it.status == CheckoutStatus::Open);
    for other in open.filter(|it| it.id != created.id && it.created <= created.created) {
        close(app, other).await?;
    }
    Ok(())
}
