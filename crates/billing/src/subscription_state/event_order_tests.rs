//! Events may arrive late, twice and in any order; the final state is the same.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::tests::{days, noon, subscription};
use super::*;

/// What can happen to a user's subscriptions.
#[derive(Clone, Copy, Debug)]
enum Step {
    BuysTrial(Plan),
    TrialEnds,
    Upgrades,
    /// Through the product, so the larger plan is held.
    Downgrades,
    RenewalFails,
    RenewalIsPaid,
    GivesUpCharging,
    CancelsNow,
    CancelsAtEnd,
    UndoesCancel,
    Pauses,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => Just(Step::BuysTrial(Plan::Starter)),
        2 => Just(Step::BuysTrial(Plan::Pro)),
        3 => Just(Step::TrialEnds),
        1 => Just(Step::Upgrades),
        2 => Just(Step::Downgrades),
        3 => Just(Step::RenewalFails),
        2 => Just(Step::RenewalIsPaid),
        1 => Just(Step::GivesUpCharging),
        2 => Just(Step::CancelsNow),
        1 => Just(Step::CancelsAtEnd),
        1 => Just(Step::UndoesCancel),
        1 => Just(Step::Pauses),
    ]
}

/// What the provider and the product know from one moment on.
#[derive(Clone, Debug)]
struct Moment {
    since: DateTime<Utc>,
    snapshot: ProviderSnapshot,
    hold: Option<PlanHold>,
}

/// The moment after each step.
fn history(steps: &[(Step, i64)]) -> Vec<Moment> {
    let mut moments = vec![Moment {
        since: noon(),
        snapshot: ProviderSnapshot::default(),
        hold: None,
    }];
    for (step, hours) in steps {
        let mut moment = moments.last().expect("the history has a start").clone();
        moment.since += TimeDelta::hours(*hours);
        apply_step(*step, &mut moment);
        moments.push(moment);
    }
    moments
}

fn apply_step(step: Step, moment: &mut Moment) {
    let (now, count) = (moment.since, moment.snapshot.subscriptions.len());
    if let Step::BuysTrial(plan) = step {
        let mut new = subscription(&format!("sub_{count}"), ProviderStatus::Trialing, plan);
        new.created = now;
        new.current_period_start = Some(now);
        new.current_period_end = Some(now + days(3));
        new.trial_end = new.current_period_end;
        // Two at most: two tabs, and no more.
        if count < 2 {
            moment.snapshot.subscriptions.push(new);
        }
        return;
    }
    let Some(it) = moment.snapshot.subscriptions.last_mut() else {
        return;
    };
    if it.status.is_over() {
        return;
    }
    match step {
        Step::TrialEnds | Step::RenewalIsPaid => begin_period(it, ProviderStatus::Active, now),
        Step::RenewalFails => begin_period(it, ProviderStatus::PastDue, now),
        Step::Upgrades => {
            it.plan = Some("pro".to_owned());
            it.trial_end = it.trial_end.map(|end| end.min(now));
            begin_period(it, ProviderStatus::Active, now);
        }
        Step::Downgrades => {
            moment.hold = Some(PlanHold {
                plan: Plan::Pro,
                subscription_id: it.id.clone(),
                until: it.current_period_end.expect("every one has a period"),
            });
            it.plan = Some("starter".to_owned());
        }
        Step::GivesUpCharging => it.status = ProviderStatus::Unpaid,
        Step::CancelsNow => {
            it.status = ProviderStatus::Canceled;
            it.ended_at = Some(now);
        }
        Step::CancelsAtEnd => it.cancel_at_period_end = true,
        Step::UndoesCancel => it.cancel_at_period_end = false,
        Step::Pauses => it.status = ProviderStatus::Paused,
        Step::BuysTrial(_) => {}
    }
}

fn begin_period(it: &mut Subscription, status: ProviderStatus, now: DateTime<Utc>) {
    it.status = status;
    it.trial_end = it.trial_end.map(|end| end.min(now));
    it.current_period_start = Some(now);
    it.current_period_end = Some(now + days(30));
}

/// Syncs at each of these times, and at those that the state machine asks for; returns the state at
/// the end.
fn final_state(
    moments: &[Moment],
    sync_times: BTreeSet<DateTime<Utc>>,
    end: DateTime<Utc>,
) -> Option<SubscriptionState> {
    let mut state = None;
    let mut due = sync_times;
    while let Some(now) = due.pop_first().filter(|now| *now <= end) {
        let mut past = moments.iter().rev();
        let moment = past
            .find(|moment| moment.since <= now)
            .expect("the history has a start");
        let local = LocalState {
            state,
            hold: moment.hold.clone(),
        };
        state = next_state(&local, &moment.snapshot, now);
        due.extend(state.as_ref().and_then(|it| it.next_recheck_at(now)));
    }
    state
}

proptest! {
    #[test]
    fn shuffled_and_duplicated_events_lead_to_the_same_state(
        steps in prop::collection::vec((step(), 1_i64..200), 1..12),
        // How late each event arrives, and how late its duplicate.
        delays in prop::collection::vec((0_i64..2_000, 0_i64..2_000), 12),
    ) {
        let moments = history(&steps);
        let end = moments.last().expect("the history has a start").since + TimeDelta::hours(2_100);
        let in_order: BTreeSet<_> = moments.iter().map(|moment| moment.since).collect();
        let events = moments.iter().zip(&delays);
        let shuffled: BTreeSet<_> = events
            .flat_map(|(moment, (late, later))| [*late, *later].map(|it| moment.since + TimeDelta::hours(it)))
            // The last one may be lost for a while, not forever.
            .chain([moments.last().expect("the history has a start").since + TimeDelta::hours(2_050)])
            .collect();

        let in_order_state = final_state(&moments, in_order, end);
        let shuffled_state = final_state(&moments, shuffled, end);

        prop_assert_eq!(&shuffled_state, &in_order_state);
        let last = moments.last().expect("the history has a start");
        let fresh = LocalState { state: None, hold: last.hold.clone() };
        prop_assert_eq!(shuffled_state, next_state(&fresh, &last.snapshot, end));
    }

    #[test]
    fn another_sync_never_removes_access_that_the_provider_still_gives(
        steps in prop::collection::vec((step(), 1_i64..200), 1..12),
        looks in prop::collection::vec(1_i64..200, 1..6),
    ) {
        let moments = history(&steps);
        let last = moments.last().expect("the history has a start");
        let mut now = last.since;
        let mut state = next_state(&LocalState { state: None, hold: last.hold.clone() }, &last.snapshot, now);

        for hours in looks {
            let promised = state.clone();
            now += TimeDelta::hours(hours);
            state = next_state(&LocalState { state, hold: last.hold.clone() }, &last.snapshot, now);
            let was_promised = promised.is_some_and(|it| {
                let ends = it.access_until.or(it.cancel_at.filter(|_| it.is_cancelling));
                it.status.is_live() && ends.is_none_or(|end| now < end)
            });
            let has_it = state.as_ref().is_some_and(|it| it.has_access(now));
            prop_assert!(!was_promised || has_it, "{state:?}");
        }
    }
}
