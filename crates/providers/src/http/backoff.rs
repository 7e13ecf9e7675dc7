//! How long to wait before trying again.

use std::time::Duration;

const FIRST: Duration = Duration::from_millis(200);
const LONGEST: Duration = Duration::from_secs(5);

/// A random wait after `failed_tries` (at least one). Full jitter: anything from zero to the
/// ceiling, so that many clients do not all retry at once after an outage.
pub(super) fn wait(failed_tries: u32) -> Duration {
    rand::random_range(Duration::ZERO..=ceiling(failed_tries))
}

/// The ceiling doubles with each failure.
fn ceiling(failed_tries: u32) -> Duration {
    let doublings = failed_tries.saturating_sub(1).min(16);
    (FIRST * 2_u32.pow(doublings)).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ceiling_doubles_up_to_five_seconds() {
        for (failed_tries, millis) in [
            (0, 200),
            (1, 200),
            (2, 400),
            (3, 800),
            (5, 3200),
            (6, 5000),
            (u32::MAX, 5000),
        ] {
            assert_eq!(
                ceiling(failed_tries),
                Duration::from_millis(millis),
                "after {failed_tries}"
            );
        }
    }

    #[test]
    fn waits_spread_over_the_whole_range() {
        let waits: Vec<_> = (0..1000).map(|_| wait(2)).collect();

        assert!(waits.iter().all(|wait| *wait <= Duration::from_millis(400)));
        assert!(waits.iter().any(|wait| *wait < Duration::from_millis(100)));
        assert!(waits.iter().any(|wait| *wait > Duration::from_millis(300)));
    }
}
