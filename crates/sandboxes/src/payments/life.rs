//! The life of a subscription: what happens to it by itself, and when.
//!
//! Pure: a subscription, the card behind it and prices in, what happened out. Each step happens
//! at its own time, whenever it is looked at.

use super::{
    calendar::{DAY_S, months_after},
    cards::Card,
    ids,
    model::{Invoice, Reason, Status, Subscription},
};

/// How long before its end a trial is announced to end; a shorter one at once.
const WARNING_S: i64 = 3 * DAY_S;
/// When a payment that failed is tried again, counted from the failure.
const RETRIES_S: [i64; 3] = [DAY_S, 3 * DAY_S, 5 * DAY_S];

/// Something that happened, with the thing as it was right after.
#[derive(Debug, Clone)]
pub(super) struct Happening {
    /// The event's id.
    pub(super) id: String,
    pub(super) kind: &'static str,
    pub(super) at: i64,
    pub(super) about: About,
}

#[derive(Debug, Clone)]
pub(super) enum About {
    Subscription(Box<Subscription>),
    Invoice(Box<Invoice>),
}

/// When the next thing happens by itself.
pub(super) fn due(subscription: &Subscription) -> Option<i64> {
    match subscription.status {
        Status::Trialing if !subscription.is_warned => {
            let announced = subscription.period_end - WARNING_S;
            Some(announced.max(subscription.created))
        }
        Status::Trialing | Status::Active => Some(subscription.period_end),
        Status::PastDue => subscription.next_attempt,
        Status::Unpaid | Status::Canceled => None,
    }
}

/// Lets the next thing happen. `cents` is what a month costs.
pub(super) fn step(subscription: &mut Subscription, card: Card, cents: i64) -> Vec<Happening> {
    let Some(at) = due(subscription) else {
        return Vec::new();
    };
    match subscription.status {
        Status::Trialing if !subscription.is_warned => {
            subscription.is_warned = true;
            vec![told(
                subscription,
                "customer.subscription.trial_will_end",
                at,
            )]
        }
        Status::PastDue => retry(subscription, card, at),
        _ if subscription.cancel_at_period_end => vec![end(subscription, at)],
        Status::Trialing => begin_months(subscription, card, cents, at),
        _ => {
            subscription.months += 1;
            subscription.period_start = subscription.period_end;
            subscription.period_end = months_after(subscription.anchor, subscription.months);
            bill_period(subscription, card, cents, at)
        }
    }
}

/// The trial is over, by itself or because somebody ends it: paid months begin.
pub(super) fn begin_months(
    subscription: &mut Subscription,
    card: Card,
    cents: i64,
    at: i64,
) -> Vec<Happening> {
    subscription.trial_end = subscription.trial_end.map(|_| at);
    subscription.is_warned = true;
    start_counting(subscription, at);
    bill_period(subscription, card, cents, at)
}

pub(super) fn start_counting(subscription: &mut Subscription, at: i64) {
    subscription.anchor = at;
    subscription.months = 1;
    subscription.period_start = at;
    subscription.period_end = months_after(at, 1);
}

/// Ends it at once.
pub(super) fn end(subscription: &mut Subscription, at: i64) -> Happening {
    subscription.status = Status::Canceled;
    subscription.canceled_at = subscription.canceled_at.or(Some(at));
    subscription.ended_at = Some(at);
    subscription.next_attempt = None;
    told(subscription, "customer.subscription.deleted", at)
}

/// Bills the period that has begun, with what changes of plan have left over.
fn bill_period(subscription: &mut Subscription, card: Card, cents: i64, at: i64) -> Vec<Happening> {
    let due = cents + subscription.carried;
    subscription.carried = due.min(0);
    let mut bill = invoice(subscription, due.max(0), Reason::Month, at);
    bill.attempts = 1;
    bill.is_paid = bill.cents == 0 || card.pays();
    if bill.is_paid {
        subscription.status = Status::Active;
    } else {
        subscription.status = Status::PastDue;
        bill.next_attempt = Some(at + RETRIES_S[0]);
        subscription.next_attempt = bill.next_attempt;
        subscription.open_invoice = Some(bill.clone());
    }
    let billed = told_of_invoice(subscription, &bill, at);
    vec![
        billed,
        told(subscription, "customer.subscription.updated", at),
    ]
}

fn retry(subscription: &mut Subscription, card: Card, at: i64) -> Vec<Happening> {
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
    let failed = told_of_invoice(subscription, &bill, at);
    let after = if bill.next_attempt.is_some() {
        told(subscription, "customer.subscription.updated", at)
    } else if card == Card::FailsForGood {
        subscription.status = Status::Unpaid;
        told(subscription, "customer.subscription.updated", at)
    } else {
        end(subscription, at)
    };
    vec![failed, after]
}

/// Pays what is open, if anything is. What was given up as unpaid begins a new month with it.
pub(super) fn pay_open_invoice(subscription: &mut Subscription, at: i64) -> Vec<Happening> {
    let is_owing = matches!(subscription.status, Status::PastDue | Status::Unpaid);
    let Some(mut bill) = subscription.open_invoice.take_if(|_| is_owing) else {
        return Vec::new();
    };
    if subscription.status == Status::Unpaid {
        start_counting(subscription, at);
    }
    bill.is_paid = true;
    bill.attempts += 1;
    bill.next_attempt = None;
    subscription.status = Status::Active;
    subscription.next_attempt = None;
    let paid = told_of_invoice(subscription, &bill, at);
    vec![
        paid,
        told(subscription, "customer.subscription.updated", at),
    ]
}

/// An invoice of the subscription as it is; nobody has tried to pay it yet.
pub(super) fn invoice(
    subscription: &mut Subscription,
    cents: i64,
    reason: Reason,
    at: i64,
) -> Invoice {
    let id = next_id(subscription, "in");
    subscription.latest_invoice = Some(id.clone());
    Invoice {
        id,
        customer: subscription.customer.clone(),
        subscription: subscription.id.clone(),
        subscription_metadata: subscription.metadata.clone(),
        price: subscription.price.clone(),
        cents,
        reason,
        is_paid: false,
        attempts: 0,
        next_attempt: None,
        created: at,
        period_start: subscription.period_start,
        period_end: subscription.period_end,
    }
}

pub(super) fn told(subscription: &mut Subscription, kind: &'static str, at: i64) -> Happening {
    Happening {
        id: next_id(subscription, "evt"),
        kind,
        at,
        about: About::Subscription(Box::new(subscription.clone())),
    }
}

pub(super) fn told_of_invoice(
    subscription: &mut Subscription,
    invoice: &Invoice,
    at: i64,
) -> Happening {
    Happening {
        id: next_id(subscription, "evt"),
        kind: if invoice.is_paid {
            "invoice.paid"
        } else {
            "invoice.payment_failed"
        },
        at,
        about: About::Invoice(Box::new(invoice.clone())),
    }
}

fn next_id(subscription: &mut Subscription, prefix: &str) -> String {
    subscription.happenings += 1;
    let number = subscription.happenings.to_string();
    ids::derived(prefix, &[&subscription.id, &number])
}
