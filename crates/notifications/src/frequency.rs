//! How often a user gets a digest, and what each plan allows.

use chrono::{Datelike, NaiveDate, TimeDelta, Weekday};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How often a user gets a digest, the rarest first.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub(super) enum DigestFrequency {
    Monthly,
    Weekly,
    Daily,
}

impl DigestFrequency {
    /// The most frequent first, as the settings list them.
    pub(super) const ALL: [Self; 3] = [Self::Daily, Self::Weekly, Self::Monthly];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::Weekly => "weekly",
            Self::Monthly => "monthly",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// The same frequency in the terms of the plans.
    pub(super) fn of_plans(self) -> platform::product::Frequency {
        match self {
            Self::Daily => platform::product::Frequency::Daily,
            Self::Weekly => platform::product::Frequency::Weekly,
            Self::Monthly => platform::product::Frequency::Monthly,
        }
    }

    /// The frequencies that a plan allows.
    pub(super) fn allowed_by(plan: platform::product::Plan) -> impl Iterator<Item = Self> {
        let most = plan.terms().notification_frequency;
        let all = Self::ALL.into_iter();
        all.filter(move |frequency| frequency.of_plans() <= most)
    }

    /// This frequency if the plan allows it, else the nearest that it allows.
    pub(super) fn within(self, plan: platform::product::Plan) -> Self {
        Self::allowed_by(plan)
            .find(|allowed| *allowed <= self)
            .unwrap_or(Self::Monthly)
    }

    /// Roughly the time between two digests.
    pub(super) fn period(self) -> TimeDelta {
        match self {
            Self::Daily => TimeDelta::days(1),
            Self::Weekly => TimeDelta::days(7),
            Self::Monthly => TimeDelta::days(31),
        }
    }

    /// Whether a digest is sent on this day: every day, on Mondays, or on the first of a month.
    pub(super) fn is_on(self, day: NaiveDate) -> bool {
        match self {
            Self::Daily => true,
            Self::Weekly => day.weekday() == Weekday::Mon,
            Self::Monthly => day.day() == 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::product::Plan;

    #[test]
    fn a_plan_allows_its_frequency_and_the_rarer_ones() {
        use DigestFrequency::{Daily, Monthly, Weekly};
        let allowed = |plan| DigestFrequency::allowed_by(plan).collect::<Vec<_>>();

        assert_eq!(allowed(Plan::Starter), [Weekly, Monthly]);
        assert_eq!(allowed(Plan::Pro), [Weekly, Monthly]);
        assert_eq!(allowed(Plan::Enterprise), [Daily, Weekly, Monthly]);
        assert_eq!(Daily.within(Plan::Starter), Weekly);
        assert_eq!(Monthly.within(Plan::Starter), Monthly);
        assert_eq!(Daily.within(Plan::Enterprise), Daily);
    }
}
