//! The hours in which nothing is sent. What comes up meanwhile is sent together when they end.

use chrono::{DateTime, Days, NaiveTime, TimeZone, Timelike, Utc};
use chrono_tz::Tz;

/// From one minute of the day to another, which may be on the next day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QuietHours {
    /// Minutes after midnight.
    pub(super) from: i64,
    pub(super) until: i64,
    pub(super) zone: Tz,
}

pub(super) const MINUTES_OF_A_DAY: i64 = 24 * 60;

impl QuietHours {
    /// This moment, or the end of the quiet hours it is in.
    pub(super) fn next_allowed(self, moment: DateTime<Utc>) -> DateTime<Utc> {
        let local = moment.with_timezone(&self.zone);
        let minute = i64::from(local.hour() * 60 + local.minute());
        if !self.holds(minute) {
            return moment;
        }
        let ends_tomorrow = minute >= self.until;
        let day = local.date_naive() + Days::new(u64::from(ends_tomorrow));
        let ends = (0..=120).find_map(|later| {
            // An hour that daylight saving time skips does not exist; the next minute that does is meant.
            let (minute, day) = match self.until + later {
                minute if minute < MINUTES_OF_A_DAY => (minute, day),
                minute => (minute - MINUTES_OF_A_DAY, day + Days::new(1)),
            };
            let (hour, minute) = (
                u32::try_from(minute / 60).ok()?,
                u32::try_from(minute % 60).ok()?,
            );
            let time = NaiveTime::from_hms_opt(hour, minute, 0)?;
            self.zone
                .from_local_datetime(&day.and_time(time))
                .earliest()
        });
        // An hour that comes twice is over at its first end; a clock set back may still be in it.
        ends.map_or(moment, |ends| ends.with_timezone(&Utc).max(moment))
    }

    fn holds(self, minute: i64) -> bool {
        if self.from <= self.until {
            (self.from..self.until).contains(&minute)
        } else {
            minute >= self.from || minute < self.until
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check((from, until): (i64, i64), zone: &str, moment: &str, expected: &str) {
        let quiet = QuietHours {
            from,
            until,
            zone: zone.parse().unwrap(),
        };
        let next = quiet.next_allowed(moment.parse().unwrap());
        assert_eq!(
            next.format("%F %R").to_string(),
            expected,
            "{zone} {moment}"
        );
    }

    const NIGHT: (i64, i64) = (19 * 60, 8 * 60);

    #[test]
    fn a_night_ends_in_the_morning_of_the_users_time_zone() {
        check(NIGHT, "UTC", "2026-11-16T18:59:00Z", "2026-11-16 18:59");
        check(NIGHT, "UTC", "2026-11-16T19:00:00Z", "2026-11-17 08:00");
        check(NIGHT, "UTC", "2026-11-17T03:00:00Z", "2026-11-17 08:00");
        check(NIGHT, "UTC", "2026-11-17T08:00:00Z", "2026-11-17 08:00");
        check(
            NIGHT,
            "Europe/Berlin",
            "2026-11-16T18:30:00Z",
            "2026-11-17 07:00",
        );
        check(
            NIGHT,
            "Pacific/Auckland",
            "2026-11-16T12:00:00Z",
            "2026-11-16 19:00",
        );
    }

    #[test]
    fn hours_within_a_day_end_on_that_day_and_equal_ones_are_none() {
        check(
            (12 * 60, 13 * 60 + 30),
            "UTC",
            "2026-11-16T12:10:00Z",
            "2026-11-16 13:30",
        );
        check(
            (600, 600),
            "UTC",
            "2026-11-16T10:00:00Z",
            "2026-11-16 10:00",
        );
    }

    #[test]
    fn an_end_that_daylight_saving_time_skips_is_the_next_minute_that_exists() {
        let until_half_past_two = (22 * 60, 2 * 60 + 30);
        check(
            until_half_past_two,
            "Europe/Berlin",
            "2026-03-28T23:00:00Z",
            "2026-03-29 01:00",
        );
    }
}
