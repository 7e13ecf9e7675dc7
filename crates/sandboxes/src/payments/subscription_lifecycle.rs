//! The lifecycle of a subscription: what happens to it automatically, and when.
//!
//! Pure: takes a subscription, its card and its price, and returns events. Each step happens at its
//! own due time, whenever it is processed.

use super::{
    calendar::{DAY_S, months_after},
    cards::SavedCard,
    ids,
    records::{BillingReason, InvoiceRecord, SubscriptionRecord, SubscriptionStatus},
};

/// How long before its end a trial's end is announced; immediately for a shorter trial.
const WARNING_S: i64 = 3 * DAY_S;
/// When a failed payment is retried, counted from the failure.
const RETRIES_S: [i64; 3] = [DAY_S, 3 * DAY_S, 5 * DAY_S];

/// An event, with the state of the object right after it.
#[derive(Debug, Clone)]
pub(super) struct BillingEvent {
    /// The event's id.
    pub(super) id: String,
    pub(super) kind: &'static str,
    pub(super) at: i64,
    pub(super) about: BillingEventSubject,
}

#[derive(Debug, Clone)]
pub(super) enum BillingEventSubject {
    Subscription(Box<SubscriptionRecord>),
    Invoice(Box<InvoiceRecord>),
}

/// When the next step is due.
pub(super) fn due(subscription: &SubscriptionRecord) -> Option<i64> {
    let step = next_step(subscription)?;
    Some(subscription.cancel_at.map_or(step, |end| step.min(end)))
}

fn next_step(subscription: &SubscriptionRecord) -> Option<i64> {
    match subscription.status {
        SubscriptionStatus::Trialing if !subscription.is_warned => {
            let announced = subscription.period_end - WARNING_S;
            Some(announced.max(subscription.created))
        }
        SubscriptionStatus::Trialing | SubscriptionStatus::Active => Some(subscription.period_end),
        SubscriptionStatus::PastDue => subscription.next_attempt,
        SubscriptionStatus::Unpaid | SubscriptionStatus::Canceled => None,
    }
}

/// Performs the next step. `cents` is the monthly price.
pub(super) fn step(
    subscription: &mut SubscriptionRecord,
    card: SavedCard,
    cents: i64,
) -> Vec<BillingEvent> {
    let Some(at) = due(subscription) else {
        return Vec::new();
    };
    if subscription.cancel_at.is_some_and(|end| end <= at) {
        return vec![end(subscription, at)];
    }
    match subscription.status {
        SubscriptionStatus::Trialing if !subscription.is_warned => {
            subscription.is_warned = true;
            vec![subscription_event(
                subscription,
                "customer.subscription.trial_will_end",
                at,
            )]
        }
        SubscriptionStatus::PastDue => retry(subscription, card, at),
        _ if subscription.cancel_at_period_end => vec![end(subscription, at)],
        SubscriptionStatus::Trialing => start_paid_months(subscription, card, cents, at),
        _ => {
            subscription.months += 1;
            subscription.period_start = subscription.period_end;
            subscription.period_end = months_after(subscription.anchor, subscription.months);
            bill_period(subscription, card, cents, at)
        }
    }
}

/// Starts the paid months, because the trial ended or was ended.
pub(super) fn start_paid_months(
    subscription: &mut SubscriptionRecord,
    card: SavedCard,
    cents: i64,
    at: i64,
) -> Vec<BillingEvent> {
    subscription.trial_end = subscription.trial_end.map(|_| at);
    subscription.is_warned = true;
    start_first_month(subscription, at);
    bill_period(subscription, card, cents, at)
}

pub(super) fn start_first_month(subscription: &mut SubscriptionRecord, at: i64) {
    subscription.anchor = at;
    subscription.months = 1;
    subscription.period_start = at;
    subscription.period_end = months_after(at, 1);
}

/// Ends it at once.
pub(super) fn end(subscription: &mut SubscriptionRecord, at: i64) -> BillingEvent {
    subscription.status = SubscriptionStatus::Canceled;
    subscription.canceled_at = subscription.canceled_at.or(Some(at));
    subscription.ended_at = Some(at);
    subscription.next_attempt = None;
    subscription_event(subscription, "customer.subscription.deleted", at)
}

