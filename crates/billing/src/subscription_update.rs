//! Saves a new subscription state, with everything that follows from it, in one transaction.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::billing_error::BillingError;
use super::billing_mail::{self, BillingMail};
use super::cancel_at_provider_job::CancelAtProvider;
use super::new_invoices::NewInvoice;
use super::payment_mail;
use super::recheck_job::RecheckSubscription;
use super::store::{self, BillingAccount, accounts};
use super::subscription_state::{self, ProviderSnapshot, SubscriptionState};
use super::used_trials::TrialCards;
use identity::User;
use platform::app::App;
use platform::clock::Clock;
use platform::db::{DbResult, Tx};
use platform::events::ProductEvents;
use platform::jobs::{self, NewJob};
use platform::live::{self, RowWrite};
use platform::product::Plan;

/// What the provider was heard to say, and what follows from its cards.
#[derive(Debug)]
pub(super) struct ProviderAnswer<'a> {
    pub(super) snapshot: &'a ProviderSnapshot,
    pub(super) cards: TrialCards,
    /// What was paid since the last look.
    pub(super) invoices: Vec<NewInvoice>,
}

/// Saves a user's new subscription state. Returns `None` if somebody else has written since
/// `account` was read: the provider's answer may be older than the one they saved, so the caller
/// asks the provider again.
pub(super) async fn save_state(
    app: &App,
    account: &BillingAccount,
    after: Option<SubscriptionState>,
    answer: &ProviderAnswer<'_>,
) -> Result<Option<BillingAccount>, BillingError> {
    let update = SubscriptionUpdate::of(account, after, answer, app.clock.now());
    if update.is_empty(account) {
        return Ok(Some(account.clone()));
    }
    let user = identity::find(&app.db, &account.user_id.to_string()).await?;
    let Some(user) = user else {
        return Err(BillingError::NoSuchSubscription);
    };
    let mut tx = app.db.begin().await?;
    if !accounts::claim_revision(&mut tx, account.user_id, account.revision).await? {
        return Ok(None);
    }
    let context = (&app.clock, &*app.events);
    let id = write_state(&mut tx, context, account, update.after.as_ref()).await?;
    write_effects(app, &mut tx, &user, id, &update).await?;
    tx.commit().await?;
    Ok(Some(store::load_account(&app.db, account.user_id).await?))
}

/// Writes what follows from a new state: the used trial, mails, cancellations and the next check.
async fn write_effects(
    app: &App,
    tx: &mut Tx,
    user: &User,
    subscription_id: Option<Uuid>,
    update: &SubscriptionUpdate,
) -> anyhow::Result<()> {
    if update.uses_trial {
        accounts::mark_trial_used(tx, user.id, app.clock.now()).await?;
    }
    if let Some(hash) = &update.card_hash {
        accounts::save_card_hash(tx, user.id, hash).await?;
    }
    if let Some(refused) = &update.refused_trial {
        tracing::info!(user_id = %user.id, "ended a trial because its card has already had one");
        accounts::save_refused_trial(tx, user.id, refused).await?;
        let job = NewJob::of(&CancelAtProvider::only(vec![refused.clone()]));
        let job = job.once(format!("refused_trial:{refused}"));
        jobs::enqueue(tx, &app.clock, job).await?;
    }
    if let (Some((plan, end)), Some(id)) = (update.reminds_of, subscription_id) {
        store::mark_reminded(tx, id, end).await?;
        let events = &app.events;
        events
            .trial_ends_soon(tx, &app.clock, user.id, plan, end)
            .await?;
    }
    for mail in &update.mails {
        let mail = billing_mail::compose(app, user, *mail, update.after.as_ref());
        app.outbox.post(tx, mail).await?;
    }
    for paid in &update.invoices {
        write_invoice(app, tx, user, paid, update.after.as_ref()).await?;
    }
    if !update.surplus.is_empty() {
        let job = NewJob::of(&CancelAtProvider::only(update.surplus.clone()));
        let job = job.once(format!("surplus:{}", update.surplus.join(",")));
        jobs::enqueue(tx, &app.clock, job).await?;
    }
    if let Some(after) = &update.after {
        schedule_recheck(tx, &app.clock, user.id, after).await?;
    }
    Ok(())
}

/// Stores a paid invoice, and the mail about it if it was not stored before.
async fn write_invoice(
    app: &App,
    tx: &mut Tx,
    user: &User,
    NewInvoice { invoice, mail }: &NewInvoice,
    state: Option<&SubscriptionState>,
) -> DbResult<()> {
    let stored = (invoice.id.as_str(), invoice.paid_at);
    let is_new = store::paid_invoices::add(tx, user.id, stored).await?;
    if let Some(mail) = mail.filter(|_| is_new) {
        let mail = payment_mail::compose(app, user, mail, (invoice, state));
        app.outbox.post(tx, mail).await?;
    }
    Ok(())
}

