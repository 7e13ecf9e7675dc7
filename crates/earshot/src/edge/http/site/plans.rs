//! The two plans as the site shows them; their numbers are billing's.

use platform::product::{Allowance, Filtering, Plan, Support};

pub(super) struct Card {
    pub(super) name: &'static str,
    pub(super) for_whom: &'static str,
    /// In dollars, a month.
    pub(super) price: u32,
    pub(super) is_most_popular: bool,
    /// What weighs, and the rest of the line.
    pub(super) features: [(String, &'static str); 7],
}

pub(super) fn cards() -> [Card; 2] {
    [
        card(Plan::Starter, "For one product and one person"),
        card(Plan::Pro, "For teams that answer every day"),
    ]
}

fn card(plan: Plan, for_whom: &'static str) -> Card {
    let terms = plan.terms();
    let filtering = match terms.ai_filtering {
        Filtering::Basic => "Basic",
        Filtering::Advanced => "Advanced",
    };
    let support = match terms.support {
        Support::Email => "Email",
        Support::Priority => "Priority",
    };
    Card {
        name: terms.name,
        for_whom,
        price: terms.price.unwrap_or_default(),
        is_most_popular: plan == Plan::Pro,
        features: [
            (spoken(terms.keywords), "keywords"),
            (spoken(terms.posts_per_month), "posts a month"),
            (filtering.to_owned(), "AI filtering"),
            (support.to_owned(), "support"),
            ("Weekly".to_owned(), "new opportunities"),
            ("Unlimited".to_owned(), "comment generation"),
            (String::new(), "Email notifications"),
        ],
    }
}

fn spoken(allowance: Allowance) -> String {
    match allowance {
        Allowance::UpTo(most) => most.to_string(),
        Allowance::Unlimited => "Unlimited".to_owned(),
    }
}
