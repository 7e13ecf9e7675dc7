//! What touches every room: something happens to a person, and each room is told by its door.
//!
//! **Owns** no table. **Promises** that rooms which depend on a subscription are told of its
//! beginning, its plan and its end in the transaction that says so; that somebody who leaves is
//! forgotten by all rooms in one transaction or by none, that a download of one's data asks all
//! rooms too, and that a post that is gone from Reddit is forgotten by all. A new room gets a line
//! in `forget_everywhere` and one in [`export`]; one that keeps posts also a line in `events.rs`.

pub mod api;
#[cfg(feature = "sandboxes")]
mod demo;
mod events;
mod published_password;
#[cfg(feature = "sandboxes")]
mod sample_account;
#[cfg(feature = "sandboxes")]
pub mod sandbox_api;
mod store;
pub mod welcome_api;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use billing::{EndedBilling, TrialHasher};
use identity::Leaver;
use identity::mail_texts::{self, AccountDeleted};
use platform::app::App;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, Done, Job, JobUrgency, Lease, NewJob};
use platform::mail_layout::MailLayout;
use platform::{budget, live, outbox};

#[cfg(feature = "sandboxes")]
pub use demo::{DemoAccount, prepare_demo};
pub use events::Lifecycle;
pub use published_password::refuse_published_password;
#[cfg(feature = "sandboxes")]
pub use sample_account::{FillAccount, fill};

/// Somebody deletes their account. Every room gets this, billing first and identity last.
#[derive(Debug)]
pub struct AccountDeletion {
    pub leaver: Leaver,
    /// Under which jobs and mails are kept that were for this person.
    pub lane: String,
}

/// Forgets a person in every room, and tells them by a last mail of which nothing stays once it is
/// sent; false if there is no such account.
pub async fn delete_account(app: &App, user_id: Uuid) -> anyhow::Result<bool> {
    delete(&app.db, &app.clock, user_id, Some(app)).await
}

/// Forgets a person in every room, for an operator, who tells them; false if there is no such account.
pub async fn delete_account_data(db: &Db, clock: &Clock, user_id: Uuid) -> anyhow::Result<bool> {
    delete(db, clock, user_id, None).await
}

async fn delete(
    db: &Db,
    clock: &Clock,
    user_id: Uuid,
    mailing: Option<&App>,
) -> anyhow::Result<bool> {
    // Its key may have to be made, which needs a transaction of its own.
    let hasher = TrialHasher::open(db).await?;
    let mut tx = db.begin().await?;
    let Some(leaver) = identity::hold_leaver(&mut tx, user_id).await? else {
        return Ok(false);
    };
    let event = AccountDeletion {
        lane: leaver.id.to_string(),
        leaver,
    };
    let ended = forget_everywhere(&mut tx, clock, &event, &hasher).await?;
    // After everything is forgotten, mails to this address too.
    if let Some(app) = mailing.filter(|_| event.leaver.is_confirmed) {
        post_farewell(app, &mut tx, &event.leaver, ended).await?;
    }
    let sweep = NewJob::of(&SweepDeletedAccounts {}).due(clock.now() + SWEEP_AFTER);
    jobs::enqueue(&mut tx, clock, sweep).await?;
    tx.commit().await?;
    Ok(true)
}

async fn post_farewell(
    app: &App,
    tx: &mut Tx,
    leaver: &Leaver,
    ended: EndedBilling,
) -> DbResult<()> {
    let layout = MailLayout::new(&app.site_url, &app.settings.support_email);
    let (to, name) = (&leaver.addresses[0], leaver.full_name.as_deref());
    let about = AccountDeleted {
        had_subscription: ended.had_subscription,
        is_trial_remembered: ended.is_trial_remembered,
    };
    let mail = mail_texts::account_deleted(&layout, to, name, about);
    app.outbox.post_and_forget(tx, mail).await
}

