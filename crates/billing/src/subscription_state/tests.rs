//! The state machine, rule by rule.

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
        cancel_at: None,
        card: None,
        latest_invoice: None,
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

fn snapshot(subscriptions: Vec<Subscription>) -> ProviderSnapshot {
    ProviderSnapshot {
        subscriptions,
        checkouts: Vec::new(),
    }
}

fn state_at(subscriptions: Vec<Subscription>, now: DateTime<Utc>) -> SubscriptionState {
    next_state(&LocalState::default(), &snapshot(subscriptions), now).expect("something is there")
}

#[test]
fn every_status_of_the_provider_maps_to_one_of_ours() {
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
        let state = state_at(vec![subscription("sub_1", theirs, Plan::Pro)], noon());

        assert_eq!(state.status, ours, "{theirs:?}");
        assert_eq!(state.plan, Plan::Pro, "{theirs:?}");
        assert_eq!(state.subscription_id.as_deref(), Some("sub_1"));
        assert_eq!(state.has_access(noon()), ours.is_live(), "{theirs:?}");
    }
}

#[test]
fn a_failed_renewal_keeps_access_for_three_days_and_not_a_second_longer() {
    let overdue = || vec![subscription("sub_1", ProviderStatus::PastDue, Plan::Pro)];
    let last = noon() + days(3) - TimeDelta::seconds(1);

    let (before, after) = (
        state_at(overdue(), last),
        state_at(overdue(), noon() + days(3)),
    );

    assert_eq!((before.status, before.is_past_due), (Status::Active, true));
    assert_eq!(before.access_until, Some(noon() + days(3)));
    assert_eq!(after.status, Status::PaymentFailed);
    assert_eq!(before.next_recheck_at(last), Some(noon() + days(3)));
    assert_eq!(before.advanced_to(noon() + days(3)), after);
}

#[test]
fn a_cancelled_trial_keeps_access_until_the_day_it_would_have_ended() {
    let cancelled = || {
        vec![Subscription {
            ended_at: Some(noon() + days(1)),
            canceled_at: Some(noon() + days(1)),
            ..trial(ProviderStatus::Canceled)
        }]
    };

    let before = state_at(cancelled(), noon() + days(2));
    let after = state_at(cancelled(), noon() + days(3));

    assert_eq!(before.status, Status::Trialing);
    assert!(before.is_cancelled_trial && !before.is_in_trial());
    assert_eq!(before.access_until, Some(noon() + days(3)));
    assert_eq!(after.status, Status::Cancelled);
    assert!(!after.is_cancelled_trial);
    assert_eq!(before.advanced_to(noon() + days(3)), after);
}

#[test]
fn a_trial_that_ran_out_or_was_upgraded_leaves_no_access() {
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
            state_at(vec![gone], noon() + days(2)).status,
            Status::Cancelled
        );
    }
}

#[test]
fn promised_access_holds_although_the_provider_no_longer_lists_the_subscription() {
    let promised = SubscriptionState {
        is_cancelled_trial: true,
        access_until: Some(noon() + days(3)),
        subscription_id: Some("sub_1".to_owned()),
        ..SubscriptionState::of(Status::Trialing, Plan::Pro)
    };
    let paid = SubscriptionState {
        period_end: Some(noon() + days(3)),
        subscription_id: Some("sub_1".to_owned()),
        ..SubscriptionState::of(Status::Active, Plan::Pro)
    };

    for local in [promised, paid] {
        let local = LocalState {
            state: Some(local),
            hold: None,
        };
        let early = next_state(&local, &ProviderSnapshot::default(), noon() + days(2));
        let late = next_state(&local, &ProviderSnapshot::default(), noon() + days(3));

        assert_eq!(early, local.state);
        assert_eq!(late, None);
    }
}

