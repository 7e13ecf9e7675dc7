//! Buying: one open checkout at a time, the trial once, and never a second live subscription.

use anyhow::anyhow;
use chrono::{DateTime, TimeDelta, Utc};
use providers::payments::{
    Buyer, Checkout, CheckoutStatus, NewCheckout, NewCustomer, PaymentRefusal, PaymentsError, Trial,
};
use uuid::Uuid;

use super::hearing::refresh;
use super::refusal::NotDone;
use super::standing::{Heard, is_waiting};
use super::store::{self, Account, accounts};
use super::till;
use platform::app::App;
use platform::product::Plan;

/// The provider takes no trial that ends earlier.
const SHORTEST_TRIAL: TimeDelta = TimeDelta::hours(48);
/// A checkout that closes sooner is not handed out again.
const WORTH_REUSING: TimeDelta = TimeDelta::minutes(10);
const ATTEMPTS: usize = 5;

/// Who buys: the id and the address of the token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Who<'a> {
    pub(super) user_id: Uuid,
    pub(super) email: &'a str,
}

#[derive(Debug)]
pub(super) struct Started {
    pub(super) link: String,
    pub(super) session_id: String,
    /// There is no trial, so the card is charged when the checkout is completed.
    pub(super) bills_at_once: bool,
}

/// A page on which the plan can be bought. An open one is used again, or replaced.
pub(super) async fn start(app: &App, who: Who<'_>, plan: Plan) -> Result<Started, NotDone> {
    let customer = customer_of(app, who).await?;
    for _ in 0..ATTEMPTS {
        let (account, heard) = refresh(app, who.user_id).await?;
        refuse_second(&account, &heard, app.clock.now())?;
        let wish = wish(app, who, plan, (&account, &customer));
        match open_one(&heard) {
            Some(open) if serves(open, &wish, app.clock.now()) => {
                return started(open, &wish);
            }
            Some(open) => close(app, open).await?,
            None => {
                let key = key(app, who, plan, &heard);
                let made = till::create_checkout(app, &wish, &key).await?;
                close_older(app, who, &made).await?;
                return started(&made, &wish);
            }
        }
    }
    Err(anyhow!("the open checkout could neither be used nor closed").into())
}

fn refuse_second(account: &Account, heard: &Heard, now: DateTime<Utc>) -> Result<(), NotDone> {
    if heard.checkouts.iter().any(|it| is_waiting(it, heard)) {
        return Err(NotDone::Processing);
    }
    let standing = account.standing();
    let lives = standing.is_some_and(|it| it.has_access(now) && !it.is_cancelled_trial);
    if lives {
        return Err(NotDone::AlreadySubscribed);
    }
    Ok(())
}

/// The provider's name for them; the first time, one is made and kept before anything is sold.
async fn customer_of(app: &App, who: Who<'_>) -> Result<String, NotDone> {
    for _ in 0..ATTEMPTS {
        let account = store::account(&app.db, who.user_id).await?;
        if let Some(customer) = account.customer_id {
            return Ok(customer);
        }
        let customer = find_or_make_customer(app, who).await?;
        let mut tx = app.db.begin().await?;
        if accounts::take_turn(&mut tx, who.user_id, account.revision).await? {
            accounts::keep_customer(&mut tx, who.user_id, &customer).await?;
            tx.commit().await?;
            return Ok(customer);
        }
    }
    Err(anyhow!("others kept writing about the same account").into())
}

/// A crash may have come between making one and keeping it.
async fn find_or_make_customer(app: &App, who: Who<'_>) -> Result<String, NotDone> {
    let user_id = who.user_id.to_string();
    let known = till::customers(app, who.email).await?;
    let ours = known
        .into_iter()
        .find(|it| it.metadata.get("user_id") == Some(&user_id));
    if let Some(ours) = ours {
        return Ok(ours.id);
    }
    let new = NewCustomer {
        email: who.email.to_owned(),
        metadata: [("user_id".to_owned(), user_id.clone())].into(),
    };
    let made = till::create_customer(app, &new, &format!("customer:{user_id}")).await?;
    Ok(made.id)
}

