//! The checkout page: a plan, a card, and what comes of it.

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
        cards::{self, Manner, presented},
        checkout::find,
        desk::{self, Desk},
        form::Form,
        model::{Session, SessionStatus, Trial},
        paying::{self, Paid},
        problem::Problem,
        server::{Till, Turn},
    },
    Notice, day, dollars, nothing_here, page,
};

#[derive(Template)]
#[template(path = "payments/checkout.html")]
struct CheckoutPage<'a> {
    session: &'a Session,
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
    session: &'a Session,
}

pub(in super::super) async fn show(
    State(till): State<Arc<Till>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let turn = till.turn().await?;
    let desk = turn.desk();
    match open_session(&desk, &id).await? {
        Ok(session) => checkout_page(&desk, &session, None),
        Err(elsewhere) => Ok(elsewhere),
    }
}

pub(in super::super) async fn pay(
    State(till): State<Arc<Till>>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, Problem> {
    let turn = till.turn().await?;
    let desk = turn.desk();
    let session = match open_session(&desk, &id).await? {
        Ok(session) => session,
        Err(elsewhere) => return Ok(elsewhere),
    };
    match presented(Form::read(&body).text("card").unwrap_or_default()) {
        Some(manner) => present(&turn, desk, session, manner, false).await,
        None => checkout_page(&desk, &session, Some("That is none of the test cards.")),
    }
}

/// The second page of a card that asks for a confirmation.
pub(in super::super) async fn confirm(
    State(till): State<Arc<Till>>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, Problem> {
    let turn = till.turn().await?;
    let desk = turn.desk();
    let session = match open_session(&desk, &id).await? {
        Ok(session) => session,
        Err(elsewhere) => return Ok(elsewhere),
    };
    if Form::read(&body).text("answer") == Some("complete") {
        return present(&turn, desk, session, Manner::NeedsConfirmation, true).await;
    }
    let problem = "We are unable to authenticate your payment method. Please choose a different payment method and try again.";
    checkout_page(&desk, &session, Some(problem))
}

pub(in super::super) async fn expire(
    State(till): State<Arc<Till>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let turn = till.turn().await?;
    let mut desk = turn.desk();
    let mut session = match open_session(&desk, &id).await? {
        Ok(session) => session,
        Err(elsewhere) => return Ok(elsewhere),
    };
    desk::expire(&mut desk, &mut session);
    turn.save(desk).await?;
    expired_page(&session)
}

/// The session, or the page that stands in its place.
async fn open_session(desk: &Desk<'_>, id: &str) -> Result<Result<Session, Response>, Problem> {
    let session = match find(desk, id).await {
        Ok(session) => session,
        Err(problem) if problem.status == StatusCode::NOT_FOUND => {
            return nothing_here().map(Err);
        }
        Err(problem) => return Err(problem),
    };
    match session.status {
        SessionStatus::Open => Ok(Ok(session)),
        SessionStatus::Expired => expired_page(&session).map(Err),
        SessionStatus::Complete => {
            let notice = Notice {
                title: "All done here",
                text: "This checkout was completed already. Nothing is charged twice.",
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
    turn: &Turn<'_>,
    mut desk: Desk<'_>,
    session: Session,
    manner: Manner,
    is_confirmed: bool,
) -> Result<Response, Problem> {
    match paying::present(&mut desk, session.clone(), manner, is_confirmed).await? {
        Paid::Done(success_url) => {
            turn.save(desk).await?;
            Ok(Redirect::to(&success_url).into_response())
        }
        Paid::NeedsConfirmation => page(StatusCode::OK, &ConfirmPage { session: &session }),
        Paid::Declined(code) => checkout_page(&desk, &session, Some(cards::words(code))),
    }
}

fn checkout_page(
    desk: &Desk<'_>,
    session: &Session,
    problem: Option<&str>,
) -> Result<Response, Problem> {
    let offer = desk.shop.offer(&session.price);
    let cents = desk.shop.cents(&session.price);
    let trial_end = match session.trial {
        Trial::None => None,
        Trial::Days(days) => Some(desk.now + days * DAY_S),
        Trial::Until(end) => Some(end),
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

fn expired_page(session: &Session) -> Result<Response, Problem> {
    let notice = Notice {
        title: "This page has expired",
        text: "Nothing was charged. Go back to start again.",
        back: session.cancel_url.as_deref(),
    };
    page(StatusCode::OK, &notice)
}
