//! When a digest comes: in the morning of the person's own time zone, not everybody at once.

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc, Weekday};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// How often somebody gets a digest, the rarest first.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Frequency {
    Monthly,
    Weekly,
    Daily,
}

impl Frequency {
    /// The most frequent first, as people choose.
    pub const ALL: [Self; 3] = [Self::Daily, Self::Weekly, Self::Monthly];

    pub fn name(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::Weekly => "weekly",
            Self::Monthly => "monthly",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// In the words of the plans.
    pub(super) fn of_plans(self) -> platform::product::Frequency {
        match self {
            Self::Daily => platform::product::Frequency::Daily,
            Self::Weekly => platform::product::Frequency::Weekly,
            Self::Monthly => platform::product::Frequency::Monthly,
        }
    }

    /// Those that a plan allows.
    pub fn allowed_by(plan: platform::product::Plan) -> impl Iterator<Item = Self> {
        let most = plan.terms().notification_frequency;
        let all = Self::ALL.into_iter();
        all.filter(move |frequency| frequency.of_plans() <= most)
    }

    /// Itself if the plan allows it, else the nearest that it allows.
    pub(super) fn within(self, plan: platform::product::Plan) -> Self {
        Self::allowed_by(plan)
            .find(|allowed| *allowed <= self)
            .unwrap_or(Self::Monthly)
    }

    /// About how long lies between two digests.
    pub(super) fn period(self) -> TimeDelta {
        match self {
            Self::Daily => TimeDelta::days(1),
            Self::Weekly => TimeDelta::days(7),
            Self::Monthly => TimeDelta::days(31),
        }
    }

    /// Whether a digest comes on this day: every day, on Mondays, or on the first of a month.
    fn is_on(self, day: NaiveDate) -> bool {
        match self {
            Self::Daily => true,
            Self::Weekly => day.weekday() == Weekday::Mon,
            Self::Monthly => day.day() == 1,
        }
    }
}

/// When digests come to a person.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rhythm {
    pub(super) frequency: Frequency,
    pub(super) zone: Tz,
    pub(super) user_id: Uuid,
}

const MORNING_HOUR: u32 = 8;
/// Over how many seconds after that hour the people of one zone are spread, each at their own moment.
const SPREAD_S: u64 = 30 * 60;
/// No month is longer.
const FURTHEST_DAY: u64 = 33;

impl Rhythm {
    /// The first moment after that one at which a digest comes. However many were missed before it,
    /// there is one next.
    pub(super) fn next_after(self, moment: DateTime<Utc>) -> DateTime<Utc> {
        let today = moment.with_timezone(&self.zone).date_naive();
        (0..=FURTHEST_DAY)
            .filter_map(|ahead| today.checked_add_days(Days::new(ahead)))
            .filter(|day| self.frequency.is_on(*day))
            .filter_map(|day| Some(self.morning_of(day)? + self.own_moment()))
            .find(|at| *at > moment)
            .unwrap_or(moment + self.frequency.period())
    }

    /// Eight o'clock of that day, or the first hour after it that the day has: clocks that are put
    /// forward skip one, and once or twice a zone has skipped a whole day.
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

    /// Ids are random at their end, so people are spread evenly and each keeps their moment.
    fn own_moment(self) -> TimeDelta {
        let (_, random) = self.user_id.as_u64_pair();
        TimeDelta::seconds(i64::try_from(random % SPREAD_S).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::product::Plan;

    /// A user whose own moment is eight o'clock sharp.
    const EARLY: Uuid = Uuid::nil();

    #[track_caller]
    fn next(frequency: Frequency, zone: &str, after: &str) -> String {
        let rhythm = Rhythm {
            frequency,
            zone: zone.parse().unwrap(),
            user_id: EARLY,
        };
        let next = rhythm.next_after(after.parse().unwrap());
        next.format("%a %F %R").to_string()
    }

    #[test]
    fn a_digest_comes_in_the_morning_of_the_persons_own_day() {
        use Frequency::{Daily, Monthly, Weekly};
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
            // Nepal is three quarters of an hour off everybody else.
            (
                Daily,
                "Asia/Kathmandu",
                "2026-11-15T12:00:00Z",
                "Mon 2026-11-16 02:15",
            ),
            // Samoa went from the 29th to the 31st: a day without a morning.
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
    fn a_thousand_people_of_one_zone_are_spread_over_half_an_hour() {
        let after = "2026-11-15T12:00:00Z".parse().unwrap();
        let eight: DateTime<Utc> = "2026-11-16T08:00:00Z".parse().unwrap();
        let mut minutes = [0; 30];
        for _ in 0..1_000 {
            let rhythm = Rhythm {
                frequency: Frequency::Weekly,
                zone: Tz::UTC,
                user_id: Uuid::now_v7(),
            };
            let at = rhythm.next_after(after);
            assert_eq!(at, rhythm.next_after(after));
            minutes[usize::try_from((at - eight).num_minutes()).unwrap()] += 1;
        }

        let most = minutes.into_iter().max().unwrap();
        assert!(most < 100, "{minutes:?}");
    }

    #[test]
    fn a_plan_allows_its_frequency_and_the_rarer_ones() {
        use Frequency::{Daily, Monthly, Weekly};
        let allowed = |plan| Frequency::allowed_by(plan).collect::<Vec<_>>();

        assert_eq!(allowed(Plan::Starter), [Weekly, Monthly]);
        assert_eq!(allowed(Plan::Pro), [Weekly, Monthly]);
        assert_eq!(allowed(Plan::Enterprise), [Daily, Weekly, Monthly]);
        assert_eq!(Daily.within(Plan::Starter), Weekly);
        assert_eq!(Monthly.within(Plan::Starter), Monthly);
        assert_eq!(Daily.within(Plan::Enterprise), Daily);
    }
}
