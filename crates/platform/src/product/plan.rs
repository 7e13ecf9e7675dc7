//! The plans (spec §9), as data: what each costs and what it allows.

use std::cmp::Ordering;
use std::sync::{PoisonError, RwLock};

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A subscription's plan, smallest first. Enterprise is given by operators and shown, never sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub enum Plan {
    Starter,
    Pro,
    Enterprise,
    /// A plan from the operator's plan file (`EARSHOT_PLANS`).
    #[value(skip)]
    Custom(&'static PlanTerms),
}

/// What a plan costs and allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlanTerms {
    pub id: &'static str,
    /// As people read it.
    pub name: &'static str,
    pub for_whom: &'static str,
    pub is_most_popular: bool,
    /// In dollars, a month; none where it is agreed on.
    pub price: Option<u32>,
    pub keywords: Allowance,
    pub posts_per_month: Allowance,
    pub ai_filtering: Filtering,
    pub support: Support,
    pub notification_frequency: Frequency,
    /// How many hours lie between two scans.
    pub cadence_hours: u32,
}

/// How many hours lie between two scans of a trial at most, whatever its plan says.
pub const TRIAL_CADENCE_HOURS: u32 = 24;

/// How many of something a plan allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Allowance {
    UpTo(u32),
    /// -1 on the wire.
    Unlimited,
}

/// The higher level includes everything in the lower one.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Filtering {
    Basic,
    Advanced,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Support {
    Email,
    Priority,
}

/// The highest frequency; each one also allows those before it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
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
    /// The plans that the product comes with.
    pub const BUILT_IN: [Plan; 3] = [Plan::Starter, Plan::Pro, Plan::Enterprise];

    pub fn terms(self) -> &'static PlanTerms {
        match self {
            Plan::Starter => &STARTER,
            Plan::Pro => &PRO,
            Plan::Enterprise => &ENTERPRISE,
            Plan::Custom(terms) => terms,
        }
    }

    pub fn id(self) -> &'static str {
        self.terms().id
    }

    /// The plan that is stored under this id.
    pub fn named(id: &str) -> Option<Self> {
        let custom = CUSTOM.read().unwrap_or_else(PoisonError::into_inner);
        let custom = custom.iter().map(|terms| Plan::Custom(terms));
        let mut all = Self::BUILT_IN.into_iter().chain(custom);
        all.find(|plan| plan.id() == id)
    }

    /// Makes a plan of the operator's known by its id, for as long as the process lives.
    pub(super) fn register(terms: PlanTerms) -> Self {
        let mut custom = CUSTOM.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = custom.iter().find(|known| ***known == terms) {
            return Plan::Custom(known);
        }
        let terms: &'static PlanTerms = Box::leak(Box::new(terms));
        // The newest plan of an id is the one that counts.
        custom.retain(|known| known.id != terms.id);
        custom.push(terms);
        Plan::Custom(terms)
    }
}

/// Rows name their plan by its id, so ids are resolved for the whole process. The list is small, read
/// at start, and never shrinks below what the settings name.
static CUSTOM: RwLock<Vec<&'static PlanTerms>> = RwLock::new(Vec::new());

/// The larger plan costs more; one whose price is agreed on is the largest.
impl Ord for Plan {
    fn cmp(&self, other: &Self) -> Ordering {
        let size = |plan: &Plan| {
            let terms = plan.terms();
            (terms.price.unwrap_or(u32::MAX), terms.id)
        };
        size(self).cmp(&size(other))
    }
}

impl PartialOrd for Plan {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
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

const STARTER: PlanTerms = PlanTerms {
    id: "starter",
    name: "Starter",
    for_whom: "For one product and one person",
    is_most_popular: false,
    price: Some(10),
    keywords: Allowance::UpTo(10),
    posts_per_month: Allowance::UpTo(50),
    ai_filtering: Filtering::Basic,
    support: Support::Email,
    notification_frequency: Frequency::Weekly,
    cadence_hours: 168,
};

const PRO: PlanTerms = PlanTerms {
    id: "pro",
    name: "Professional",
    for_whom: "For teams that answer every day",
    is_most_popular: true,
    price: Some(21),
    keywords: Allowance::UpTo(30),
    posts_per_month: Allowance::UpTo(500),
    ai_filtering: Filtering::Advanced,
    support: Support::Priority,
    cadence_hours: 24,
    ..STARTER
};

const ENTERPRISE: PlanTerms = PlanTerms {
    id: "enterprise",
    name: "Enterprise",
    for_whom: "As agreed with you",
    is_most_popular: false,
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
    fn every_plan_is_found_again_by_its_id() {
        for plan in Plan::BUILT_IN {
            assert_eq!(Plan::named(plan.id()), Some(plan));
        }
    }

    #[test]
    fn the_dearer_plan_is_the_larger_one() {
        assert!(Plan::Starter < Plan::Pro && Plan::Pro < Plan::Enterprise);
    }

    #[test]
    fn an_allowance_is_used_up_at_its_number_and_never_without_one() {
        assert!(Allowance::UpTo(10).allows_another(9));
        assert!(!Allowance::UpTo(10).allows_another(10));
        assert!(Allowance::Unlimited.allows_another(u64::MAX));
    }
}
