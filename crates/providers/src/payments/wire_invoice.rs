//! Stripe's invoice, and its conversion into the product's type.

use serde::Deserialize;

use super::{
    PaidInvoice, PaymentsError, PaymentsResult, StripeSettings,
    wire::{InvoiceParent, ObjectRef, StripeList, time},
};

#[derive(Debug, Deserialize)]
pub(super) struct WireInvoice {
    id: String,
    amount_paid: i64,
    currency: String,
    created: i64,
    /// Here in old API versions, in `parent` in new ones.
    subscription: Option<ObjectRef>,
    parent: Option<InvoiceParent>,
    lines: StripeList<InvoiceLine>,
    status_transitions: Option<StatusTransitions>,
    hosted_invoice_url: Option<String>,
}

#[derive(Debug, Deserialize)]
struct StatusTransitions {
    paid_at: Option<i64>,
}

#[derive(Debug, Deserialize)]
struct InvoiceLine {
    amount: i64,
    period: LinePeriod,
    /// Here in old API versions, in `pricing` in new ones.
    price: Option<ObjectRef>,
    pricing: Option<LinePricing>,
}

#[derive(Debug, Deserialize)]
struct LinePeriod {
    start: i64,
    end: i64,
}

#[derive(Debug, Deserialize)]
struct LinePricing {
    price_details: Option<PriceDetails>,
}

#[derive(Debug, Deserialize)]
struct PriceDetails {
    price: ObjectRef,
}

impl InvoiceLine {
    fn price(self) -> Option<String> {
        let details = self.pricing.and_then(|pricing| pricing.price_details);
        let price = details.map(|details| details.price).or(self.price);
        price.map(ObjectRef::id)
    }
}

impl WireInvoice {
    /// The invoice's own period looks back; what was paid for is the period of a line. After a change
    /// of plan one line credits the old plan, so the largest amount counts.
    pub(super) fn read(self, settings: &StripeSettings) -> PaymentsResult<PaidInvoice> {
        let of_parent = self.parent.and_then(InvoiceParent::subscription);
        let paid_at = self.status_transitions.and_then(|it| it.paid_at);
        let line = self.lines.data.into_iter().max_by_key(|line| line.amount);
        let period = line.as_ref().map(|line| &line.period);
        let period = period.map(|it| Ok::<_, PaymentsError>((time(it.start)?, time(it.end)?)));
        let period = period.transpose()?;
        let price = line.and_then(InvoiceLine::price);
        Ok(PaidInvoice {
            id: self.id,
            subscription: self.subscription.or(of_parent).map(ObjectRef::id),
            plan: price.and_then(|price| settings.plan_of(&price).map(str::to_owned)),
            amount_cents: self.amount_paid,
            currency: self.currency,
            paid_at: time(paid_at.unwrap_or(self.created))?,
            period,
            url: self
                .hosted_invoice_url
                .filter(|url| url.starts_with("https://")),
        })
    }
}
