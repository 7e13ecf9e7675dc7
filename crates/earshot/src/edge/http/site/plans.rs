//! The two plans as the site shows them (spec §9, plans).

pub(super) struct Plan {
    pub(super) name: &'static str,
    pub(super) for_whom: &'static str,
    /// In dollars, a month.
    pub(super) price: u32,
    pub(super) is_most_popular: bool,
    /// What weighs, and the rest of the line.
    pub(super) features: [(&'static str, &'static str); 7],
}

pub(super) const PLANS: [Plan; 2] = [
    Plan {
        name: "Starter",
        for_whom: "For one product and one person",
        price: 10,
        is_most_popular: false,
        features: [
            ("10", "keywords"),
            ("50", "posts a month"),
            ("Basic", "AI filtering"),
            ("Email", "support"),
            ("Weekly", "new opportunities"),
            ("Unlimited", "comment generation"),
            ("", "Email notifications"),
        ],
    },
    Plan {
        name: "Professional",
        for_whom: "For teams that answer every day",
        price: 21,
        is_most_popular: true,
        features: [
            ("30", "keywords"),
            ("500", "posts a month"),
            ("Advanced", "AI filtering"),
            ("Priority", "support"),
            ("Weekly", "new opportunities"),
            ("Unlimited", "comment generation"),
            ("", "Email notifications"),
        ],
    },
];