#[test]
fn a_cancelled_subscription_stays_active_until_the_period_ends() {
    let ending = || {
        vec![Subscription {
            cancel_at_period_end: true,
            ..subscription("sub_1", ProviderStatus::Active, Plan::Pro)
        }]
    };

    let before = state_at(ending(), noon());
    let after = state_at(ending(), noon() + days(30));

    assert_eq!(before.status, Status::Active);
    assert_eq!(
        (before.is_cancelling, before.cancel_at),
        (true, Some(noon() + days(30)))
    );
    assert_eq!(after.status, Status::Cancelled);
}

#[test]
fn a_date_of_cancellation_counts_as_much_as_the_flag() {
    let ending = || {
        vec![Subscription {
            cancel_at: Some(noon() + days(12)),
            ..subscription("sub_1", ProviderStatus::Active, Plan::Pro)
        }]
    };

    let before = state_at(ending(), noon());
    let after = state_at(ending(), noon() + days(12));

    assert_eq!(
        (before.status, before.is_cancelling, before.cancel_at),
        (Status::Active, true, Some(noon() + days(12)))
    );
    assert_eq!(after.status, Status::Cancelled);
}

#[test]
fn of_two_subscriptions_the_best_live_one_counts_and_the_other_is_surplus() {
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

        let chosen = [all.clone(), reversed].map(|all| state_at(all, noon()).subscription_id);
        let snapshot = snapshot(all);
        let surplus: Vec<&str> = surplus_subscriptions(&snapshot, noon())
            .iter()
            .map(|it| it.id.as_str())
            .collect();

        let expected = Some(best.to_owned());
        assert_eq!(chosen, [expected.clone(), expected], "{first:?} {second:?}");
        assert_eq!(surplus, too_much, "{first:?} {second:?}");
    }
}

#[test]
fn an_open_checkout_is_pending_and_a_complete_one_awaits_its_subscription() {
    let at_checkout = |status, made: Option<&str>, subscriptions| {
        let snapshot = ProviderSnapshot {
            subscriptions,
            checkouts: vec![checkout(status, made)],
        };
        let status_at =
            |now| next_state(&LocalState::default(), &snapshot, now).map(|it| it.status);
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
    let local = |subscription_id: &str| LocalState {
        state: None,
        hold: Some(PlanHold {
            plan: Plan::Pro,
            subscription_id: subscription_id.to_owned(),
            until: noon() + days(30),
        }),
    };
    let smaller = snapshot(vec![subscription(
        "sub_1",
        ProviderStatus::Active,
        Plan::Starter,
    )]);
    let plans = |local: &LocalState, now| {
        let state = next_state(local, &smaller, now).unwrap();
        (state.plan, state.next_plan, state.plan_until)
    };
    let (until, starter) = (noon() + days(30), (Plan::Starter, None, None));

    assert_eq!(
        plans(&local("sub_1"), noon()),
        (Plan::Pro, Some(Plan::Starter), Some(until))
    );
    assert_eq!(plans(&local("sub_1"), until), starter);
    assert_eq!(plans(&local("another"), noon()), starter);
}

#[test]
fn a_subscription_set_by_an_operator_holds_until_something_is_bought() {
    let given = SubscriptionState {
        is_given: true,
        ..SubscriptionState::of(Status::Active, Plan::Enterprise)
    };
    let local = LocalState {
        state: Some(given.clone()),
        hold: None,
    };
    let bought = snapshot(vec![subscription(
        "sub_1",
        ProviderStatus::Trialing,
        Plan::Pro,
    )]);

    assert_eq!(
        next_state(&local, &ProviderSnapshot::default(), noon()),
        Some(given)
    );
    assert_eq!(next_state(&local, &bought, noon()).unwrap().plan, Plan::Pro);
}

#[test]
fn a_trial_is_rechecked_a_day_before_its_end_and_at_its_end() {
    let state = state_at(vec![trial(ProviderStatus::Trialing)], noon());

    assert_eq!(state.next_recheck_at(noon()), Some(noon() + days(2)));
    assert_eq!(
        state.next_recheck_at(noon() + days(2)),
        Some(noon() + days(3))
    );
    assert!(!state.is_near_trial_end(noon()));
    assert!(state.is_near_trial_end(noon() + days(2)));
    assert!(!state.is_near_trial_end(noon() + days(3)));
}
