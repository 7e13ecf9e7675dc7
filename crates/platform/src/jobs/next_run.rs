//! When a schedule comes next.
//!
//! The house's own schedules go on from where they were. Those of users have a **phase**, a point of
//! their cadence that follows from their name, so that a hundred thousand of them that began in the
//! same minute do not come back in the same minute. The first run may be at any time; later ones
//! lie on the user's own points, a cadence apart. Where the next point is more than a cadence away,
//! one run comes in between, so that nobody waits longer than their plan says.

use std::hash::{DefaultHasher, Hash, Hasher};

use chrono::{DateTime, TimeDelta, Utc};

/// The first moment of the schedule's rhythm that is still ahead.
pub(super) fn next_after(
    last: DateTime<Utc>,
    every: TimeDelta,
    now: DateTime<Utc>,
) -> DateTime<Utc> {
    let missed =
        (now - last).num_microseconds().unwrap_or(0) / every.num_microseconds().unwrap_or(i64::MAX);
    last + every * i32::try_from(missed + 1).unwrap_or(i32::MAX)
}

/// Schedules of the same cadence start at different moments of it, so that they do not all come
/// due together.
pub(super) fn spread(name: &str, every: TimeDelta) -> TimeDelta {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    let seconds = u64::try_from(every.num_seconds()).unwrap_or(1).max(1);
    TimeDelta::seconds(i64::try_from(hasher.finish() % seconds).unwrap_or(0))
}

/// The first of the points `phase`, `phase + every` … that is still ahead, and that is a third of a
/// cadence after the last run; half a cadence sooner where that would be too long to wait.
pub(super) fn next_point(
    last_run: DateTime<Utc>,
    (phase, every): (TimeDelta, TimeDelta),
    now: DateTime<Utc>,
) -> DateTime<Utc> {
    // Less than half: a run in between, and one that came late, are followed by the point itself.
    let earliest = (last_run + every / 3).max(now + TimeDelta::seconds(1));
    let point = first_point(earliest, phase, every);
    let in_between = point - every / 2;
    if point > last_run + every && in_between >= earliest {
        in_between
    } else {
        point
    }
}

fn first_point(earliest: DateTime<Utc>, phase: TimeDelta, every: TimeDelta) -> DateTime<Utc> {
    let every_s = every.num_seconds().max(1);
    let past_point = (earliest.timestamp() - phase.num_seconds()).rem_euclid(every_s);
    let wait = (every_s - past_point) % every_s;
    let point = DateTime::from_timestamp(earliest.timestamp() + wait, 0);
    point.unwrap_or(DateTime::<Utc>::MAX_UTC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rhythm_goes_on_where_it_would_have_been_without_the_pause() {
        let last = DateTime::from_timestamp(1_000_000, 0).unwrap();
        let every = TimeDelta::hours(1);
        let cases = [
            (0, 60),
            (59, 60),
            (60, 120),
            (61, 120),
            (60 * 24 + 5, 60 * 25),
        ];

        for (minutes_later, expected_minutes) in cases {
            let next = next_after(last, every, last + TimeDelta::minutes(minutes_later));
            assert_eq!(
                next - last,
                TimeDelta::minutes(expected_minutes),
                "{minutes_later} minutes later"
            );
        }
    }

    #[test]
    fn a_hundred_daily_schedules_are_spread_over_the_day() {
        let day = TimeDelta::days(1);
        let mut starts: Vec<_> = (0..100)
            .map(|user| spread(&format!("user {user}"), day))
            .collect();
        starts.sort();

        assert!(starts.iter().all(|start| *start < day));
        assert!(starts[99] - starts[0] > TimeDelta::hours(20));
    }

    #[test]
    fn nobody_waits_longer_than_a_cadence_and_soon_everybody_is_on_their_own_points() {
        let every = TimeDelta::days(7);
        let begun = DateTime::from_timestamp(1_800_000_123, 456_000_000).unwrap();

        for user in 0..200 {
            let phase = spread(&format!("user {user}"), every);
            let mut run = begun;
            for count in 0..4 {
                let next = next_point(run, (phase, every), run);
                let wait = next - run;
                assert!(wait >= every / 3 - TimeDelta::seconds(1), "{wait}");
                assert!(wait <= every, "{wait}");
                let is_own = (next.timestamp() - phase.num_seconds()) % every.num_seconds() == 0;
                assert!(is_own || count == 0, "{next}");
                // A tick comes on time or a little late; the rhythm stays.
                run = next + TimeDelta::seconds(user % 10);
            }
        }
    }

    #[test]
    fn a_shorter_cadence_begins_within_itself_and_a_longer_one_waits_for_a_third_of_itself() {
        let (day, week) = (TimeDelta::days(1), TimeDelta::days(7));
        let now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();

        for hour in 0..24 {
            let phase = TimeDelta::hours(hour);
            let sooner = next_point(now - TimeDelta::days(3), (phase, day), now);
            let later = next_point(now - TimeDelta::hours(20), (phase * 7, week), now);

            assert!(sooner > now && sooner <= now + day, "{sooner}");
            let rest = later - (now - TimeDelta::hours(20));
            assert!(rest >= week / 3 && rest <= week, "{later}");
        }
    }
}
