//! Scans of customers who subscribed in the same minute are spread over time.

use std::collections::BTreeMap;

use platform::clock::Clock;
use platform::db::{Db, args};
use platform::jobs::run_due;
use uuid::Uuid;

use super::*;
use crate::kit::{TestPlace, noon};

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_customers_of_one_minute_are_spread_over_the_whole_day() {
    let (place, clock) = (TestPlace::fresh().await, Clock::held(noon()));
    let db = place.open().await;
    let mut tx = db.begin().await.unwrap();
    for number in 1..=1_000_u128 {
        let user_id = Uuid::from_u128(number << 64 | number);
        scanner::start(&mut tx, &clock, user_id, Plan::Pro)
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();

    let first = run_all_due(&db, &clock).await;
    assert_eq!(first, 1_000, "the first scan is at once");
    // After at most two more scans everyone has their own time of day.
    for _ in 0..2 * 24 {
        clock.advance(TimeDelta::hours(1));
        run_all_due(&db, &clock).await;
    }

    let sql = "select next_run_at from schedules where kind = 'scan'";
    let times: Vec<(DateTime<Utc>,)> = db.all(sql, args![]).await.unwrap();
    let mut hours: BTreeMap<i64, usize> = BTreeMap::new();
    for (at,) in times {
        *hours.entry((at.timestamp() / 3600) % 24).or_default() += 1;
    }
    let most = hours.values().max().unwrap();
    assert_eq!(hours.len(), 24);
    assert!(*most <= 2 * 1_000 / 24, "{most} in one hour: {hours:?}");
}

/// One tick handles five hundred schedules.
async fn run_all_due(db: &Db, clock: &Clock) -> usize {
    let mut all = 0;
    loop {
        let some = run_due(db, clock).await.unwrap();
        if some == 0 {
            return all;
        }
        all += some;
    }
}
