//! What this server sells: the built-in plans, or those of the operator's plan file.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::plan::{Allowance, Filtering, Frequency, Plan, PlanTerms, Support};

/// The plans on sale, in the order in which they are shown, and the trial that comes with each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub plans: Vec<Plan>,
    pub trial_days: u32,
    /// The ids of the prices at Stripe that a plan file names, by plan.
    pub stripe_prices: BTreeMap<&'static str, String>,
}

impl Default for Offer {
    fn default() -> Self {
        let is_sold = |plan: &Plan| plan.terms().price.is_some();
        Self {
            plans: Plan::BUILT_IN.into_iter().filter(is_sold).collect(),
            trial_days: 3,
            stripe_prices: BTreeMap::new(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidPlanFile(String);

impl Offer {
    /// Reads a plan file: `trial_days` and one `[[plan]]` table for each plan that is sold. A built-in
    /// plan is named by its id alone.
    pub fn parse(toml: &str) -> Result<Self, InvalidPlanFile> {
        let invalid = |message: String| InvalidPlanFile(message);
        let file: PlanFile = toml::from_str(toml).map_err(|error| invalid(error.to_string()))?;
        let mut plans = Vec::new();
        let mut stripe_prices = BTreeMap::new();
        for mut entry in file.plan {
            let price = entry.stripe_price.take();
            let plan = entry.plan()?;
            stripe_prices.extend(price.map(|price| (plan.id(), price)));
            plans.push(plan);
        }
        if plans.is_empty() {
            return Err(invalid("it has no [[plan]]".to_owned()));
        }
        let is_repeated = |plan: &&Plan| plans.iter().filter(|it| it.id() == plan.id()).count() > 1;
        if let Some(plan) = plans.iter().find(is_repeated) {
            return Err(invalid(format!("the plan {} is in it twice", plan.id())));
        }
        let default = Self::default();
        Ok(Self {
            plans,
            trial_days: file.trial_days.unwrap_or(default.trial_days),
            stripe_prices,
        })
    }

    /// The plan that a client may buy under this id.
    pub fn sold(&self, id: &str) -> Option<Plan> {
        self.plans.iter().copied().find(|plan| plan.id() == id)
    }
}

/// `three days`, as people write it; larger numbers stay digits.
pub fn days_in_words(days: u32) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let number = usize::try_from(days).ok().and_then(|days| WORDS.get(days));
    let number = number.map_or_else(|| days.to_string(), |word| (*word).to_owned());
    if days == 1 {
        format!("{number} day")
    } else {
        format!("{number} days")
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    trial_days: Option<u32>,
    #[serde(default)]
    plan: Vec<PlanEntry>,
}

/// One plan of the file. -1 means unlimited.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanEntry {
    id: String,
    name: Option<String>,
    #[serde(default)]
    for_whom: String,
    #[serde(default)]
    is_most_popular: bool,
    /// In dollars, a month.
    price: Option<u32>,
    keywords: Option<i64>,
    posts_per_month: Option<i64>,
    ai_filtering: Option<Filtering>,
    support: Option<Support>,
    scan_every_hours: Option<u32>,
    /// The id of its monthly price at Stripe.
    stripe_price: Option<String>,
}

impl PlanEntry {
    fn plan(self) -> Result<Plan, InvalidPlanFile> {
        let is_id =
            |id: &str| !id.is_empty() && id.bytes().all(|it| it.is_ascii_lowercase() || it == b'_');
        if !is_id(&self.id) {
            let message = format!("{:?}: an id has lower-case letters and _ only", self.id);
            return Err(InvalidPlanFile(message));
        }
        let built_in = Plan::BUILT_IN.into_iter().find(|plan| plan.id() == self.id);
        let (Some(name), Some(price)) = (self.name, self.price) else {
            let sold = built_in.filter(|plan| plan.terms().price.is_some());
            return sold.ok_or_else(|| {
                InvalidPlanFile(format!("the plan {} needs a name and a price", self.id))
            });
        };
        let like = Plan::Starter.terms();
        Ok(Plan::register(PlanTerms {
            id: self.id.leak(),
            name: name.leak(),
            for_whom: self.for_whom.leak(),
            is_most_popular: self.is_most_popular,
            price: Some(price),
            keywords: self.keywords.map_or(like.keywords, allowance),
            posts_per_month: self.posts_per_month.map_or(like.posts_per_month, allowance),
            ai_filtering: self.ai_filtering.unwrap_or(like.ai_filtering),
            support: self.support.unwrap_or(like.support),
            notification_frequency: Frequency::Weekly,
            cadence_hours: self.scan_every_hours.unwrap_or(like.cadence_hours).max(1),
        }))
    }
}

fn allowance(number: i64) -> Allowance {
    u32::try_from(number).map_or(Allowance::Unlimited, Allowance::UpTo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_plans_that_are_sold_cost_and_allow_what_the_page_says() {
        let offer = Offer::default();
        let sold: Vec<_> = offer.plans.iter().map(|plan| plan.terms()).collect();
        let sold: Vec<_> = sold
            .iter()
            .map(|terms| {
                let limits = (terms.keywords.number(), terms.posts_per_month.number());
                (terms.id, terms.name, terms.price, limits)
            })
            .collect();

        assert_eq!(offer.trial_days, 3);
        assert_eq!(
            sold,
            [
                ("starter", "Starter", Some(10), (10, 50)),
                ("pro", "Professional", Some(21), (30, 500))
            ]
        );
    }

    #[test]
    fn nobody_can_ask_for_a_plan_that_is_not_sold() {
        for id in ["enterprise", "Starter", "", "none", "pro "] {
            assert_eq!(Offer::default().sold(id), None, "{id}");
        }
    }

    #[test]
    fn a_plan_file_can_sell_a_third_plan_beside_the_built_in_ones() {
        let offer = Offer::parse(
            "trial_days = 7\n[[plan]]\nid = \"starter\"\n[[plan]]\nid = \"team\"\nname = \"Team\"\nprice = 35\nkeywords = -1\nscan_every_hours = 12\n",
        )
        .unwrap();

        let team = offer.sold("team").unwrap();
        assert_eq!(offer.trial_days, 7);
        assert_eq!(offer.plans, [Plan::Starter, team]);
        assert_eq!(team.terms().keywords, Allowance::Unlimited);
        assert_eq!(team.terms().cadence_hours, 12);
        assert_eq!(Plan::named("team"), Some(team));
        assert!(Plan::Starter < team && team < Plan::Enterprise);
    }

    #[test]
    fn a_plan_file_that_makes_no_sense_is_refused_with_a_reason() {
        for (file, reason) in [
            ("", "it has no [[plan]]"),
            ("[[plan]]\nid = \"Team\"", "lower-case letters"),
            ("[[plan]]\nid = \"team\"", "needs a name and a price"),
            ("[[plan]]\nid = \"enterprise\"", "needs a name and a price"),
            ("[[plan]]\nid = \"pro\"\n[[plan]]\nid = \"pro\"", "twice"),
            ("[[plan]]\nid = \"pro\"\ncolour = 3", "colour"),
        ] {
            let refused = Offer::parse(file).unwrap_err().to_string();

            assert!(refused.contains(reason), "{file}: {refused}");
        }
    }
}