/// Billing's place is the first: whoever charges stops charging before anything is forgotten, and
/// leaves a job behind, on no lane of the person's, that goes on trying if the provider is away.
/// Then the rooms, the floor, and identity as the last, because the others refer to it.
async fn forget_everywhere(
    tx: &mut Tx,
    clock: &Clock,
    event: &AccountDeletion,
    hasher: &TrialHasher,
) -> DbResult<EndedBilling> {
    let AccountDeletion { leaver, lane } = event;
    let address = leaver.addresses.first().map(String::as_str);
    let ended = billing::forget(tx, clock, (leaver.id, address), hasher).await?;
    scanner::forget(tx, leaver.id).await?;
    notifications::forget(tx, leaver.id).await?;
    comments::forget(tx, leaver.id).await?;
    mentions::forget(tx, leaver.id).await?;
    discovery::forget(tx, leaver.id).await?;
    searches::forget(tx, leaver.id).await?;
    keywords::forget(tx, clock, leaver.id).await?;
    listening::forget(tx, leaver.id).await?;
    onboarding::forget(tx, leaver.id).await?;
    jobs::forget_lane(tx, lane).await?;
    let message_ids = outbox::forget_lane(tx, lane).await?;
    for address in &leaver.addresses {
        jobs::forget_lane(tx, address).await?;
        outbox::forget_recipient(tx, address).await?;
    }
    sandbox::forget_mails(tx, &leaver.addresses, &message_ids).await?;
    let names = [leaver.addresses.as_slice(), std::slice::from_ref(lane)].concat();
    sandbox::forget_payments(tx, &names).await?;
    live::forget(tx, leaver.id).await?;
    budget::forget(tx, leaver.id).await?;
    identity::forget(tx, clock, leaver).await?;
    Ok(ended)
}

/// Everything the house holds about a person; none if there is no such account.
pub async fn export(db: &Db, clock: &Clock, user_id: Uuid) -> anyhow::Result<Option<Value>> {
    let Some(mut all) = identity::export(db, user_id).await? else {
        return Ok(None);
    };
    let email = all["user"]["email"].as_str().unwrap_or_default().to_owned();
    let mails = outbox::posted(db, &user_id.to_string(), &email).await?;
    all["mails"] = serde_json::to_value(mails)?;
    all["subscriptions"] = json!(billing::export(db, user_id).await?);
    all["companies"] = json!(onboarding::export(db, user_id).await?);
    all["scan_runs"] = json!(scanner::export(db, user_id).await?);
    all["ai_settings"] = json!(listening::export(db, user_id).await?);
    all["listening_sources"] = json!(listening::export_sources(db, user_id).await?);
    for (name, rows) in comments::export(db, user_id).await? {
        all[name] = json!(rows);
    }
    for (name, rows) in keywords::export(db, user_id).await? {
        all[name] = json!(rows);
    }
    for (name, rows) in searches::export(db, user_id).await? {
        all[name] = json!(rows);
    }
    for (name, rows) in discovery::export(db, user_id).await? {
        all[name] = json!(rows);
    }
    for (name, rows) in mentions::export(db, user_id).await? {
        all[name] = json!(rows);
    }
    for (name, rows) in notifications::export(db, user_id).await? {
        all[name] = json!(rows);
    }
    all["exported_at"] = json!(clock.real());
    Ok(Some(all))
}

/// Open pages are told of the end of their sessions by a line in the log of live events, which
/// every process has read long before this.
const SWEEP_AFTER: TimeDelta = TimeDelta::minutes(1);

/// Removes the last traces of people who left. It names nobody, so it leaves no trace itself.
#[derive(Debug, Serialize, Deserialize)]
pub struct SweepDeletedAccounts {}

impl Job for SweepDeletedAccounts {
    const KIND: &'static str = "sweep_after_leaving";
    const URGENCY: JobUrgency = JobUrgency::Background;
    type Context = Db;

    async fn run(self, db: Db, lease: Lease) -> anyhow::Result<Done> {
        forget_leftovers(&db).await?;
        lease.done().await
    }
}

/// Removes what is kept for people who are not there any more.
pub async fn forget_leftovers(db: &Db) -> DbResult<u64> {
    store::forget_events_of_nobody(db).await
}
