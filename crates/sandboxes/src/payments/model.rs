//! What the sandbox knows, as it is kept. How Stripe shows it is in `shapes`.

use providers::payments::Metadata;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{cards::Card, life};

/// Something that is kept under an id of its own.
pub(super) trait Kept: Serialize + DeserializeOwned {
    const KIND: &'static str;
    fn id(&self) -> &str;
    fn customer(&self) -> Option<&str> {
        None
    }
    fn lookup(&self) -> Option<&str> {
        None
    }
    fn due(&self) -> Option<i64> {
        None
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Customer {
    pub(super) id: String,
    pub(super) email: Option<String>,
    pub(super) name: Option<String>,
    pub(super) metadata: Metadata,
    pub(super) created: i64,
    pub(super) card: Option<Card>,
}

impl Kept for Customer {
    const KIND: &'static str = "customer";
    fn id(&self) -> &str {
        &self.id
    }
    fn lookup(&self) -> Option<&str> {
        self.email.as_deref()
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Session {
    pub(super) id: String,
    pub(super) status: SessionStatus,
    pub(super) customer: Option<String>,
    pub(super) email: Option<String>,
    pub(super) price: String,
    pub(super) trial: Trial,
    pub(super) client_reference_id: Option<String>,
    pub(super) metadata: Metadata,
    pub(super) subscription_metadata: Metadata,
    pub(super) success_url: String,
    pub(super) cancel_url: Option<String>,
    pub(super) created: i64,
    pub(super) expires_at: i64,
    pub(super) subscription: Option<String>,
    pub(super) invoice: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SessionStatus {
    Open,
    Complete,
    Expired,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Trial {
    None,
    Days(i64),
    Until(i64),
}

impl Kept for Session {
    const KIND: &'static str = "session";
    fn id(&self) -> &str {
        &self.id
    }
    fn customer(&self) -> Option<&str> {
        self.customer.as_deref()
    }
    fn lookup(&self) -> Option<&str> {
        self.subscription.as_deref()
    }
    fn due(&self) -> Option<i64> {
        (self.status == SessionStatus::Open).then_some(self.expires_at)
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Subscription {
    pub(super) id: String,
    pub(super) item: String,
    pub(super) customer: String,
    pub(super) price: String,
    pub(super) status: Status,
    pub(super) created: i64,
    pub(super) trial_start: Option<i64>,
    pub(super) trial_end: Option<i64>,
    /// Months are counted from here.
    pub(super) anchor: i64,
    /// How many months have been begun since then.
    pub(super) months: u32,
    pub(super) period_start: i64,
    pub(super) period_end: i64,
    pub(super) cancel_at_period_end: bool,
    pub(super) canceled_at: Option<i64>,
    pub(super) ended_at: Option<i64>,
    pub(super) metadata: Metadata,
    pub(super) latest_invoice: Option<String>,
    /// The invoice that could not be paid yet.
    pub(super) open_invoice: Option<Invoice>,
    pub(super) next_attempt: Option<i64>,
    /// Whether it was said that the trial will end.
    pub(super) is_warned: bool,
    /// In cents: what changes of plan have left for the next invoice.
    pub(super) carried: i64,
    /// How often something has happened to it; ids are made of it.
    pub(super) happenings: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Status {
    Trialing,
    Active,
    PastDue,
    Unpaid,
    Canceled,
}

impl Kept for Subscription {
    const KIND: &'static str = "subscription";
    fn id(&self) -> &str {
        &self.id
    }
    fn customer(&self) -> Option<&str> {
        Some(&self.customer)
    }
    fn due(&self) -> Option<i64> {
        life::due(self)
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Invoice {
    pub(super) id: String,
    pub(super) customer: String,
    pub(super) subscription: String,
    pub(super) subscription_metadata: Metadata,
    pub(super) price: String,
    pub(super) cents: i64,
    pub(super) reason: Reason,
    pub(super) is_paid: bool,
    pub(super) attempts: u32,
    pub(super) next_attempt: Option<i64>,
    pub(super) created: i64,
    pub(super) period_start: i64,
    pub(super) period_end: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Reason {
    #[serde(rename = "subscription_create")]
    Start,
    #[serde(rename = "subscription_cycle")]
    Month,
    #[serde(rename = "subscription_update")]
    Change,
}

impl Kept for Invoice {
    const KIND: &'static str = "invoice";
    fn id(&self) -> &str {
        &self.id
    }
    fn customer(&self) -> Option<&str> {
        Some(&self.customer)
    }
    fn lookup(&self) -> Option<&str> {
        Some(&self.subscription)
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct PortalVisit {
    pub(super) id: String,
    pub(super) customer: String,
    pub(super) return_url: String,
    pub(super) created: i64,
}

impl Kept for PortalVisit {
    const KIND: &'static str = "portal";
    fn id(&self) -> &str {
        &self.id
    }
    fn customer(&self) -> Option<&str> {
        Some(&self.customer)
    }
}

/// An event as it was sent; it never changes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Event {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) customer: Option<String>,
    pub(super) body: Value,
}

impl Kept for Event {
    const KIND: &'static str = "event";
    fn id(&self) -> &str {
        &self.id
    }
    fn customer(&self) -> Option<&str> {
        self.customer.as_deref()
    }
    fn lookup(&self) -> Option<&str> {
        Some(&self.kind)
    }
}

/// The answer that was given under an idempotency key.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Replay {
    pub(super) id: String,
    pub(super) fingerprint: String,
    pub(super) status: u16,
    pub(super) body: Value,
}

impl Kept for Replay {
    const KIND: &'static str = "replay";
    fn id(&self) -> &str {
        &self.id
    }
    /// Whose it is, so that it can be forgotten with them.
    fn customer(&self) -> Option<&str> {
        self.body["customer"].as_str()
    }
}
