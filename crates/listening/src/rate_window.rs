//! The rules of Reddit's budget: so many calls within a window of time, of which a part is kept for
//! people who are waiting at a screen.
//!
//! As the window goes by, each [`Urgency`] may use it up to a line of its own:
//!
//! ```text
//!  calls ┤                        ....:  all of them at the window's end
//!        │                  ..... /:/    interactive: a quarter of the window ahead of its time
//!        │            .....  ../:/       scan: a tenth ahead, and 15% of what is to come stays kept
//!        │      .....  .../:/            stream: a twentieth ahead, and 25% stays kept
//!        │   .....  .../:/               re-visit: hardly ahead, and 30% stays kept
//!        └──────────────────────────► time
//! ```
//!
//! So a search of a few dozen calls goes at once, nobody can use up ten minutes' calls in the first
//! of them, and by the end of the window nothing is left over if there was work.

use chrono::{DateTime, TimeDelta, Utc};
use providers::reddit::RateWindow;

use super::Urgency;

/// What is known of the budget, by the wall's time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Window {
    /// Calls in a window.
    pub(super) allowance: i64,
    /// Those that were taken by any process, or more if Reddit has counted more.
    pub(super) used: i64,
    /// Those that were taken and whose end is not known yet.
    pub(super) open: i64,
    pub(super) length: TimeDelta,
    pub(super) ends_at: DateTime<Utc>,
    /// Reddit is left alone until then.
    pub(super) rest_until: DateTime<Utc>,
    /// When the last call was taken.
    pub(super) asked_at: DateTime<Utc>,
    /// Whether Reddit has ever answered.
    pub(super) is_heard: bool,
}

/// How far ahead of its time the window may be used, and how much of what is to come stays kept,
/// as shares of the allowance.
struct WaitingCall {
    ahead: f64,
    kept: f64,
}

/// Nobody waits longer than this for an answer, so a call that is open longer has no end.
const LONGEST_CALL: TimeDelta = TimeDelta::seconds(30);
/// How soon to look again while the first call of all is under way.
const WHILE_PROBING: TimeDelta = TimeDelta::milliseconds(100);
/// Reddit says whole seconds, and answers take their time.
const ROUNDING: TimeDelta = TimeDelta::seconds(2);

impl Window {
    /// What Reddit's pages say, until it says so itself: 100 calls a minute within ten minutes.
    pub(super) fn unknown(now: DateTime<Utc>) -> Self {
        let length = TimeDelta::minutes(10);
        Self {
            allowance: 1_000,
            used: 0,
            open: 0,
            length,
            ends_at: now + length,
            rest_until: DateTime::UNIX_EPOCH,
            asked_at: DateTime::UNIX_EPOCH,
            is_heard: false,
        }
    }

    /// Begins a new window if the old one is over. Calls under way may be counted in either.
    pub(super) fn roll(&mut self, now: DateTime<Utc>) {
        if self.asked_at + LONGEST_CALL < now {
            self.open = 0;
        }
        if self.ends_at <= now {
            self.used = self.open;
            self.ends_at = now + self.length;
        }
    }

    /// Takes a call, or says when to look again.
    pub(super) fn take(
        &mut self,
        urgency: Urgency,
        now: DateTime<Utc>,
    ) -> Result<(), DateTime<Utc>> {
        if now < self.rest_until {
            return Err(self.rest_until);
        }
        // How many calls there are is not known before the first answer.
        if !self.is_heard && self.open > 0 {
            return Err(now + WHILE_PROBING);
        }
        let line = WaitingCall::of(urgency);
        if self.used >= line.calls(self.allowance, self.passed(now)) {
            return Err(self.time_of(line.reaches(self.allowance, self.used + 1)));
        }
        self.used += 1;
        self.open += 1;
        self.asked_at = now;
        Ok(())
    }

    /// Gives a call back that was taken and not made.
    pub(super) fn give_back(&mut self) {
        self.used = (self.used - 1).max(0);
        self.open = (self.open - 1).max(0);
    }

