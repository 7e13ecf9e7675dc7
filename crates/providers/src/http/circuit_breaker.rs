//! The circuit breaker: after repeated failures the provider is not called for a while.

use std::time::Duration;

use tokio::time::Instant;

const FAILURES_TO_OPEN: u32 = 5;
const REST: Duration = Duration::from_secs(30);
/// What other callers are told to wait while one call probes.
const PROBE_WAIT: Duration = Duration::from_secs(1);

/// Closed in normal operation, open while the provider rests, then half open: one call goes
/// through as a probe, and its outcome decides.
#[derive(Debug)]
pub(super) struct CircuitBreaker {
    state: BreakerState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BreakerState {
    Closed { failures: u32 },
    Open { until: Instant },
    HalfOpen,
}

/// Permission to call the provider. The outcome is reported with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallPermit {
    Ordinary,
    Probe,
}

/// How a permitted try ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallOutcome {
    Success,
    Failure,
    /// Says nothing about the provider: the caller went away.
    Abandoned,
}

impl CircuitBreaker {
    pub(super) fn new() -> Self {
        Self {
            state: BreakerState::Closed { failures: 0 },
        }
    }

    /// A permit, or how long to wait.
    pub(super) fn ask(&mut self, now: Instant) -> Result<CallPermit, Duration> {
        match self.state {
            BreakerState::Closed { .. } => Ok(CallPermit::Ordinary),
            BreakerState::Open { until } if now < until => Err(until - now),
            BreakerState::Open { .. } => {
                self.state = BreakerState::HalfOpen;
                Ok(CallPermit::Probe)
            }
            BreakerState::HalfOpen => Err(PROBE_WAIT),
        }
    }

    /// Whether calls are refused, all of them or all but a probe.
    pub(super) fn is_open(&self) -> bool {
        !matches!(self.state, BreakerState::Closed { .. })
    }

    pub(super) fn report(&mut self, permit: CallPermit, outcome: CallOutcome, now: Instant) {
        self.state = match (self.state, permit, outcome) {
            (BreakerState::Closed { .. }, _, CallOutcome::Success)
            | (_, CallPermit::Probe, CallOutcome::Success) => BreakerState::Closed { failures: 0 },
            (BreakerState::Closed { failures }, _, CallOutcome::Failure) => {
                after_failures(failures + 1, now)
            }
            (_, CallPermit::Probe, CallOutcome::Failure) => {
                BreakerState::Open { until: now + REST }
            }
            // The probe was cancelled, so the next caller becomes the probe.
            (_, CallPermit::Probe, CallOutcome::Abandoned) => BreakerState::Open { until: now },
            // A call from before the breaker opened decides nothing.
            (state, CallPermit::Ordinary, _) => state,
        };
    }
}

fn after_failures(failures: u32, now: Instant) -> BreakerState {
    if failures >= FAILURES_TO_OPEN {
        BreakerState::Open { until: now + REST }
    } else {
        BreakerState::Closed { failures }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifth_failure_in_a_row_opens_it() {
        check("failure failure failure failure ask", "go");
        check("failure failure failure failure failure ask", "wait 30");
        check("failure failure failure failure success failure ask", "go");
        check(
            "failure failure failure failure abandoned failure ask",
            "wait 30",
        );
    }

    #[test]
    fn after_its_rest_exactly_one_call_probes() {
        check("open 29 ask", "wait 1");
        check("open 30 ask", "probe");
        check("open 30 ask ask", "wait 1");
        check("open 90 ask ask", "wait 1");
    }

    #[test]
    fn the_probe_decides() {
        check("open 30 ask probe-success ask", "go");
        check("open 30 ask probe-failure ask", "wait 30");
        check("open 30 ask probe-failure 30 ask", "probe");
        check("open 30 ask probe-abandoned ask", "probe");
        check(
            "open 30 ask probe-success failure failure failure failure ask",
            "go",
        );
    }

    #[test]
    fn late_results_of_earlier_calls_are_ignored() {
        check("open success ask", "wait 30");
        check("open 10 failure ask", "wait 20");
        check("open 30 ask success ask", "wait 1");
        check("open 30 ask failure probe-success ask", "go");
    }

    /// Plays a sequence of outcomes, seconds and requests for a permit, and compares the last result.
    fn check(story: &str, expected: &str) {
        let mut breaker = CircuitBreaker::new();
        let mut now = Instant::now();
        let mut answer = String::new();
        for word in story
            .replace("open", "failure failure failure failure failure")
            .split_whitespace()
        {
            match word {
                "ask" => answer = in_words(breaker.ask(now)),
                "success" => breaker.report(CallPermit::Ordinary, CallOutcome::Success, now),
                "failure" => breaker.report(CallPermit::Ordinary, CallOutcome::Failure, now),
                "abandoned" => breaker.report(CallPermit::Ordinary, CallOutcome::Abandoned, now),
                "probe-success" => breaker.report(CallPermit::Probe, CallOutcome::Success, now),
                "probe-failure" => breaker.report(CallPermit::Probe, CallOutcome::Failure, now),
                "probe-abandoned" => breaker.report(CallPermit::Probe, CallOutcome::Abandoned, now),
                seconds => now += Duration::from_secs(seconds.parse().unwrap()),
            }
        }
        assert_eq!(answer, expected, "{story}");
    }

    fn in_words(answer: Result<CallPermit, Duration>) -> String {
        match answer {
            Ok(CallPermit::Ordinary) => "go".to_owned(),
            Ok(CallPermit::Probe) => "probe".to_owned(),
            Err(wait) => format!("wait {}", wait.as_secs()),
        }
    }
}
