//! Subscriptions live by the clock, the same way whoever looks when.

use std::sync::Arc;

use chrono::TimeDelta;
use proptest::prelude::*;
use providers::payments::{Payments, ProviderStatus, Trial};
use sandboxes::payments::{Ledger, LedgerBatch, MemoryLedger};

use crate::kit::{FAILS, FAILS_FOR_GOOD, PAYS, Sandbox, days, noon, trial, wish};

#[tokio::test]
async fn a_trial_becomes_a_paid_month_and_another() {
    let sandbox = Sandbox::start().await;
    let stripe = sandbox.stripe();
    let begun = sandbox.subscriber(PAYS, trial("starter")).await;

    sandbox.lets_pass(days(3));
    let paid = stripe.subscription(&begun.id).await.unwrap();
    sandbox.lets_pass(days(30));
    let renewed = stripe.subscription(&begun.id).await.unwrap();

    assert_eq!(paid.status, ProviderStatus::Active);
    assert_eq!(paid.current_period_start, Some(noon() + days(3)));
    assert_eq!(
        paid.current_period_end,
        Some("2026-12-18T12:00:00Z".parse().unwrap())
    );
    assert_eq!(
        renewed.current_period_end,
        Some("2027-01-18T12:00:00Z".parse().unwrap())
    );
    assert_eq!(
        sandbox.happened(),
        [
            "checkout.session.completed",
            "customer.subscription.created",
            "invoice.paid",
            "customer.subscription.trial_will_end",
            "invoice.paid",
            "customer.subscription.updated",
            "invoice.paid",
            "customer.subscription.updated",
        ]
    );
}

#[tokio::test]
async fn months_that_begin_on_the_last_day_come_back_to_it() {
    let start = "2027-01-31T12:00:00Z".parse().unwrap();
    let sandbox = Sandbox::start_with(Arc::default(), start).await;
    let stripe = sandbox.stripe();
    let begun = sandbox.subscriber(PAYS, wish("starter", Trial::None)).await;

    sandbox.lets_pass(days(28));
    let renewed = stripe.subscription(&begun.id).await.unwrap();

    let (february, march) = ("2027-02-28T12:00:00Z", "2027-03-31T12:00:00Z");
    assert_eq!(begun.current_period_end, Some(february.parse().unwrap()));
    assert_eq!(renewed.current_period_end, Some(march.parse().unwrap()));
}

#[tokio::test]
async fn a_long_trial_is_announced_to_end_three_days_before() {
    let sandbox = Sandbox::start().await;
    sandbox
        .subscriber(PAYS, wish("starter", Trial::Days(14)))
        .await;
    let announced = || {
        sandbox
            .happened()
            .iter()
            .any(|kind| kind.ends_with("trial_will_end"))
    };

    sandbox.lets_pass(days(11) - TimeDelta::seconds(1));
    sandbox.visitor().catches_up().await.unwrap();
    assert!(!announced());
    sandbox.lets_pass(TimeDelta::seconds(1));
    sandbox.visitor().catches_up().await.unwrap();

    assert!(announced());
}

#[tokio::test]
async fn a_failed_payment_is_tried_again_on_the_first_third_and_fifth_day() {
    for (card, end) in [
        (FAILS, ProviderStatus::Canceled),
        (FAILS_FOR_GOOD, ProviderStatus::Unpaid),
    ] {
        let sandbox = Sandbox::start().await;
        let begun = sandbox.subscriber(card, trial("starter")).await;
        let mut seen = Vec::new();

        for _ in 0..10 {
            sandbox.lets_pass(days(1));
            let now = sandbox.stripe().subscription(&begun.id).await.unwrap();
            let failed = sandbox.happened();
            let failed = failed
                .iter()
                .filter(|kind| *kind == "invoice.payment_failed");
            seen.push((now.status, failed.count()));
        }

        let (trialing, past_due) = (ProviderStatus::Trialing, ProviderStatus::PastDue);
        assert_eq!(
            seen,
            [
                (trialing, 0),
                (trialing, 0),
                (past_due, 1),
                (past_due, 2),
                (past_due, 2),
                (past_due, 3),
                (past_due, 3),
                (end, 4),
                (end, 4),
                (end, 4),
            ]
        );
    }
}

