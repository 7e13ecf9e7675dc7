//! The sandbox's objects as they are stored; field names are part of the stored format. Their JSON
//! for clients is in `stripe_json`.

use providers::payments::Metadata;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{cards::SavedCard, subscription_lifecycle};

/// An object that is stored under its id.
pub(super) trait Stored: Serialize + DeserializeOwned {
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
pub(super) struct CustomerRecord {
    pub(super) id: String,
    pub(super) email: Option<String>,
    pub(super) name: Option<String>,
    pub(super) metadata: Metadata,
    pub(super) created: i64,
    pub(super) card: Option<SavedCard>,
}

impl Stored for CustomerRecord {
    const KIND: &'static str = "customer";
    fn id(&self) -> &str {
        &self.id
    }
    fn lookup(&self) -> Option<&str> {
        self.email.as_deref()
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct CheckoutRecord {
    pub(super) id: String,
    pub(super) status: CheckoutState,
    pub(super) customer: Option<String>,
    pub(super) email: Option<String>,
    pub(super) price: String,
    pub(super) trial: TrialTerms,
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
pub(super) enum CheckoutState {
    Open,
    Complete,
    Expired,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum TrialTerms {
    None,
    Days(i64),
    Until(i64),
}

impl Stored for CheckoutRecord {
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
        (self.status == CheckoutState::Open).then_some(self.expires_at)
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct SubscriptionRecord {
    pub(super) id: String,
    pub(super) item: String,
    pub(super) customer: String,
    pub(super) price: String,
    pub(super) status: SubscriptionStatus,
    pub(super) created: i64,
    pub(super) trial_start: Option<i64>,
    pub(super) trial_end: Option<i64>,
    /// Months are counted from here.
    pub(super) anchor: i64,
    /// How many months have started since then.
    pub(super) months: u32,
    pub(super) period_start: i64,
    pub(super) period_end: i64,
    pub(super) cancel_at_period_end: bool,
    /// When it ends by itself; flexible billing has a date instead of the flag.
    #[serde(default)]
    pub(super) cancel_at: Option<i64>,
    pub(super) canceled_at: Option<i64>,
    pub(super) ended_at: Option<i64>,
    pub(super) metadata: Metadata,
    pub(super) latest_invoice: Option<String>,
    /// The invoice that could not be paid yet.
    pub(super) open_invoice: Option<InvoiceRecord>,
    pub(super) next_attempt: Option<i64>,
    /// Whether the end of the trial has been announced.
    pub(super) is_warned: bool,
    /// The amount in cents that plan changes carry over to the next invoice.
    pub(super) carried: i64,
    /// How many events it has had; ids are derived from it.
    pub(super) happenings: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SubscriptionStatus {
    Trialing,
    Active,
    PastDue,
    Unpaid,
    Canceled,
}

impl Stored for SubscriptionRecord {
    const KIND: &'static str = "subscription";
    fn id(&self) -> &str {
        &self.id
    }
    fn customer(&self) -> Option<&str> {
        Some(&self.customer)
    }
    fn due(&self) -> Option<i64> {
        subscription_lifecycle::due(self)
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct InvoiceRecord {
    pub(super) id: String,
    pub(super) customer: String,
    pub(super) subscription: String,
    pub(super) subscription_metadata: Metadata,
    pub(super) price: String,
    pub(super) cents: i64,
    pub(super) reason: BillingReason,
    pub(super) is_paid: bool,
    #[serde(default)]
    pub(super) paid_at: Option<i64>,
    pub(super) attempts: u32,
    pub(super) next_attempt: Option<i64>,
    pub(super) created: i64,
    pub(super) period_start: i64,
    pub(super) period_end: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum BillingReason {
    #[serde(rename = "subscription_create")]
    Start,
    #[serde(rename = "subscription_cycle")]
    Month,
    #[serde(rename = "subscription_update")]
    Change,
}

impl Stored for InvoiceRecord {
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
pub(super) struct PortalRecord {
    pub(super) id: String,
    pub(super) customer: String,
    pub(super) return_url: String,
    pub(super) created: i64,
}

impl Stored for PortalRecord {
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
pub(super) struct EventRecord {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) customer: Option<String>,
    pub(super) body: Value,
}

impl Stored for EventRecord {
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

/// Where an operator wants events sent.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct WebhookEndpointRecord {
    pub(super) id: String,
    pub(super) url: String,
    pub(super) enabled_events: Vec<String>,
    pub(super) created: i64,
}

impl Stored for WebhookEndpointRecord {
    const KIND: &'static str = "webhook_endpoint";
    fn id(&self) -> &str {
        &self.id
    }
}

/// The response to an idempotency key.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct IdempotencyRecord {
    pub(super) id: String,
    pub(super) fingerprint: String,
    pub(super) status: u16,
    pub(super) body: Value,
}

impl Stored for IdempotencyRecord {
    const KIND: &'static str = "replay";
    fn id(&self) -> &str {
        &self.id
    }
    /// The customer, so that it can be deleted with their data.
    fn customer(&self) -> Option<&str> {
        self.body["customer"].as_str()
    }
}
