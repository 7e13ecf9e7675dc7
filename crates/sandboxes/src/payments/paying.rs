//! What happens when somebody pays on the checkout page.

use super::{
    calendar::DAY_S,
    cards::{Card, Manner},
    customers,
    desk::Desk,
    ids, life,
    model::{Customer, Reason, Session, SessionStatus, Status, Subscription, Trial},
    problem::Problem,
};

/// How an attempt to pay ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Paid {
    /// Off to the shop's page.
    Done(String),
    NeedsConfirmation,
    Declined(&'static str),
}

/// Presents a card. `is_confirmed` says that its owner has confirmed it already.
pub(super) async fn present(
    desk: &mut Desk<'_>,
    session: Session,
    manner: Manner,
    is_confirmed: bool,
) -> Result<Paid, Problem> {
    let card = match manner {
        Manner::Declined(code) => return Ok(Paid::Declined(code)),
        Manner::NeedsConfirmation if !is_confirmed => return Ok(Paid::NeedsConfirmation),
        Manner::NeedsConfirmation => Card::Pays,
        Manner::Accepted(card) => card,
    };
    if session.trial == Trial::None && !card.pays() {
        return Ok(Paid::Declined("generic_decline"));
    }
    complete(desk, session, card).await.map(Paid::Done)
}

async fn complete(
    desk: &mut Desk<'_>,
    mut session: Session,
    card: Card,
) -> Result<String, Problem> {
    let customer = buyer(desk, &session, card).await?;
    let mut subscription = begin(desk, &session, &customer);
    let cents = match session.trial {
        Trial::None => desk.shop.cents(&session.price),
        Trial::Days(_) | Trial::Until(_) => 0,
    };
    let mut bill = life::invoice(&mut subscription, cents, Reason::Start, desk.now);
    bill.is_paid = true;
    bill.attempts = u32::from(cents > 0);
    session.status = SessionStatus::Complete;
    session.customer = Some(customer);
    session.subscription = Some(subscription.id.clone());
    session.invoice = Some(bill.id.clone());
    desk.put(&session);
    desk.tell_of_session(&session, "checkout.session.completed", desk.now);
    let created = life::told(&mut subscription, "customer.subscription.created", desk.now);
    let billed = life::told_of_invoice(&mut subscription, &bill, desk.now);
    desk.put(&subscription);
    desk.tell(vec![created, billed]);
    Ok(session
        .success_url
        .replace("{CHECKOUT_SESSION_ID}", &session.id))
}

async fn buyer(desk: &mut Desk<'_>, session: &Session, card: Card) -> Result<String, Problem> {
    let mut customer = match &session.customer {
        Some(id) => customers::named(desk, id).await?,
        None => Customer {
            id: ids::fresh("cus"),
            email: session.email.clone(),
            name: None,
            metadata: session.metadata.clone(),
            created: desk.now,
            card: None,
        },
    };
    customer.card = Some(card);
    desk.put(&customer);
    Ok(customer.id)
}

fn begin(desk: &Desk<'_>, session: &Session, customer: &str) -> Subscription {
    let now = desk.now;
    let trial_end = match session.trial {
        Trial::None => None,
        Trial::Days(days) => Some(now + days * DAY_S),
        Trial::Until(end) => Some(end.max(now)),
    };
    let mut subscription = Subscription {
        id: ids::fresh("sub"),
        item: ids::fresh("si"),
        customer: customer.to_owned(),
        price: session.price.clone(),
        status: Status::Active,
        created: now,
        trial_start: trial_end.map(|_| now),
        trial_end,
        anchor: now,
        months: 0,
        period_start: now,
        period_end: now,
        cancel_at_period_end: false,
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
        None => life::start_counting(&mut subscription, now),
        Some(end) => {
            subscription.status = Status::Trialing;
            subscription.anchor = end;
            subscription.period_end = end;
        }
    }
    subscription
}
