//! Payment on the checkout page.

use super::{
    calendar::DAY_S,
    cards::{CardBehaviour, SavedCard},
    customers, ids,
    records::{
        BillingReason, CheckoutRecord, CheckoutState, CustomerRecord, SubscriptionRecord,
        SubscriptionStatus, TrialTerms,
    },
    stripe_error::StripeError,
    subscription_lifecycle,
    unit_of_work::UnitOfWork,
};

/// The outcome of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PaymentOutcome {
    /// Paid; holds the URL to redirect to.
    Done(String),
    NeedsConfirmation,
    Declined(&'static str),
}

/// Pays with a card. `is_confirmed` says whether its owner has confirmed the payment.
pub(super) async fn present(
    work: &mut UnitOfWork<'_>,
    session: CheckoutRecord,
    behaviour: CardBehaviour,
    is_confirmed: bool,
) -> Result<PaymentOutcome, StripeError> {
    let card = match behaviour {
        CardBehaviour::Declined(code) => return Ok(PaymentOutcome::Declined(code)),
        CardBehaviour::NeedsConfirmation if !is_confirmed => {
            return Ok(PaymentOutcome::NeedsConfirmation);
        }
        CardBehaviour::NeedsConfirmation => SavedCard::Pays,
        CardBehaviour::Accepted(card) => card,
    };
    if session.trial == TrialTerms::None && !card.pays() {
        return Ok(PaymentOutcome::Declined("generic_decline"));
    }
    complete(work, session, card)
        .await
        .map(PaymentOutcome::Done)
}

async fn complete(
    work: &mut UnitOfWork<'_>,
    mut session: CheckoutRecord,
    card: SavedCard,
) -> Result<String, StripeError> {
    let customer = buyer(work, &session, card).await?;
    let mut subscription = begin(work, &session, &customer);
    let cents = match session.trial {
        TrialTerms::None => work.price_list.cents(&session.price),
        TrialTerms::Days(_) | TrialTerms::Until(_) => 0,
    };
    let mut bill =
        subscription_lifecycle::invoice(&mut subscription, cents, BillingReason::Start, work.now);
    bill.is_paid = true;
    bill.attempts = u32::from(cents > 0);
    session.status = CheckoutState::Complete;
    session.customer = Some(customer);
    session.subscription = Some(subscription.id.clone());
    session.invoice = Some(bill.id.clone());
    work.put(&session);
    work.record_checkout_event(&session, "checkout.session.completed", work.now);
    let created = subscription_lifecycle::subscription_event(
        &mut subscription,
        "customer.subscription.created",
        work.now,
    );
    let billed = subscription_lifecycle::invoice_event(&mut subscription, &bill, work.now);
    work.put(&subscription);
    work.record_events(vec![created, billed]);
    Ok(session
        .success_url
        .replace("{CHECKOUT_SESSION_ID}", &session.id))
}

async fn buyer(
    work: &mut UnitOfWork<'_>,
    session: &CheckoutRecord,
    card: SavedCard,
) -> Result<String, StripeError> {
    let mut customer = match &session.customer {
        Some(id) => customers::named(work, id).await?,
        None => CustomerRecord {
            id: ids::fresh("cus"),
            email: session.email.clone(),
            name: None,
            metadata: session.metadata.clone(),
            created: work.now,
            card: None,
        },
    };
    customer.card = Some(card);
    work.put(&customer);
    Ok(customer.id)
}

fn begin(work: &UnitOfWork<'_>, session: &CheckoutRecord, customer: &str) -> SubscriptionRecord {
    let now = work.now;
    let trial_end = match session.trial {
        TrialTerms::None => None,
        TrialTerms::Days(days) => Some(now + days * DAY_S),
        TrialTerms::Until(end) => Some(end.max(now)),
    };
    let mut subscription = SubscriptionRecord {
        id: ids::fresh("sub"),
        item: ids::fresh("si"),
        customer: customer.to_owned(),
        price: session.price.clone(),
        status: SubscriptionStatus::Active,
        created: now,
        trial_start: trial_end.map(|_| now),
        trial_end,
        anchor: now,
        months: 0,
        period_start: now,
        period_end: now,
        cancel_at_period_end: false,
        cancel_at: None,
        canceled_at: None,
        ended_at: None,
        metadata: session.subscription_metadata.clone(),
        latest_invoice: None,
        open_invoice: None,
        next_attempt: None,
        is_warned: false,
        carried: 0,
        happenings: 0,
    };
    match trial_end {
        None => subscription_lifecycle::start_first_month(&mut subscription, now),
        Some(end) => {
            subscription.status = SubscriptionStatus::Trialing;
            subscription.anchor = end;
            subscription.period_end = end;
        }
    }
    subscription
}