    /// A call has ended; `told` is what Reddit said about its budget, if anything.
    pub(super) fn ended(&mut self, told: Option<RateWindow>, now: DateTime<Utc>) {
        self.open = (self.open - 1).max(0);
        let Some(told) = told else { return };
        let reset = TimeDelta::from_std(told.reset).unwrap_or(self.length);
        let (counted, left) = (whole(told.used), whole(told.remaining));
        let ends_at = now + reset;
        // A count that began anew before ours did, or that holds calls which are not ours: those of
        // another program with the same key. Else ours is the better one, because it holds calls
        // that Reddit has not seen yet.
        let is_anew = ends_at > self.ends_at + ROUNDING.max(self.length / 10);
        if is_anew || counted > self.used {
            self.used = counted + self.open;
        }
        self.allowance = (counted + left).max(1);
        self.length = if counted <= 1.max(self.allowance / 20) {
            reset.max(TimeDelta::seconds(1))
        } else {
            self.length.max(reset)
        };
        // A second too late costs a second; a second too early costs a refusal.
        let is_same = (ends_at - self.ends_at).abs() <= ROUNDING;
        self.ends_at = if is_same {
            self.ends_at.max(ends_at)
        } else {
            ends_at
        };
        self.is_heard = true;
    }

    /// Reddit asked to be left alone, or is not well.
    pub(super) fn rest(&mut self, until: DateTime<Utc>) {
        self.rest_until = self.rest_until.max(until);
    }

    /// The share of the window that has gone by.
    fn passed(&self, now: DateTime<Utc>) -> f64 {
        let left = (self.ends_at - now).as_seconds_f64() / self.length.as_seconds_f64();
        (1.0 - left).clamp(0.0, 1.0)
    }

    /// When so much of the window has gone by.
    fn time_of(&self, passed: f64) -> DateTime<Utc> {
        if passed >= 1.0 {
            return self.ends_at;
        }
        let left_s = self.length.as_seconds_f64() * (1.0 - passed);
        let left = std::time::Duration::try_from_secs_f64(left_s).unwrap_or_default();
        self.ends_at - TimeDelta::from_std(left).unwrap_or(self.length)
    }
}

impl WaitingCall {
    const fn of(urgency: Urgency) -> Self {
        match urgency {
            Urgency::Interactive => Self {
                ahead: 0.25,
                kept: 0.0,
            },
            Urgency::Scan => Self {
                ahead: 0.10,
                kept: 0.15,
            },
            Urgency::Stream => Self {
                ahead: 0.05,
                kept: 0.25,
            },
            Urgency::Revisit => Self {
                ahead: 0.02,
                kept: 0.30,
            },
        }
    }

    /// How many calls may be used when so much of the window has gone by. One is always allowed.
    fn calls(&self, allowance: i64, passed: f64) -> i64 {
        let share = (passed + self.ahead).min(1.0 - self.kept * (1.0 - passed));
        let calls = real(allowance) * share.min(1.0);
        // Whatever is a hair below a whole call by rounding is that call.
        whole((calls + 1e-6).floor()).clamp(1.min(allowance), allowance)
    }

