//! The test cards: what happens when somebody pays with them.

use serde::{Deserialize, Serialize};

/// A number that a person can type, and what comes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TestCard {
    pub number: &'static str,
    pub about: &'static str,
    pub(super) manner: Manner,
}

/// What a card does when it is presented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    Accepted(Card),
    NeedsConfirmation,
    Declined(&'static str),
}

/// A card that was accepted, and how it behaves from then on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Card {
    Pays,
    /// The subscription whose retries all fail is cancelled.
    Fails,
    /// The subscription whose retries all fail is left unpaid.
    FailsForGood,
}

impl Card {
    pub(super) fn pays(self) -> bool {
        self == Card::Pays
    }

    pub(super) fn last_four(self) -> &'static str {
        match self {
            Card::Pays => "4242",
            Card::Fails => "0341",
            Card::FailsForGood => "0820",
        }
    }
}

/// In the order in which the checkout page shows them.
pub const CARDS: &[TestCard] = &[
    card("4242424242424242", "It pays.", Manner::Accepted(Card::Pays)),
    card(
        "4000002500003155",
        "It asks for a confirmation first, and then pays.",
        Manner::NeedsConfirmation,
    ),
    card(
        "4000000000000002",
        "It is declined.",
        Manner::Declined("generic_decline"),
    ),
    card(
        "4000000000009995",
        "It is declined: insufficient funds.",
        Manner::Declined("insufficient_funds"),
    ),
    card(
        "4000000000000341",
        "It is accepted, and every charge after that is declined; the subscription ends cancelled.",
        Manner::Accepted(Card::Fails),
    ),
    card(
        "4000000000000820",
        "The same, but the subscription ends unpaid.",
        Manner::Accepted(Card::FailsForGood),
    ),
];

const fn card(number: &'static str, about: &'static str, manner: Manner) -> TestCard {
    TestCard {
        number,
        about,
        manner,
    }
}

impl TestCard {
    /// The number in groups of four, as it is printed on cards.
    pub fn grouped(&self) -> String {
        let digits: Vec<char> = self.number.chars().collect();
        let groups: Vec<String> = digits
            .chunks(4)
            .map(|group| group.iter().collect())
            .collect();
        groups.join(" ")
    }
}

/// The card with this number, however it is spaced.
pub(super) fn presented(number: &str) -> Option<Manner> {
    let digits: String = number
        .chars()
        .filter(|digit| !matches!(digit, ' ' | '-'))
        .collect();
    let known = CARDS.iter().find(|card| card.number == digits);
    known.map(|card| card.manner)
}

/// The words for the person at the page.
pub(super) fn words(decline_code: &str) -> &'static str {
    match decline_code {
        "insufficient_funds" => "Your card has insufficient funds.",
        _ => "Your card was declined.",
    }
}
