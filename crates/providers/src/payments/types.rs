//! What is bought and what becomes of it, in the product's words.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

/// Notes of ours that the provider keeps and gives back.
pub type Metadata = BTreeMap<String, String>;

/// Somebody who may buy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCustomer {
    pub email: String,
    pub metadata: Metadata,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    pub id: String,
    pub email: Option<String>,
    pub created: DateTime<Utc>,
    pub metadata: Metadata,
}

/// A page on which a plan can be bought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCheckout {
    /// The product's key of the plan, such as `starter`.
    pub plan: String,
    pub buyer: Buyer,
    pub trial: Trial,
    /// Who it is for, in our words; it comes back on the checkout and its events.
    pub client_reference_id: String,
    /// It comes back on the checkout and on the subscription that it makes.
    pub metadata: Metadata,
    /// Where people go after paying; `{CHECKOUT_SESSION_ID}` in it becomes the checkout's id.
    pub success_url: String,
    pub cancel_url: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Buyer {
    /// The id of a customer that exists.
    Known(String),
    /// A new customer is made when they pay.
    New { email: String },
}

/// How long nothing is charged at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trial {
    None,
    Days(u32),
    /// At least 48 hours ahead, or the provider refuses it.
    Until(DateTime<Utc>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkout {
    pub id: String,
    /// Where people pay; none once the page is closed.
    pub url: Option<String>,
    pub status: CheckoutStatus,
    /// Whether nothing is owed: it was paid, or a trial needs no payment yet.
    pub is_settled: bool,
    pub customer: Option<String>,
    /// The subscription that it made. It may lag behind the completion.
    pub subscription: Option<String>,
    pub client_reference_id: Option<String>,
    pub metadata: Metadata,
    pub created: DateTime<Utc>,
    pub expires_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckoutStatus {
    Open,
    Complete,
    Expired,
}

/// A subscription as the provider has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    pub id: String,
    pub status: ProviderStatus,
    pub customer: String,
    /// The product's key of the plan; none if the price is none of ours.
    pub plan: Option<String>,
    pub price: String,
    /// When the paid period, or the trial, ends.
    pub current_period_end: Option<DateTime<Utc>>,
    pub current_period_start: Option<DateTime<Utc>>,
    pub trial_end: Option<DateTime<Utc>>,
    pub cancel_at_period_end: bool,
    pub canceled_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    pub created: DateTime<Utc>,
    pub metadata: Metadata,
}

/// The provider's eight words for how a subscription is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProviderStatus {
    /// The first payment is not through yet.
    Incomplete,
    /// The first payment never came through.
    IncompleteExpired,
    Trialing,
    Active,
    /// A renewal failed and is tried again.
    PastDue,
    /// A renewal failed and is not tried again.
    Unpaid,
    Canceled,
    /// A trial ended without a card.
    Paused,
}

impl ProviderStatus {
    pub const ALL: [Self; 8] = [
        Self::Incomplete,
        Self::IncompleteExpired,
        Self::Trialing,
        Self::Active,
        Self::PastDue,
        Self::Unpaid,
        Self::Canceled,
        Self::Paused,
    ];

    /// The provider's word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Incomplete => "incomplete",
            Self::IncompleteExpired => "incomplete_expired",
            Self::Trialing => "trialing",
            Self::Active => "active",
            Self::PastDue => "past_due",
            Self::Unpaid => "unpaid",
            Self::Canceled => "canceled",
            Self::Paused => "paused",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }

    /// Whether it can never become another one.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Canceled | Self::IncompleteExpired)
    }
}

/// Another plan for a subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangePlan {
    pub subscription: String,
    /// The product's key of the new plan.
    pub plan: String,
    pub how: PlanChange,
}

/// What a change of plan does to the bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanChange {
    /// The new price counts from the next invoice on, and nothing is billed or given back now.
    /// So it is for a downgrade at the period's end, and for any change inside a trial that goes on.
    FromNextInvoice,
    /// The difference for the rest of the period is billed now. Declined: nothing changes.
    AtOnce,
    /// The trial ends now and the first period is billed. Declined: nothing changes.
    EndingTrial,
}

/// Something that happened at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The same for every copy of the event.
    pub id: String,
    pub kind: EventKind,
    pub created: DateTime<Utc>,
    pub checkout: Option<String>,
    pub subscription: Option<String>,
    pub customer: Option<String>,
    pub client_reference_id: Option<String>,
    /// Those of the thing it happened to.
    pub metadata: Metadata,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventKind {
    CheckoutCompleted,
    CheckoutExpired,
    SubscriptionCreated,
    SubscriptionUpdated,
    SubscriptionDeleted,
    TrialWillEnd,
    InvoicePaid,
    InvoicePaymentFailed,
    /// Nothing that the product asks about.
    Other(String),
}
