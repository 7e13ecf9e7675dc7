//! Checkout sessions: made, looked at, closed. What happens on their page is in `paying`.

use serde_json::Value;

use super::{
    calendar::DAY_S,
    customers,
    desk::{Desk, expire},
    form::Form,
    ids, lists,
    model::{Session, SessionStatus, Trial},
    problem::Problem,
    sentinels, shapes,
};

/// The shortest time to a trial's end that Stripe takes.
const SHORTEST_TRIAL_S: i64 = 2 * DAY_S;
const LONGEST_TRIAL_DAYS: i64 = 730;

pub(super) async fn create(desk: &mut Desk<'_>, form: &Form) -> Result<Value, Problem> {
    match form.demand("mode")? {
        "subscription" => {}
        mode => {
            let message = format!("This sandbox sells subscriptions only, not '{mode}'.");
            return Err(Problem::invalid_param("mode", message));
        }
    }
    let price = form.demand("line_items[0][price]")?;
    if desk.shop.offer(price).is_none() {
        return Err(Problem::no_such_param(
            "line_items[0][price]",
            "price",
            price,
        ));
    }
    let success_url = form.address("success_url")?;
    let (customer, email) = buyer(desk, form).await?;
    let session = Session {
        id: ids::fresh("cs_test"),
        status: SessionStatus::Open,
        customer,
        email,
        price: price.to_owned(),
        trial: trial(form, desk.now)?,
        client_reference_id: form.text("client_reference_id").map(str::to_owned),
        metadata: form.notes("metadata"),
        subscription_metadata: form.notes("subscription_data[metadata]"),
        success_url: success_url.ok_or_else(|| Problem::missing_param("success_url"))?,
        cancel_url: form.address("cancel_url")?,
        created: desk.now,
        expires_at: desk.now + DAY_S,
        subscription: None,
        invoice: None,
    };
    desk.put(&session);
    Ok(shapes::session(&session, desk.shop, desk.origin))
}

/// Somebody known, with their address, or an address, or nobody yet.
async fn buyer(desk: &Desk<'_>, form: &Form) -> Result<(Option<String>, Option<String>), Problem> {
    let email = form.text("customer_email");
    let Some(id) = form.text("customer") else {
        sentinels::check(email)?;
        return Ok((None, email.map(str::to_owned)));
    };
    if email.is_some() {
        let message = "You may only specify one of these parameters: customer, customer_email.";
        return Err(Problem::invalid_param("customer", message));
    }
    let customer = customers::named(desk, id).await?;
    Ok((Some(customer.id), customer.email))
}

fn trial(form: &Form, now: i64) -> Result<Trial, Problem> {
    let (days, end) = (
        "subscription_data[trial_period_days]",
        "subscription_data[trial_end]",
    );
    match (form.number(days)?, form.number(end)?) {
        (None, None) => Ok(Trial::None),
        (Some(count), None) if (1..=LONGEST_TRIAL_DAYS).contains(&count) => Ok(Trial::Days(count)),
        (Some(_), None) => Err(Problem::invalid_param(
            days,
            "A trial has at least one day and at most 730.",
        )),
        (None, Some(at)) if at >= now + SHORTEST_TRIAL_S => Ok(Trial::Until(at)),
        (None, Some(_)) => Err(Problem::invalid_param(
            end,
            "The `trial_end` date has to be at least 2 days in the future.",
        )),
        (Some(_), Some(_)) => Err(Problem::invalid_param(
            end,
            "You may only specify one of these parameters: trial_end, trial_period_days.",
        )),
    }
}

pub(super) async fn find(desk: &Desk<'_>, id: &str) -> Result<Session, Problem> {
    let session: Option<Session> = desk.get(id).await?;
    session.ok_or_else(|| Problem::no_such("checkout.session", id))
}

pub(super) async fn show(desk: &Desk<'_>, id: &str) -> Result<Value, Problem> {
    let session = find(desk, id).await?;
    Ok(shapes::session(&session, desk.shop, desk.origin))
}

pub(super) async fn list(desk: &Desk<'_>, form: &Form) -> Result<Value, Problem> {
    let words = ["open", "complete", "expired"];
    let status = form.one_of("status", &words)?;
    let sessions = desk.list(form.text("customer"), form.text("subscription"));
    let sessions: Vec<Session> = sessions.await?;
    let all = sessions
        .iter()
        .map(|session| shapes::session(session, desk.shop, desk.origin))
        .filter(|shown| status.is_none_or(|status| shown["status"] == status))
        .collect();
    lists::page("/v1/checkout/sessions", all, form)
}

pub(super) async fn close(desk: &mut Desk<'_>, id: &str) -> Result<Value, Problem> {
    let mut session = find(desk, id).await?;
    sentinels::check(session.email.as_deref())?;
    if session.status != SessionStatus::Open {
        return Err(Problem::invalid(
            "Only Checkout Sessions with a status in [\"open\"] can be expired.",
        ));
    }
    expire(desk, &mut session);
    Ok(shapes::session(&session, desk.shop, desk.origin))
}
