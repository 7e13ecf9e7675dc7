//! Events come late, twice and in any order. Whatever the order, the end is the same.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::tests::{days, noon, subscription};
use super::*;

/// What can happen to somebody's subscriptions.
#[derive(Clone, Copy, Debug)]
enum Step {
    BuysTrial(Plan),
    TrialEnds,
    Upgrades,
    /// Through us: the larger plan is held.
    Downgrades,
    RenewalFails,
    RenewalIsPaid,
    GivesUpCharging,
    CancelsNow,
    CancelsAtEnd,
    TakesCancelBack,
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
        1 => Just(Step::TakesCancelBack),
        1 => Just(Step::Pauses),
    ]
}

/// The provider and our own notes, at one moment.
#[derive(Clone, Debug)]
struct World {
    since: DateTime<Utc>,
    heard: Heard,
    hold: Option<Hold>,
}

/// A life: what the world is like after each step.
fn life(steps: &[(Step, i64)]) -> Vec<World> {
    let mut worlds = vec![World {
        since: noon(),
        heard: Heard::default(),
        hold: None,
    }];
    for (step, hours) in steps {
        let mut world = worlds.last().expect("it began").clone();
        world.since += TimeDelta::hours(*hours);
        happens(*step, &mut world);
        worlds.push(world);
    }
    worlds
}

fn happens(step: Step, world: &mut World) {
    let (now, count) = (world.since, world.heard.subscriptions.len());
    if let Step::BuysTrial(plan) = step {
        let mut new = subscription(&format!("sub_{count}"), ProviderStatus::Trialing, plan);
        new.created = now;
        new.current_period_start = Some(now);
        new.current_period_end = Some(now + days(3));
        new.trial_end = new.current_period_end;
        // Two at most: two tabs, and no more.
        if count < 2 {
            world.heard.subscriptions.push(new);
        }
        return;
    }
    let Some(it) = world.heard.subscriptions.last_mut() else {
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
            world.hold = Some(Hold {
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
        Step::TakesCancelBack => it.cancel_at_period_end = false,
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

/// Hears at each of these moments, and at those that the machine asks for itself; how somebody
/// stands at the end.
fn lived(
    worlds: &[World],
    moments: BTreeSet<DateTime<Utc>>,
    end: DateTime<Utc>,
) -> Option<Standing> {
    let mut standing = None;
    let mut due = moments;
    while let Some(now) = due.pop_first().filter(|now| *now <= end) {
        let mut past = worlds.iter().rev();
        let world = past.find(|world| world.since <= now).expect("it began");
        let known = Known {
            standing,
            hold: world.hold.clone(),
        };
        standing = hear(&known, &world.heard, now);
        due.extend(standing.as_ref().and_then(|it| it.next_look(now)));
    }
    standing
}

proptest! {
    #[test]
    fn any_shuffle_with_duplicates_of_a_life_s_events_ends_in_the_same_state(
        steps in prop::collection::vec((step(), 1_i64..200), 1..12),
        // How late each event comes, and how late its copy.
        delays in prop::collection::vec((0_i64..2_000, 0_i64..2_000), 12),
    ) {
        let worlds = life(&steps);
        let end = worlds.last().expect("it began").since + TimeDelta::hours(2_100);
        let in_order: BTreeSet<_> = worlds.iter().map(|world| world.since).collect();
        let events = worlds.iter().zip(&delays);
        let shuffled: BTreeSet<_> = events
            .flat_map(|(world, (late, later))| [*late, *later].map(|it| world.since + TimeDelta::hours(it)))
            // The last one may be lost for a while, not for ever.
            .chain([worlds.last().expect("it began").since + TimeDelta::hours(2_050)])
            .collect();

        let calm = lived(&worlds, in_order, end);
        let wild = lived(&worlds, shuffled, end);

        prop_assert_eq!(&wild, &calm);
        let last = worlds.last().expect("it began");
        let fresh = Known { standing: None, hold: last.hold.clone() };
        prop_assert_eq!(wild, hear(&fresh, &last.heard, end));
    }

    #[test]
    fn hearing_again_never_takes_access_away_that_the_provider_still_gives(
        steps in prop::collection::vec((step(), 1_i64..200), 1..12),
        looks in prop::collection::vec(1_i64..200, 1..6),
    ) {
        let worlds = life(&steps);
        let last = worlds.last().expect("it began");
        let mut now = last.since;
        let mut standing = hear(&Known { standing: None, hold: last.hold.clone() }, &last.heard, now);

        for hours in looks {
            let promised = standing.clone();
            now += TimeDelta::hours(hours);
            standing = hear(&Known { standing, hold: last.hold.clone() }, &last.heard, now);
            let was_promised = promised.is_some_and(|it| {
                let ends = it.access_until.or(it.cancel_at.filter(|_| it.is_cancelling));
                it.status.is_live() && ends.is_none_or(|end| now < end)
            });
            let has_it = standing.as_ref().is_some_and(|it| it.has_access(now));
            prop_assert!(!was_promised || has_it, "{standing:?}");
        }
    }
}
