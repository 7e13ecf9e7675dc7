//! Checkout sessions: create, read, expire. Payment on their page is in `checkout_payment`.

use serde_json::Value;

use super::{
    calendar::DAY_S,
    customers, ids, list_page,
    records::{CheckoutRecord, CheckoutState, TrialTerms},
    sentinels,
    stripe_error::StripeError,
    stripe_form::Form,
    stripe_json,
    unit_of_work::{UnitOfWork, expire},
};

/// The shortest trial that Stripe accepts.
const SHORTEST_TRIAL_S: i64 = 2 * DAY_S;
const LONGEST_TRIAL_DAYS: i64 = 730;

pub(super) async fn create(work: &mut UnitOfWork<'_>, form: &Form) -> Result<Value, StripeError> {
    match form.demand("mode")? {
        "subscription" => {}
        mode => {
            let message = format!("This sandbox sells subscriptions only, not '{mode}'.");
            return Err(StripeError::invalid_param("mode", message));
        }
    }
    let price = form.demand("line_items[0][price]")?;
    if work.price_list.offer(price).is_none() {
        return Err(StripeError::no_such_param(
            "line_items[0][price]",
            "price",
            price,
        ));
    }
    let success_url = form.address("success_url")?;
    let (customer, email) = buyer(work, form).await?;
    let session = CheckoutRecord {
        id: ids::fresh("cs_test"),
        status: CheckoutState::Open,
        customer,
        email,
        price: price.to_owned(),
        trial: trial(form, work.now)?,
        client_reference_id: form.text("client_reference_id").map(str::to_owned),
        metadata: form.metadata("metadata"),
        subscription_metadata: form.metadata("subscription_data[metadata]"),
        success_url: success_url.ok_or_else(|| StripeError::missing_param("success_url"))?,
        cancel_url: form.address("cancel_url")?,
        created: work.now,
        expires_at: work.now + DAY_S,
        subscription: None,
        invoice: None,
    };
    work.put(&session);
    Ok(stripe_json::session(&session, work.price_list, work.origin))
}

/// The customer id and the mail address; either may be absent.
async fn buyer(
    work: &UnitOfWork<'_>,
    form: &Form,
) -> Result<(Option<String>, Option<String>), StripeError> {
    let email = form.text("customer_email");
    let Some(id) = form.text("customer") else {
        sentinels::check(email)?;
        return Ok((None, email.map(str::to_owned)));
    };
    if email.is_some() {
        let message = "You may only specify one of these parameters: customer, customer_email.";
        return Err(StripeError::invalid_param("customer", message));
    }
    let customer = customers::named(work, id).await?;
    Ok((Some(customer.id), customer.email))
}

fn trial(form: &Form, now: i64) -> Result<TrialTerms, StripeError> {
    let (days, end) = (
        "subscription_data[trial_period_days]",
        "subscription_data[trial_end]",
    );
    match (form.number(days)?, form.number(end)?) {
        (None, None) => Ok(TrialTerms::None),
        (Some(count), None) if (1..=LONGEST_TRIAL_DAYS).contains(&count) => {
            Ok(TrialTerms::Days(count))
        }
        (Some(_), None) => Err(StripeError::invalid_param(
            days,
            "A trial has at least one day and at most 730.",
        )),
        (None, Some(at)) if at >= now + SHORTEST_TRIAL_S => Ok(TrialTerms::Until(at)),
        (None, Some(_)) => Err(StripeError::invalid_param(
            end,
            "The `trial_end` date has to be at least 2 days in the future.",
        )),
        (Some(_), Some(_)) => Err(StripeError::invalid_param(
            end,
            "You may only specify one of these parameters: trial_end, trial_period_days.",
        )),
    }
}

pub(super) async fn find(work: &UnitOfWork<'_>, id: &str) -> Result<CheckoutRecord, StripeError> {
    let session: Option<CheckoutRecord> = work.get(id).await?;
    session.ok_or_else(|| StripeError::no_such("checkout.session", id))
}

pub(super) async fn show(work: &UnitOfWork<'_>, id: &str) -> Result<Value, StripeError> {
    let session = find(work, id).await?;
    Ok(stripe_json::session(&session, work.price_list, work.origin))
}

pub(super) async fn list(work: &UnitOfWork<'_>, form: &Form) -> Result<Value, StripeError> {
    let words = ["open", "complete", "expired"];
    let status = form.one_of("status", &words)?;
    let sessions = work.list(form.text("customer"), form.text("subscription"));
    let sessions: Vec<CheckoutRecord> = sessions.await?;
    let all = sessions
        .iter()
        .map(|session| stripe_json::session(session, work.price_list, work.origin))
        .filter(|shown| status.is_none_or(|status| shown["status"] == status))
        .collect();
    list_page::page("/v1/checkout/sessions", all, form)
}

pub(super) async fn close(work: &mut UnitOfWork<'_>, id: &str) -> Result<Value, StripeError> {
    let mut session = find(work, id).await?;
    sentinels::check(session.email.as_deref())?;
    if session.status != CheckoutState::Open {
        return Err(StripeError::invalid(
            "Only Checkout Sessions with a status in [\"open\"] can be expired.",
        ));
    }
    expire(work, &mut session);
    Ok(stripe_json::session(&session, work.price_list, work.origin))
}