fn wish(app: &App, who: Who<'_>, plan: Plan, (account, customer): (&Account, &str)) -> NewCheckout {
    let trial = trial_for(account, app.settings.offer.trial_days, app.clock.now());
    let site = app.site_url.as_str().trim_end_matches('/');
    let (id, has_trial) = (plan.id(), trial != Trial::None);
    let metadata = [
        ("user_id", who.user_id.to_string()),
        ("plan_id", id.to_owned()),
        ("trial", trial_word(trial)),
    ];
    NewCheckout {
        plan: id.to_owned(),
        buyer: Buyer::Known(customer.to_owned()),
        trial,
        client_reference_id: who.user_id.to_string(),
        metadata: metadata
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
        success_url: format!(
            "{site}/dashboard?session={{CHECKOUT_SESSION_ID}}&plan={id}&trial={has_trial}"
        ),
        cancel_url: format!("{site}/payment?error=cancelled"),
    }
}

/// The trial is given once. Whoever cancelled it before its end may have the rest of it.
fn trial_for(account: &Account, trial_days: u32, now: DateTime<Utc>) -> Trial {
    let cut = account.standing().filter(|it| it.is_cancelled_trial);
    match (cut.and_then(|it| it.access_until), account.trial_used_at) {
        (Some(end), _) if end - now >= SHORTEST_TRIAL => Trial::Until(end),
        (None, None) => Trial::Days(trial_days),
        _ => Trial::None,
    }
}

fn trial_word(trial: Trial) -> String {
    match trial {
        Trial::None => "none".to_owned(),
        Trial::Days(days) => format!("{days} days"),
        Trial::Until(end) => format!("until {}", end.timestamp()),
    }
}

fn open_one(heard: &Heard) -> Option<&Checkout> {
    let mut all = heard.checkouts.iter();
    all.find(|it| it.status == CheckoutStatus::Open)
}

/// Whether an open checkout sells just what is wished for.
fn serves(open: &Checkout, wish: &NewCheckout, now: DateTime<Utc>) -> bool {
    let says = |name: &str| open.metadata.get(name) == wish.metadata.get(name);
    let lasts = open.expires_at.is_none_or(|end| end - now > WORTH_REUSING);
    open.url.is_some() && lasts && says("plan_id") && says("trial")
}

fn started(checkout: &Checkout, wish: &NewCheckout) -> Result<Started, NotDone> {
    let link = checkout.url.clone();
    Ok(Started {
        link: link.ok_or(PaymentsError::InvalidResponse)?,
        session_id: checkout.id.clone(),
        bills_at_once: wish.trial == Trial::None,
    })
}

/// User, plan and minute, so that a call made again finds the same checkout; and the newest one
/// before it, so that one which was closed within the minute is not found again.
fn key(app: &App, who: Who<'_>, plan: Plan, heard: &Heard) -> String {
    let minute = app.clock.now().timestamp() / 60;
    let last = heard.checkouts.first().map_or("first", |it| &it.id);
    format!("checkout:{}:{}:{minute}:{last}", who.user_id, plan.id())
}

/// Nobody can pay there any more. Somebody may have done so at this very moment: then it is
/// refused, and the next look tells.
async fn close(app: &App, open: &Checkout) -> Result<(), NotDone> {
    match till::expire_checkout(app, &open.id).await {
        Ok(_) | Err(PaymentsError::Refused(PaymentRefusal::Conflict)) => Ok(()),
        Err(failed) => Err(failed.into()),
    }
}

/// Two tabs may have opened one each: the last one stays. What is open is written down, too.
async fn close_older(app: &App, who: Who<'_>, made: &Checkout) -> Result<(), NotDone> {
    let (_, heard) = refresh(app, who.user_id).await?;
    let open = heard
        .checkouts
        .iter()
        .filter(|it| it.status == CheckoutStatus::Open);
    for other in open.filter(|it| it.id != made.id && it.created <= made.created) {
        close(app, other).await?;
    }
    Ok(())
}
