//! Subscriptions: read, update, cancel.

use serde_json::Value;

use super::{
    cards::SavedCard,
    customers, list_page,
    records::{BillingReason, InvoiceRecord, SubscriptionRecord, SubscriptionStatus},
    stripe_error::StripeError,
    stripe_form::Form,
    stripe_json, subscription_lifecycle,
    unit_of_work::UnitOfWork,
};

const STATUSES: [&str; 10] = [
    "all",
    "active",
    "trialing",
    "past_due",
    "unpaid",
    "canceled",
    "ended",
    "incomplete",
    "incomplete_expired",
    "paused",
];

const INVOICE_STATUSES: [&str; 5] = ["draft", "open", "paid", "uncollectible", "void"];

pub(super) async fn show(
    work: &UnitOfWork<'_>,
    id: &str,
    form: &Form,
) -> Result<Value, StripeError> {
    let subscription = find(work, id).await?;
    let is_expanded = form.expands("default_payment_method");
    shown(work, &subscription, is_expanded).await
}

/// A subscription as clients see it, with its card if they ask for it.
async fn shown(
    work: &UnitOfWork<'_>,
    subscription: &SubscriptionRecord,
    is_expanded: bool,
) -> Result<Value, StripeError> {
    let mut shown = stripe_json::subscription(subscription, work.price_list);
    if is_expanded {
        let card = work.card_of(&subscription.customer).await?;
        shown["default_payment_method"] = stripe_json::payment_method(&subscription.customer, card);
    }
    Ok(shown)
}

pub(super) async fn list(work: &UnitOfWork<'_>, form: &Form) -> Result<Value, StripeError> {
    let status = form.one_of("status", &STATUSES)?;
    let subscriptions: Vec<SubscriptionRecord> = work.list(form.text("customer"), None).await?;
    let is_expanded = form.expands("data.default_payment_method");
    let mut all = Vec::new();
    for subscription in &subscriptions {
        all.push(shown(work, subscription, is_expanded).await?);
    }
    let all = all
        .into_iter()
        .filter(|shown| match status {
            Some("all") => true,
            Some("ended") => shown["status"] == "canceled",
            Some(status) => shown["status"] == status,
            // As at Stripe, cancelled ones are listed only on request.
            None => shown["status"] != "canceled",
        })
        .collect();
    list_page::page("/v1/subscriptions", all, form)
}

pub(super) async fn invoices(work: &UnitOfWork<'_>, form: &Form) -> Result<Value, StripeError> {
    let status = form.one_of("status", &INVOICE_STATUSES)?;
    let invoices = work.list(form.text("customer"), form.text("subscription"));
    let invoices: Vec<InvoiceRecord> = invoices.await?;
    let all = invoices
        .iter()
        .map(|invoice| stripe_json::invoice(invoice, work.origin))
        .filter(|shown| status.is_none_or(|status| shown["status"] == status));
    list_page::page("/v1/invoices", all.collect(), form)
}

pub(super) async fn cancel(work: &mut UnitOfWork<'_>, id: &str) -> Result<Value, StripeError> {
    let mut subscription = find(work, id).await?;
    customers::named(work, &subscription.customer).await?;
    if subscription.status == SubscriptionStatus::Canceled {
        return Err(StripeError::no_such("subscription", id));
    }
    let ended = subscription_lifecycle::end(&mut subscription, work.now);
    work.put(&subscription);
    work.record_events(vec![ended]);
    Ok(stripe_json::subscription(&subscription, work.price_list))
}

/// Validates all parameters before it changes anything.
pub(super) async fn update(
    work: &mut UnitOfWork<'_>,
    id: &str,
    form: &Form,
) -> Result<Value, StripeError> {
    let mut subscription = find(work, id).await?;
    customers::named(work, &subscription.customer).await?;
    if subscription.status == SubscriptionStatus::Canceled {
        return Err(StripeError::invalid(
            "A canceled subscription can only update its cancellation_details and metadata.",
        ));
    }
    if let Some(is_set) = form.flag("cancel_at_period_end")? {
        subscription.cancel_at_period_end = is_set;
        subscription.cancel_at = subscription.cancel_at.filter(|_| !is_set);
        subscription.canceled_at = is_set.then_some(work.now);
    }
    change_end(&mut subscription, form, work.now)?;
    subscription
        .metadata
        .extend(form.metadata_changes("metadata"));
    subscription.metadata.retain(|_, value| !value.is_empty());
    let old_price = subscription.price.clone();
    if let Some(price) = new_price(work, &subscription, form)? {
        subscription.price = price;
    }
    let card = work.card_of(&subscription.customer).await?;
    let mut billing_events = end_trial(work, &mut subscription, form, card)?;
    billing_events.extend(prorate(work, &mut subscription, form, &old_price, card)?);
    // Ending a trial has already recorded an update.
    if !billing_events
        .iter()
        .any(|it| it.kind == "customer.subscription.updated")
    {
        billing_events.push(subscription_lifecycle::subscription_event(
            &mut subscription,
            "customer.subscription.updated",
            work.now,
        ));
    }
    work.put(&subscription);
    work.record_events(billing_events);
    Ok(stripe_json::subscription(&subscription, work.price_list))
}

