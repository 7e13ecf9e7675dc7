//! Limits that all processes share: token buckets in the database, by wall time.
//!
//! A bucket is one moment: when it will be full again. Taking one from it moves the moment on by
//! what one costs; it is refused if that would be further away than the whole bucket takes to fill.
//!
//! Wall clocks are put right now and then. A bucket from which something was taken in the future
//! keeps what was taken from it, counted from now, and always has one left: nobody waits for the
//! clock to catch up. A clock that jumps ahead fills buckets, as the time itself would have.

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

/// When the bucket is full again, as the clock stands now: `$2` is now, `$4` the latest moment at
/// which there is still one in it. A bucket that lies fuller than full counts as full.
macro_rules! full_at {
    () => {
        "case
             when rate_buckets.counted_at_us > $2 and $2 + rate_buckets.full_at_us - rate_buckets.counted_at_us < $4
                 then $2 + rate_buckets.full_at_us - rate_buckets.counted_at_us
             when rate_buckets.counted_at_us > $2 or rate_buckets.full_at_us > $4 + $3 then $4
             when rate_buckets.full_at_us < $2 then $2
             else rate_buckets.full_at_us
         end"
    };
}

const TAKE: &str = concat!(
    "insert into rate_buckets (name, full_at_us, counted_at_us) values ($1, $2 + $3, $2)
     on conflict (name) do update
     set counted_at_us = $2, full_at_us = $3 + ",
    full_at!(),
    " where ",
    full_at!(),
    " <= $4 returning full_at_us"
);

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
    db.run_in_pieces(
        "delete from rate_buckets where name in
         (select name from rate_buckets where full_at_us < $1 limit $2)",
        args![now.timestamp_micros()],
    )
    .await
}
