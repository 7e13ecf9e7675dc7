//! The billing portal: a page with a customer's invoices, their card, and a way to cancel.

use serde_json::Value;

use super::{
    cards::{self, CardBehaviour},
    customers, ids,
    records::{CustomerRecord, PortalRecord, SubscriptionRecord, SubscriptionStatus},
    stripe_error::StripeError,
    stripe_form::Form,
    stripe_json, subscription_lifecycle,
    unit_of_work::UnitOfWork,
};

/// How long the page is valid.
const LIFE_S: i64 = 24 * 3600;

pub(super) async fn create(work: &mut UnitOfWork<'_>, form: &Form) -> Result<Value, StripeError> {
    let customer = customers::named(work, form.demand("customer")?).await?;
    let return_url = form.address("return_url")?;
    let visit = PortalRecord {
        id: ids::fresh("bps"),
        customer: customer.id,
        return_url: return_url.ok_or_else(|| StripeError::missing_param("return_url"))?,
        created: work.now,
    };
    work.put(&visit);
    Ok(stripe_json::portal(&visit, work.origin))
}

pub(super) async fn find(work: &UnitOfWork<'_>, id: &str) -> Result<PortalRecord, StripeError> {
    let visit: Option<PortalRecord> = work.get(id).await?;
    visit
        .filter(|visit| work.now < visit.created + LIFE_S)
        .ok_or_else(|| StripeError::no_such("billing_portal.session", id))
}

/// Changes the card, and pays open invoices with it. Returns the message for the page.
pub(super) async fn change_card(
    work: &mut UnitOfWork<'_>,
    visit: &PortalRecord,
    number: &str,
) -> Result<Result<&'static str, &'static str>, StripeError> {
    let card = match cards::behaviour_of(number) {
        Some(CardBehaviour::Accepted(card)) => card,
        Some(CardBehaviour::NeedsConfirmation) => cards::SavedCard::Pays,
        Some(CardBehaviour::Declined(code)) => return Ok(Err(cards::decline_message(code))),
        None => return Ok(Err("This is not one of the test cards.")),
    };
    let mut customer: CustomerRecord = customers::named(work, &visit.customer).await?;
    customer.card = Some(card);
    work.put(&customer);
    if !card.pays() {
        return Ok(Ok("The card was changed."));
    }
    let subscriptions: Vec<SubscriptionRecord> = work.list(Some(&visit.customer), None).await?;
    for mut subscription in subscriptions {
        let billing_events = subscription_lifecycle::pay_open_invoice(&mut subscription, work.now);
        if !billing_events.is_empty() {
            work.put(&subscription);
            work.record_events(billing_events);
        }
    }
    Ok(Ok("The card was changed and the open invoice is paid."))
}

/// Cancels the running subscriptions as Stripe's own portal does under flexible billing: a date is
/// set, the flag is not. `is_cancelled` false takes that back. Returns the message for the page.
pub(super) async fn set_cancelled(
    work: &mut UnitOfWork<'_>,
    visit: &PortalRecord,
    is_cancelled: bool,
) -> Result<&'static str, StripeError> {
    let subscriptions: Vec<SubscriptionRecord> = work.list(Some(&visit.customer), None).await?;
    for mut subscription in subscriptions.into_iter().filter(is_running) {
        subscription.cancel_at = is_cancelled.then_some(subscription.period_end);
        subscription.cancel_at_period_end = false;
        subscription.canceled_at = is_cancelled.then_some(work.now);
        let updated = subscription_lifecycle::subscription_event(
            &mut subscription,
            "customer.subscription.updated",
            work.now,
        );
        work.put(&subscription);
        work.record_events(vec![updated]);
    }
    Ok(if is_cancelled {
        "The subscription is cancelled and runs until its period ends."
    } else {
        "The subscription continues."
    })
}

pub(super) fn is_running(subscription: &SubscriptionRecord) -> bool {
    matches!(
        subscription.status,
        SubscriptionStatus::Trialing | SubscriptionStatus::Active | SubscriptionStatus::PastDue
    )
}
