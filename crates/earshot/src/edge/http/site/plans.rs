//! The plans as the site shows them; their numbers are the product's.

use platform::product::{Allowance, Filtering, Offer, Plan, PlanTerms, Support, days_in_words};

pub(super) struct PlanCard {
    pub(super) name: &'static str,
    pub(super) for_whom: &'static str,
    /// In dollars, a month.
    pub(super) price: u32,
    pub(super) is_most_popular: bool,
    /// What weighs, and the rest of the line.
    pub(super) features: [(String, &'static str); 7],
}

/// What the site says about plans and the trial.
pub(super) struct Pricing {
    pub(super) cards: Vec<PlanCard>,
    pub(super) trial_days: u32,
    /// `three days`.
    pub(super) trial_in_words: String,
    /// `Three days free on either plan.`
    pub(super) trial_promise: String,
    /// Which plan somebody needs.
    pub(super) advice: String,
}

impl Pricing {
    pub(super) fn of(offer: &Offer) -> Self {
        Self {
            cards: offer.plans.iter().map(|plan| card(*plan)).collect(),
            trial_days: offer.trial_days,
            trial_in_words: days_in_words(offer.trial_days),
            trial_promise: trial_promise(offer),
            advice: advice(offer),
        }
    }
}

fn trial_promise(offer: &Offer) -> String {
    let trial = capitalised(&days_in_words(offer.trial_days));
    let plans = match offer.plans.len() {
        1 => "",
        2 => " on either plan",
        _ => " on every plan",
    };
    format!("{trial} free{plans}.")
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
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
            (spoken(terms.keywords), "keywords"),
            (spoken(terms.posts_per_month), "posts a month"),
            (filtering(terms).to_owned(), "AI filtering"),
            (support(terms).to_owned(), "support"),
            ("Weekly".to_owned(), "new opportunities"),
            ("Unlimited".to_owned(), "comment generation"),
            (String::new(), "Email notifications"),
        ],
    }
}

fn advice(offer: &Offer) -> String {
    let (Some(small), Some(large)) = (offer.plans.iter().min(), offer.plans.iter().max()) else {
        return String::new();
    };
    let (small, large) = (small.terms(), large.terms());
    let enough = format!(
        "{} is enough for one product: {} keywords and {} posts a month.",
        small.name,
        spoken(small.keywords),
        spoken(small.posts_per_month)
    );
    if small == large {
        return enough;
    }
    format!(
        "{enough} Take {} when you track several products or answer every day: {} keywords, {} posts, \
         {} filtering and {} support. You can change later, in Settings.",
        large.name,
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
