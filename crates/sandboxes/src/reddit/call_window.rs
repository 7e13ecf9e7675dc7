//! The rate limit: a number of calls within a time window, then 429.

use std::time::Duration;

use tokio::time::Instant;

/// The number of calls in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallAllowance {
    pub calls: u32,
    pub window: Duration,
}

/// Reddit's: a hundred a minute, counted within ten minutes.
impl Default for CallAllowance {
    fn default() -> Self {
        Self {
            calls: 1000,
            window: Duration::from_mins(10),
        }
    }
}

/// The call count of one application. It uses wall time, which the movable clock does not affect.
#[derive(Debug)]
pub(super) struct CallWindow {
    allowance: CallAllowance,
    began: Instant,
    used: u32,
}

/// The rate limit headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CallCount {
    pub(super) used: u32,
    pub(super) remaining: u32,
    pub(super) reset_s: u64,
    pub(super) is_allowed: bool,
}

impl CallWindow {
    pub(super) fn new(allowance: CallAllowance) -> Self {
        Self {
            allowance,
            began: Instant::now(),
            used: 0,
        }
    }

    /// Counts a call. A rejected one is not counted.
    pub(super) fn count(&mut self, now: Instant) -> CallCount {
        if now.saturating_duration_since(self.began) >= self.allowance.window {
            self.began = now;
            self.used = 0;
        }
        let is_allowed = self.used < self.allowance.calls;
        self.used += u32::from(is_allowed);
        let left = self.began + self.allowance.window - now;
        CallCount {
            used: self.used,
            remaining: self.allowance.calls - self.used,
            reset_s: left.as_secs() + u64::from(left.subsec_nanos() > 0),
            is_allowed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_run_out_and_come_back_with_the_next_window() {
        let mut window = CallWindow::new(CallAllowance {
            calls: 2,
            window: Duration::from_secs(10),
        });
        let start = window.began;
        let mut at = |seconds| {
            let counted = window.count(start + Duration::from_secs(seconds));
            (counted.is_allowed, counted.remaining, counted.reset_s)
        };

        assert_eq!(at(0), (true, 1, 10));
        assert_eq!(at(4), (true, 0, 6));
        assert_eq!(at(9), (false, 0, 1));
        assert_eq!(at(10), (true, 1, 10));
    }
}
