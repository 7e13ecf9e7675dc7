//! How long a failed job rests before it is tried again.

use std::time::Duration;

use super::TryAfter;

const FIRST: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_mins(10);

/// The pause after the `failures`-th failure of a kind of job. `share` is a random number from 0 to 1
/// that spreads the pauses, so that jobs that failed together do not come back together: the usual
/// pause over its whole length, one of the kind's `own` pauses by a tenth.
pub(super) fn pause(
    failures: i64,
    share: f64,
    error: &anyhow::Error,
    own: &[Duration],
) -> Duration {
    if let Some(asked) = error.downcast_ref::<TryAfter>() {
        return asked.pause;
    }
    let share = share.clamp(0.0, 1.0);
    match own_pause(failures, own) {
        Some(pause) => pause.mul_f64(1.0 + share / 10.0),
        None => ceiling(failures).mul_f64(share),
    }
}

fn own_pause(failures: i64, own: &[Duration]) -> Option<Duration> {
    let place = usize::try_from(failures - 1).unwrap_or(0);
    own.get(place).or(own.last()).copied()
}

fn ceiling(failures: i64) -> Duration {
    let doublings = u32::try_from(failures.clamp(1, 20) - 1).unwrap_or(0);
    FIRST
        .saturating_mul(2_u32.saturating_pow(doublings))
        .min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_possible_pause_doubles_up_to_ten_minutes() {
        let longest: Vec<u64> = (1..=12)
            .map(|failures| ceiling(failures).as_secs())
            .collect();

        assert_eq!(longest, [2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600]);
    }

    #[test]
    fn the_pause_is_spread_from_nothing_to_its_full_length() {
        let error = anyhow::anyhow!("the server said 500");

        assert_eq!(pause(3, 0.0, &error, &[]), Duration::ZERO);
        assert_eq!(pause(3, 0.5, &error, &[]), Duration::from_secs(4));
        assert_eq!(pause(3, 1.0, &error, &[]), Duration::from_secs(8));
    }

    #[test]
    fn a_pause_that_the_provider_asked_for_is_kept_as_it_is() {
        let error = TryAfter {
            pause: Duration::from_secs(37),
            reason: "429".to_owned(),
        }
        .into();

        assert_eq!(pause(1, 0.0, &error, &[]), Duration::from_secs(37));
    }

    #[test]
    fn a_kind_with_pauses_of_its_own_rests_that_long_or_a_tenth_longer_and_the_last_one_repeats() {
        let error = anyhow::anyhow!("451 try later");
        let own = [Duration::from_mins(1), Duration::from_hours(1)];

        let minutes = |failures, share| pause(failures, share, &error, &own).as_secs() / 60;

        assert_eq!(
            [minutes(1, 0.0), minutes(2, 0.0), minutes(9, 0.0)],
            [1, 60, 60]
        );
        assert_eq!([minutes(2, 1.0), minutes(9, 1.0)], [66, 66]);
    }
}
