//! The checkout page.

use std::sync::Arc;

use askama::Template;
use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use bytes::Bytes;

use super::{
    super::{
        CARDS, TestCard,
        calendar::DAY_S,
        cards::{self, CardBehaviour, behaviour_of},
        checkout::find,
        checkout_payment::{self, PaymentOutcome},
        records::{CheckoutRecord, CheckoutState, TrialTerms},
        server::{PaymentServer, ServerLock},
        stripe_error::StripeError,
        stripe_form::Form,
        unit_of_work::{self, UnitOfWork},
    },
    NoticePage, day, dollars, nothing_here, page,
};

#[derive(Template)]
#[template(path = "payments/checkout.html")]
struct CheckoutPage<'a> {
    session: &'a CheckoutRecord,
    plan: &'a str,
    price: String,
    today: String,
    /// When the trial ends, if there is one.
    trial_end: Option<String>,
    cards: &'static [TestCard],
    /// What went wrong with the last card.
    problem: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "payments/confirm.html")]
struct ConfirmPage<'a> {
    session: &'a CheckoutRecord,
}

pub(in super::super) async fn show(
    State(server): State<Arc<PaymentServer>>,
    Path(id): Path<String>,
) -> Result<Response, StripeError> {
    let lock = server.lock().await?;
    let work = lock.work();
    match open_session(&work, &id).await? {
        Ok(session) => checkout_page(&work, &session, None),
        Err(elsewhere) => Ok(elsewhere),
    }
}

pub(in super::super) async fn pay(
    State(server): State<Arc<PaymentServer>>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, StripeError> {
    let lock = server.lock().await?;
    let work = lock.work();
    let session = match open_session(&work, &id).await? {
        Ok(session) => session,
        Err(elsewhere) => return Ok(elsewhere),
    };
    match behaviour_of(Form::read(&body).text("card").unwrap_or_default()) {
        Some(behaviour) => present(&lock, work, session, behaviour, false).await,
        None => checkout_page(&work, &session, Some("This is not one of the test cards.")),
    }
}

/// The confirmation page of cards that need it.
pub(in super::super) async fn confirm(
    State(server): State<Arc<PaymentServer>>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, StripeError> {
    let lock = server.lock().await?;
    let work = lock.work();
    let session = match open_session(&work, &id).await? {
        Ok(session) => session,
        Err(elsewhere) => return Ok(elsewhere),
    };
    if Form::read(&body).text("answer") == Some("complete") {
        return present(&lock, work, session, CardBehaviour::NeedsConfirmation, true).await;
    }
    let problem = "We are unable to authenticate your payment method. Please choose a different payment method and try again.";
    checkout_page(&work, &session, Some(problem))
}

pub(in super::super) async fn expire(
    State(server): State<Arc<PaymentServer>>,
    Path(id): Path<String>,
) -> Result<Response, StripeError> {
    let lock = server.lock().await?;
    let mut work = lock.work();
    let mut session = match open_session(&work, &id).await? {
        Ok(session) => session,
        Err(elsewhere) => return Ok(elsewhere),
    };
    unit_of_work::expire(&mut work, &mut session);
    lock.save(work).await?;
    expired_page(&session)
}

/// The open session, or the page to show instead.
async fn open_session(
    work: &UnitOfWork<'_>,
    id: &str,
) -> Result<Result<CheckoutRecord, Response>, StripeError> {
    let session = match find(work, id).await {
        Ok(session) => session,
        Err(problem) if problem.status == StatusCode::NOT_FOUND => {
            return nothing_here().map(Err);
        }
        Err(problem) => return Err(problem),
    };
    match session.status {
        CheckoutState::Open => Ok(Ok(session)),
        CheckoutState::Expired => expired_page(&session).map(Err),
        CheckoutState::Complete => {
            let notice = NoticePage {
                title: "All done here",
                text: "This checkout is already complete. You are not charged twice.",
                back: Some(
                    &session
                        .success_url
                        .replace("{CHECKOUT_SESSION_ID}", &session.id),
                ),
            };
            page(StatusCode::OK, &notice).map(Err)
        }
    }
}

async fn present(
    lock: &ServerLock<'_>,
    mut work: UnitOfWork<'_>,
    session: CheckoutRecord,
    behaviour: CardBehaviour,
    is_confirmed: bool,
) -> Result<Response, StripeError> {
    match checkout_payment::present(&mut work, session.clone(), behaviour, is_confirmed).await? {
        PaymentOutcome::Done(success_url) => {
            lock.save(work).await?;
            Ok(Redirect::to(&success_url).into_response())
        }
        PaymentOutcome::NeedsConfirmation => {
            page(StatusCode::OK, &ConfirmPage { session: &session })
        }
        PaymentOutcome::Declined(code) => {
            checkout_page(&work, &session, Some(cards::decline_message(code)))
        }
    }
}

fn checkout_page(
    work: &UnitOfWork<'_>,
    session: &CheckoutRecord,
    problem: Option<&str>,
) -> Result<Response, StripeError> {
    let offer = work.price_list.offer(&session.price);
    let cents = work.price_list.cents(&session.price);
    let trial_end = match session.trial {
        TrialTerms::None => None,
        TrialTerms::Days(days) => Some(work.now + days * DAY_S),
        TrialTerms::Until(end) => Some(end),
    };
    let template = CheckoutPage {
        session,
        plan: offer.map_or("A plan", |offer| offer.name.as_str()),
        price: dollars(cents),
        today: dollars(if trial_end.is_some() { 0 } else { cents }),
        trial_end: trial_end.map(day),
        cards: CARDS,
        problem,
    };
    page(StatusCode::OK, &template)
}

fn expired_page(session: &CheckoutRecord) -> Result<Response, StripeError> {
    let notice = NoticePage {
        title: "This page has expired",
        text: "Nothing was charged. Go back to start again.",
        back: session.cancel_url.as_deref(),
    };
    page(StatusCode::OK, &notice)
}