/// Handles `cancel_at`: a date, the period's end, or nothing to take it back.
fn change_end(
    subscription: &mut SubscriptionRecord,
    form: &Form,
    now: i64,
) -> Result<(), StripeError> {
    if !form.has("cancel_at") {
        return Ok(());
    }
    if form.has("cancel_at_period_end") {
        let message =
            "You may only specify one of these parameters: cancel_at, cancel_at_period_end.";
        return Err(StripeError::invalid_param("cancel_at", message));
    }
    subscription.cancel_at_period_end = false;
    subscription.cancel_at = match form.text("cancel_at") {
        None => None,
        Some("min_period_end" | "max_period_end") => Some(subscription.period_end),
        Some(_) => form.number("cancel_at")?,
    };
    if subscription.cancel_at.is_some_and(|at| at <= now) {
        let message = "cancel_at must be in the future.";
        return Err(StripeError::invalid_param("cancel_at", message));
    }
    subscription.canceled_at = subscription.cancel_at.map(|_| now);
    Ok(())
}

async fn find(work: &UnitOfWork<'_>, id: &str) -> Result<SubscriptionRecord, StripeError> {
    let subscription: Option<SubscriptionRecord> = work.get(id).await?;
    subscription.ok_or_else(|| StripeError::no_such("subscription", id))
}

fn new_price(
    work: &UnitOfWork<'_>,
    subscription: &SubscriptionRecord,
    form: &Form,
) -> Result<Option<String>, StripeError> {
    let Some(price) = form.text("items[0][price]") else {
        return Ok(None);
    };
    if work.price_list.offer(price).is_none() {
        return Err(StripeError::no_such_param(
            "items[0][price]",
            "price",
            price,
        ));
    }
    match form.text("items[0][id]") {
        Some(item) if item == subscription.item => Ok(Some(price.to_owned())),
        Some(item) => Err(StripeError::no_such_param(
            "items[0][id]",
            "subscription item",
            item,
        )),
        None => Err(StripeError::invalid_param(
            "items[0][id]",
            "This sandbox keeps one item to a subscription: name it to change its price.",
        )),
    }
}

/// Handles `trial_end=now`.
fn end_trial(
    work: &UnitOfWork<'_>,
    subscription: &mut SubscriptionRecord,
    form: &Form,
    card: SavedCard,
) -> Result<Vec<subscription_lifecycle::BillingEvent>, StripeError> {
    match form.text("trial_end") {
        None => return Ok(Vec::new()),
        Some("now") => {}
        Some(_) => {
            let message = "This sandbox ends trials with 'now' and does not move them.";
            return Err(StripeError::invalid_param("trial_end", message));
        }
    }
    if subscription.status != SubscriptionStatus::Trialing {
        return Ok(Vec::new());
    }
    let cents = work.price_list.cents(&subscription.price);
    refuse_if_unpayable(form, card, cents)?;
    Ok(subscription_lifecycle::start_paid_months(
        subscription,
        card,
        cents,
        work.now,
    ))
}

/// Prorates a change of price inside a paid period, now or on the next invoice.
fn prorate(
    work: &UnitOfWork<'_>,
    subscription: &mut SubscriptionRecord,
    form: &Form,
    old_price: &str,
    card: SavedCard,
) -> Result<Vec<subscription_lifecycle::BillingEvent>, StripeError> {
    let words = ["none", "create_prorations", "always_invoice"];
    let behaviour = form.one_of("proration_behavior", &words)?;
    let whole = subscription.period_end - subscription.period_start;
    let left = subscription.period_end - work.now;
    let change = work.price_list.cents(&subscription.price) - work.price_list.cents(old_price);
    let cents = if whole > 0 { change * left / whole } else { 0 };
    if cents == 0
        || subscription.status == SubscriptionStatus::Trialing
        || behaviour == Some("none")
    {
        return Ok(Vec::new());
    }
    // A credit is never paid out: it reduces the next invoice.
    if cents < 0 || behaviour != Some("always_invoice") {
        subscription.carried += cents;
        return Ok(Vec::new());
    }
    refuse_if_unpayable(form, card, cents)?;
    let mut bill =
        subscription_lifecycle::invoice(subscription, cents, BillingReason::Change, work.now);
    bill.attempts = 1;
    bill.is_paid = card.pays();
    Ok(vec![subscription_lifecycle::invoice_event(
        subscription,
        &bill,
        work.now,
    )])
}

fn refuse_if_unpayable(form: &Form, card: SavedCard, cents: i64) -> Result<(), StripeError> {
    let words = [
        "allow_incomplete",
        "default_incomplete",
        "error_if_incomplete",
        "pending_if_incomplete",
    ];
    let behaviour = form.one_of("payment_behavior", &words)?;
    if cents > 0 && !card.pays() && behaviour == Some("error_if_incomplete") {
        return Err(StripeError::declined("generic_decline"));
    }
    Ok(())
}