/// Bills the period that has started, including amounts carried over from plan changes.
fn bill_period(
    subscription: &mut SubscriptionRecord,
    card: SavedCard,
    cents: i64,
    at: i64,
) -> Vec<BillingEvent> {
    let due = cents + subscription.carried;
    subscription.carried = due.min(0);
    let mut bill = invoice(subscription, due.max(0), BillingReason::Month, at);
    bill.attempts = 1;
    bill.is_paid = bill.cents == 0 || card.pays();
    if bill.is_paid {
        subscription.status = SubscriptionStatus::Active;
    } else {
        subscription.status = SubscriptionStatus::PastDue;
        bill.next_attempt = Some(at + RETRIES_S[0]);
        subscription.next_attempt = bill.next_attempt;
        subscription.open_invoice = Some(bill.clone());
    }
    let billed = invoice_event(subscription, &bill, at);
    vec![
        billed,
        subscription_event(subscription, "customer.subscription.updated", at),
    ]
}

fn retry(subscription: &mut SubscriptionRecord, card: SavedCard, at: i64) -> Vec<BillingEvent> {
    if card.pays() {
        return pay_open_invoice(subscription, at);
    }
    let Some(mut bill) = subscription.open_invoice.take() else {
        return vec![end(subscription, at)];
    };
    let next = RETRIES_S.get(usize::try_from(bill.attempts).unwrap_or(usize::MAX));
    bill.attempts += 1;
    bill.next_attempt = next.map(|after| bill.created + after);
    subscription.next_attempt = bill.next_attempt;
    subscription.open_invoice = Some(bill.clone());
    let failed = invoice_event(subscription, &bill, at);
    let after = if bill.next_attempt.is_some() {
        subscription_event(subscription, "customer.subscription.updated", at)
    } else if card == SavedCard::FailsForGood {
        subscription.status = SubscriptionStatus::Unpaid;
        subscription_event(subscription, "customer.subscription.updated", at)
    } else {
        end(subscription, at)
    };
    vec![failed, after]
}

/// Pays the open invoice, if there is one. An unpaid subscription starts a new month with it.
pub(super) fn pay_open_invoice(
    subscription: &mut SubscriptionRecord,
    at: i64,
) -> Vec<BillingEvent> {
    let is_owing = matches!(
        subscription.status,
        SubscriptionStatus::PastDue | SubscriptionStatus::Unpaid
    );
    let Some(mut bill) = subscription.open_invoice.take_if(|_| is_owing) else {
        return Vec::new();
    };
    if subscription.status == SubscriptionStatus::Unpaid {
        start_first_month(subscription, at);
    }
    bill.is_paid = true;
    bill.attempts += 1;
    bill.next_attempt = None;
    subscription.status = SubscriptionStatus::Active;
    subscription.next_attempt = None;
    let paid = invoice_event(subscription, &bill, at);
    vec![
        paid,
        subscription_event(subscription, "customer.subscription.updated", at),
    ]
}

/// A new invoice of the subscription, not paid yet.
pub(super) fn invoice(
    subscription: &mut SubscriptionRecord,
    cents: i64,
    reason: BillingReason,
    at: i64,
) -> InvoiceRecord {
    let id = next_id(subscription, "in");
    subscription.latest_invoice = Some(id.clone());
    InvoiceRecord {
        id,
        customer: subscription.customer.clone(),
        subscription: subscription.id.clone(),
        subscription_metadata: subscription.metadata.clone(),
        price: subscription.price.clone(),
        cents,
        reason,
        is_paid: false,
        paid_at: None,
        attempts: 0,
        next_attempt: None,
        created: at,
        period_start: subscription.period_start,
        period_end: subscription.period_end,
    }
}

pub(super) fn subscription_event(
    subscription: &mut SubscriptionRecord,
    kind: &'static str,
    at: i64,
) -> BillingEvent {
    BillingEvent {
        id: next_id(subscription, "evt"),
        kind,
        at,
        about: BillingEventSubject::Subscription(Box::new(subscription.clone())),
    }
}

pub(super) fn invoice_event(
    subscription: &mut SubscriptionRecord,
    invoice: &InvoiceRecord,
    at: i64,
) -> BillingEvent {
    let invoice = InvoiceRecord {
        paid_at: invoice.is_paid.then_some(at),
        ..invoice.clone()
    };
    BillingEvent {
        id: next_id(subscription, "evt"),
        kind: if invoice.is_paid {
            "invoice.paid"
        } else {
            "invoice.payment_failed"
        },
        at,
        about: BillingEventSubject::Invoice(Box::new(invoice)),
    }
}

fn next_id(subscription: &mut SubscriptionRecord, prefix: &str) -> String {
    subscription.happenings += 1;
    let number = subscription.happenings.to_string();
    ids::derived(prefix, &[&subscription.id, &number])
}
