//! What language models may cost: each person's tokens a day, and everybody's.

use chrono::TimeDelta;
use futures::future::join_all;
use platform::budget::{self, Budget, DailyTokens, Reservation, Spent};
use platform::clock::Clock;
use platform::db::{Db, args};
use providers::llm::RequestKind;
use uuid::Uuid;

use crate::kit::{TestPlace, noon};

const ADA: Uuid = Uuid::from_u128(1);
const BOB: Uuid = Uuid::from_u128(2);

#[tokio::test(flavor = "multi_thread")]
async fn what_a_call_did_not_cost_comes_back() {
    let purse = Purse::with(100, 1_000).await;

    let reservation = purse.takes(ADA, 100).await.unwrap();
    assert_eq!(purse.takes(ADA, 1).await.unwrap_err(), Spent::ByUser);
    purse.budget.settle(reservation, 30).await.unwrap();

    assert!(purse.takes(ADA, 70).await.is_ok());
    assert_eq!(purse.takes(ADA, 1).await.unwrap_err(), Spent::ByUser);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_cost_more_than_thought_is_counted_in_full() {
    let purse = Purse::with(100, 1_000).await;

    let reservation = purse.takes(ADA, 90).await.unwrap();
    purse.budget.settle(reservation, 150).await.unwrap();

    assert_eq!(purse.spent_by(&ADA.to_string()).await, Some(150));
    assert_eq!(purse.takes(ADA, 1).await.unwrap_err(), Spent::ByUser);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_calls_of_a_kind_cost_is_counted_whoever_makes_them() {
    let purse = Purse::with(100, 1_000).await;

    for (user_id, tokens) in [(ADA, 30), (BOB, 12)] {
        let reservation = purse.takes(user_id, 50).await.unwrap();
        purse.budget.settle(reservation, tokens).await.unwrap();
    }

    assert_eq!(purse.spent_by("kind draft").await, Some(42));
    assert_eq!(purse.spent_by("kind lead_check").await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_whose_end_nobody_saw_stays_counted() {
    let purse = Purse::with(100, 1_000).await;

    drop(purse.takes(ADA, 60).await.unwrap());

    assert_eq!(purse.takes(ADA, 41).await.unwrap_err(), Spent::ByUser);
    assert!(purse.takes(ADA, 40).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn each_has_their_own_and_all_have_one_together() {
    let purse = Purse::with(100, 150).await;

    let _ada = purse.takes(ADA, 100).await.unwrap();
    assert_eq!(purse.takes(BOB, 60).await.unwrap_err(), Spent::ByAll);

    // Nothing was taken from Bob for the call that was not made.
    assert_eq!(purse.spent_by(&BOB.to_string()).await, None);
    assert!(purse.takes(BOB, 50).await.is_ok());
    assert_eq!(purse.spent_by("everybody").await, Some(150));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_call_larger_than_the_whole_budget_is_refused() {
    let purse = Purse::with(100, 1_000).await;

    assert_eq!(purse.takes(ADA, 101).await.unwrap_err(), Spent::ByUser);
    assert!(purse.takes(ADA, 100).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn many_at_once_get_no_more_than_there_is() {
    let purse = Purse::with(100, 170).await;

    let calls = (0..40).map(|number| purse.takes(if number % 2 == 0 { ADA } else { BOB }, 10));
    let taken = join_all(calls).await;

    let granted = taken.iter().filter(|taken| taken.is_ok()).count();
    assert_eq!(granted, 17);
    assert_eq!(purse.spent_by("everybody").await, Some(170));
    let (ada, bob) = (
        purse.spent_by(&ADA.to_string()).await,
        purse.spent_by(&BOB.to_string()).await,
    );
    assert_eq!(ada.zip(bob).map(|(ada, bob)| ada + bob), Some(170));
}

#[tokio::test(flavor = "multi_thread")]
async fn settling_and_taking_at_once_lose_nothing() {
    let purse = Purse::with(1_000_000, 1_000_000).await;

    let calls = (0..40).map(async |_| {
        let reservation = purse.takes(ADA, 1_000).await.unwrap();
        purse.budget.settle(reservation, 7).await.unwrap();
    });
    join_all(calls).await;

    assert_eq!(purse.spent_by(&ADA.to_string()).await, Some(280));
    assert_eq!(purse.spent_by("everybody").await, Some(280));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_day_brings_a_new_budget_and_moved_time_does_not() {
    let purse = Purse::with(100, 100).await;
    let late = purse.takes(ADA, 100).await.unwrap();

    purse.clock.set_moved(TimeDelta::days(3));
    assert!(purse.takes(ADA, 1).await.is_err());
    purse.clock.advance(TimeDelta::hours(12));
    assert!(purse.takes(ADA, 100).await.is_ok());

    // Yesterday's call is settled on yesterday's account.
    purse.budget.settle(late, 0).await.unwrap();
    assert!(purse.takes(ADA, 1).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_left_has_spent_nothing_and_is_not_charged_again() {
    let purse = Purse::with(100, 1_000).await;
    let running = purse.takes(ADA, 50).await.unwrap();

    let mut tx = purse.db.begin().await.unwrap();
    budget::forget(&mut tx, ADA).await.unwrap();
    tx.commit().await.unwrap();
    purse.budget.settle(running, 20).await.unwrap();

    assert_eq!(purse.spent_by(&ADA.to_string()).await, None);
    assert_eq!(purse.spent_by("everybody").await, Some(20));
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_week_it_is_forgotten() {
    let purse = Purse::with(100, 100).await;
    let _spent = purse.takes(ADA, 10).await.unwrap();

    purse.clock.advance(TimeDelta::days(7));
    assert_eq!(
        budget::forget_old(&purse.db, &purse.clock).await.unwrap(),
        0
    );
    purse.clock.advance(TimeDelta::days(1));
    assert_eq!(
        budget::forget_old(&purse.db, &purse.clock).await.unwrap(),
        2
    );
}

/// A budget on a database of its own, at noon.
struct Purse {
    budget: Budget,
    db: Db,
    clock: Clock,
    _place: TestPlace,
}

impl Purse {
    async fn with(per_user: i64, for_all: i64) -> Self {
        let place = TestPlace::fresh().await;
        let (db, clock) = (place.open().await, Clock::held(noon()));
        let limits = DailyTokens { per_user, for_all };
        Self {
            budget: Budget::new(db.clone(), clock.clone(), limits),
            db,
            clock,
            _place: place,
        }
    }

    async fn takes(&self, user_id: Uuid, tokens: u32) -> Result<Reservation, Spent> {
        let reserved = self.budget.reserve(user_id, RequestKind::Draft, tokens);
        reserved.await.unwrap()
    }

    /// The newest row of a spender.
    async fn spent_by(&self, spender: &str) -> Option<i64> {
        let sql = "select tokens from llm_spending where spender = $1 order by day desc";
        let row: Option<(i64,)> = self.db.maybe(sql, args![spender]).await.unwrap();
        row.map(|(tokens,)| tokens)
    }
}
