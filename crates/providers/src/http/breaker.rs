//! The circuit breaker: after repeated failures the provider is left alone for a while.

use std::time::Duration;

use tokio::time::Instant;

const FAILURES_TO_OPEN: u32 = 5;
const REST: Duration = Duration::from_secs(30);
/// What others are told while one call probes: the probe will be over by then, or the next is due.
const PROBE_WAIT: Duration = Duration::from_secs(1);

/// Closed while all is well, open while resting, and after the rest half open: one call goes
/// through as a probe, and its outcome decides.
#[derive(Debug)]
pub(super) struct Breaker {
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Closed { failures: u32 },
    Open { until: Instant },
    HalfOpen,
}

/// Leave to ask the provider. Its outcome is to be reported with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leave {
    Ordinary,
    Probe,
}

/// How a try that had leave ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Success,
    Failure,
    /// Nothing was learnt: the caller went away.
    Abandoned,
}

impl Breaker {
    pub(super) fn new() -> Self {
        Self {
            state: State::Closed { failures: 0 },
        }
    }

    /// Leave to go ahead, or how long to wait.
    pub(super) fn ask(&mut self, now: Instant) -> Result<Leave, Duration> {
        match self.state {
            State::Closed { .. } => Ok(Leave::Ordinary),
            State::Open { until } if now < until => Err(until - now),
            State::Open { .. } => {
                self.state = State::HalfOpen;
                Ok(Leave::Probe)
            }
            State::HalfOpen => Err(PROBE_WAIT),
        }
    }

    pub(super) fn report(&mut self, leave: Leave, outcome: Outcome, now: Instant) {
        self.state = match (self.state, leave, outcome) {
            (State::Closed { .. }, _, Outcome::Success) | (_, Leave::Probe, Outcome::Success) => {
                State::Closed { failures: 0 }
            }
            (State::Closed { failures }, _, Outcome::Failure) => after_failures(failures + 1, now),
            (_, Leave::Probe, Outcome::Failure) => State::Open { until: now + REST },
            // The probe came to nothing, so the next caller becomes one.
            (_, Leave::Probe, Outcome::Abandoned) => State::Open { until: now },
            // A straggler from before the breaker opened decides nothing.
            (state, Leave::Ordinary, _) => state,
        };
    }
}

fn after_failures(failures: u32, now: Instant) -> State {
    if failures >= FAILURES_TO_OPEN {
        State::Open { until: now + REST }
    } else {
        State::Closed { failures }
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
    fn stragglers_decide_nothing() {
        check("open success ask", "wait 30");
        check("open 10 failure ask", "wait 20");
        check("open 30 ask success ask", "wait 1");
        check("open 30 ask failure probe-success ask", "go");
    }

    /// Plays a story (outcomes, seconds passing, questions) and compares the last answer.
    fn check(story: &str, expected: &str) {
        let mut breaker = Breaker::new();
        let mut now = Instant::now();
        let mut answer = String::new();
        for word in story
            .replace("open", "failure failure failure failure failure")
            .split_whitespace()
        {
            match word {
                "ask" => answer = in_words(breaker.ask(now)),
                "success" => breaker.report(Leave::Ordinary, Outcome::Success, now),
                "failure" => breaker.report(Leave::Ordinary, Outcome::Failure, now),
                "abandoned" => breaker.report(Leave::Ordinary, Outcome::Abandoned, now),
                "probe-success" => breaker.report(Leave::Probe, Outcome::Success, now),
                "probe-failure" => breaker.report(Leave::Probe, Outcome::Failure, now),
                "probe-abandoned" => breaker.report(Leave::Probe, Outcome::Abandoned, now),
                seconds => now += Duration::from_secs(seconds.parse().unwrap()),
            }
        }
        assert_eq!(answer, expected, "{story}");
    }

    fn in_words(answer: Result<Leave, Duration>) -> String {
        match answer {
            Ok(Leave::Ordinary) => "go".to_owned(),
            Ok(Leave::Probe) => "probe".to_owned(),
            Err(wait) => format!("wait {}", wait.as_secs()),
        }
    }
}
