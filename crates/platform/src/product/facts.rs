//! The facts of the product as the web app reads them from `/settings.js`.

use serde::Serialize;
use utoipa::ToSchema;

use super::offer::{Offer, days_in_words};
use super::plan::{Filtering, Frequency, Plan, Support, TRIAL_CADENCE_HOURS};
use super::thresholds::{FRESH_HOURS, HIGH_VALUE, HighValueRule, SENTIMENT, SentimentBands};

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductFacts {
    /// All plans: those on sale, in display order, then those only operators can assign.
    pub plans: Vec<PlanFacts>,
    pub trial_days: u32,
    #[schema(example = "three days")]
    pub trial_in_words: String,
    /// During a trial, the longest time between scans, whatever the plan says.
    pub trial_scan_every_hours: u32,
    /// A post without a rank is Fresh until it is this old.
    pub fresh_hours: u32,
    pub high_value: HighValueRule,
    pub sentiment: SentimentBands,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanFacts {
    #[schema(example = "starter")]
    pub id: &'static str,
    pub name: &'static str,
    pub for_whom: &'static str,
    pub is_most_popular: bool,
    pub is_sold: bool,
    /// Dollars a month; null if agreed individually.
    pub price: Option<u32>,
    pub limits: PlanLimits,
    pub scan_every_hours: u32,
}

/// What a plan allows; -1 is unlimited.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanLimits {
    pub posts_per_month: i64,
    pub keywords_tracking: i64,
    pub ai_filtering: Filtering,
    pub support: Support,
    pub notification_frequency: Frequency,
}

impl ProductFacts {
    pub fn of(offer: &Offer) -> Self {
        let given = Plan::BUILT_IN
            .into_iter()
            .filter(|plan| plan.terms().price.is_none());
        let sold = offer.plans.iter().copied();
        Self {
            plans: sold
                .chain(given)
                .map(|plan| facts_of(plan, offer))
                .collect(),
            trial_days: offer.trial_days,
            trial_in_words: days_in_words(offer.trial_days),
            trial_scan_every_hours: TRIAL_CADENCE_HOURS,
            fresh_hours: FRESH_HOURS,
            high_value: HIGH_VALUE,
            sentiment: SENTIMENT,
        }
    }
}

fn facts_of(plan: Plan, offer: &Offer) -> PlanFacts {
    let terms = plan.terms();
    PlanFacts {
        id: terms.id,
        name: terms.name,
        for_whom: terms.for_whom,
        is_most_popular: terms.is_most_popular,
        is_sold: offer.sold(terms.id).is_some(),
        price: terms.price,
        limits: PlanLimits {
            posts_per_month: terms.posts_per_month.number(),
            keywords_tracking: terms.keywords.number(),
            ai_filtering: terms.ai_filtering,
            support: terms.support,
            notification_frequency: terms.notification_frequency,
        },
        scan_every_hours: terms.cadence_hours,
    }
}
