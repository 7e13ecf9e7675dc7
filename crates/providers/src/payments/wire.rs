//! Stripe's JSON objects, and their conversion into the product's types.

use chrono::{DateTime, Utc};
use serde::{Deserialize, de::IgnoredAny};

use super::{
    Checkout, CheckoutStatus, Customer, PaymentEvent, PaymentEventKind, PaymentsError,
    PaymentsResult, ProviderStatus, StripeSettings, Subscription, types::Metadata,
};

#[derive(Debug, Deserialize)]
pub(super) struct StripeList<T> {
    pub(super) data: Vec<T>,
}

/// An id, or the expanded object.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum ObjectRef {
    Id(String),
    Object { id: String },
}

impl ObjectRef {
    pub(super) fn id(self) -> String {
        let (ObjectRef::Id(id) | ObjectRef::Object { id }) = self;
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
    pub(super) fn read(self) -> PaymentsResult<Customer> {
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
    customer: Option<ObjectRef>,
    subscription: Option<ObjectRef>,
    client_reference_id: Option<String>,
    #[serde(default)]
    metadata: Option<Metadata>,
    created: i64,
    expires_at: Option<i64>,
}

impl WireCheckout {
    pub(super) fn read(self) -> PaymentsResult<Checkout> {
        let status = match self.status.as_deref() {
            Some("open") => CheckoutStatus::Open,
            Some("complete") => CheckoutStatus::Complete,
            Some("expired") => CheckoutStatus::Expired,
            _ => return Err(PaymentsError::InvalidResponse),
        };
        let payment = self.payment_status.as_deref();
        Ok(Checkout {
            id: self.id,
            url: self.url,
            status,
            is_settled: matches!(payment, Some("paid" | "no_payment_required")),
            customer: self.customer.map(ObjectRef::id),
            subscription: self.subscription.map(ObjectRef::id),
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
    customer: ObjectRef,
    items: StripeList<SubscriptionItem>,
    /// Here in old API versions, on the item in new ones.
    current_period_start: Option<i64>,
    current_period_end: Option<i64>,
    trial_end: Option<i64>,
    #[serde(default)]
    cancel_at_period_end: bool,
    cancel_at: Option<i64>,
    canceled_at: Option<i64>,
    ended_at: Option<i64>,
    created: i64,
    #[serde(default)]
    metadata: Metadata,
    default_payment_method: Option<WirePaymentMethod>,
    latest_invoice: Option<ObjectRef>,
}

/// An id, or the expanded object.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum WirePaymentMethod {
    Object { card: Option<WireCard> },
    Id(IgnoredAny),
}

#[derive(Debug, Deserialize)]
struct WireCard {
    fingerprint: Option<String>,
}

impl WirePaymentMethod {
    fn fingerprint(self) -> Option<String> {
        match self {
            WirePaymentMethod::Object { card } => card?.fingerprint,
            WirePaymentMethod::Id(_) => None,
        }
    }
}

#[derive(Debug, Deserialize)]
struct SubscriptionItem {
    id: String,
    price: ObjectRef,
    current_period_start: Option<i64>,
    current_period_end: Option<i64>,
}

impl WireSubscription {
    /// The id that a change of plan must name.
    pub(super) fn item_id(&self) -> PaymentsResult<&str> {
        let item = self
            .items
            .data
            .first()
            .ok_or(PaymentsError::InvalidResponse)?;
        Ok(&item.id)
    }

    pub(super) fn read(self, settings: &StripeSettings) -> PaymentsResult<Subscription> {
        let item = self.items.data.into_iter().next();
        let item = item.ok_or(PaymentsError::InvalidResponse)?;
        let price = item.price.id();
        let start = item.current_period_start.or(self.current_period_start);
        let end = item.current_period_end.or(self.current_period_end);
        Ok(Subscription {
            id: self.id,
            status: ProviderStatus::from_word(&self.status)
                .ok_or(PaymentsError::InvalidResponse)?,
            customer: self.customer.id(),
            plan: settings.plan_of(&price).map(str::to_owned),
            price,
            current_period_start: start.map(time).transpose()?,
            current_period_end: end.map(time).transpose()?,
            trial_end: self.trial_end.map(time).transpose()?,
            cancel_at_period_end: self.cancel_at_period_end,
            cancel_at: self.cancel_at.map(time).transpose()?,
            canceled_at: self.canceled_at.map(time).transpose()?,
            ended_at: self.ended_at.map(time).transpose()?,
            created: time(self.created)?,
            metadata: self.metadata,
            card: self
                .default_payment_method
                .and_then(WirePaymentMethod::fingerprint),
            latest_invoice: self.latest_invoice.map(ObjectRef::id),
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
    object: EventObject,
}

/// The object of an event: a checkout, a subscription, an invoice, or something else.
#[derive(Debug, Deserialize)]
struct EventObject {
    id: Option<String>,
    #[serde(default)]
    object: String,
    customer: Option<ObjectRef>,
    subscription: Option<ObjectRef>,
    parent: Option<InvoiceParent>,
    client_reference_id: Option<String>,
    metadata: Option<Metadata>,
}

/// Where new API versions say which subscription an invoice is for.
#[derive(Debug, Deserialize)]
pub(super) struct InvoiceParent {
    subscription_details: Option<SubscriptionDetails>,
}

impl InvoiceParent {
    pub(super) fn subscription(self) -> Option<ObjectRef> {
        self.subscription_details?.subscription
    }
}

#[derive(Debug, Deserialize)]
struct SubscriptionDetails {
    subscription: Option<ObjectRef>,
}

impl WireEvent {
    pub(super) fn read(self) -> PaymentsResult<PaymentEvent> {
        let about = self.data.object;
        let of_parent = about.parent.and_then(InvoiceParent::subscription);
        let named = about.subscription.or(of_parent);
        let itself = |object| about.id.clone().filter(|_| about.object == object);
        Ok(PaymentEvent {
            id: self.id,
            kind: kind(self.kind),
            created: time(self.created)?,
            checkout: itself("checkout.session"),
            subscription: itself("subscription").or(named.map(ObjectRef::id)),
            invoice: itself("invoice"),
            customer: itself("customer").or(about.customer.map(ObjectRef::id)),
            client_reference_id: about.client_reference_id,
            metadata: about.metadata.unwrap_or_default(),
        })
    }
}

/// The events that the product acts on; the webhook endpoint must get all of them.
pub(super) const EVENTS: [(&str, PaymentEventKind); 8] = [
    (
        "checkout.session.completed",
        PaymentEventKind::CheckoutCompleted,
    ),
    (
        "checkout.session.expired",
        PaymentEventKind::CheckoutExpired,
    ),
    (
        "customer.subscription.created",
        PaymentEventKind::SubscriptionCreated,
    ),
    (
        "customer.subscription.updated",
        PaymentEventKind::SubscriptionUpdated,
    ),
    (
        "customer.subscription.deleted",
        PaymentEventKind::SubscriptionDeleted,
    ),
    (
        "customer.subscription.trial_will_end",
        PaymentEventKind::TrialWillEnd,
    ),
    ("invoice.paid", PaymentEventKind::InvoicePaid),
    (
        "invoice.payment_failed",
        PaymentEventKind::InvoicePaymentFailed,
    ),
];

fn kind(word: String) -> PaymentEventKind {
    let known = EVENTS.into_iter().find(|(name, _)| *name == word);
    known.map_or(PaymentEventKind::Other(word), |(_, kind)| kind)
}

pub(super) fn time(seconds: i64) -> PaymentsResult<DateTime<Utc>> {
    DateTime::from_timestamp(seconds, 0).ok_or(PaymentsError::InvalidResponse)
}
