//! The table of the state machine, row by row.

use std::collections::BTreeMap;

use super::*;

pub(super) fn noon() -> DateTime<Utc> {
    "2026-11-15T12:00:00Z".parse().unwrap()
}

pub(super) fn days(count: i64) -> TimeDelta {
    TimeDelta::days(count)
}

/// A subscription whose period began at noon and lasts a month.
pub(super) fn subscription(id: &str, status: ProviderStatus, plan: Plan) -> Subscription {
    Subscription {
        id: id.to_owned(),
        status,
        customer: "cus_1".to_owned(),
        plan: Some(plan.id().to_owned()),
        price: format!("price_{}", plan.id()),
        current_period_start: Some(noon()),
        current_period_end: Some(noon() + days(30)),
        trial_end: None,
        cancel_at_period_end: false,
        canceled_at: None,
        ended_at: None,
        created: noon(),
        metadata: BTreeMap::default(),
    }
}

/// A three-day trial that began at noon.
fn trial(status: ProviderStatus) -> Subscription {
    Subscription {
        current_period_end: Some(noon() + days(3)),
        trial_end: Some(noon() + days(3)),
        ..subscription("sub_1", status, Plan::Starter)
    }
}

fn checkout(status: CheckoutStatus, subscription: Option<&str>) -> Checkout {
    Checkout {
        id: "cs_1".to_owned(),
        url: None,
        status,
        is_settled: true,
        customer: Some("cus_1".to_owned()),
        subscription: subscription.map(str::to_owned),
        client_reference_id: None,
        metadata: [("plan_id".to_owned(), "pro".to_owned())].into(),
        created: noon(),
        expires_at: Some(noon() + days(1)),
    }
}

fn heard(subscriptions: Vec<Subscription>) -> Heard {
    Heard {
        subscriptions,
        checkouts: Vec::new(),
    }
}

fn stands(subscriptions: Vec<Subscription>, now: DateTime<Utc>) -> Standing {
    hear(&Known::default(), &heard(subscriptions), now).expect("something is there")
}

#[test]
fn every_word_of_the_provider_has_one_of_ours() {
    let cases = [
        (ProviderStatus::Active, Status::Active),
        (ProviderStatus::Trialing, Status::Trialing),
        (ProviderStatus::Incomplete, Status::Pending),
        (ProviderStatus::IncompleteExpired, Status::PaymentFailed),
        (ProviderStatus::PastDue, Status::Active),
        (ProviderStatus::Unpaid, Status::PaymentFailed),
        (ProviderStatus::Canceled, Status::Cancelled),
        (ProviderStatus::Paused, Status::Inactive),
    ];
    assert_eq!(cases.len(), ProviderStatus::ALL.len());

    for (theirs, ours) in cases {
        let standing = stands(vec![subscription("sub_1", theirs, Plan::Pro)], noon());

        assert_eq!(standing.status, ours, "{theirs:?}");
        assert_eq!(standing.plan, Plan::Pro, "{theirs:?}");
        assert_eq!(standing.subscription_id.as_deref(), Some("sub_1"));
        assert_eq!(standing.has_access(noon()), ours.is_live(), "{theirs:?}");
    }
}

#[test]
fn a_failed_renewal_keeps_access_for_three_days_and_not_a_second_longer() {
    let overdue = || vec![subscription("sub_1", ProviderStatus::PastDue, Plan::Pro)];
    let last = noon() + days(3) - TimeDelta::seconds(1);

    let (before, after) = (stands(overdue(), last), stands(overdue(), noon() + days(3)));

    assert_eq!((before.status, before.is_past_due), (Status::Active, true));
    assert_eq!(before.access_until, Some(noon() + days(3)));
    assert_eq!(after.status, Status::PaymentFailed);
    assert_eq!(before.next_look(last), Some(noon() + days(3)));
    assert_eq!(before.aged(noon() + days(3)), after);
}

#[test]
fn a_cancelled_trial_stays_open_until_the_day_on_which_it_would_have_ended() {
    let cancelled = || {
        vec![Subscription {
            ended_at: Some(noon() + days(1)),
            canceled_at: Some(noon() + days(1)),
            ..trial(ProviderStatus::Canceled)
        }]
    };

    let before = stands(cancelled(), noon() + days(2));
    let after = stands(cancelled(), noon() + days(3));

    assert_eq!(before.status, Status::Trialing);
    assert!(before.is_cancelled_trial && !before.is_in_trial());
    assert_eq!(before.access_until, Some(noon() + days(3)));
    assert_eq!(after.status, Status::Cancelled);
    assert!(!after.is_cancelled_trial);
    assert_eq!(before.aged(noon() + days(3)), after);
}

#[test]
fn a_trial_that_ended_by_itself_or_by_an_upgrade_leaves_nothing_open() {
    let ended = Subscription {
        ended_at: Some(noon() + days(3)),
        ..trial(ProviderStatus::Canceled)
    };
    let upgraded = Subscription {
        trial_end: Some(noon() + days(1)),
        ended_at: Some(noon() + days(2)),
        ..trial(ProviderStatus::Canceled)
    };

    for gone in [ended, upgraded] {
        assert_eq!(
            stands(vec![gone], noon() + days(2)).status,
            Status::Cancelled
        );
    }
}

#[test]
fn what_was_promised_here_outlives_a_provider_that_forgot_it() {
    let promised = Standing {
        is_cancelled_trial: true,
        access_until: Some(noon() + days(3)),
        subscription_id: Some("sub_1".to_owned()),
        ..Standing::of(Status::Trialing, Plan::Pro)
    };
    let paid = Standing {
        period_end: Some(noon() + days(3)),
        subscription_id: Some("sub_1".to_owned()),
        ..Standing::of(Status::Active, Plan::Pro)
    };

    for known in [promised, paid] {
        let known = Known {
            standing: Some(known),
            hold: None,
        };
        let early = hear(&known, &Heard::default(), noon() + days(2));
        let late = hear(&known, &Heard::default(), noon() + days(3));

        assert_eq!(early, known.standing);
        assert_eq!(late, None);
    }
}

