//! Limits that all processes share: token buckets in the database, by wall time.
//!
//! A bucket is one moment: when it will be full again. Taking one from it moves the moment on by
//! what one costs; it is refused if that would be further away than the whole bucket takes to fill.

use chrono::{DateTime, TimeDelta, Utc};

use super::db::{Db, DbResult, Tx, args};

/// How much a bucket holds and in which time it fills from empty to full.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    pub count: i64,
    pub per: TimeDelta,
}

/// The bucket is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("try again in {wait_s} seconds")]
pub struct RateLimitExceeded {
    /// In how many seconds there is one again.
    pub wait_s: u64,
}

impl Limit {
    pub const fn new(count: i64, per: TimeDelta) -> Self {
        Self { count, per }
    }

    fn cost_us(self) -> i64 {
        self.length_us() / self.count
    }

    fn length_us(self) -> i64 {
        self.per.num_microseconds().unwrap_or(i64::MAX / 4)
    }
}

/// Takes one from the bucket `name`. In a transaction the bucket is held until its end, and what
/// was taken comes back if it is undone.
pub async fn take(
    tx: &mut Tx,
    name: &str,
    limit: Limit,
    now: DateTime<Utc>,
) -> DbResult<Result<(), RateLimitExceeded>> {
    let (now_us, cost_us) = (now.timestamp_micros(), limit.cost_us());
    let latest_us = now_us + limit.length_us() - cost_us;
    let taken: Option<(i64,)> = tx
        .maybe(TAKE, args![name, now_us, cost_us, latest_us])
        .await?;
    if taken.is_some() {
        return Ok(Ok(()));
    }
    let (full_at_us,): (i64,) = tx
        .one(
            "select full_at_us from rate_buckets where name = $1",
            args![name],
        )
        .await?;
    let wait_us = u64::try_from(full_at_us - latest_us).unwrap_or(0);
    Ok(Err(RateLimitExceeded {
        wait_s: wait_us.div_ceil(1_000_000).max(1),
    }))
}

/// A bucket that lies fuller than full counts as full.
const TAKE: &str = "insert into rate_buckets (name, full_at_us) values ($1, $2 + $3)
     on conflict (name) do update
     set full_at_us = case when rate_buckets.full_at_us < $2 then $2 else rate_buckets.full_at_us end + $3
     where rate_buckets.full_at_us <= $4
     returning full_at_us";

/// Fills the bucket to the brim.
pub async fn refill(tx: &mut Tx, name: &str) -> DbResult<()> {
    tx.run("delete from rate_buckets where name = $1", args![name])
        .await
        .map(drop)
}

/// Remembers something until `until`, in the place of a bucket that is full by then.
pub async fn remember(tx: &mut Tx, name: &str, until: DateTime<Utc>) -> DbResult<()> {
    tx.run(
        "insert into rate_buckets (name, full_at_us) values ($1, $2)
         on conflict (name) do update set full_at_us = excluded.full_at_us",
        args![name, until.timestamp_micros()],
    )
    .await
    .map(drop)
}

pub async fn is_remembered(tx: &mut Tx, name: &str, now: DateTime<Utc>) -> DbResult<bool> {
    let kept: Option<(i64,)> = tx
        .maybe(
            "select full_at_us from rate_buckets where name = $1 and full_at_us > $2",
            args![name, now.timestamp_micros()],
        )
        .await?;
    Ok(kept.is_some())
}

/// Removes every bucket whose name has this word in it, whatever was counted there.
pub async fn forget_about(tx: &mut Tx, word: &str) -> DbResult<()> {
    let plain = word
        .replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_");
    tx.run(
        "delete from rate_buckets where ' ' || name || ' ' like $1 escape '\\'",
        args![format!("% {plain} %")],
    )
    .await
    .map(drop)
}

/// Removes buckets that are full; a missing one counts as full.
pub async fn forget_full(db: &Db, now: DateTime<Utc>) -> DbResult<u64> {
    db.run(
        "delete from rate_buckets where full_at_us < $1",
        args![now.timestamp_micros()],
    )
    .await
}
