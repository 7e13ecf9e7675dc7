//! The test cards and their behaviour.

use serde::{Deserialize, Serialize};

use super::ids;

/// A card number that a person can type, and what happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TestCard {
    pub number: &'static str,
    pub about: &'static str,
    pub(super) behaviour: CardBehaviour,
}

/// What happens when a card is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CardBehaviour {
    Accepted(SavedCard),
    NeedsConfirmation,
    Declined(&'static str),
}

/// An accepted card, and how it behaves from then on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SavedCard {
    Pays,
    /// It pays, and has the same fingerprint whoever uses it, as real cards do.
    Recognised,
    /// The subscription whose retries all fail is cancelled.
    Fails,
    /// The subscription whose retries all fail is left unpaid.
    FailsForGood,
}

impl SavedCard {
    pub(super) fn pays(self) -> bool {
        matches!(self, SavedCard::Pays | SavedCard::Recognised)
    }

    /// A real card has one fingerprint. The test cards are everybody's, so theirs differ by customer,
    /// except for the one that is there to be recognised.
    pub(super) fn fingerprint(self, customer: &str) -> String {
        match self {
            SavedCard::Recognised => ids::derived("fp", &[self.last_four()]),
            _ => ids::derived("fp", &[customer, self.last_four()]),
        }
    }

    pub(super) fn brand(self) -> &'static str {
        match self {
            SavedCard::Recognised => "mastercard",
            _ => "visa",
        }
    }

    pub(super) fn last_four(self) -> &'static str {
        match self {
            SavedCard::Pays => "4242",
            SavedCard::Recognised => "4444",
            SavedCard::Fails => "0341",
            SavedCard::FailsForGood => "0820",
        }
    }
}

/// In the order of the checkout page.
pub const CARDS: &[TestCard] = &[
    card(
        "4242424242424242",
        "It pays.",
        CardBehaviour::Accepted(SavedCard::Pays),
    ),
    card(
        "5555555555554444",
        "Pays. It is recognised when another account uses it.",
        CardBehaviour::Accepted(SavedCard::Recognised),
    ),
    card(
        "4000002500003155",
        "Asks for confirmation first, then pays.",
        CardBehaviour::NeedsConfirmation,
    ),
    card(
        "4000000000000002",
        "Declined.",
        CardBehaviour::Declined("generic_decline"),
    ),
    card(
        "4000000000009995",
        "Declined: insufficient funds.",
        CardBehaviour::Declined("insufficient_funds"),
    ),
    card(
        "4000000000000341",
        "Accepted, but every later charge is declined. The subscription ends cancelled.",
        CardBehaviour::Accepted(SavedCard::Fails),
    ),
    card(
        "4000000000000820",
        "Accepted, but every later charge is declined. The subscription ends unpaid.",
        CardBehaviour::Accepted(SavedCard::FailsForGood),
    ),
];

const fn card(number: &'static str, about: &'static str, behaviour: CardBehaviour) -> TestCard {
    TestCard {
        number,
        about,
        behaviour,
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
pub(super) fn behaviour_of(number: &str) -> Option<CardBehaviour> {
    let digits: String = number
        .chars()
        .filter(|digit| !matches!(digit, ' ' | '-'))
        .collect();
    let known = CARDS.iter().find(|card| card.number == digits);
    known.map(|card| card.behaviour)
}

/// The message for the person on the page.
pub(super) fn decline_message(decline_code: &str) -> &'static str {
    match decline_code {
        "insufficient_funds" => "Your card has insufficient funds.",
        _ => "Your card was declined.",
    }
}
