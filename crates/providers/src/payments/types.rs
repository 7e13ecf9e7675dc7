//! Customers, checkouts, subscriptions and events, in the product's words.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

/// Our own key-value pairs, which the provider stores and returns.
pub type Metadata = BTreeMap<String, String>;

/// A customer to create.
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

/// A checkout page to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCheckout {
    /// The product's key of the plan, such as `starter`.
    pub plan: String,
    pub buyer: Buyer,
    pub trial: Trial,
    /// Our own reference; it is returned with the checkout and its events.
    pub client_reference_id: String,
    /// It is returned with the checkout and with the subscription that it creates.
    pub metadata: Metadata,
    /// Where people go after paying; `{CHECKOUT_SESSION_ID}` in it becomes the checkout's id.
    pub success_url: String,
    pub cancel_url: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Buyer {
    /// The id of an existing customer.
    Known(String),
    /// A new customer is created when they pay.
    New { email: String },
}

/// The free trial.
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
    /// The checkout page; `None` once it is closed.
    pub url: Option<String>,
    pub status: CheckoutStatus,
    /// Whether nothing is owed: it is paid, or a trial needs no payment yet.
    pub is_settled: bool,
    pub customer: Option<String>,
    /// The subscription that it created. It may appear some time after completion.
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
    /// The product's key of the plan; `None` if the price is not ours.
    pub plan: Option<String>,
    pub price: String,
    /// When the paid period, or the trial, ends.
    pub current_period_end: Option<DateTime<Utc>>,
    pub current_period_start: Option<DateTime<Utc>>,
    pub trial_end: Option<DateTime<Utc>>,
    pub cancel_at_period_end: bool,
    /// When it ends by itself. With flexible billing the provider's own pages set this and not the
    /// flag above.
    pub cancel_at: Option<DateTime<Utc>>,
    pub canceled_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    pub created: DateTime<Utc>,
    pub metadata: Metadata,
    /// The provider's fingerprint of the card that pays, the same for the same card of any customer.
    /// Only in a customer's list of subscriptions.
    pub card: Option<String>,
    /// The id of the newest invoice, paid or not.
    pub latest_invoice: Option<String>,
}

impl Subscription {
    /// When it ends, if it was cancelled ahead of time.
    pub fn ends_at(&self) -> Option<DateTime<Utc>> {
        if self.cancel_at_period_end {
            self.current_period_end.or(self.cancel_at)
        } else {
            self.cancel_at
        }
    }
}

/// The provider's eight subscription statuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProviderStatus {
    /// The first payment is not complete yet.
    Incomplete,
    /// The first payment was never completed.
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

    /// The provider's name for it.
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

    /// Whether the status is final.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Canceled | Self::IncompleteExpired)
    }
}

/// A change of a subscription's plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanChangeRequest {
    pub subscription: String,
    /// The product's key of the new plan.
    pub plan: String,
    pub how: PlanChangeBilling,
}

/// How a change of plan is billed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanChangeBilling {
    /// The new price applies from the next invoice, and nothing is billed or refunded now. For a
    /// downgrade at the period's end, and for any change inside a trial that continues.
    FromNextInvoice,
    /// The difference for the rest of the period is billed now. If declined, nothing changes.
    AtOnce,
    /// The trial ends now and the first period is billed. If declined, nothing changes.
    EndingTrial,
}

/// An invoice that is paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidInvoice {
    pub id: String,
    pub subscription: Option<String>,
    /// The product's key of the plan that was paid for; `None` if the price is not ours.
    pub plan: Option<String>,
    /// In the currency's smallest unit; zero for a trial.
    pub amount_cents: i64,
    /// Three lower-case letters, such as `usd`.
    pub currency: String,
    pub paid_at: DateTime<Utc>,
    /// What was paid for: from when until when.
    pub period: Option<(DateTime<Utc>, DateTime<Utc>)>,
    /// The provider's page of the invoice, if it is an https address.
    pub url: Option<String>,
}

/// An event at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentEvent {
    /// The same for every copy of the event.
    pub id: String,
    pub kind: PaymentEventKind,
    pub created: DateTime<Utc>,
    pub checkout: Option<String>,
    pub subscription: Option<String>,
    pub invoice: Option<String>,
    pub customer: Option<String>,
    pub client_reference_id: Option<String>,
    /// The metadata of the object it happened to.
    pub metadata: Metadata,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentEventKind {
    CheckoutCompleted,
    CheckoutExpired,
    SubscriptionCreated,
    SubscriptionUpdated,
    SubscriptionDeleted,
    TrialWillEnd,
    InvoicePaid,
    InvoicePaymentFailed,
    /// An event that the product does not use.
    Other(String),
}