    /// How much of the window must have gone by for so many calls.
    fn reaches(&self, allowance: i64, calls: i64) -> f64 {
        if calls > allowance {
            return 1.0;
        }
        let share = real(calls) / real(allowance);
        let ahead = share - self.ahead;
        let kept = if self.kept > 0.0 {
            1.0 - (1.0 - share) / self.kept
        } else {
            0.0
        };
        ahead.max(kept).clamp(0.0, 1.0)
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of calls are far below what a float holds exactly"
)]
fn real(count: i64) -> f64 {
    count as f64
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a cast from float to integer saturates, and counts are small"
)]
fn whole(count: f64) -> i64 {
    count.ceil() as i64
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn noon() -> DateTime<Utc> {
        DateTime::from_timestamp(1_794_744_000, 0).unwrap()
    }

    fn told(used: f64, remaining: f64, reset_s: u64) -> RateWindow {
        RateWindow {
            used,
            remaining,
            reset: Duration::from_secs(reset_s),
        }
    }

    /// A window of a thousand calls in ten minutes that Reddit has spoken of.
    fn known() -> Window {
        let mut window = Window::unknown(noon());
        window.is_heard = true;
        window
    }

    /// How many calls are granted at `seconds` after noon.
    fn takes(window: &mut Window, urgency: Urgency, seconds: i64) -> i64 {
        let now = noon() + TimeDelta::seconds(seconds);
        window.roll(now);
        let mut taken = 0;
        while window.take(urgency, now).is_ok() {
            taken += 1;
        }
        taken
    }

    #[test]
    fn each_urgency_may_be_ahead_of_its_time_by_its_own_measure() {
        assert_eq!(takes(&mut known(), Urgency::Revisit, 0), 20);
        assert_eq!(takes(&mut known(), Urgency::Scan, 0), 100);
        assert_eq!(takes(&mut known(), Urgency::Interactive, 0), 250);
    }

    #[test]
    fn scans_leave_a_reserve_to_people_who_wait_and_re_visits_wait_for_both() {
        let mut window = known();

        let scans = takes(&mut window, Urgency::Scan, 300);

        assert_eq!(scans, 600);
        assert_eq!(takes(&mut window, Urgency::Revisit, 300), 0);
        assert_eq!(takes(&mut window, Urgency::Interactive, 300), 150);
    }

    #[test]
    fn by_the_end_of_the_window_work_has_used_all_of_it_and_nobody_more() {
        for urgency in [Urgency::Interactive, Urgency::Scan, Urgency::Revisit] {
            let mut window = known();

            let taken: i64 = (0..600).map(|at| takes(&mut window, urgency, at)).sum();

            assert!((995..=1_000).contains(&taken), "{urgency:?}: {taken}");
        }
    }

    #[test]
    fn whoever_must_wait_is_told_when_it_is_worth_looking_again() {
        let mut window = known();
        takes(&mut window, Urgency::Scan, 60);

        let now = noon() + TimeDelta::seconds(60);
        let again = window.take(Urgency::Scan, now).unwrap_err();

        assert_eq!((again - now).num_milliseconds(), 600);
        let early = again - TimeDelta::milliseconds(1);
        assert!(window.clone().take(Urgency::Scan, early).is_err());
        assert!(window.take(Urgency::Scan, again).is_ok());
    }

    #[test]
    fn nothing_more_is_asked_before_the_first_answer() {
        let mut window = Window::unknown(noon());

        assert_eq!(takes(&mut window, Urgency::Interactive, 0), 1);
        window.ended(Some(told(1.0, 9.0, 60)), noon());

        assert_eq!((window.allowance, window.length.num_seconds()), (10, 60));
        assert_eq!(takes(&mut window, Urgency::Interactive, 59), 9);
    }

    #[test]
    fn a_first_call_that_never_ended_holds_nobody_up_for_ever() {
        let mut window = Window::unknown(noon());

        assert_eq!(takes(&mut window, Urgency::Scan, 0), 1);

        assert_eq!(takes(&mut window, Urgency::Scan, 29), 0);
        assert_eq!(takes(&mut window, Urgency::Scan, 31), 1);
    }

    #[test]
    fn calls_of_another_program_with_the_same_key_are_counted() {
        let mut window = known();
        window.used = 3;
        window.open = 2;

        window.ended(Some(told(400.0, 600.0, 300)), noon());

        assert_eq!((window.used, window.allowance), (401, 1_000));
        assert_eq!(window.ends_at, noon() + TimeDelta::seconds(300));
    }

    #[test]
    fn an_answer_that_has_not_seen_the_calls_under_way_forgets_none_of_them() {
        let mut window = known();
        window.used = 40;
        window.open = 12;

        window.ended(Some(told(29.0, 971.0, 600)), noon());

        assert_eq!((window.used, window.open), (40, 11));
    }

    #[test]
    fn a_count_that_reddit_began_anew_is_taken_over() {
        let mut window = known();
        window.used = 900;
        window.open = 1;
        window.ends_at = noon() + TimeDelta::seconds(100);

        window.ended(Some(told(1.0, 999.0, 600)), noon());

        assert_eq!(window.used, 1);
        assert_eq!(window.ends_at, noon() + TimeDelta::seconds(600));
    }

    #[test]
    fn a_window_that_is_over_makes_room_for_the_next() {
        let mut window = known();
        assert_eq!(takes(&mut window, Urgency::Interactive, 599), 1_000);

        assert_eq!(takes(&mut window, Urgency::Interactive, 640), 250);
        assert_eq!(window.ends_at, noon() + TimeDelta::seconds(1_240));
    }

    #[test]
    fn a_rest_holds_for_everybody_and_a_shorter_one_does_not_end_it() {
        let mut window = known();
        let until = noon() + TimeDelta::seconds(5);

        window.rest(until);
        window.rest(noon() + TimeDelta::seconds(1));

        assert_eq!(window.take(Urgency::Interactive, noon()), Err(until));
        assert!(window.take(Urgency::Interactive, until).is_ok());
    }
}
