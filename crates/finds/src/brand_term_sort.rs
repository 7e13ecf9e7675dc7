//! Sorts the products of existing accounts by the current rule: which are terms, and which are only
//! suggested. Terms that their owner typed, chose or removed stay as they are.

use std::time::Duration;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::brand_terms::{BrandTerm, TermType};
use super::store;
use platform::clock::Clock;
use platform::db::{Db, DbResult};
use platform::jobs::{self, Done, Job, JobUrgency, Lease, NewJob};

/// Sorts everybody's products that an older rule has sorted.
#[derive(Debug, Serialize, Deserialize)]
pub struct SortBrandTerms {}

/// How many products a transaction writes: others write too.
const PRODUCTS_PER_TRANSACTION: i64 = 500;

impl Job for SortBrandTerms {
    const KIND: &'static str = "sort_brand_terms";
    const URGENCY: JobUrgency = JobUrgency::Background;
    const TIME_LIMIT: Duration = Duration::from_mins(10);
    type Context = Db;

    async fn run(self, db: Db, lease: Lease) -> anyhow::Result<Done> {
        let mut sorted = 0;
        loop {
            let products = store::unsorted_products(&db, PRODUCTS_PER_TRANSACTION).await?;
            if products.is_empty() {
                let tx = lease.begin().await?;
                return lease.finish(tx, json!({ "sorted": sorted })).await;
            }
            sorted += products.len();
            let products = judged(products).await?;
            let mut tx = lease.begin().await?;
            for product in &products {
                store::sort_product(&mut tx, product).await?;
            }
            tx.commit().await?;
        }
    }
}

/// After an update that sorts products differently, plans the job that does it.
pub async fn sort_older_brand_terms(db: &Db, clock: &Clock) -> DbResult<()> {
    if store::unsorted_products(db, 1).await?.is_empty() {
        return Ok(());
    }
    let mut tx = db.begin().await?;
    let job = NewJob::of(&SortBrandTerms {}).once("sort_brand_terms".to_owned());
    jobs::enqueue(&mut tx, clock, job).await?;
    tx.commit().await
}

/// The vocabulary is loaded on a thread that may block.
async fn judged(products: Vec<(Uuid, String)>) -> anyhow::Result<Vec<BrandTerm>> {
    let judging = tokio::task::spawn_blocking(move || {
        let judged = products.into_iter().map(|(id, name)| BrandTerm {
            id,
            ..BrandTerm::new(&name, TermType::Product)
        });
        judged.collect()
    });
    judging.await.context("sorting brand terms")
}
