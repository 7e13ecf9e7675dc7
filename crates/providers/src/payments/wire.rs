//! Stripe's objects as they come, and what they mean in the product's words.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::{
    Checkout, CheckoutStatus, Customer, Event, EventKind, Paid, PaymentsFailed, ProviderStatus,
    StripeSettings, Subscription, types::Metadata,
};

#[derive(Debug, Deserialize)]
pub(super) struct List<T> {
    pub(super) data: Vec<T>,
}

/// An id, or the whole object where somebody asked for it.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Ref {
    Id(String),
    Object { id: String },
}

impl Ref {
    fn id(self) -> String {
        let (Ref::Id(id) | Ref::Object { id }) = self;
        id
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct WireCustomer {
    id: String,
    email: Option<String>,
    #[serde(default)]
    created: i64,
    #[serde(default)]
    metadata: Metadata,
}

impl WireCustomer {
    pub(super) fn read(self) -> Paid<Customer> {
        Ok(Customer {
            id: self.id,
            email: self.email,
            created: time(self.created)?,
            metadata: self.metadata,
        })
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct WireCheckout {
    id: String,
    url: Option<String>,
    status: Option<String>,
    payment_status: Option<String>,
    customer: Option<Ref>,
    subscription: Option<Ref>,
    client_reference_id: Option<String>,
    #[serde(default)]
    metadata: Option<Metadata>,
    created: i64,
    expires_at: Option<i64>,
}

impl WireCheckout {
    pub(super) fn read(self) -> Paid<Checkout> {
        let status = match self.status.as_deref() {
            Some("open") => CheckoutStatus::Open,
            Some("complete") => CheckoutStatus::Complete,
            Some("expired") => CheckoutStatus::Expired,
            _ => return Err(PaymentsFailed::Nonsense),
        };
        let payment = self.payment_status.as_deref();
        Ok(Checkout {
            id: self.id,
            url: self.url,
            status,
            is_settled: matches!(payment, Some("paid" | "no_payment_required")),
            customer: self.customer.map(Ref::id),
            subscription: self.subscription.map(Ref::id),
            client_reference_id: self.client_reference_id,
            metadata: self.metadata.unwrap_or_default(),
            created: time(self.created)?,
            expires_at: self.expires_at.map(time).transpose()?,
        })
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct WireSubscription {
    id: String,
    status: String,
    customer: Ref,
    items: List<Item>,
    /// Here in old versions of the protocol, on the item in new ones.
    current_period_start: Option<i64>,
    current_period_end: Option<i64>,
    trial_end: Option<i64>,
    #[serde(default)]
    cancel_at_period_end: bool,
    canceled_at: Option<i64>,
    ended_at: Option<i64>,
    created: i64,
    #[serde(default)]
    metadata: Metadata,
}

#[derive(Debug, Deserialize)]
struct Item {
    id: String,
    price: Ref,
    current_period_start: Option<i64>,
    current_period_end: Option<i64>,
}

impl WireSubscription {
    /// What a change of plan has to name.
    pub(super) fn item_id(&self) -> Paid<&str> {
        let item = self.items.data.first().ok_or(PaymentsFailed::Nonsense)?;
        Ok(&item.id)
    }

    pub(super) fn read(self, settings: &StripeSettings) -> Paid<Subscription> {
        let item = self.items.data.into_iter().next();
        let item = item.ok_or(PaymentsFailed::Nonsense)?;
        let price = item.price.id();
        let start = item.current_period_start.or(self.current_period_start);
        let end = item.current_period_end.or(self.current_period_end);
        Ok(Subscription {
            id: self.id,
            status: ProviderStatus::from_word(&self.status).ok_or(PaymentsFailed::Nonsense)?,
            customer: self.customer.id(),
            plan: settings.plan_of(&price).map(str::to_owned),
            price,
            current_period_start: start.map(time).transpose()?,
            current_period_end: end.map(time).transpose()?,
            trial_end: self.trial_end.map(time).transpose()?,
            cancel_at_period_end: self.cancel_at_period_end,
            canceled_at: self.canceled_at.map(time).transpose()?,
            ended_at: self.ended_at.map(time).transpose()?,
            created: time(self.created)?,
            metadata: self.metadata,
        })
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct WirePortal {
    pub(super) url: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct WireEvent {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    created: i64,
    data: EventData,
}

#[derive(Debug, Deserialize)]
struct EventData {
    object: About,
}

/// What an event is about: a checkout, a subscription, an invoice, or something we do not know.
#[derive(Debug, Deserialize)]
struct About {
    id: Option<String>,
    #[serde(default)]
    object: String,
    customer: Option<Ref>,
    subscription: Option<Ref>,
    parent: Option<InvoiceParent>,
    client_reference_id: Option<String>,
    metadata: Option<Metadata>,
}

/// Where new versions of the protocol say which subscription an invoice is for.
#[derive(Debug, Deserialize)]
struct InvoiceParent {
    subscription_details: Option<SubscriptionDetails>,
}

#[derive(Debug, Deserialize)]
struct SubscriptionDetails {
    subscription: Option<Ref>,
}

impl WireEvent {
    pub(super) fn read(self) -> Paid<Event> {
        let about = self.data.object;
        let of_parent = about.parent.and_then(|parent| parent.subscription_details);
        let named = about
            .subscription
            .or(of_parent.and_then(|details| details.subscription));
        let itself = |object| about.id.clone().filter(|_| about.object == object);
        Ok(Event {
            id: self.id,
            kind: kind(self.kind),
            created: time(self.created)?,
            checkout: itself("checkout.session"),
            subscription: itself("subscription").or(named.map(Ref::id)),
            customer: itself("customer").or(about.customer.map(Ref::id)),
            client_reference_id: about.client_reference_id,
            metadata: about.metadata.unwrap_or_default(),
        })
    }
}

fn kind(word: String) -> EventKind {
    match word.as_str() {
        "checkout.session.completed" => EventKind::CheckoutCompleted,
        "checkout.session.expired" => EventKind::CheckoutExpired,
        "customer.subscription.created" => EventKind::SubscriptionCreated,
        "customer.subscription.updated" => EventKind::SubscriptionUpdated,
        "customer.subscription.deleted" => EventKind::SubscriptionDeleted,
        "customer.subscription.trial_will_end" => EventKind::TrialWillEnd,
        "invoice.paid" => EventKind::InvoicePaid,
        "invoice.payment_failed" => EventKind::InvoicePaymentFailed,
        _ => EventKind::Other(word),
    }
}

fn time(seconds: i64) -> Paid<DateTime<Utc>> {
    DateTime::from_timestamp(seconds, 0).ok_or(PaymentsFailed::Nonsense)
}
