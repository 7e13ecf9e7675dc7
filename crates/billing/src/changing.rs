//! Another plan, the end, and taking the end back. One change at a time, and each begins with what
//! the provider says now.

use chrono::{DateTime, TimeDelta, Utc};
use providers::payments::{
    PaymentsError, PaymentsResult, PlanChangeBilling, PlanChangeRequest, Subscription,
};
use uuid::Uuid;

use super::checkout::{self, Started, Who};
use super::hearing::refresh;
use super::refusal::NotDone;
use super::standing::{Hold, Standing};
use super::store::accounts;
use super::{Status, till};
use platform::app::App;
use platform::product::KeywordChoice;
use platform::product::Plan;

/// How a change of plan went.
#[derive(Debug)]
pub(super) struct PlanChanged {
    pub(super) is_upgrade: bool,
    pub(super) standing: Standing,
}

/// What somebody gets who wants the subscription to go on.
#[derive(Debug)]
pub(super) enum Reactivated {
    GoesOn(Standing),
    /// A cancelled trial has ended at the provider: it takes a new checkout.
    NeedsCheckout(Started),
}

pub(super) async fn change_plan(
    app: &App,
    user_id: Uuid,
    subscription_id: &str,
    plan: Plan,
    choice: &KeywordChoice,
) -> Result<PlanChanged, NotDone> {
    let standing = find(app, user_id, subscription_id).await?;
    if !standing.is_bought_and_lives() {
        return Err(NotDone::NotLive);
    }
    let is_upgrade = plan > standing.plan;
    if plan == standing.next_plan.unwrap_or(standing.plan) {
        return Ok(PlanChanged {
            is_upgrade,
            standing,
        });
    }
    let (how, hold) = terms_of(&standing, subscription_id, plan, app.clock.now());
    let revision = begin(app, user_id, Some((hold.as_ref(), choice)), None).await?;
    let change = PlanChangeRequest {
        subscription: subscription_id.to_owned(),
        plan: plan.id().to_owned(),
        how,
    };
    let key = format!("change:{subscription_id}:{revision}");
    let called = till::change_plan(app, &change, &key).await;
    let is_there = |it: &Standing| it.next_plan.unwrap_or(it.plan) == plan;
    let standing = finish(app, user_id, called, is_there).await?;
    Ok(PlanChanged {
        is_upgrade,
        standing,
    })
}

/// In a trial a smaller plan counts at once, and a larger one ends the trial. Outside, the larger
/// one is billed now and the smaller one comes with the next period: the provider has its price
/// already, and we hold on to the larger plan until then.
fn terms_of(
    standing: &Standing,
    subscription_id: &str,
    plan: Plan,
    now: DateTime<Utc>,
) -> (PlanChangeBilling, Option<Hold>) {
    if standing.is_in_trial() {
        let how = if plan > standing.plan {
            PlanChangeBilling::EndingTrial
        } else {
            PlanChangeBilling::FromNextInvoice
        };
        return (how, None);
    }
    if plan > standing.plan {
        return (PlanChangeBilling::AtOnce, None);
    }
    let hold = Hold {
        plan: standing.plan,
        subscription_id: subscription_id.to_owned(),
        until: standing.period_end.unwrap_or(now),
    };
    (PlanChangeBilling::FromNextInvoice, Some(hold))
}

/// The server decides how: a trial ends at once at the provider and keeps its access here; what is
/// paid for runs until the period's end; what could not be charged is not charged again.
pub(super) async fn cancel(
    app: &App,
    user_id: Uuid,
    subscription_id: &str,
    reason: &str,
) -> Result<Standing, NotDone> {
    let standing = find(app, user_id, subscription_id).await?;
    if standing.is_cancelling || standing.is_cancelled_trial {
        return Ok(standing);
    }
    let is_unpaid = standing.status == Status::PaymentFailed;
    if !standing.is_bought_and_lives() && !is_unpaid {
        return Err(NotDone::NotLive);
    }
    let revision = begin(app, user_id, None, Some(reason)).await?;
    let called = if standing.is_in_trial() || standing.is_past_due || is_unpaid {
        till::cancel_now(app, subscription_id).await
    } else {
        let key = format!("end:{subscription_id}:{revision}");
        till::cancel_at_period_end(app, subscription_id, &key).await
    };
    let is_ending = |it: &Standing| it.cancel_at.is_some();
    finish(app, user_id, called, is_ending).await
}