#[tokio::test]
async fn another_card_pays_what_is_open() {
    for (card, day, begins_anew) in [(FAILS, 4, false), (FAILS_FOR_GOOD, 60, true)] {
        let sandbox = Sandbox::start().await;
        let stripe = sandbox.stripe();
        let begun = sandbox.subscriber(card, trial("starter")).await;
        sandbox.lets_pass(days(day));
        let url = stripe
            .portal(&begun.customer, "http://localhost/", "k1")
            .await
            .unwrap();
        let path = url.strip_prefix(&sandbox.url("")).unwrap().to_owned();

        let (_, declined) = sandbox.asks("POST", &path, "card=4000000000000002").await;
        let (_, page) = sandbox.asks("POST", &path, "card=4242424242424242").await;

        let declined = declined.as_str().unwrap();
        assert!(declined.contains("Your card was declined."), "{declined}");
        assert!(
            page.as_str().unwrap().contains("the open invoice is paid"),
            "{page}"
        );
        let paid = stripe.subscription(&begun.id).await.unwrap();
        assert_eq!(paid.status, ProviderStatus::Active);
        let start = if begins_anew {
            sandbox.now()
        } else {
            noon() + days(3)
        };
        assert_eq!(paid.current_period_start, Some(start));
        sandbox.lets_pass(days(31));
        let renewed = stripe.subscription(&begun.id).await.unwrap();
        assert_eq!(renewed.status, ProviderStatus::Active);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn many_looks_and_one_look_find_the_same(
        card in prop::sample::select(vec![PAYS, FAILS, FAILS_FOR_GOOD]),
        trial in prop::sample::select(vec![Trial::None, Trial::Days(3), Trial::Days(14)]),
        is_cancelled in any::<bool>(),
        hours in prop::collection::vec(0_i64..400, 1..12),
    ) {
        let card = if trial == Trial::None { PAYS } else { card };
        tokio::runtime::Runtime::new().unwrap().block_on(async {
            let start = life(card, trial, is_cancelled).await;
            let total = hours.iter().sum();

            let once = grown(start.clone(), &[total]).await;
            let often = grown(start, &hours).await;

            assert_eq!(once, often);
        });
    }
}

/// What a sandbox holds after two people have bought.
async fn life(card: &str, trial: Trial, is_cancelled: bool) -> LedgerBatch {
    let sandbox = Sandbox::start().await;
    let first = sandbox.subscriber(card, wish("starter", trial)).await;
    sandbox.lets_pass(TimeDelta::hours(7));
    let stripe = sandbox.stripe();
    let second = stripe
        .create_checkout(&wish("pro", Trial::Days(3)), "k2")
        .await
        .unwrap();
    assert!(sandbox.visitor().pays(&second.id, PAYS).await.unwrap());
    stripe
        .create_checkout(&wish("pro", Trial::None), "k3")
        .await
        .unwrap();
    if is_cancelled {
        stripe.cancel_at_period_end(&first.id, "k4").await.unwrap();
    }
    sandbox.ledger.contents()
}

/// What becomes of it when somebody looks after each of these pauses. Pages are at another port
/// each time, which says nothing about the life.
async fn grown(start: LedgerBatch, hours: &[i64]) -> String {
    let ledger = Arc::new(MemoryLedger::default());
    ledger.save(start).await.unwrap();
    let sandbox = Sandbox::start_with(ledger, noon() + TimeDelta::hours(7)).await;
    for hours in hours {
        sandbox.lets_pass(TimeDelta::hours(*hours));
        sandbox.visitor().catches_up().await.unwrap();
    }
    let contents = format!("{:?}", sandbox.ledger.contents());
    contents.replace(&sandbox.address.to_string(), "SANDBOX")
}