#[test]
fn a_scheduled_end_lets_it_live_until_then() {
    let ending = || {
        vec![Subscription {
            cancel_at_period_end: true,
            ..subscription("sub_1", ProviderStatus::Active, Plan::Pro)
        }]
    };

    let before = stands(ending(), noon());
    let after = stands(ending(), noon() + days(30));

    assert_eq!(before.status, Status::Active);
    assert_eq!(
        (before.is_cancelling, before.cancel_at),
        (true, Some(noon() + days(30)))
    );
    assert_eq!(after.status, Status::Cancelled);
}

#[test]
fn of_two_subscriptions_the_best_living_one_counts_and_the_other_is_too_much() {
    use ProviderStatus::{Active, Canceled, IncompleteExpired, PastDue, Trialing, Unpaid};
    for (first, second, best, too_much) in [
        (Active, Trialing, "one", vec!["two"]),
        (Trialing, Active, "two", vec!["one"]),
        (PastDue, Trialing, "two", vec!["one"]),
        (Canceled, PastDue, "two", vec![]),
        (Trialing, Canceled, "one", vec![]),
        (Active, Active, "two", vec!["one"]),
        (Unpaid, IncompleteExpired, "two", vec![]),
    ] {
        let mut all = vec![
            subscription("one", first, Plan::Pro),
            subscription("two", second, Plan::Pro),
        ];
        all[1].created += TimeDelta::minutes(1);
        let reversed = all.iter().rev().cloned().collect();

        let chosen = [all.clone(), reversed].map(|all| stands(all, noon()).subscription_id);
        let heard = heard(all);
        let surplus: Vec<&str> = surplus(&heard, noon())
            .iter()
            .map(|it| it.id.as_str())
            .collect();

        let expected = Some(best.to_owned());
        assert_eq!(chosen, [expected.clone(), expected], "{first:?} {second:?}");
        assert_eq!(surplus, too_much, "{first:?} {second:?}");
    }
}

#[test]
fn a_checkout_is_pending_while_open_and_awaits_its_subscription_when_complete() {
    let at_checkout = |status, made: Option<&str>, subscriptions| {
        let heard = Heard {
            subscriptions,
            checkouts: vec![checkout(status, made)],
        };
        let status_at = |now| hear(&Known::default(), &heard, now).map(|it| it.status);
        [status_at(noon()), status_at(noon() + days(1))]
    };
    let (open, complete) = (CheckoutStatus::Open, CheckoutStatus::Complete);
    let ended = || vec![subscription("old", ProviderStatus::Canceled, Plan::Pro)];
    let (pending, waiting) = (Some(Status::Pending), Some(Status::PendingActivation));

    assert_eq!(at_checkout(open, None, vec![]), [pending, None]);
    assert_eq!(
        at_checkout(open, None, ended()),
        [pending, Some(Status::Cancelled)]
    );
    assert_eq!(at_checkout(complete, None, vec![]), [waiting, waiting]);
    assert_eq!(at_checkout(complete, Some("sub_9"), ended()), [waiting; 2]);
    assert_eq!(
        at_checkout(complete, Some("old"), ended()),
        [Some(Status::Cancelled); 2]
    );
    assert_eq!(
        at_checkout(CheckoutStatus::Expired, None, vec![]),
        [None; 2]
    );
}

#[test]
fn a_downgrade_keeps_the_larger_plan_until_the_period_ends() {
    let known = |subscription_id: &str| Known {
        standing: None,
        hold: Some(Hold {
            plan: Plan::Pro,
            subscription_id: subscription_id.to_owned(),
            until: noon() + days(30),
        }),
    };
    let smaller = heard(vec![subscription(
        "sub_1",
        ProviderStatus::Active,
        Plan::Starter,
    )]);
    let plans = |known: &Known, now| {
        let standing = hear(known, &smaller, now).unwrap();
        (standing.plan, standing.next_plan, standing.plan_until)
    };
    let (until, starter) = (noon() + days(30), (Plan::Starter, None, None));

    assert_eq!(
        plans(&known("sub_1"), noon()),
        (Plan::Pro, Some(Plan::Starter), Some(until))
    );
    assert_eq!(plans(&known("sub_1"), until), starter);
    assert_eq!(plans(&known("another"), noon()), starter);
}

#[test]
fn what_an_operator_gave_holds_until_something_is_bought() {
    let given = Standing {
        is_given: true,
        ..Standing::of(Status::Active, Plan::Enterprise)
    };
    let known = Known {
        standing: Some(given.clone()),
        hold: None,
    };
    let bought = heard(vec![subscription(
        "sub_1",
        ProviderStatus::Trialing,
        Plan::Pro,
    )]);

    assert_eq!(hear(&known, &Heard::default(), noon()), Some(given));
    assert_eq!(hear(&known, &bought, noon()).unwrap().plan, Plan::Pro);
}

#[test]
fn a_trial_is_looked_at_a_day_before_its_end_and_at_its_end() {
    let standing = stands(vec![trial(ProviderStatus::Trialing)], noon());

    assert_eq!(standing.next_look(noon()), Some(noon() + days(2)));
    assert_eq!(standing.next_look(noon() + days(2)), Some(noon() + days(3)));
    assert!(!standing.is_near_trial_end(noon()));
    assert!(standing.is_near_trial_end(noon() + days(2)));
    assert!(!standing.is_near_trial_end(noon() + days(3)));
}
