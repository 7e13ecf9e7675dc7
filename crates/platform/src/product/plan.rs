//! The plans (spec §9), as data: what each costs and what it allows.

use std::str::FromStr;

use clap::ValueEnum;

/// What somebody is subscribed to, smallest first. Enterprise is given by operators and shown, never sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub enum Plan {
    Starter,
    Pro,
    Enterprise,
}

/// What a plan costs and allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    pub id: &'static str,
    /// As people read it.
    pub name: &'static str,
    /// In dollars, a month; none where it is agreed on.
    pub price: Option<u32>,
    pub trial_days: u32,
    pub keywords: Allowance,
    pub posts_per_month: Allowance,
    pub ai_filtering: Filtering,
    pub support: Support,
    pub notification_frequency: Frequency,
    /// How many hours lie between two scans.
    pub cadence_hours: u32,
}

/// How many of something a plan allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowance {
    UpTo(u32),
    /// -1 on the wire.
    Unlimited,
}

/// The larger one can do all that the smaller one can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Filtering {
    Basic,
    Advanced,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    Email,
    Priority,
}

/// How often at most; every one allows those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Frequency {
    Monthly,
    Weekly,
    Daily,
    Unlimited,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Invalid plan ID")]
pub struct InvalidPlanId;

impl Plan {
    pub fn terms(self) -> &'static Terms {
        match self {
            Plan::Starter => &STARTER,
            Plan::Pro => &PRO,
            Plan::Enterprise => &ENTERPRISE,
        }
    }

    pub fn id(self) -> &'static str {
        self.terms().id
    }

    /// The plan that is stored under this id.
    pub fn named(id: &str) -> Option<Self> {
        let mut all = Self::value_variants().iter();
        all.find(|plan| plan.id() == id).copied()
    }
}

/// A plan as a client may ask for it: one of those that are sold.
impl FromStr for Plan {
    type Err = InvalidPlanId;

    fn from_str(id: &str) -> Result<Self, InvalidPlanId> {
        let known = Self::named(id).filter(|plan| plan.terms().price.is_some());
        known.ok_or(InvalidPlanId)
    }
}

impl Allowance {
    /// Whether there is room for one more beside those that are there.
    pub fn allows_another(self, there: u64) -> bool {
        match self {
            Allowance::UpTo(most) => there < u64::from(most),
            Allowance::Unlimited => true,
        }
    }

    /// How many there may be beside those that are used.
    pub fn left_of(self, used: i64) -> u64 {
        match self {
            Allowance::UpTo(most) => u64::try_from(i64::from(most) - used).unwrap_or(0),
            Allowance::Unlimited => u64::MAX,
        }
    }

    /// As the wire has it: -1 is unlimited.
    pub fn number(self) -> i64 {
        match self {
            Allowance::UpTo(most) => i64::from(most),
            Allowance::Unlimited => -1,
        }
    }
}

const TRIAL_DAYS: u32 = 3;

const STARTER: Terms = Terms {
    id: "starter",
    name: "Starter",
    price: Some(10),
    trial_days: TRIAL_DAYS,
    keywords: Allowance::UpTo(10),
    posts_per_month: Allowance::UpTo(50),
    ai_filtering: Filtering::Basic,
    support: Support::Email,
    notification_frequency: Frequency::Weekly,
    cadence_hours: 168,
};

const PRO: Terms = Terms {
    id: "pro",
    name: "Professional",
    price: Some(21),
    keywords: Allowance::UpTo(30),
    posts_per_month: Allowance::UpTo(500),
    ai_filtering: Filtering::Advanced,
    support: Support::Priority,
    cadence_hours: 24,
    ..STARTER
};

const ENTERPRISE: Terms = Terms {
    id: "enterprise",
    name: "Enterprise",
    price: None,
    keywords: Allowance::Unlimited,
    posts_per_month: Allowance::Unlimited,
    notification_frequency: Frequency::Unlimited,
    cadence_hours: 6,
    ..PRO
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_plans_that_are_sold_cost_and_allow_what_the_page_says() {
        let sold: Vec<_> = ["starter", "pro"]
            .map(|id| id.parse::<Plan>().unwrap().terms())
            .map(|terms| {
                (
                    terms.name,
                    terms.price,
                    terms.trial_days,
                    terms.keywords.number(),
                    terms.posts_per_month.number(),
                )
            })
            .into();

        assert_eq!(
            sold,
            [
                ("Starter", Some(10), 3, 10, 50),
                ("Professional", Some(21), 3, 30, 500)
            ]
        );
    }

    #[test]
    fn nobody_can_ask_for_a_plan_that_is_not_sold() {
        for id in ["enterprise", "Starter", "", "none", "pro "] {
            let refused = id.parse::<Plan>().map_err(|invalid| invalid.to_string());

            assert_eq!(refused, Err("Invalid plan ID".to_owned()), "{id}");
        }
    }

    #[test]
    fn every_plan_is_found_again_by_its_id() {
        for plan in Plan::value_variants() {
            assert_eq!(Plan::named(plan.id()), Some(*plan));
        }
    }

    #[test]
    fn an_allowance_is_used_up_at_its_number_and_never_without_one() {
        assert!(Allowance::UpTo(10).allows_another(9));
        assert!(!Allowance::UpTo(10).allows_another(10));
        assert!(Allowance::Unlimited.allows_another(u64::MAX));
    }
}
