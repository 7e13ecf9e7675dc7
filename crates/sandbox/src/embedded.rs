//! Opening the sandboxes, and what of their state other parts of the product ask for.

use chrono::TimeDelta;
use platform::clock::Clock;
use platform::db::{Db, DbResult, Tx};
use platform::product::Offer;
use platform::tasks::Tasks;
use sandboxes::payments::{PriceList, PricedPlan};

use super::{SandboxAddresses, SandboxOptions, host, store};

/// Opens a sandbox for each of `providers`, or finds the process that has them open.
pub async fn open(
    db: &Db,
    clock: &Clock,
    tasks: &Tasks,
    providers: Vec<&'static str>,
    options: SandboxOptions,
) -> anyhow::Result<SandboxAddresses> {
    if providers.is_empty() {
        return Ok(SandboxAddresses::default());
    }
    let webhook_url = host::webhook_url(db, options.web).await?;
    let host = host::SandboxHost {
        db: db.clone(),
        clock: clock.clone(),
        tasks: tasks.clone(),
        prices: price_list(&options.offer),
        reddit_calls: options.reddit_calls,
        reddit_firehose: options.reddit_firehose,
        is_guest: options.is_guest,
    };
    let addresses = host.open_or_find(providers).await?;
    Ok(addresses.with_webhooks_at(webhook_url))
}

fn price_list(offer: &Offer) -> PriceList {
    let priced = offer.plans.iter().filter_map(|plan| {
        let terms = plan.terms();
        Some(PricedPlan {
            plan: terms.id.to_owned(),
            name: terms.name.to_owned(),
            cents_a_month: i64::from(terms.price?) * 100,
        })
    });
    PriceList {
        offers: priced.collect(),
    }
}

/// Whether the demo account was ever made here.
pub async fn has_demo(db: &Db) -> DbResult<bool> {
    Ok(store::state(db, DEMO).await?.is_some())
}

/// Remembers that it was, for good.
pub async fn note_demo(db: &Db) -> DbResult<()> {
    store::keep_state(db, DEMO, "made").await.map(drop)
}

const DEMO: &str = "demo.account";

/// Removes what the mailbox holds of somebody who is gone: mails to their addresses, and those
/// that went to others on their account.
pub async fn forget_mails(
    tx: &mut Tx,
    addresses: &[String],
    message_ids: &[String],
) -> DbResult<()> {
    for address in addresses {
        store::forget_mails_to(tx, address).await?;
    }
    for message_id in message_ids {
        store::forget_mail(tx, message_id).await?;
    }
    Ok(())
}

/// Removes mails that nobody has looked for in three months.
pub async fn forget_old(db: &Db, clock: &Clock) -> DbResult<u64> {
    store::forget_mails_before(db, clock.now() - TimeDelta::days(90)).await
}
