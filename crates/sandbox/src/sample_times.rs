//! The time of the sample posts: their ages count from the first start, and they age with the
//! product's clock.

use std::time::SystemTime;

use anyhow::Context;
use chrono::{DateTime, Utc};

use super::store;
use platform::clock::Clock;
use platform::db::Db;

const ANCHOR: &str = "reddit.anchor";

/// The moment of the first start, and what tells the time.
pub(super) async fn times(
    db: &Db,
    clock: &Clock,
) -> anyhow::Result<(SystemTime, impl Fn() -> SystemTime + Send + Sync + use<>)> {
    let kept = match store::state(db, ANCHOR).await? {
        Some(kept) => kept,
        None => store::keep_state(db, ANCHOR, &clock.now().to_rfc3339()).await?,
    };
    let anchor: DateTime<Utc> = kept
        .parse()
        .context("reading the time of the sample posts")?;
    let clock = clock.clone();
    Ok((anchor.into(), move || clock.now().into()))
}
