//! The payment sandbox: what it remembers is in the database, and it wakes by itself.

mod store;
mod webhooks;

use std::sync::Arc;

use anyhow::Context;
use async_trait::async_trait;
use chrono::DateTime;
use futures::future::BoxFuture;
use providers::payments::StripeSettings;
use rand::distr::{Alphanumeric, SampleString};
use sandboxes::payments::{
    self as sandbox, CheckoutClient, Ledger, LedgerBatch, LedgerError, LedgerQuery, LedgerRecord,
    PriceList, SECRET_KEY, price_id,
};
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;

use super::SandboxAddresses;
use super::store as kept;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::jobs::{self, Done, Job, Lease, NewJob};
use platform::settings::Settings;
use platform::tasks::Tasks;

pub use webhooks::{SendWebhooks, WebhookTools};
pub(super) use webhooks::{WebhookMode, set_mode};

const SIGNING: &str = "payments.webhook_secret";

/// How the adapter reaches the sandbox: its address, a key, and the secret of its webhooks.
pub async fn stripe_settings(
    db: &Db,
    settings: &Settings,
    addresses: &SandboxAddresses,
) -> anyhow::Result<StripeSettings> {
    let address = addresses.address("payments");
    let address = address.context("finding the payment sandbox")?;
    let secret = signing_secret(db, settings).await?;
    let prices: Vec<(&str, String)> = settings
        .offer
        .plans
        .iter()
        .map(|plan| (plan.id(), price_id(plan.id())))
        .collect();
    let prices: Vec<(&str, &str)> = prices
        .iter()
        .map(|(plan, price)| (*plan, price.as_str()))
        .collect();
    let url = format!("http://{address}");
    StripeSettings::new(Some(&url), SECRET_KEY, Some(&secret), &prices)
        .context("describing the payment sandbox")
}

/// What its webhooks are signed with: the operator's secret, or one that is made once and kept.
async fn signing_secret(db: &Db, settings: &Settings) -> anyhow::Result<String> {
    if let Some(given) = &settings.payments.webhook_secret {
        return Ok(given.expose().to_owned());
    }
    if let Some(kept) = kept::state(db, SIGNING).await? {
        return Ok(kept);
    }
    let made = format!("whsec_{}", Alphanumeric.sample_string(&mut rand::rng(), 32));
    Ok(kept::keep_state(db, SIGNING, &made).await?)
}

/// Completes a checkout as a person at its page would, with the card that pays.
pub async fn pay_checkout(addresses: &SandboxAddresses, checkout: &str) -> anyhow::Result<()> {
    let address = addresses.address("payments");
    let visitor = CheckoutClient::at(address.context("finding the payment sandbox")?);
    let paid = visitor.pays(checkout, sandbox::CARDS[0].number).await;
    let is_paid = paid.context("paying on the checkout's page")?;
    anyhow::ensure!(is_paid, "the checkout's page did not take the card");
    Ok(())
}

/// Takes the names, addresses and notes of somebody who is gone out of everything that the
/// sandbox holds. `names` are their addresses and their id.
pub async fn forget_payments(tx: &mut Tx, names: &[String]) -> DbResult<()> {
    for name in names {
        for record in store::records_naming(tx, &escaped(&name.to_lowercase())).await? {
            let id = record.id.clone();
            match record.anonymous() {
                Some(left) => store::save(tx, &left).await?,
                None => store::remove(tx, &id).await?,
            }
        }
    }
    Ok(())
}

/// The text for a comparison by `like`.
fn escaped(text: &str) -> String {
    let special = |letter| matches!(letter, '%' | '_' | '\\');
    text.chars()
        .flat_map(|letter| special(letter).then_some('\\').into_iter().chain([letter]))
        .collect()
}

pub(super) fn serve(
    listener: TcpListener,
    (db, clock, tasks): (&Db, &Clock, &Tasks),
    prices: PriceList,
) -> BoxFuture<'static, ()> {
    let ledger = LedgerStore {
        db: db.clone(),
        clock: clock.clone(),
    };
    let clock = clock.clone();
    let now: sandbox::SandboxClock = Arc::new(move || clock.now());
    let serving = sandbox::serve(listener, Arc::new(ledger), prices, now, tasks.stopping());
    Box::pin(serving)
}

/// The ledger in the database.
#[derive(Clone, Debug)]
struct LedgerStore {
    db: Db,
    clock: Clock,
}

#[async_trait]
impl Ledger for LedgerStore {
    async fn get(&self, id: &str) -> Result<Option<LedgerRecord>, LedgerError> {
        Ok(store::record(&self.db, id).await?)
    }

    async fn due(&self, until: i64) -> Result<Vec<LedgerRecord>, LedgerError> {
        Ok(store::due(&self.db, until).await?.into_iter().collect())
    }

    async fn list(&self, query: &LedgerQuery<'_>) -> Result<Vec<LedgerRecord>, LedgerError> {
        Ok(store::list(&self.db, query).await?)
    }

    /// With the records go the jobs: one that sends the webhooks, and one that wakes the sandbox
    /// when the next thing is due.
    async fn save(&self, batch: LedgerBatch) -> Result<(), LedgerError> {
        let mode = webhooks::mode(&self.db).await?;
        let mut tx = self.db.begin().await?;
        for record in &batch.records {
            store::save(&mut tx, record).await?;
            self.wake_when_due(&mut tx, record).await?;
        }
        let events = batch.webhooks.into_iter().map(|(event_id, _)| event_id);
        webhooks::hand_over(&mut tx, &self.clock, mode, events.collect()).await?;
        Ok(tx.commit().await?)
    }
}

impl LedgerStore {
    async fn wake_when_due(&self, tx: &mut Tx, record: &LedgerRecord) -> DbResult<()> {
        let due = record.due.and_then(|due| DateTime::from_timestamp(due, 0));
        let Some(due) = due.filter(|due| *due > self.clock.now()) else {
            return Ok(());
        };
        let key = format!("payments:{}", due.timestamp());
        let job = NewJob::of(&CatchUpPayments {}).once(key).due(due);
        jobs::enqueue(tx, &self.clock, job).await.map(drop)
    }
}

/// Something in the payment sandbox is due: a trial ends, a month is billed.
#[derive(Debug, Serialize, Deserialize)]
pub struct CatchUpPayments {}

impl Job for CatchUpPayments {
    const KIND: &'static str = "sandbox_payments";
    type Context = SandboxAddresses;

    async fn run(self, addresses: SandboxAddresses, lease: Lease) -> anyhow::Result<Done> {
        // Without the sandbox there is nothing to wake: real payments came after all.
        if let Some(address) = addresses.address("payments") {
            let visitor = CheckoutClient::at(address);
            visitor
                .catches_up()
                .await
                .context("waking the payment sandbox")?;
        }
        lease.done().await
    }
}
