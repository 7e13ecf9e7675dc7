//! When a digest is sent: in the morning of the user's own time zone, spread over half an hour.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use uuid::Uuid;

use super::mail_frequency::MailFrequency;

/// When a user gets digests.
#[derive(Clone, Copy, Debug)]
pub(super) struct DigestSchedule {
    pub(super) frequency: MailFrequency,
    pub(super) zone: Tz,
    pub(super) user_id: Uuid,
}

const MORNING_HOUR: u32 = 8;
/// Over how many seconds after that hour the users of one time zone are spread.
const SPREAD_S: u64 = 30 * 60;
/// Longer than any month.
const MAX_DAYS_AHEAD: u64 = 33;

impl DigestSchedule {
    /// When the next digest after this moment is sent. Digests that were missed are not made up
    /// for.
    pub(super) fn next_after(self, moment: DateTime<Utc>) -> DateTime<Utc> {
        let today = moment.with_timezone(&self.zone).date_naive();
        (0..=MAX_DAYS_AHEAD)
            .filter_map(|ahead| today.checked_add_days(Days::new(ahead)))
            .filter(|day| self.frequency.is_on(*day))
            .filter_map(|day| Some(self.morning_of(day)? + self.user_offset()))
            .find(|at| *at > moment)
            .unwrap_or(moment + self.frequency.period())
    }

    /// Eight o'clock on that day, or the first later hour that exists: daylight saving time skips an
    /// hour, and a few time zones once skipped a whole day.
    fn morning_of(self, day: NaiveDate) -> Option<DateTime<Utc>> {
        let at = |hour| {
            let time = NaiveTime::from_hms_opt(hour, 0, 0)?;
            self.zone
                .from_local_datetime(&day.and_time(time))
                .earliest()
        };
        let morning = (MORNING_HOUR..24).find_map(at)?;
        Some(morning.with_timezone(&Utc))
    }

    /// The end of an id is random, so users are spread evenly, and each keeps the same offset.
    fn user_offset(self) -> TimeDelta {
        let (_, random) = self.user_id.as_u64_pair();
        TimeDelta::seconds(i64::try_from(random % SPREAD_S).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A user whose digest is sent at eight o'clock sharp.
    const EARLY: Uuid = Uuid::nil();

    #[track_caller]
    fn next(frequency: MailFrequency, zone: &str, after: &str) -> String {
        let schedule = DigestSchedule {
            frequency,
            zone: zone.parse().unwrap(),
            user_id: EARLY,
        };
        let next = schedule.next_after(after.parse().unwrap());
        next.format("%a %F %R").to_string()
    }

    #[test]
    fn a_digest_is_sent_in_the_morning_of_the_users_time_zone() {
        use MailFrequency::{Daily, Monthly, Weekly};
        for (frequency, zone, after, expected) in [
            // 15 November 2026 is a Sunday.
            (
                Weekly,
                "UTC",
                "2026-11-15T12:00:00Z",
                "Mon 2026-11-16 08:00",
            ),
            (Daily, "UTC", "2026-11-15T07:59:59Z", "Sun 2026-11-15 08:00"),
            (Daily, "UTC", "2026-11-15T08:00:00Z", "Mon 2026-11-16 08:00"),
            (
                Monthly,
                "UTC",
                "2026-12-31T23:00:00Z",
                "Fri 2027-01-01 08:00",
            ),
            (
                Monthly,
                "UTC",
                "2027-01-01T08:00:00Z",
                "Mon 2027-02-01 08:00",
            ),
            // Thirteen hours ahead in their summer: Monday's morning is still Sunday in London.
            (
                Weekly,
                "Pacific/Auckland",
                "2026-11-15T12:00:00Z",
                "Sun 2026-11-15 19:00",
            ),
            (
                Weekly,
                "Pacific/Auckland",
                "2026-11-15T19:00:00Z",
                "Sun 2026-11-22 19:00",
            ),
            (
                Weekly,
                "Pacific/Auckland",
                "2026-06-15T12:00:00Z",
                "Sun 2026-06-21 20:00",
            ),
            // Ten hours behind, without summer time.
            (
                Weekly,
                "Pacific/Honolulu",
                "2026-11-16T12:00:00Z",
                "Mon 2026-11-16 18:00",
            ),
            (
                Monthly,
                "Pacific/Honolulu",
                "2026-12-01T18:00:00Z",
                "Fri 2027-01-01 18:00",
            ),
            // The night before 29 March 2026 is an hour shorter in Berlin, the one before 25 October longer.
            (
                Daily,
                "Europe/Berlin",
                "2026-03-28T12:00:00Z",
                "Sun 2026-03-29 06:00",
            ),
            (
                Daily,
                "Europe/Berlin",
                "2026-03-28T06:00:00Z",
                "Sat 2026-03-28 07:00",
            ),
            (
                Daily,
                "Europe/Berlin",
                "2026-10-24T12:00:00Z",
                "Sun 2026-10-25 07:00",
            ),
            // Nepal is offset by three quarters of an hour.
            (
                Daily,
                "Asia/Kathmandu",
                "2026-11-15T12:00:00Z",
                "Mon 2026-11-16 02:15",
            ),
            // Samoa skipped 30 December 2011.
            (
                Daily,
                "Pacific/Apia",
                "2011-12-29T18:00:00Z",
                "Fri 2011-12-30 18:00",
            ),
        ] {
            assert_eq!(
                next(frequency, zone, after),
                expected,
                "{frequency:?} {zone} {after}"
            );
        }
    }

    #[test]
    fn a_thousand_users_of_one_time_zone_are_spread_over_half_an_hour() {
        let after = "2026-11-15T12:00:00Z".parse().unwrap();
        let eight: DateTime<Utc> = "2026-11-16T08:00:00Z".parse().unwrap();
        let mut minutes = [0; 30];
        for _ in 0..1_000 {
            let schedule = DigestSchedule {
                frequency: MailFrequency::Weekly,
                zone: Tz::UTC,
                user_id: Uuid::now_v7(),
            };
            let at = schedule.next_after(after);
            assert_eq!(at, schedule.next_after(after));
            minutes[usize::try_from((at - eight).num_minutes()).unwrap()] += 1;
        }

        let most = minutes.into_iter().max().unwrap();
        assert!(most < 100, "{minutes:?}");
    }
}
