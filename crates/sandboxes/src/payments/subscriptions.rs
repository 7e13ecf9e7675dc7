//! Subscriptions: looked at, changed, ended.

use serde_json::Value;

use super::{
    cards::Card,
    customers,
    desk::Desk,
    form::Form,
    life, lists,
    model::{Invoice, Reason, Status, Subscription},
    problem::Problem,
    shapes,
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

pub(super) async fn show(desk: &Desk<'_>, id: &str) -> Result<Value, Problem> {
    Ok(shapes::subscription(&find(desk, id).await?, desk.shop))
}

pub(super) async fn list(desk: &Desk<'_>, form: &Form) -> Result<Value, Problem> {
    let status = form.one_of("status", &STATUSES)?;
    let subscriptions: Vec<Subscription> = desk.list(form.text("customer"), None).await?;
    let all = subscriptions
        .iter()
        .map(|subscription| shapes::subscription(subscription, desk.shop))
        .filter(|shown| match status {
            Some("all") => true,
            Some("ended") => shown["status"] == "canceled",
            Some(status) => shown["status"] == status,
            // As at Stripe, what was cancelled shows only where it is asked for.
            None => shown["status"] != "canceled",
        })
        .collect();
    lists::page("/v1/subscriptions", all, form)
}

pub(super) async fn invoices(desk: &Desk<'_>, form: &Form) -> Result<Value, Problem> {
    let invoices = desk.list(form.text("customer"), form.text("subscription"));
    let invoices: Vec<Invoice> = invoices.await?;
    let all = invoices
        .iter()
        .map(|invoice| shapes::invoice(invoice, desk.origin));
    lists::page("/v1/invoices", all.collect(), form)
}

pub(super) async fn cancel(desk: &mut Desk<'_>, id: &str) -> Result<Value, Problem> {
    let mut subscription = find(desk, id).await?;
    customers::named(desk, &subscription.customer).await?;
    if subscription.status == Status::Canceled {
        return Err(Problem::no_such("subscription", id));
    }
    let ended = life::end(&mut subscription, desk.now);
    desk.put(&subscription);
    desk.tell(vec![ended]);
    Ok(shapes::subscription(&subscription, desk.shop))
}

/// Everything a change can say, checked before anything is done.
pub(super) async fn update(desk: &mut Desk<'_>, id: &str, form: &Form) -> Result<Value, Problem> {
    let mut subscription = find(desk, id).await?;
    customers::named(desk, &subscription.customer).await?;
    if subscription.status == Status::Canceled {
        return Err(Problem::invalid(
            "A canceled subscription can only update its cancellation_details and metadata.",
        ));
    }
    if let Some(is_set) = form.flag("cancel_at_period_end")? {
        subscription.cancel_at_period_end = is_set;
        subscription.canceled_at = is_set.then_some(desk.now);
    }
    subscription.metadata.extend(form.changed_notes("metadata"));
    subscription.metadata.retain(|_, value| !value.is_empty());
    let old_price = subscription.price.clone();
    if let Some(price) = new_price(desk, &subscription, form)? {
        subscription.price = price;
    }
    let card = desk.card_of(&subscription.customer).await?;
    let mut happenings = end_trial(desk, &mut subscription, form, card)?;
    happenings.extend(prorate(desk, &mut subscription, form, &old_price, card)?);
    // What ends a trial has already been told as a change.
    if !happenings
        .iter()
        .any(|it| it.kind == "customer.subscription.updated")
    {
        happenings.push(life::told(
            &mut subscription,
            "customer.subscription.updated",
            desk.now,
        ));
    }
    desk.put(&subscription);
    desk.tell(happenings);
    Ok(shapes::subscription(&subscription, desk.shop))
}

async fn find(desk: &Desk<'_>, id: &str) -> Result<Subscription, Problem> {
    let subscription: Option<Subscription> = desk.get(id).await?;
    subscription.ok_or_else(|| Problem::no_such("subscription", id))
}

fn new_price(
    desk: &Desk<'_>,
    subscription: &Subscription,
    form: &Form,
) -> Result<Option<String>, Problem> {
    let Some(price) = form.text("items[0][price]") else {
        return Ok(None);
    };
    if desk.shop.offer(price).is_none() {
        return Err(Problem::no_such_param("items[0][price]", "price", price));
    }
    match form.text("items[0][id]") {
        Some(item) if item == subscription.item => Ok(Some(price.to_owned())),
        Some(item) => Err(Problem::no_such_param(
            "items[0][id]",
            "subscription item",
            item,
        )),
        None => Err(Problem::invalid_param(
            "items[0][id]",
            "This sandbox keeps one item to a subscription: name it to change its price.",
        )),
    }
}

/// `trial_end=now`, if that is asked for and there is a trial.
fn end_trial(
    desk: &Desk<'_>,
    subscription: &mut Subscription,
    form: &Form,
    card: Card,
) -> Result<Vec<life::Happening>, Problem> {
    match form.text("trial_end") {
        None => return Ok(Vec::new()),
        Some("now") => {}
        Some(_) => {
            let message = "This sandbox ends trials with 'now' and does not move them.";
            return Err(Problem::invalid_param("trial_end", message));
        }
    }
    if subscription.status != Status::Trialing {
        return Ok(Vec::new());
    }
    let cents = desk.shop.cents(&subscription.price);
    refuse_if_unpayable(form, card, cents)?;
    Ok(life::begin_months(subscription, card, cents, desk.now))
}

/// What a change of price inside a paid period costs, now or on the next invoice.
fn prorate(
    desk: &Desk<'_>,
    subscription: &mut Subscription,
    form: &Form,
    old_price: &str,
    card: Card,
) -> Result<Vec<life::Happening>, Problem> {
    let words = ["none", "create_prorations", "always_invoice"];
    let behaviour = form.one_of("proration_behavior", &words)?;
    let whole = subscription.period_end - subscription.period_start;
    let left = subscription.period_end - desk.now;
    let change = desk.shop.cents(&subscription.price) - desk.shop.cents(old_price);
    let cents = if whole > 0 { change * left / whole } else { 0 };
    if cents == 0 || subscription.status == Status::Trialing || behaviour == Some("none") {
        return Ok(Vec::new());
    }
    // What is given back is never paid out: it lowers the next invoice.
    if cents < 0 || behaviour != Some("always_invoice") {
        subscription.carried += cents;
        return Ok(Vec::new());
    }
    refuse_if_unpayable(form, card, cents)?;
    let mut bill = life::invoice(subscription, cents, Reason::Change, desk.now);
    bill.attempts = 1;
    bill.is_paid = card.pays();
    Ok(vec![life::told_of_invoice(subscription, &bill, desk.now)])
}

fn refuse_if_unpayable(form: &Form, card: Card, cents: i64) -> Result<(), Problem> {
    let words = [
        "allow_incomplete",
        "default_incomplete",
        "error_if_incomplete",
        "pending_if_incomplete",
    ];
    let behaviour = form.one_of("payment_behavior", &words)?;
    if cents > 0 && !card.pays() && behaviour == Some("error_if_incomplete") {
        return Err(Problem::declined("generic_decline"));
    }
    Ok(())
}