/// Writes the row and notifies open pages and the other rooms. Returns the row's id, if there is
/// one afterwards.
pub(super) async fn write_state(
    tx: &mut Tx,
    (clock, events): (&Clock, &dyn ProductEvents),
    account: &BillingAccount,
    after: Option<&SubscriptionState>,
) -> anyhow::Result<Option<Uuid>> {
    let user_id = account.user_id;
    let (before, rows) = (account.state(), &store::SUBSCRIPTIONS);
    if before == after {
        return Ok(account.subscription.as_ref().map(|it| it.id));
    }
    let Some(after) = after else {
        for id in store::remove_subscriptions(tx, user_id).await? {
            live::record_gone(tx, clock, user_id, rows, id).await?;
        }
        notify_rooms(tx, (clock, events), account, None).await?;
        return Ok(None);
    };
    let written = if let Some(stored) = &account.subscription {
        store::update_subscription(tx, stored.id, after, clock.now()).await?;
        (stored.id, RowWrite::Changed)
    } else {
        let id = store::add_subscription(tx, user_id, after, clock.now()).await?;
        (id, RowWrite::Added)
    };
    live::record_written(tx, clock, user_id, rows, written).await?;
    notify_rooms(tx, (clock, events), account, Some(after)).await?;
    Ok(Some(written.0))
}

/// The other rooms start or stop their work with the subscription.
async fn notify_rooms(
    tx: &mut Tx,
    (clock, events): (&Clock, &dyn ProductEvents),
    account: &BillingAccount,
    after: Option<&SubscriptionState>,
) -> anyhow::Result<()> {
    let live_plan = |state: Option<&SubscriptionState>| {
        let live = state.filter(|it| it.status.is_live());
        live.map(|it| (it.plan, it.is_trial()))
    };
    let (user_id, choice) = (account.user_id, &account.choice);
    match (live_plan(account.state()), live_plan(after)) {
        (None, Some((plan, _))) => {
            let notified = events.subscription_became_live(tx, clock, user_id, plan, choice);
            notified.await
        }
        (Some((before, _)), Some((plan, _))) if before != plan => {
            events.plan_changed(tx, clock, user_id, plan, choice).await
        }
        (Some((_, was_trial)), Some((plan, is_trial))) if was_trial != is_trial => {
            events.trial_changed(tx, clock, user_id, plan).await
        }
        (Some(_), None) => events.access_ended(tx, clock, user_id).await,
        _ => Ok(()),
    }
}

/// Queues a job for the next moment at which time alone changes something.
pub(super) async fn schedule_recheck(
    tx: &mut Tx,
    clock: &Clock,
    user_id: Uuid,
    state: &SubscriptionState,
) -> DbResult<()> {
    let Some(due) = state.next_recheck_at(clock.now()) else {
        return Ok(());
    };
    let key = format!("billing:{user_id}:{}", due.timestamp_micros());
    let job = NewJob::of(&RecheckSubscription { user_id }).lane(user_id.to_string());
    jobs::enqueue(tx, clock, job.due(due).once(key))
        .await
        .map(drop)
}

/// What changes with a new state.
struct SubscriptionUpdate {
    after: Option<SubscriptionState>,
    mails: Vec<BillingMail>,
    /// The trial that a reminder goes out for: the plan that follows, and its end.
    reminds_of: Option<(Plan, DateTime<Utc>)>,
    invoices: Vec<NewInvoice>,
    uses_trial: bool,
    /// The card of the trial, if it is not stored yet.
    card_hash: Option<String>,
    /// A trial that ends here, because its card has had one.
    refused_trial: Option<String>,
    /// Subscriptions at the provider that would charge the user a second time.
    surplus: Vec<String>,
}

impl SubscriptionUpdate {
    fn of(
        account: &BillingAccount,
        after: Option<SubscriptionState>,
        answer: &ProviderAnswer<'_>,
        now: DateTime<Utc>,
    ) -> Self {
        let ProviderAnswer {
            snapshot,
            cards,
            invoices,
        } = answer;
        let stored = account.subscription.as_ref();
        let reminded_of = stored.and_then(|it| it.reminded_of);
        let ending = after.as_ref().filter(|it| it.is_near_trial_end(now));
        let reminds_of = ending
            .and_then(|it| Some((it.next_plan.unwrap_or(it.plan), it.trial_ends_at?)))
            .filter(|(_, end)| reminded_of != Some(*end));
        let has_trial = snapshot
            .subscriptions
            .iter()
            .any(|it| it.trial_end.is_some());
        let uses_trial = (has_trial || cards.refused.is_some()) && account.trial_used_at.is_none();
        let mut mails = billing_mail::mails_for_change(account.state(), after.as_ref());
        // The trial is given once, so this is said once, however often the provider is asked.
        if uses_trial && after.as_ref().is_some_and(SubscriptionState::is_in_trial) {
            mails.push(BillingMail::TrialStarted);
        }
        let surplus = subscription_state::surplus_subscriptions(snapshot, now).into_iter();
        Self {
            mails,
            reminds_of,
            uses_trial,
            invoices: invoices.clone(),
            card_hash: cards
                .card_hash
                .clone()
                .filter(|hash| account.card_hash.as_ref() != Some(hash)),
            refused_trial: cards
                .refused
                .clone()
                .filter(|id| account.refused_trial.as_ref() != Some(id)),
            surplus: surplus.map(|it| it.id.clone()).collect(),
            after,
        }
    }

    fn is_empty(&self, account: &BillingAccount) -> bool {
        account.state() == self.after.as_ref()
            && self.mails.is_empty()
            && self.reminds_of.is_none()
            && self.invoices.is_empty()
            && !self.uses_trial
            && self.card_hash.is_none()
            && self.refused_trial.is_none()
            && self.surplus.is_empty()
    }
}