pub(super) async fn reactivate(
    app: &App,
    who: Who<'_>,
    subscription_id: &str,
) -> Result<Reactivated, NotDone> {
    let standing = find(app, who.user_id, subscription_id).await?;
    if standing.is_cancelled_trial {
        let started = checkout::start(app, who, standing.plan).await?;
        return Ok(Reactivated::NeedsCheckout(started));
    }
    if !standing.is_bought_and_lives() {
        return Err(NotDone::NothingToReactivate);
    }
    if !standing.is_cancelling {
        return Ok(Reactivated::GoesOn(standing));
    }
    let revision = begin(app, who.user_id, None, None).await?;
    let key = format!("undo:{subscription_id}:{revision}");
    let called = till::undo_cancel(app, subscription_id, &key).await;
    let goes_on = |it: &Standing| it.status.is_live() && !it.is_cancelling;
    let standing = finish(app, who.user_id, called, goes_on).await?;
    Ok(Reactivated::GoesOn(standing))
}

/// How the subscription is at this moment. One of somebody else's is none.
async fn find(app: &App, user_id: Uuid, subscription_id: &str) -> Result<Standing, NotDone> {
    let (account, _) = refresh(app, user_id).await?;
    let standing = account.standing().cloned();
    let ours = standing.filter(|it| it.subscription_id.as_deref() == Some(subscription_id));
    ours.ok_or(NotDone::NoSuchSubscription)
}

type Downgrade<'a> = (Option<&'a Hold>, &'a KeywordChoice);

/// Takes the one place from which things are changed at the provider, and writes down first what
/// only we know about the change: a crash after the call must not lose it.
async fn begin(
    app: &App,
    user_id: Uuid,
    downgrade: Option<Downgrade<'_>>,
    reason: Option<&str>,
) -> Result<i64, NotDone> {
    let real = app.clock.real();
    let patience = TimeDelta::from_std(app.settings.job_lease).unwrap_or(TimeDelta::MAX);
    let mut tx = app.db.begin().await?;
    let revision = accounts::take_turn_anyway(&mut tx, user_id).await?;
    if !accounts::begin_change(&mut tx, user_id, real, real + patience).await? {
        return Err(NotDone::Busy);
    }
    if let Some((hold, choice)) = downgrade {
        accounts::keep_hold(&mut tx, user_id, hold).await?;
        accounts::keep_choice(&mut tx, user_id, choice).await?;
    }
    if let Some(reason) = reason {
        accounts::keep_reason(&mut tx, user_id, reason).await?;
    }
    tx.commit().await?;
    Ok(revision)
}

/// Looks at what came of it. A call whose answer was lost may have happened.
async fn finish(
    app: &App,
    user_id: Uuid,
    called: PaymentsResult<Subscription>,
    has_happened: impl Fn(&Standing) -> bool,
) -> Result<Standing, NotDone> {
    accounts::end_change(&app.db, user_id).await?;
    if let Err(PaymentsError::Refused(refusal)) = called {
        return Err(PaymentsError::Refused(refusal).into());
    }
    let (account, _) = refresh(app, user_id).await?;
    let standing = account.standing().cloned();
    match (standing, called) {
        (Some(standing), _) if has_happened(&standing) => Ok(standing),
        (_, Err(failed)) => Err(failed.into()),
        (Some(standing), Ok(_)) => Ok(standing),
        (None, Ok(_)) => Err(NotDone::NoSuchSubscription),
    }
}
