//! How soon a user hears of what was found.

use chrono::{Datelike, NaiveDate, TimeDelta, Weekday};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How soon emails are sent, fastest first. Every plan has all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum MailFrequency {
    Instant,
    Daily,
    Weekly,
    Monthly,
}

impl MailFrequency {
    pub(super) const ALL: [Self; 4] = [Self::Instant, Self::Daily, Self::Weekly, Self::Monthly];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Instant => "instant",
            Self::Daily => "daily",
            Self::Weekly => "weekly",
            Self::Monthly => "monthly",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// How far back the first mail after a pause looks: roughly the time between two.
    pub(super) fn period(self) -> TimeDelta {
        match self {
            Self::Instant => TimeDelta::zero(),
            Self::Daily => TimeDelta::days(1),
            Self::Weekly => TimeDelta::days(7),
            Self::Monthly => TimeDelta::days(31),
        }
    }

    /// Whether a digest is sent on this day: every day, on Mondays, or on the first of a month. Instant
    /// alerts go by what is found, not by the day.
    pub(super) fn is_on(self, day: NaiveDate) -> bool {
        match self {
            Self::Instant => false,
            Self::Daily => true,
            Self::Weekly => day.weekday() == Weekday::Mon,
            Self::Monthly => day.day() == 1,
        }
    }

    /// Whether a period without findings is told of: a day without any is too common to write about.
    pub(super) fn has_quiet_notes(self) -> bool {
        matches!(self, Self::Weekly | Self::Monthly)
    }

    /// The period as a mail calls it.
    pub(super) fn this_period(self) -> &'static str {
        match self {
            Self::Instant => "just now",
            Self::Daily => "today",
            Self::Weekly => "this week",
            Self::Monthly => "this month",
        }
    }
}
