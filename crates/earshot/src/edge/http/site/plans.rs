//! The plans as the site shows them; their numbers are the product's.

use platform::product::{
    Allowance, FRESH_HOURS, Filtering, HIGH_VALUE, Offer, Plan, PlanTerms, Support,
    TRIAL_CADENCE_HOURS, days_in_words,
};

pub(super) struct PlanCard {
    pub(super) name: &'static str,
    pub(super) for_whom: &'static str,
    /// In dollars, a month.
    pub(super) price: u32,
    pub(super) is_most_popular: bool,
    /// What weighs, and the rest of the line.
    pub(super) features: [(String, &'static str); 7],
}

/// What the product calls a post, by its own thresholds.
pub(super) struct BadgeMeanings {
    pub(super) fresh: String,
    pub(super) high_value: String,
}

impl BadgeMeanings {
    pub(super) fn of_product() -> Self {
        let rule = HIGH_VALUE;
        Self {
            fresh: format!("Less than {FRESH_HOURS} hours old, so an answer is still early."),
            high_value: format!(
                "Among the first {} on Google, with more than {} upvotes or {} comments.",
                rule.max_rank, rule.score_above, rule.comments_above
            ),
        }
    }
}

/// What the site says about plans and the trial.
pub(super) struct Pricing {
    pub(super) cards: Vec<PlanCard>,
    pub(super) trial_days: u32,
    /// `three days`.
    pub(super) trial_in_words: String,
    /// `3 days free`.
    pub(super) trial: String,
    /// `Then $10 or $21 a month, as you choose`.
    pub(super) after_trial: String,
    /// `every day`, for any plan during its trial.
    pub(super) trial_cadence: String,
    /// `Professional scans Reddit every day, Starter every week.`
    pub(super) cadence: String,
    /// `Starter costs $10 a month, Professional $21 a month`
    pub(super) prices: String,
    /// Which plan somebody needs.
    pub(super) advice: String,
}

impl Pricing {
    pub(super) fn of(offer: &Offer) -> Self {
        Self {
            cards: offer.plans.iter().map(|plan| card(*plan)).collect(),
            trial_days: offer.trial_days,
            trial_in_words: days_in_words(offer.trial_days),
            trial: match offer.trial_days {
                1 => "1 day free".to_owned(),
                days => format!("{days} days free"),
            },
            after_trial: after_trial(offer),
            trial_cadence: every(TRIAL_CADENCE_HOURS),
            cadence: cadence(offer),
            prices: prices(offer),
            advice: advice(offer),
        }
    }
}

/// `Then $10 or $21 a month, as you choose`
fn after_trial(offer: &Offer) -> String {
    let mut prices: Vec<u32> = offer
        .plans
        .iter()
        .filter_map(|plan| plan.terms().price)
        .collect();
    prices.sort_unstable();
    match prices.as_slice() {
        [] => String::new(),
        [price] => format!("Then ${price} a month"),
        [low, high] => format!("Then ${low} or ${high} a month, as you choose"),
        [low, .., high] => format!("Then ${low} to ${high} a month, as you choose"),
    }
}

/// The plan that looks most often comes first.
fn cadence(offer: &Offer) -> String {
    let mut plans: Vec<&PlanTerms> = offer.plans.iter().map(|plan| plan.terms()).collect();
    plans.sort_by_key(|terms| terms.cadence_hours);
    let words: Vec<String> = plans
        .iter()
        .enumerate()
        .map(|(place, terms)| {
            let verb = if place == 0 { " scans Reddit" } else { "" };
            format!("{}{verb} {}", terms.name, every(terms.cadence_hours))
        })
        .collect();
    format!("{}.", words.join(", "))
}

/// `every day`, `every week`, `every 12 hours`
fn every(hours: u32) -> String {
    match hours {
        1 => "every hour".to_owned(),
        24 => "every day".to_owned(),
        168 => "every week".to_owned(),
        hours if hours % 24 == 0 => format!("every {} days", hours / 24),
        hours => format!("every {hours} hours"),
    }
}

/// `Two plans, three days free.`
pub(super) fn summary(offer: &Offer) -> String {
    let (plans, trial) = (
        plans_in_words(offer.plans.len()),
        days_in_words(offer.trial_days),
    );
    format!("{plans}, {trial} free.")
}

/// `Starter costs $10 a month, Professional $21 a month.`
pub(super) fn prices(offer: &Offer) -> String {
    let mut prices = offer.plans.iter().map(|plan| {
        let terms = plan.terms();
        (terms.name, terms.price.unwrap_or_default())
    });
    let first = prices
        .next()
        .map(|(name, price)| format!("{name} costs ${price} a month"));
    let others = prices.map(|(name, price)| format!("{name} ${price} a month"));
    let all: Vec<String> = first.into_iter().chain(others).collect();
    all.join(", ")
}

fn card(plan: Plan) -> PlanCard {
    let terms = plan.terms();
    PlanCard {
        name: terms.name,
        for_whom: terms.for_whom,
        price: terms.price.unwrap_or_default(),
        is_most_popular: terms.is_most_popular,
        features: [
            (format!("Scans {}", every(terms.cadence_hours)), ""),
            (spoken(terms.keywords), "keywords"),
            (spoken(terms.posts_per_month), "posts a month"),
            (
                format!("{} AI filtering", filtering(terms)),
                filtering_in_words(terms),
            ),
            ("Unlimited".to_owned(), "drafts"),
            (
                "Alerts".to_owned(),
                "by mail: instant, daily, weekly or monthly",
            ),
            (
                format!("{} support", support(terms)),
                support_in_words(terms),
            ),
        ],
    }
}

fn advice(offer: &Offer) -> String {
    let (Some(small), Some(large)) = (offer.plans.iter().min(), offer.plans.iter().max()) else {
        return String::new();
    };
    let (small, large) = (small.terms(), large.terms());
    let enough = format!(
        "{} is enough for one product: it scans {} and has {} keywords and {} posts a month.",
        small.name,
        every(small.cadence_hours),
        spoken(small.keywords),
        spoken(small.posts_per_month)
    );
    if small == large {
        return enough;
    }
    format!(
        "{enough} Take {} when you track several products or answer every day: it scans {} and has {} keywords, \
         {} posts, {} filtering and {} support. You can change later, in Settings.",
        large.name,
        every(large.cadence_hours),
        spoken(large.keywords),
        spoken(large.posts_per_month),
        filtering(large).to_lowercase(),
        support(large).to_lowercase(),
    )
}

fn filtering(terms: &PlanTerms) -> &'static str {
    match terms.ai_filtering {
        Filtering::Basic => "Basic",
        Filtering::Advanced => "Advanced",
    }
}

fn filtering_in_words(terms: &PlanTerms) -> &'static str {
    match terms.ai_filtering {
        Filtering::Basic => "leaves out noise",
        Filtering::Advanced => "with thresholds and exclusions of your own",
    }
}

fn support_in_words(terms: &PlanTerms) -> &'static str {
    match terms.support {
        Support::Email => "",
        Support::Priority => "answers you first",
    }
}

fn support(terms: &PlanTerms) -> &'static str {
    match terms.support {
        Support::Email => "Email",
        Support::Priority => "Priority",
    }
}

fn spoken(allowance: Allowance) -> String {
    match allowance {
        Allowance::UpTo(most) => most.to_string(),
        Allowance::Unlimited => "Unlimited".to_owned(),
    }
}

fn plans_in_words(count: usize) -> String {
    match count {
        1 => "One plan".to_owned(),
        2 => "Two plans".to_owned(),
        3 => "Three plans".to_owned(),
        more => format!("{more} plans"),
    }
}
