//! The one place that knows the time.
//!
//! Two times exist. [`Clock::now`] is the product's: billing, access, schedules and digests go by
//! it, and the sandbox may move it forward. [`Clock::real`] is the wall's: tokens, mail links,
//! leases, back-off and rate buckets go by it and nothing moves it. Without a move both agree.
//!
//! Times are cut to the microsecond, because that is what PostgreSQL keeps: a time read back is
//! the time that was written, on both engines.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};

#[derive(Clone, Debug)]
pub struct Clock {
    inner: Arc<ClockState>,
}

#[derive(Debug)]
struct ClockState {
    source: TimeSource,
    /// How far the database's clock is ahead of this machine's, in microseconds. Processes on
    /// several hosts go by the database's, so that leases and schedules agree between them.
    correction_us: AtomicI64,
    /// How far the sandbox has moved the product's time ahead of the wall's, in microseconds.
    moved_us: AtomicI64,
}

#[derive(Debug)]
enum TimeSource {
    System,
    /// Stands still until a test advances it; microseconds since 1970.
    Held(AtomicI64),
}

impl Clock {
    pub fn system() -> Self {
        Self::from_source(TimeSource::System)
    }

    /// A clock for tests that stands still at `start` until [`Clock::advance`] is called.
    pub fn held(start: DateTime<Utc>) -> Self {
        Self::from_source(TimeSource::Held(AtomicI64::new(start.timestamp_micros())))
    }

    fn from_source(source: TimeSource) -> Self {
        let inner = ClockState {
            source,
            correction_us: AtomicI64::new(0),
            moved_us: AtomicI64::new(0),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// The product's time.
    pub fn now(&self) -> DateTime<Utc> {
        self.real() + self.moved()
    }

    /// The wall's time, corrected by the database's clock.
    pub fn real(&self) -> DateTime<Utc> {
        self.uncorrected()
            + TimeDelta::microseconds(self.inner.correction_us.load(Ordering::Relaxed))
    }

    /// How far the product's time is ahead of the wall's.
    pub fn moved(&self) -> TimeDelta {
        TimeDelta::microseconds(self.inner.moved_us.load(Ordering::Relaxed))
    }

    /// Puts the product's time `ahead` of the wall's; the sandbox's clock door ends here.
    pub fn set_moved(&self, ahead: TimeDelta) {
        self.inner
            .moved_us
            .store(ahead.num_microseconds().unwrap_or(0), Ordering::Relaxed);
    }

    /// Takes over the database's time as seen at this moment. A held clock stays held.
    pub fn correct_by(&self, database: DateTime<Utc>) {
        if let TimeSource::System = self.inner.source {
            let ahead = database - self.uncorrected();
            self.inner
                .correction_us
                .store(ahead.num_microseconds().unwrap_or(0), Ordering::Relaxed);
        }
    }

    /// Lets a held clock go on by `step`. Does nothing to the system's.
    pub fn advance(&self, step: TimeDelta) {
        if let TimeSource::Held(at) = &self.inner.source {
            at.fetch_add(step.num_microseconds().unwrap_or(0), Ordering::Relaxed);
        }
    }

    fn uncorrected(&self) -> DateTime<Utc> {
        match &self.inner.source {
            TimeSource::System => system_time(),
            TimeSource::Held(at) => DateTime::from_timestamp_micros(at.load(Ordering::Relaxed))
                .expect("a held clock was started from a valid time"),
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is the clock everyone else asks"
)]
fn system_time() -> DateTime<Utc> {
    Utc::now().trunc_subsecs(6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noon() -> DateTime<Utc> {
        DateTime::from_timestamp(1_794_744_000, 0).unwrap()
    }

    #[test]
    fn a_held_clock_moves_only_when_advanced() {
        let clock = Clock::held(noon());

        clock.advance(TimeDelta::hours(2));

        assert_eq!(clock.now(), noon() + TimeDelta::hours(2));
        assert_eq!(clock.real(), noon() + TimeDelta::hours(2));
    }

    #[test]
    fn moving_the_products_time_leaves_the_walls_alone() {
        let clock = Clock::held(noon());

        clock.set_moved(TimeDelta::days(3));

        assert_eq!(clock.now(), noon() + TimeDelta::days(3));
        assert_eq!(clock.real(), noon());
    }

    #[test]
    fn two_hosts_ten_minutes_apart_agree_once_the_database_has_spoken() {
        let (early, late) = (Clock::system(), Clock::system());
        let database = early.real() + TimeDelta::minutes(10);

        early.correct_by(database);
        late.correct_by(database);

        assert!((early.real() - late.real()).abs() < TimeDelta::seconds(1));
        assert!((early.real() - database).abs() < TimeDelta::seconds(1));
    }
}
