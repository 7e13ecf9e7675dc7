//! How long a failed job rests before it is tried again.

use std::time::Duration;

use super::TryAfter;

const FIRST: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_mins(10);

/// The pause after the `failures`-th failure. `share` is a random number from 0 to 1: the pause is
/// spread over its whole length, so that jobs that failed together do not come back together.
pub(super) fn pause(failures: i64, share: f64, error: &anyhow::Error) -> Duration {
    if let Some(asked) = error.downcast_ref::<TryAfter>() {
        return asked.pause;
    }
    ceiling(failures).mul_f64(share.clamp(0.0, 1.0))
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

        assert_eq!(pause(3, 0.0, &error), Duration::ZERO);
        assert_eq!(pause(3, 0.5, &error), Duration::from_secs(4));
        assert_eq!(pause(3, 1.0, &error), Duration::from_secs(8));
    }

    #[test]
    fn a_pause_that_the_provider_asked_for_is_kept_as_it_is() {
        let error = TryAfter {
            pause: Duration::from_secs(37),
            reason: "429".to_owned(),
        }
        .into();

        assert_eq!(pause(1, 0.0, &error), Duration::from_secs(37));
    }
}
